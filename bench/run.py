# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin costs; see run.sh.

User CPU, the best of several runs, less what tshark takes for an empty capture; microseconds per datagram. The floor is
a tshark without plugin that takes the datagrams for data by their port, so that it does not ask 64 foreign heuristics.
"""

import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[1]
FLOOR = ["-d", "udp.port==22101,data"]
MODES = {
    "-q -Y frame": ["-q", "-Y", "frame"],
    "-T fields": ["-T", "fields", "-e"],
    "-V": ["-V"],
    "-2 -q -Y frame": ["-2", "-q", "-Y", "frame"],
}
# The same three columns for a table of one's own, and the rows that the plugin writes itself.
COLUMNS = ["-T", "fields", "-e", "frame.number", "-e", "bcnet.from", "-e", "bcnet.state.game_time"]
CUSTOM = 'gui.column.format:"n","%m","f","%Cus:bcnet.from:0:R","t","%Cus:bcnet.state.game_time:0:R"'
ROWS = {
    "-T tabs, custom columns": ["-T", "tabs", "-o", CUSTOM],
    "-z bcnet,csv": ["-q", "-z", "bcnet,csv"],
    "-Y bcnet.chat -T fields": ["-Y", "bcnet.chat", *COLUMNS],
    "-T fields, three": COLUMNS,
}
# Exports: of messages, and of what no battle has, for comparison.
EXPORTS = {"-U": "BCNET messages", "-U nothing": "DVB-CI"}
FIELDS = {"floor": "udp.length", "plugin": "bcnet.state.game_time", "lua": "bcnetlua.state.game_time"}
SIZES = [14_000, 140_000]
LARGE = 1_400_000


class Bench:
    """Captures, and runs of tshark on them."""

    def __init__(self, build, runs):
        self.build, self.runs = build, runs
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bcnet-bench-"))
        (self.folder / "empty" / "plugins").mkdir(parents=True)
        (self.folder / "config").mkdir()
        self.captures = {}
        self.battle(0)

    def close(self):
        """Remove the captures."""
        shutil.rmtree(self.folder)

    def battle(self, datagrams):
        """The capture with so many datagrams; 0: none."""
        path = self.folder / f"{datagrams}.pcapng"
        if datagrams not in self.captures:
            forge = self.build / "tools" / "bcnet-forge"
            if datagrams == 0:
                subprocess.run(["editcap", "-r", str(self.battle(SIZES[0])), str(path), "1"], check=True)
            else:
                subprocess.run([str(forge), "--battle", "--players", "3", "--seconds", "1000000", "--datagrams",
                                str(datagrams), str(path)], check=True)
            self.captures[datagrams] = path
        return self.captures[datagrams]

    def command(self, who, mode, datagrams):
        """Which program reads what, and how."""
        build = self.build if who == "plugin" else self.folder / "empty"
        arguments = [str(TOP / "scripts" / "with-plugin.sh"), str(build), "tshark", "-n", "-r",
                     str(self.battle(datagrams)), *(self.export(mode) if mode in EXPORTS else {**MODES, **ROWS}[mode])]
        if mode == "-T fields":
            arguments.append(FIELDS[who])
        if who == "floor":
            arguments += FLOOR
        if who == "lua":
            arguments += ["-X", f"lua_script:{TOP / 'bench' / 'bcnet.lua'}"]
        return arguments

    def export(self, mode):
        """Frames of their own, into a file."""
        return ["-U", EXPORTS[mode], "-w", str(self.folder / "exported.pcapng")]

    def exported(self, datagrams):
        """How many messages an export has."""
        self.run("plugin", "-U", datagrams)
        told = subprocess.run(["capinfos", "-c", "-M", "-T", "-r", str(self.folder / "exported.pcapng")], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        return int(told.split()[-1])

    def run(self, who, mode, datagrams, into=os.devnull):
        """(seconds of user CPU, KiB of memory) of one run."""
        environment = {**os.environ, "BCNET_CONFIG": str(self.folder / "config")}
        with open(into, "wb") as sink:
            process = subprocess.Popen(self.command(who, mode, datagrams), env=environment, stdout=sink,
                                       stderr=subprocess.PIPE)
            complaints = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode or complaints:
            sys.exit(f"{process.args} ended with {process.returncode}: {complaints.decode(errors='replace')}")
        return usage.ru_utime, usage.ru_maxrss

    def best(self, who, mode, datagrams):
        """The least of the seconds and of the memory of some runs."""
        times, memory = zip(*(self.run(who, mode, datagrams) for _ in range(self.runs)))
        return min(times), min(memory)

    def cost(self, who, mode, datagrams):
        """(microseconds per datagram, MiB)."""
        seconds, memory = self.best(who, mode, datagrams)
        start, _ = self.best(who, mode, 0)
        return (seconds - start) * 1e6 / datagrams, memory / 1024

    def lines(self, who):
        """Lines that -V prints per datagram."""
        output = self.folder / "lines"
        self.run(who, "-V", SIZES[0], output)
        return output.read_bytes().count(b"\n") / SIZES[0]


def row(*cells):
    """A row of a Markdown table."""
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def modes_table(bench):
    """All modes, floor, plugin and Lua."""
    yield row("mode", "floor", "with the plugin", "plugin adds", "with Lua", "Lua adds", "plugin's share of it")
    yield row(*["---"] * 7)
    datagrams = SIZES[-1]
    for mode in MODES:
        floor, plugin, lua = (bench.cost(who, mode, datagrams)[0] for who in ("floor", "plugin", "lua"))
        yield row(f"`{mode}`", f"{floor:.2f}", f"{plugin:.2f}", f"{plugin - floor:.2f}", f"{lua:.2f}",
                  f"{lua - floor:.2f}", f"1/{(lua - floor) / max(plugin - floor, 1e-3):.0f}")


def rows_table(bench):
    """What rows cost, beside dissecting and printing nothing."""
    yield row("rows by", "us per datagram", "times as long as `-q -Y frame`")
    yield row(*["---"] * 3)
    nothing = bench.cost("plugin", "-q -Y frame", SIZES[-1])[0]
    for mode in ROWS:
        cost = bench.cost("plugin", mode, SIZES[-1])[0]
        yield row(f"`{mode}`", f"{cost:.2f}", f"{cost / nothing:.1f}")


def printed_lines(bench):
    """What a line of -V costs."""
    floor, plugin = (bench.cost(who, "-V", SIZES[-1])[0] for who in ("floor", "plugin"))
    bare, ours = bench.lines("floor"), bench.lines("plugin")
    own = (plugin - floor) / max(ours - bare, 1e-3)
    return (f"`-V` prints {bare:.1f} lines per datagram without and {ours:.1f} with the plugin: {floor / bare:.3f} us a "
            f"line of bare tshark, {own:.3f} us a line of ours.")


def export_cost(bench):
    """What -U "BCNET messages" takes per message above what dissection takes: cutting out, tags, writing the file."""
    datagrams = SIZES[-1]
    messages = bench.exported(datagrams)
    dissection, nothing, export = (bench.cost("plugin", mode, datagrams)[0]
                                   for mode in ("-q -Y frame", "-U nothing", "-U"))
    more = (export - nothing) * datagrams / messages
    return (f"Export of {messages:,} messages: {export:.2f} us a datagram; dissection alone: `-q -Y frame` "
            f"{dissection:.2f} us, an export of which nothing comes {nothing:.2f} us. {more:.2f} us a message above "
            f"the latter, {export / nothing:.2f} times it.")


def sizes_table(bench, sizes):
    """Growth: time and memory from small to large."""
    yield row("datagrams", "floor, us", "plugin, us", "floor, MiB", "plugin, MiB", "memory ratio")
    yield row(*["---"] * 6)
    for datagrams in sizes:
        floor, floor_memory = bench.cost("floor", "-q -Y frame", datagrams)
        plugin, plugin_memory = bench.cost("plugin", "-q -Y frame", datagrams)
        yield row(f"{datagrams:,}", f"{floor:.2f}", f"{plugin:.2f}", f"{floor_memory:.0f}", f"{plugin_memory:.0f}",
                  f"{plugin_memory / floor_memory:.2f}")


def own_costs(profile):
    """[(instructions, function, object)] from callgrind's own file; callgrind_annotate forgets some objects."""
    names, place, costs, is_call = {}, {}, collections.Counter(), False
    for line in profile.read_text(errors="replace").splitlines():
        position = re.match(r"(c?)(ob|fn)=\((\d+)\)(?: (.*))?$", line)
        cost = re.match(r"[-+*\d]\S* (\d+)$", line)
        if position:
            caller, kind, number, name = position.groups()
            if name:
                names[kind, number] = name
            if not caller:
                place[kind] = names[kind, number]
        elif line.startswith("calls="):
            is_call = True
        elif cost:
            if not is_call:
                costs[place["fn"], place["ob"]] += int(cost[1])
            is_call = False
    return [(count, function, library) for (function, library), count in costs.items()]


