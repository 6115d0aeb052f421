# The plugin as a part of Wireshark's own build: this project as plugins/epan/bcnet of its source, named in its
# CMakeListsCustom.txt. Without tools, tests and installed profile.
# SPDX-License-Identifier: GPL-2.0-or-later
include(WiresharkPlugin)

set(CMAKE_C_STANDARD 11)
set(BCNET_VERSION "${PROJECT_VERSION}")
# Where Wireshark's build has its plugins, PLUGIN_DIR, ends with its series.
get_filename_component(BCNET_PLUGIN_ROOT "${PLUGIN_DIR}" DIRECTORY)
get_filename_component(BCNET_WS_SERIES "${PLUGIN_DIR}" NAME)
string(REGEX MATCH "^[0-9]+[.-][0-9]+$" series "${BCNET_WS_SERIES}")
if(NOT series)
  message(FATAL_ERROR "bcnet: plugins are in ${PLUGIN_DIR}, which names no series of Wireshark")
endif()

add_library(PkgConfig::GLIB2 INTERFACE IMPORTED)
set_target_properties(PkgConfig::GLIB2 PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES "${GLIB2_INCLUDE_DIRS}"
  INTERFACE_LINK_LIBRARIES "${GLIB2_LIBRARIES}")
add_library(bcnet_flags INTERFACE)
target_compile_options(bcnet_flags INTERFACE ${WERROR_COMMON_FLAGS})

add_subdirectory(layouts)
add_subdirectory(report)
add_subdirectory(plugin)
add_dependencies(plugins bcnet)
install_plugin(bcnet epan)
