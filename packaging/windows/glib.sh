# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For build.sh and tests/windows.sh: GLib for Windows from its Debian source, without what we do not use. Sourced after
# debian.sh and toolchain.sh.

# GLib wants a libintl. Our programs speak English, so this one gives every text back as it came.
build_intl() {
    mkdir -p "$cache/prefix/include" "$cache/prefix/lib/pkgconfig" "$cache/intl"
    cat >"$cache/prefix/include/libintl.h" <<'END'
#ifndef LIBINTL_H
#define LIBINTL_H
char *gettext(const char *text);
char *dgettext(const char *domain, const char *text);
char *dcgettext(const char *domain, const char *text, int category);
char *ngettext(const char *one, const char *many, unsigned long count);
char *dngettext(const char *domain, const char *one, const char *many, unsigned long count);
char *textdomain(const char *domain);
char *bindtextdomain(const char *domain, const char *folder);
char *bind_textdomain_codeset(const char *domain, const char *codeset);
#endif
END
    cat >"$cache/intl/intl.c" <<'END'
#include <libintl.h>
char *gettext(const char *text) { return (char *)text; }
char *dgettext(const char *domain, const char *text) { (void)domain; return (char *)text; }
char *dcgettext(const char *domain, const char *text, int category) { (void)domain, (void)category; return (char *)text; }
char *ngettext(const char *one, const char *many, unsigned long count) { return (char *)(count == 1 ? one : many); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long count)
{ (void)domain; return (char *)(count == 1 ? one : many); }
char *textdomain(const char *domain) { return (char *)domain; }
char *bindtextdomain(const char *domain, const char *folder) { (void)domain; return (char *)folder; }
char *bind_textdomain_codeset(const char *domain, const char *codeset) { (void)domain; return (char *)codeset; }
END
    (cd "$cache/intl" && "$cache/toolchain/ucrt-gcc" -O2 -I"$cache/prefix/include" -c intl.c &&
        rm -f "$cache/prefix/lib/libintl.a" && $triplet-ar rcD "$cache/prefix/lib/libintl.a" intl.o)
}

# build_pcre2: static; GLib's regular expressions are linked even where nobody uses them.
build_pcre2() {
    [ ! -e "$cache/pcre2/.ready" ] || return 0
    rm -rf "$cache/pcre2" # what an earlier try found out is kept there
    source=$(debian_source bookworm pcre2) || return 1
    cmake -S "$source" -B "$cache/pcre2" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$cache/toolchain/cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS="-ffile-prefix-map=$cache=." \
        -DCMAKE_INSTALL_PREFIX="$cache/prefix" -DBUILD_SHARED_LIBS=OFF \
        -DPCRE2_BUILD_PCRE2GREP=OFF -DPCRE2_BUILD_TESTS=OFF -DPCRE2_SUPPORT_UNICODE=ON -DPCRE2_STATIC_PIC=ON &&
        cmake --build "$cache/pcre2" && cmake --install "$cache/pcre2" || return 1
    # Some of its versions forget this for static builds.
    grep -q PCRE2_STATIC "$cache/prefix/lib/pkgconfig/libpcre2-8.pc" ||
        echo 'Cflags: -I${includedir} -DPCRE2_STATIC' >>"$cache/prefix/lib/pkgconfig/libpcre2-8.pc"
    touch "$cache/pcre2/.ready"
}

# configure_glib LINKAGE TREE: static or shared. GObject is configured but not built, so libffi need not be there.
configure_glib() {
    source=$(debian_source bookworm glib2.0) || return 1
    # Its DLLs are called glib-2.0-0.dll in the official Wireshark.
    sed -i "/^lib[a-z]* = library(/,/^)/s/^  version : library_version,/  name_prefix : '', version : library_version,/" \
        "$source/glib/meson.build" "$source/gmodule/meson.build" "$source/gthread/meson.build"
    printf 'Name: libffi\nDescription: never linked\nVersion: 3.4.4\nLibs:\nCflags:\n' \
        >"$cache/prefix/lib/pkgconfig/libffi.pc"
    rm -rf "$2"
    meson setup "$2" "$source" --cross-file "$cache/toolchain/meson" --buildtype release --default-library "$1" \
        --prefix /usr --wrap-mode nofallback -Dtests=false -Dglib_debug=disabled -Dnls=disabled \
        -Dc_args="['-ffile-prefix-map=$cache=.']"
}

# build_glib LINKAGE: headers and library into $cache/glib-LINKAGE.
build_glib() {
    [ ! -e "$cache/glib-$1/.ready" ] || return 0
    (build_intl && build_pcre2 && configure_glib "$1" "$cache/glib-build-$1" &&
        ninja -j"${BCNET_JOBS:-2}" -C "$cache/glib-build-$1" "glib/glib-2.0$(glib_ending "$1")" \
            "gmodule/gmodule-2.0$(glib_ending "$1")" "gthread/gthread-2.0$(glib_ending "$1")" &&
        install_glib "$1") >"$cache/glib-$1.log" 2>&1 || { complain "GLib was not built; see $cache/glib-$1.log"; return 1; }
}

glib_ending() {
    [ "$1" = static ] && echo .a || echo -0.dll
}

glib_import() {
    [ "$1" = static ] && echo .a || echo .dll.a
}

write_glib_pc() {
    needs_static=''
    [ "$1" = shared ] || needs_static="-lintl -lpcre2-8 -lws2_32 -lole32 -lwinmm -lshlwapi -lshell32 -luuid -ladvapi32"
    mkdir -p "$cache/glib-$1/lib/pkgconfig"
    cat >"$cache/glib-$1/lib/pkgconfig/glib-2.0.pc" <<END
Name: GLib
Description: GLib for Windows, $1
Version: $(sed -n 's/^Version: //p' "$tree/meson-private/glib-2.0.pc")
Libs: -L$cache/glib-$1/lib -lglib-2.0 -L$cache/prefix/lib $needs_static
Cflags: -I$cache/glib-$1/include $([ "$1" = shared ] || echo -DGLIB_STATIC_COMPILATION)
END
}

# Not GLib's own installation: that would build everything. Names of DLLs are those of the official Wireshark.
install_glib() {
    tree=$cache/glib-build-$1
    source=$(debian_source bookworm glib2.0) || return 1
    rm -rf "$cache/glib-$1"
    mkdir -p "$cache/glib-$1/include" "$cache/glib-$1/lib" "$cache/glib-$1/bin"
    (cd "$source" && cp --parents glib/*.h glib/deprecated/*.h gmodule/*.h "$cache/glib-$1/include/")
    cp "$tree/glib/"*.h "$cache/glib-$1/include/glib/"
    cp "$source/gmodule/gmodule.h" "$source/glib/glib.h" "$tree/glib/glibconfig.h" "$cache/glib-$1/include/"
    cp "$tree/gmodule/"gmodule*.h "$cache/glib-$1/include/gmodule/" 2>/dev/null || :
    for library in glib gmodule gthread; do
        cp "$tree/$library/$library-2.0$(glib_import "$1")" "$cache/glib-$1/lib/lib$library-2.0$(glib_import "$1")"
        [ "$1" = static ] || cp "$tree/$library/$library-2.0-0.dll" "$cache/glib-$1/bin/"
    done
    cp "$source/COPYING" "$cache/glib-$1/"
    write_glib_pc "$1"
    touch "$cache/glib-$1/.ready"
}
