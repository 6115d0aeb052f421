# Where cmake --install puts things: below the home folder of whoever installs, or below /usr.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# To be included before anything is installed: install scripts run in the order of the lists.

option(BCNET_INSTALL_SYSTEM "Let cmake --install install for all users instead of the current one" OFF)

set(bcnet_user_prefix "$ENV{HOME}/.local")
set(bcnet_system_prefix "/usr")
if(BCNET_INSTALL_SYSTEM)
  set(bcnet_prefix "${bcnet_system_prefix}")
  set(bcnet_not_user EXCLUDE_FROM_ALL)
else()
  set(bcnet_prefix "${bcnet_user_prefix}")
  set(bcnet_not_system EXCLUDE_FROM_ALL)
endif()
# A prefix chosen by hand stays; the one that was chosen here before, for another setting or user, does not.
if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT OR CMAKE_INSTALL_PREFIX STREQUAL BCNET_OWN_PREFIX)
  set(CMAKE_INSTALL_PREFIX "${bcnet_prefix}" CACHE PATH "Where cmake --install puts things" FORCE)
endif()
set(BCNET_OWN_PREFIX "${bcnet_prefix}" CACHE INTERNAL "The prefix as long as nobody chooses another")

# The home folder is that of the user who installs, not of the one who configured.
if(CMAKE_INSTALL_PREFIX STREQUAL bcnet_user_prefix)
  foreach(component user tools)
    install(CODE "
      if(CMAKE_INSTALL_PREFIX STREQUAL \"${bcnet_user_prefix}\")
        if(NOT \"\$ENV{SUDO_USER}\" STREQUAL \"\" AND NOT \"\$ENV{SUDO_USER}\" STREQUAL \"root\")
          message(FATAL_ERROR \"This installs for one user alone: please run it without sudo. To install for everybody, \"
            \"configure with -DBCNET_INSTALL_SYSTEM=ON first.\")
        endif()
        set(CMAKE_INSTALL_PREFIX \"\$ENV{HOME}/.local\")
      endif()" COMPONENT ${component})
  endforeach()
endif()
