# SPDX-License-Identifier: GPL-2.0-or-later
# Writes the texts of the .ini files named in LIST, one path per line, as C strings to OUTPUT.
# Run by the build: cmake -DLIST=... -DOUTPUT=... -P embed.cmake
file(STRINGS "${LIST}" paths ENCODING UTF-8)
set(table "")
foreach(path IN LISTS paths)
  get_filename_component(key "${path}" NAME_WLE)
  file(READ "${path}" text)
  string(LENGTH "${text}" length) # in bytes
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
  string(APPEND table "    {\"${key}\",\n     \"${text}\", ${length}},\n")
endforeach()
file(WRITE "${OUTPUT}.new"
"/* Made from the .ini files of layouts/ by layouts/embed.cmake.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include \"ships/layout-private.h\"

const bcnet_builtin_layout_t bcnet_builtin_layouts[] = {
${table}};

const unsigned bcnet_builtin_layout_count = sizeof bcnet_builtin_layouts / sizeof bcnet_builtin_layouts[0];
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
