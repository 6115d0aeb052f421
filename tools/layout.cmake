# bcnet-layout: checks, lists and shows ship layouts, and makes them from a mod's scripts.
# bcnet_hardpoint: the reader of these scripts; GLib only.
# SPDX-License-Identifier: GPL-2.0-or-later
add_library(bcnet_hardpoint STATIC
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-arena.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-call.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-evaluate.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-expression.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-folder.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-layout.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-lexer.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-module.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-parser.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-property.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-remark.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-run.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-species.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-value.c
  ${CMAKE_CURRENT_LIST_DIR}/hardpoint-write.c)
target_include_directories(bcnet_hardpoint PUBLIC ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(bcnet_hardpoint PUBLIC bcnet_layout PRIVATE bcnet_flags)

add_executable(bcnet-layout
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-check.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-import.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-import-jobs.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-import-table.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-import-write.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-list.c
  ${CMAKE_CURRENT_LIST_DIR}/bcnet-layout-show.c)
target_link_libraries(bcnet-layout PRIVATE bcnet_layout bcnet_hardpoint bcnet_flags)
target_compile_definitions(bcnet-layout PRIVATE BCNET_VERSION="${PROJECT_VERSION}")
