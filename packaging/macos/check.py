#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Looks at the unpacked archive for macOS from outside: what can be known of it without a Mac.

Usage: check.py FOLDER CACHE      CACHE is build.sh's, with the libraries of Debian's Wireshark

Both processors in every file; signed; wants no other library than it says in README and docs; the plugin shows what Wireshark
asks plugins for and nothing else, and every name that it leaves open is shown by libwireshark, libwsutil, libwiretap or
GLib of its series.
"""
import pathlib
import re
import subprocess
import sys

PLUGIN_SHOWS = {"plugin_register", "plugin_version", "plugin_want_major", "plugin_want_minor", "plugin_describe"}
SYSTEM = "/usr/lib/libSystem.B.dylib"
GLIB = "@rpath/libglib-2.0.0.dylib"
PROCESSORS = {"arm64", "x86_64"}
SUITES = {"4.0": "bookworm", "4.4": "trixie", "4.6": "sid"}


def program(name):
    """Debian's llvm carries a version in its names, or none."""
    found = sorted(pathlib.Path("/usr/bin").glob(f"{name}-[0-9]*")) or [pathlib.Path("/usr/bin") / name]
    return str(found[-1])


def said(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def shown_by(library):
    return {line.split()[-1].split("@")[0] for line in said(program("llvm-nm"), "-D", "--defined-only", library).splitlines()}


def provided(cache, series):
    """What a Wireshark of that series and GLib show to a plugin. They show the same names on every system."""
    libraries = list((cache / f"wireshark-{SUITES[series]}").rglob("lib*.so"))
    libdir = said("pkg-config", "--variable=libdir", "glib-2.0").strip()
    return set().union(*(shown_by(library) for library in [*libraries, pathlib.Path(libdir) / "libglib-2.0.so"]))


class Slice:
    """One processor's part of a file."""

    def __init__(self, path, processor):
        headers = said(program("llvm-objdump"), "--macho", "--private-headers", f"--arch={processor}", path)
        names = said(program("llvm-nm"), "-m", f"--arch={processor}", path).splitlines()
        self.kind = "bundle" if " BUNDLE " in headers else "program" if " EXECUTE " in headers else "other"
        self.wants = set(re.findall(r"cmd LC_LOAD_DYLIB\n.*\n\s*name (\S+)", headers))
        self.signed = "LC_CODE_SIGNATURE" in headers
        self.oldest = re.search(r"cmd LC_BUILD_VERSION\n(?:.*\n){1,3}?\s*minos (\S+)", headers).group(1)
        self.shows = {line.split()[-1][1:] for line in names if " external " in line and "(undefined)" not in line}
        self.open = {re.search(r"external _(\S+)", line).group(1) for line in names if "dynamically looked up" in line}


def check_slice(part, is_plugin, known):
    if not part.signed:
        yield "is not signed"
    if part.oldest != "11.0":
        yield f"is for macOS {part.oldest} and newer, not 11.0"
    if part.kind != ("bundle" if is_plugin else "program"):
        yield "is of the wrong kind"
    if part.wants - {SYSTEM, *([] if is_plugin else [GLIB])}:
        yield f"wants {sorted(part.wants)}"
    if is_plugin and part.shows != PLUGIN_SHOWS:
        yield f"shows {sorted(part.shows ^ PLUGIN_SHOWS)} too many or too few"
    if part.open - known:
        yield f"leaves open what nobody shows: {sorted(part.open - known)[:10]}"


def check_file(path, known, forbidden):
    is_plugin = path.suffix == ".so"
    processors = set(said(program("llvm-lipo"), "-archs", path).split())
    if processors != PROCESSORS:
        yield f"is for {sorted(processors)}"
    if any(word.encode() in path.read_bytes() for word in forbidden):
        yield "holds paths of this machine"
    for processor in sorted(processors):
        part = Slice(path, processor)
        print(f"{path.name:16} {processor:7} {part.kind}, {len(part.shows)} names shown, {len(part.open)} of Wireshark's and GLib's used,"
              f" wants {', '.join(sorted(part.wants))}")
        for complaint in check_slice(part, is_plugin, known):
            yield f"({processor}) {complaint}"


def main(folder, cache):
    forbidden = [str(cache), str(pathlib.Path(__file__).resolve().parents[2])]
    complaints = [] if any(folder.glob("plugins/*/epan/bcnet.so")) else ["there is no plugin"]
    for path in sorted(folder.glob("plugins/*/epan/bcnet.so")):
        series = path.parts[-3].replace("-", ".")
        print(path.relative_to(folder))
        complaints += [f"{path}: {words}" for words in check_file(path, provided(cache, series), forbidden)]
    for path in sorted(path for path in folder.glob("bin/*") if path.read_bytes()[:4] == b"\xca\xfe\xba\xbe"):
        complaints += [f"{path}: {words}" for words in check_file(path, set(), forbidden)]
    sys.exit("\n".join(complaints) or None)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve())
