#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Dissects captures with tshark on Linux and with tshark.exe under Wine, and says where the two differ.

Usage: compare.py CHROOT STAGE CAPTURE...

CHROOT is a Debian with tshark and the plugin, STAGE the folder of tshark.exe. Everything is compared byte for byte but
for the line ends of what tshark.exe prints, which are those of Windows. What Wireshark itself says differently there
is listed in OWN and taken out on both sides.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import pcapng  # noqa: E402

# Wireshark's own: the clock's name of the time zone; thousands of the tables conv and endpoints have a comma.
OWN = [re.compile(rb"^    Arrival Time: .*\n", re.MULTILINE), re.compile(rb"(?<=\d),(?=\d{3}(,\d{3})* bytes)")]
TABLES = ["players", "ships", "chat", "relay", "cadence", "unacked", "stock", "files", "damage"]
WORKERS = 3
STATISTICS = ["bcnet,tree", *(f"bcnet,{name}{form}" for name in TABLES for form in ("", ",csv")), "bcnet,csv,all",
              "conv,bcnet", "endpoints,bcnet", "expert", "io,phs"]
FILES = {"bcnet,world": "world.json", "bcnet,report": "report.html", "bcnet,tables": "tables"}


class System:
    """One tshark: how to start it, and what it calls the folder that both read and write."""

    def __init__(self, command, folder, shared, environment):
        self.command, self.folder, self.shared, self.environment = command, folder, shared, environment

    def run(self, *arguments):
        done = subprocess.run([*self.command, *arguments], capture_output=True, timeout=600,
                              env={**os.environ, "TZ": "UTC", **self.environment}, check=False)
        return done.returncode, done.stdout.replace(b"\r\n", b"\n")

    def path(self, name):
        return f"{self.shared}{name}"

    def fresh(self, name):
        """A new folder that this system can write to, and its name there."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder


def text(status, output):
    for own in OWN:
        output = own.sub(b"", output)
    return b"exit code %d\n" % status + output


def names_of_fields(system):
    status, output = system.run("-G", "fields")
    rows = [line.split("\t") for line in output.decode("utf-8", "replace").splitlines()]
    names = [row[2] for row in rows if row[0] == "F" and row[2].startswith("bcnet.")]
    if status or len(names) < 100:
        sys.exit(f"compare.py: the plugin is not there: {' '.join(system.command)}")
    return sorted(set(names))


def tree(system, capture, _fields):
    return {"-P -V": text(*system.run("-n", "-r", system.path(capture), "-P", "-V"))}


def rows(system, capture, fields):
    wanted = [part for name in fields for part in ("-e", name)]
    return {"-2 -T fields": text(*system.run("-n", "-2", "-r", system.path(capture), "-T", "fields", "-e", "frame.number",
                                             "-e", "_ws.col.protocol", "-e", "_ws.col.info", *wanted))}


def messages(system, capture, _fields):
    """The export: a frame per message. The head of the file names the system that wrote it, so packets are compared."""
    folder = system.fresh("out")
    status, output = system.run("-n", "-r", system.path(capture), "-U", "BCNET messages", "-w",
                                system.path("out/messages.pcapng"))
    written = folder / "messages.pcapng"
    return {"-U": text(status, output), "messages": repr(pcapng.read(written) if written.exists() else None).encode()}


def statistics(system, capture, _fields):
    folder = system.fresh("out")
    wanted = [part for name in STATISTICS for part in ("-z", name)]
    for name, file in FILES.items():
        wanted += ["-z", f"{name},{system.path('out/' + file)}"]
    wanted += ["--export-objects", f"bcnet,{system.path('out/objects')}"]
    found = {"-z": text(*system.run("-n", "-r", system.path(capture), "-q", *wanted))}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def compare(capture, systems, fields, scratch):
    """Names of what differs, and the number of things compared."""
    differing, count = [], 0
    for system in systems:
        shutil.copy(capture, system.folder / "in.pcapng")
    for view in (tree, rows, statistics, messages):
        linux, windows = (view(system, "in.pcapng", fields) for system in systems)
        for name in sorted({*linux, *windows}):
            count += 1
            if linux.get(name) != windows.get(name):
                differing.append(name)
                for system, found in (("linux", linux), ("windows", windows)):
                    kept = scratch / f"{capture.stem} {name.replace('/', '-')} {system}"
                    kept.write_bytes(found.get(name, b"(nothing)"))
    return differing, count


def both(chroot, stage, number):
    """The two tsharks, with folders that nobody else uses."""
    systems = []
    name = f"work-{number}"
    for folder, command, shared, environment in (
            (chroot / name, ["chroot", str(chroot), "tshark"], f"/{name}/", {"LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}),
            (stage / name, ["wine", str(stage / "tshark.exe")],
             "Z:" + str(stage / name).replace("/", "\\") + "\\", {"WINEDEBUG": "-all"})):
        folder.mkdir(exist_ok=True)
        systems.append(System(command, folder, shared, environment))
    return systems


def main(chroot, stage, *captures):
    free = [both(pathlib.Path(chroot), pathlib.Path(stage), number) for number in range(WORKERS)]
    fields = names_of_fields(free[0][0])
    if fields != names_of_fields(free[0][1]):
        sys.exit("compare.py: the two plugins have different fields.")
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="bcnet-windows-"))
    failed = whole = 0

    def look(capture):
        systems = free.pop()
        try:
            return capture, compare(capture, systems, fields, scratch)
        finally:
            free.append(systems)

    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        for capture, (differing, count) in pool.map(look, map(pathlib.Path, captures)):
            whole += count
            failed += bool(differing)
            print(f"{'FAILED ' if differing else 'equal  '} {capture.stem:28} {count:3} compared"
                  + (": " + ", ".join(differing) if differing else ""), flush=True)
    print(f"{len(captures)} captures, {len(fields)} fields, {whole} outputs compared, {failed} captures differ"
          + (f"; see {scratch}" if failed else ""))
    if not failed:
        scratch.rmdir()
    return 1 if failed or not captures else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
