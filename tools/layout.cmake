# bcnet-layout: checks, lists and shows ship layouts.
# SPDX-License-Identifier: GPL-2.0-or-later
add_executable(bcnet-layout
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-check.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-list.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-show.c)
target_link_libraries(bcnet-layout PRIVATE bcnet_layout bcnet_flags)
target_compile_definitions(bcnet-layout PRIVATE BCNET_VERSION="${PROJECT_VERSION}")
