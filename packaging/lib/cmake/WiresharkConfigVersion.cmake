# SPDX-License-Identifier: GPL-2.0-or-later
# build.sh says which headers it has; WiresharkConfig.cmake reads the number from them.
set(PACKAGE_VERSION "${BCNET_WIRESHARK_VERSION}")
set(PACKAGE_VERSION_COMPATIBLE TRUE)
