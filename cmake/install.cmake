# Installation and packages.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   cmake --install build                          for the current user: plugin and tools below ~/.local
#   cmake --install build --component profile      the Wireshark profile, into the user's configuration
#   cmake -DBCNET_INSTALL_SYSTEM=ON ...            cmake --install then installs for everybody, below /usr
#   cmake --build build --target package           a .deb, whatever BCNET_INSTALL_SYSTEM says
#
# Wireshark looks for plugins in different folders below ~/.local and /usr, so the plugin has a component for each.
# Where everything goes is found out in prefix.cmake.

# The plugin, for one user and for all.
# The series, as Wireshark writes it in names of folders: 4.4, and 4-4 in an application bundle of macOS.
get_filename_component(bcnet_series_folder "${Wireshark_PLUGIN_LIBDIR}" NAME)
install(TARGETS bcnet LIBRARY DESTINATION "lib/wireshark/plugins/${bcnet_series_folder}/epan"
  COMPONENT user ${bcnet_not_user})
install(TARGETS bcnet LIBRARY DESTINATION "${Wireshark_PLUGIN_LIBDIR}/epan"
  COMPONENT system ${bcnet_not_system})

find_program(GZIP_PROGRAM gzip REQUIRED)
# Debian wants manual pages and the changelog compressed; the build does it, so that every install finds them.
function(bcnet_compress input name)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/documents/${name}.gz")
  add_custom_command(OUTPUT "${output}" DEPENDS "${input}"
    COMMAND ${GZIP_PROGRAM} -9 -n -c "${input}" > "${output}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY bcnet_documents "${output}")
endfunction()
file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/documents")

# The tools with their manual pages.
foreach(tool bcnet-forge bcnet-layout bcnet-trace2pcap)
  if(TARGET ${tool})
    install(TARGETS ${tool} RUNTIME DESTINATION bin COMPONENT tools)
    bcnet_compress("${PROJECT_SOURCE_DIR}/packaging/man/${tool}.1" "${tool}.1")
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/documents/${tool}.1.gz" DESTINATION share/man/man1 COMPONENT tools)
  endif()
endforeach()

foreach(script bcnet-check bcnet-columns bcnet-compare bcnet-doctor bcnet-redact bcnet-report)
  install(PROGRAMS "${PROJECT_SOURCE_DIR}/scripts/${script}" DESTINATION bin COMPONENT tools)
  bcnet_compress("${PROJECT_SOURCE_DIR}/packaging/man/${script}.1" ${script}.1)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/documents/${script}.1.gz" DESTINATION share/man/man1 COMPONENT tools)
endforeach()

# What bcnet-report --bytes puts its page together from.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/report/" DESTINATION share/bcnet/report COMPONENT tools
  FILES_MATCHING REGEX "/(.*\\.py|.*\\.css|bytes\\.html|(words|sections|palette|bytes|quiz|bytes-main)\\.js)$" PATTERN "__pycache__" EXCLUDE)

bcnet_compress("${PROJECT_SOURCE_DIR}/packaging/man/bcnet-scenario.5" bcnet-scenario.5)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/documents/bcnet-scenario.5.gz" DESTINATION share/man/man5 COMPONENT tools)

# The profile: for the user only on request; a package offers it in Wireshark's list of profiles.
set(bcnet_profile "Bridge Commander")
set(bcnet_profile_files "${PROJECT_SOURCE_DIR}/profile/${bcnet_profile}/")
if(EXISTS "${bcnet_profile_files}")
  # Where Wireshark itself looks, found out when installing: a folder of old times counts as long as there is no new one.
  install(CODE "
    set(config \"\$ENV{WIRESHARK_CONFIG_DIR}\")
    if(NOT config)
      set(config \"\$ENV{XDG_CONFIG_HOME}\")
      if(NOT config)
        set(config \"\$ENV{HOME}/.config\")
      endif()
      string(APPEND config /wireshark)
      if(NOT IS_DIRECTORY \"\${config}\" AND IS_DIRECTORY \"\$ENV{HOME}/.wireshark\")
        set(config \"\$ENV{HOME}/.wireshark\")
      endif()
    endif()
    file(INSTALL \"${bcnet_profile_files}\" DESTINATION \"\${config}/profiles/${bcnet_profile}\"
      PATTERN \"*.md\" EXCLUDE)" COMPONENT profile EXCLUDE_FROM_ALL)
  install(DIRECTORY "${bcnet_profile_files}" COMPONENT system ${bcnet_not_system}
    DESTINATION "share/wireshark/profiles/${bcnet_profile}" PATTERN "*.md" EXCLUDE)
endif()

# The package. Its dependencies come from the shared libraries, so that it goes with one Wireshark series only.
set(CPACK_GENERATOR DEB)
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/cmake/package.cmake")
set(CPACK_PACKAGE_NAME wireshark-plugin-bcnet)
set(CPACK_PACKAGE_VERSION "${BCNET_VERSION}")
set(CPACK_PACKAGE_VENDOR "bcnet")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Wireshark dissector for Star Trek: Bridge Commander")
set(CPACK_PACKAGING_INSTALL_PREFIX "${bcnet_system_prefix}")
set(CPACK_COMPONENTS_ALL system tools documents package)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE "1+wireshark${BCNET_WS_SERIES}")
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "bcnet maintainers <bcnet@users.noreply.github.com>")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS python3) # bcnet-columns, bcnet-compare, bcnet-redact; the libraries come to it
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "wireshark | tshark")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Shows the game's multiplayer traffic in Wireshark and tshark: decrypts it,
joins its fragments and names every message and every field.
.
The tools that come with it build captures from readable scenarios, check
ship layouts and turn the community's trace logs into captures.")

# What Debian wants in a package beside the program. The changelog is that of debian/, with this package's version in front.
set(bcnet_doc "share/doc/${CPACK_PACKAGE_NAME}")
file(READ "${PROJECT_SOURCE_DIR}/debian/changelog" bcnet_changelog)
string(REGEX REPLACE "^([^(]*\\()[^)]*" "\\1${BCNET_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}" bcnet_changelog "${bcnet_changelog}")
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/documents/changelog" CONTENT "${bcnet_changelog}" @ONLY)
bcnet_compress("${CMAKE_CURRENT_BINARY_DIR}/documents/changelog" changelog.Debian)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/documents/changelog.Debian.gz" "${PROJECT_SOURCE_DIR}/debian/copyright"
  DESTINATION "${bcnet_doc}" COMPONENT package EXCLUDE_FROM_ALL)
# Captures to look at, the documents, and the stock ships to start layouts from. They lie beside one another as in the
# sources, so that the links between documents hold.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/captures" "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_SOURCE_DIR}/layouts"
  DESTINATION "${bcnet_doc}" COMPONENT documents EXCLUDE_FROM_ALL
  FILES_MATCHING PATTERN "*.pcapng" PATTERN "*.scn" PATTERN "*.md" PATTERN "*.png" PATTERN "*.ini" PATTERN "*.py" PATTERN "*.c"
  PATTERN "*.html" PATTERN "*.json")

# The lesson that can be clicked is made by the build, where this machine's tshark loads the plugin.
install(FILES "${CMAKE_BINARY_DIR}/docs/learn/join.html" DESTINATION "${bcnet_doc}/docs/learn"
  COMPONENT documents EXCLUDE_FROM_ALL OPTIONAL)

get_property(bcnet_documents GLOBAL PROPERTY bcnet_documents)
add_custom_target(documents ALL DEPENDS ${bcnet_documents})

include(CPack)
