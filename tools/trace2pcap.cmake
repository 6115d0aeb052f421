# bcnet-trace2pcap: captures from the community's text traces.
# SPDX-License-Identifier: GPL-2.0-or-later
add_library(bcnet_trace_core STATIC
  trace-convert.c
  trace-head.c
  trace-reader.c
  trace-report.c)
target_include_directories(bcnet_trace_core PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(bcnet_trace_core PUBLIC bcnet_forge_core PRIVATE bcnet_flags)

add_executable(bcnet-trace2pcap bcnet-trace2pcap.c)
target_link_libraries(bcnet-trace2pcap PRIVATE bcnet_trace_core bcnet_flags)
install(TARGETS bcnet-trace2pcap RUNTIME DESTINATION bin)
