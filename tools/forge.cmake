# bcnet-forge: captures from readable scenarios.
# SPDX-License-Identifier: GPL-2.0-or-later
add_library(bcnet_forge_core STATIC
  forge-battle.c
  forge-bytes.c
  forge-capture.c
  forge-cipher.c
  forge-datagram.c
  forge-dump.c
  forge-frame.c
  forge-lexer.c
  forge-message.c
  forge-net.c
  forge-paste.c
  forge-pcapng.c
  forge-plausible.c
  forge-scenario.c
  forge-scope.c
  forge-send.c
  forge-ship.c
  forge-statements.c
  forge-truth.c)
# The same battle everywhere: no machine may fuse a multiplication with an addition and round once less.
set_source_files_properties(forge-ship.c forge-battle.c forge-bytes.c PROPERTIES COMPILE_OPTIONS -ffp-contract=off)
target_include_directories(bcnet_forge_core PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(bcnet_forge_core PUBLIC PkgConfig::GLIB2 m PRIVATE bcnet_flags)

add_executable(bcnet-forge bcnet-forge.c)
target_link_libraries(bcnet-forge PRIVATE bcnet_forge_core bcnet_flags)
target_compile_definitions(bcnet-forge PRIVATE BCNET_VERSION="${PROJECT_VERSION}")
