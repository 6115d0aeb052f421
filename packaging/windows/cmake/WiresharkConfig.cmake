# What wireshark-dev says on Linux, said for Wireshark on Windows: the headers are the same, the libraries are import
# libraries made from lists of names (../import.sh).
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   BCNET_WIRESHARK_INCLUDE   folder with epan/ and wsutil/
#   BCNET_WIRESHARK_IMPORT    folder with the import libraries

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
target_link_libraries(epan INTERFACE PkgConfig::GLIB2
  "${BCNET_WIRESHARK_IMPORT}/libwireshark.dll.a" "${BCNET_WIRESHARK_IMPORT}/libwsutil.dll.a"
  "${BCNET_WIRESHARK_IMPORT}/libwiretap.dll.a")
