# Read by cpack before it makes the package: without these two it would leave out, with a word that is easily missed, on
# which Wireshark the package depends.
# SPDX-License-Identifier: GPL-2.0-or-later
foreach(program dpkg-shlibdeps file)
  find_program(found_${program} ${program})
  if(NOT found_${program})
    message(FATAL_ERROR "${program} is missing, which a Debian package is made with: sudo apt install dpkg-dev file")
  endif()
endforeach()