def instructions(bench, mode, datagrams, who="plugin"):
    """Instructions by function with their object, as callgrind counts them."""
    profile = bench.folder / f"callgrind-{who}-{datagrams}"
    command = bench.command(who, mode, datagrams)
    place = command.index("tshark")
    command[place:place] = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={profile}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "BCNET_CONFIG": str(bench.folder / "config")})
    return own_costs(profile)


def split(functions, datagrams):
    """Instructions per datagram by kind."""
    shares = {"cipher": 0, "our code": 0, "tree building": 0, "rest": 0}
    for count, name, library in functions:
        if library.endswith("/bcnet.so"):
            kind = "cipher" if "cipher" in name else "our code"
        elif re.match(r"(proto_(tree|item)|fvalue|tree_data|proto_custom|proto_finfo)", name):
            kind = "tree building"
        else:
            kind = "rest"
        shares[kind] += count / datagrams
    return shares


def callgrind_table(bench):
    """Where the instructions go, without those of an empty capture; the larger battle shows whether they grow."""
    yield row("mode", "datagrams", "cipher", "our code", "tree building", "rest")
    yield row(*["---"] * 6)
    for mode, datagrams in (("-q -Y frame", SIZES[0]), ("-q -Y frame", SIZES[-1]), ("-V", SIZES[0])):
        whole = split(instructions(bench, mode, datagrams), datagrams)
        empty = split(instructions(bench, mode, 0), datagrams)
        yield row(f"`{mode}`", f"{datagrams:,}", *(f"{whole[kind] - empty[kind]:,.0f}" for kind in whole))


def report(bench, options):
    """Everything, line by line: it takes long."""
    yield f"Best of {options.runs}, user CPU, microseconds per datagram; battle of {SIZES[-1]:,} datagrams."
    yield ""
    yield from modes_table(bench)
    yield ""
    yield from rows_table(bench)
    yield ""
    yield printed_lines(bench)
    yield ""
    yield export_cost(bench)
    yield ""
    yield from sizes_table(bench, SIZES + [LARGE] * options.large)
    if options.callgrind:
        yield ""
        yield "Instructions per datagram (callgrind):"
        yield ""
        yield from callgrind_table(bench)


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=TOP / "build")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--callgrind", action="store_true")
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    bench = Bench(options.build.resolve(), options.runs)
    text = []
    for line in report(bench, options):
        print(line, flush=True)
        text.append(line)
    bench.close()
    if options.output:
        options.output.write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
