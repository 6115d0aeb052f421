# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For build.sh and tests/windows.sh: Debian's mingw-w64, told to use the C runtime of the official Wireshark. Sourced;
# needs $cache and complain.

triplet=x86_64-w64-mingw32

# Debian's compiler links msvcrt.dll; Wireshark for Windows, its GLib and Windows itself use the Universal C Runtime.
# With the same runtime on both sides, what a statistic prints comes in the right order.
write_compiler() {
    mkdir -p "$cache/toolchain"
    $triplet-gcc -dumpspecs | sed 's/-lmsvcrt/-lucrt/g' >"$cache/toolchain/ucrt.specs"
    for language in gcc g++; do
        cat >"$cache/toolchain/ucrt-$language" <<END
#!/bin/sh
exec $triplet-$language -specs="$cache/toolchain/ucrt.specs" -D_UCRT -D__MSVCRT_VERSION__=0x0E00 \\
    -I"$cache/prefix/include" -L"$cache/prefix/lib" "\$@"
END
        chmod +x "$cache/toolchain/ucrt-$language"
    done
    cat >"$cache/toolchain/cmake" <<END
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER "$cache/toolchain/ucrt-gcc")
set(CMAKE_CXX_COMPILER "$cache/toolchain/ucrt-g++")
set(CMAKE_RC_COMPILER $triplet-windres)
set(CMAKE_AR $(command -v $triplet-ar))
set(CMAKE_RANLIB $(command -v $triplet-ranlib))
set(CMAKE_STRIP $(command -v $triplet-strip))
set(CMAKE_FIND_ROOT_PATH "$cache" "$cache/prefix" /usr/$triplet)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
END
    cat >"$cache/toolchain/meson" <<END
[binaries]
c = '$cache/toolchain/ucrt-gcc'
cpp = '$cache/toolchain/ucrt-g++'
ar = '$triplet-ar'
strip = '$triplet-strip'
windres = '$triplet-windres'
pkgconfig = '$cache/toolchain/pkg-config'
[properties]
needs_exe_wrapper = true
[host_machine]
system = 'windows'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
END
    cat >"$cache/toolchain/pkg-config" <<END
#!/bin/sh
# --static would bring the static needs of libraries that are static already.
PKG_CONFIG_LIBDIR="\${BCNET_PKG_CONFIG_LIBDIR:-$cache/prefix/lib/pkgconfig}" exec pkg-config "\$@"
END
    chmod +x "$cache/toolchain/pkg-config"
}
