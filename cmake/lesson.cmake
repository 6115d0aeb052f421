# Makes docs/learn/join.html: a join, byte by byte. Run by the build: cmake -DSOURCE=... -DBUILD=... -DOUTPUT=... -P ...
# SPDX-License-Identifier: GPL-2.0-or-later
cmake_minimum_required(VERSION 3.18)
set(page "${BUILD}/docs/learn/join.html")
file(MAKE_DIRECTORY "${BUILD}/docs/learn")
execute_process(
  COMMAND "${SOURCE}/scripts/with-plugin.sh" "${BUILD}" "${SOURCE}/scripts/bcnet-report" --bytes -o - "${SOURCE}/captures/join.pcapng"
  OUTPUT_FILE "${page}" ERROR_VARIABLE why RESULT_VARIABLE failed)
if(failed)
  # No tshark here, or one of another series: nothing else depends on the page.
  file(REMOVE "${page}")
  message(STATUS "Without docs/learn/join.html: ${why}")
endif()
file(TOUCH "${OUTPUT}")
