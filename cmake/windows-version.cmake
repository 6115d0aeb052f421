# What Windows shows as the properties of a file: which version, of what.
# SPDX-License-Identifier: GPL-2.0-or-later
enable_language(RC)

# bcnet_version_resource(TARGET DESCRIPTION)
function(bcnet_version_resource target description)
  string(REPLACE "." "," numbers "${PROJECT_VERSION}")
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${target}-version.rc" @ONLY CONTENT [=[
#include <winver.h>
VS_VERSION_INFO VERSIONINFO
FILEVERSION @numbers@,0
PRODUCTVERSION @numbers@,0
BEGIN
  BLOCK "StringFileInfo"
  BEGIN
    BLOCK "040904b0"
    BEGIN
      VALUE "FileDescription", "@description@"
      VALUE "FileVersion", "@PROJECT_VERSION@"
      VALUE "InternalName", "@target@"
      VALUE "LegalCopyright", "GPL-2.0-or-later"
      VALUE "ProductName", "bcnet"
      VALUE "ProductVersion", "@PROJECT_VERSION@"
    END
  END
  BLOCK "VarFileInfo"
  BEGIN
    VALUE "Translation", 0x409, 1200
  END
END
]=])
  target_sources(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${target}-version.rc")
endfunction()
