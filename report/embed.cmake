# SPDX-License-Identifier: GPL-2.0-or-later
cmake_minimum_required(VERSION 3.18)
# Puts styles and scripts into the page and writes it as C, split where the data goes.
# Run by the build: cmake -DPAGE=... -DSTYLE=... -DLIBRARY_STYLE=... -DLIBRARY=... -DSCRIPTS=... -DOUTPUT=... -P ...
#
# The page forbids all scripts but those whose sums it names: what a stranger wrote into a name cannot run even if it
# got where it should not.

# The sum as a content security policy wants it: SHA-256 in base64. CMake knows it in hexadecimal digits.
function(base64_of_hex hex result)
  set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(text "")
  string(LENGTH "${hex}" length)
  foreach(at RANGE 0 ${length} 6)
    math(EXPR left "${length} - ${at}")
    if(left LESS_EQUAL 0)
      break()
    endif()
    string(SUBSTRING "${hex}" ${at} 6 group)
    string(LENGTH "${group}" digits)
    string(SUBSTRING "${group}0000" 0 6 group)
    math(EXPR value "0x${group}")
    foreach(shift 18 12 6 0)
      math(EXPR index "${value} >> ${shift} & 63")
      string(SUBSTRING "${letters}" ${index} 1 letter)
      string(APPEND text "${letter}")
    endforeach()
    if(digits EQUAL 4) # two bytes: one letter too many
      string(REGEX REPLACE ".$" "=" text "${text}")
    elseif(digits EQUAL 2)
      string(REGEX REPLACE "..$" "==" text "${text}")
    endif()
  endforeach()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

function(read_into file result)
  file(READ "${file}" text)
  # A debugger would ask for the map of a minified script.
  string(REGEX REPLACE "\n?//# sourceMappingURL=[^\n]*" "" text "${text}")
  string(REGEX REPLACE "\n?/\\*# sourceMappingURL=[^\n]*\\*/" "" text "${text}")
  if(text MATCHES "</[sS][cCtT]")
    message(FATAL_ERROR "${file} holds the end of a script or style")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

function(sum_of text result)
  string(SHA256 hex "${text}")
  base64_of_hex("${hex}" base64)
  set(${result} "'sha256-${base64}'" PARENT_SCOPE)
endfunction()

function(as_c text result)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "?" "\\?" text "${text}")
  string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

read_into("${STYLE}" style)
read_into("${LIBRARY_STYLE}" library_style)
read_into("${LIBRARY}" library)
file(STRINGS "${SCRIPTS}" paths ENCODING UTF-8)
set(script "\n(() => {\n'use strict';\n")
foreach(path IN LISTS paths)
  read_into("${path}" text)
  string(APPEND script "${text}")
endforeach()
string(APPEND script "})();\n")
sum_of("${library}" library_sum)
sum_of("${script}" script_sum)

file(READ "${PAGE}" page)
string(REPLACE "@SUMS@" "${library_sum} ${script_sum}" page "${page}")
string(REPLACE "@STYLE@" "${library_style}\n${style}" page "${page}")
string(REPLACE "@LIBRARY@" "${library}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")

string(FIND "${page}" "@DATA@" split)
string(SUBSTRING "${page}" 0 ${split} head)
math(EXPR split "${split} + 6")
string(SUBSTRING "${page}" ${split} -1 tail)
as_c("${head}" head)
as_c("${tail}" tail)
file(WRITE "${OUTPUT}.new"
"/* Made from report/ and the library dygraphs by report/embed.cmake.
 * SPDX-License-Identifier: GPL-2.0-or-later AND MIT
 */
#include \"report/report-page.h\"

const char bcnet_report_head[] =
    \"${head}\";
const size_t bcnet_report_head_length = sizeof bcnet_report_head - 1;

const char bcnet_report_tail[] =
    \"${tail}\";
const size_t bcnet_report_tail_length = sizeof bcnet_report_tail - 1;
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
