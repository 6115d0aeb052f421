# What wireshark-dev says of the Wireshark that is installed, said of another one: its headers from Debian's packages, and
# whatever stands for its libraries where the plugin is to run (../wireshark.sh).
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   BCNET_WIRESHARK_INCLUDE    folder with epan/ and wsutil/
#   BCNET_WIRESHARK_LIBRARIES  libwireshark, libwsutil and libwiretap, as the linker wants them

file(STRINGS "${BCNET_WIRESHARK_INCLUDE}/ws_version.h" lines REGEX "define WIRESHARK_VERSION_(MAJOR|MINOR|MICRO)")
foreach(line IN LISTS lines)
  if(line MATCHES "WIRESHARK_VERSION_(MAJOR|MINOR|MICRO) ([0-9]+)")
    set(Wireshark_${CMAKE_MATCH_1}_VERSION "${CMAKE_MATCH_2}")
  endif()
endforeach()
set(Wireshark_PATCH_VERSION "${Wireshark_MICRO_VERSION}")
set(Wireshark_VERSION "${Wireshark_MAJOR_VERSION}.${Wireshark_MINOR_VERSION}.${Wireshark_PATCH_VERSION}")
set(Wireshark_PLUGIN_LIBDIR "plugins/${Wireshark_MAJOR_VERSION}.${Wireshark_MINOR_VERSION}")

add_library(epan INTERFACE IMPORTED)
target_include_directories(epan SYSTEM INTERFACE "${BCNET_WIRESHARK_INCLUDE}")
target_link_libraries(epan INTERFACE PkgConfig::GLIB2 ${BCNET_WIRESHARK_LIBRARIES})
