# SPDX-License-Identifier: GPL-2.0-or-later
"""Builds mutants beside a build: only what a change reaches is compiled and linked again, in a folder of its own.

A workbench is a copy of the sources and, for everything that is built, a link to the build; what a mutant changes is
put in its place. Several workbenches of one build can be in use at the same time.
"""

import json
import math
import os
import pathlib
import resource
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

MEMORY = 6 << 30            # bytes a mutant may have
BUSY = 8                    # so many times longer something may take than the seconds of a processor that it may use
MEASURE = ("hostile", "analysis-memory")    # tests of what something costs: only they wait twelve seconds for a link
SOURCES = ("packet-bcnet.c", "plugin", "tools", "tests", "bench")
NOT_COPIED = ("*.py", "*.txt", "*.md", "__pycache__", "cases", "mod")


class DoesNotCompile(Exception):
    """The compiler refuses the mutant."""


class SameCode(Exception):
    """The compiler makes the same code of the mutant as of the original."""


class Build:
    """What ninja knows of a build folder: how to compile and link, and what depends on what."""

    def __init__(self, top, folder):
        self.top = top.resolve()
        self.folder = folder.resolve()
        edges = json.loads(self._ninja("compdb"))
        self.compiling = {edge["output"]: edge for edge in edges if edge["output"].endswith(".o")}
        links = {edge["output"]: edge["command"] for edge in edges if " -o " in edge["command"] or " qc " in edge["command"]}
        self.linking = {output: command for output, command in links.items() if not output.endswith((".o", ".a"))}
        archives = {output: self._objects_in(command) for output, command in links.items() if output.endswith(".a")}
        self.parts = {output: self._parts(command, archives) for output, command in self.linking.items()}
        self.archive_of = {part: archive for archive, parts in archives.items() for part in parts}
        self.depends = self._dependencies()

    def _ninja(self, tool):
        return subprocess.run(["ninja", "-t", tool], cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def _objects_in(self, command):
        return [word for word in command.split() if word in self.compiling]

    def _parts(self, command, archives):
        parts = set(self._objects_in(command))
        return parts.union(*(archives[word] for word in command.split() if word in archives))

    def _dependencies(self):
        """Source file -> objects that read it."""
        found, target = {}, None
        for line in self._ninja("deps").splitlines():
            if line and not line.startswith(" "):
                target = line.split(":")[0]
            elif line.strip():
                path = (self.folder / line.strip()).resolve()
                if target in self.compiling and path.is_relative_to(self.top):
                    found.setdefault(str(path.relative_to(self.top)), set()).add(target)
        return found

    def tests(self):
        """Name -> description of all tests, as ctest gives it."""
        listing = subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.folder, check=True, capture_output=True,
                                 text=True).stdout
        return {test["name"]: Test(test) for test in json.loads(listing)["tests"]}


class Test:
    """A test of ctest."""

    def __init__(self, description):
        properties = {item["name"]: item["value"] for item in description["properties"]}
        self.name = description["name"]
        self.command = description["command"]
        self.environment = dict(item.split("=", 1) for item in properties.get("ENVIRONMENT", ()))
        self.folder = properties["WORKING_DIRECTORY"]
        self.timeout = float(properties.get("TIMEOUT", 300))
        self.labels = properties.get("LABELS", [])


class Workbench:
    """A place where one mutant at a time is built and tested."""

    def __init__(self, build, folder):
        self.build = build
        self.folder = folder
        self.source = folder / "source"
        self.tree = folder / "build"
        self.changed = []       # objects of the mutant in hand
        self.fresh = {}         # products linked with them -> whether optimised as a whole program
        shutil.rmtree(folder, ignore_errors=True)
        self._copy_sources()
        self._link_tree()

    def _copy_sources(self):
        for name in SOURCES:
            path = self.build.top / name
            if path.is_dir():
                shutil.copytree(path, self.source / name, ignore=shutil.ignore_patterns(*NOT_COPIED))
            else:
                self.source.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, self.source / name)

    def _link_tree(self):
        for here, folders, files in os.walk(self.build.folder):
            folders[:] = [name for name in folders if name not in ("CMakeFiles", "Testing", "fuzz", "mutate")]
            place = self.tree / pathlib.Path(here).relative_to(self.build.folder)
            place.mkdir(parents=True, exist_ok=True)
            for name in files:
                if not name.endswith(".a"):
                    (place / name).symlink_to(os.path.join(here, name))
        for product in self.build.linking:
            self._restore(product)

    def _restore(self, product):
        """The product of the build, as a file: the tests look whether the plugin comes from their build folder."""
        place = self.tree / product
        place.unlink(missing_ok=True)
        place.parent.mkdir(parents=True, exist_ok=True)
        os.link(self.build.folder / product, place)

    def _here(self, word):
        """A word of a compiler's command, with paths into the copy of the sources."""
        top, folder = f"{self.build.top}/", f"{self.build.folder}/"
        begin = 2 if word.startswith("-I") else 0
        if word[begin:].startswith(top) and not (word[begin:] + "/").startswith(folder):
            return word[:begin] + f"{self.source}/" + word[begin + len(top):]
        return word

    def _compile(self, target, output):
        words = [self._here(word) for word in shlex.split(self.build.compiling[target]["command"])]
        if "-MF" in words:
            place = words.index("-MF")
            del words[place:place + 2]
        words = [word for word in words if word not in ("-MD", "-MT", target)]
        words[words.index("-o") + 1:words.index("-o") + 1] = [str(output)]
        # Mutants leave things unused, which is no error; arguments of the wrong kind are no mutant, though.
        words += ["-Wno-error", "-Werror=int-conversion", "-Werror=incompatible-pointer-types",
                  f"-fmacro-prefix-map={self.source}={self.build.top}"]
        output.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(words, cwd=self.build.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise DoesNotCompile(done.stderr)

    def _object(self, target):
        return self.folder / "objects" / target

    def _code(self, path):
        """The machine code and data of an object, without what only debuggers read."""
        stripped = self.folder / "stripped.o"
        subprocess.run(["strip", "--strip-debug", "--remove-section=.gnu.lto_*", "-o", str(stripped), str(path)],
                       check=True)
        code = stripped.read_bytes()
        stripped.unlink()
        return code

    def put(self, mutant):
        """Compile a mutant; what is linked with it is made when a test needs it."""
        self.clear()
        original = (self.build.top / mutant.path).read_text(encoding="utf-8")
        targets = sorted(self.build.depends.get(mutant.path, ()))
        (self.source / mutant.path).write_text(mutant.apply(original), encoding="utf-8")
        try:
            for target in targets:
                self._compile(target, self._object(target))
        finally:
            (self.source / mutant.path).write_text(original, encoding="utf-8")
        if all(self._code(self._object(target)) == self._code(self.build.folder / target) for target in targets):
            raise SameCode
        self.changed = targets

    def clear(self):
        """Back to the original."""
        for product in self.fresh:
            self._restore(product)
        self.fresh.clear()
        self.changed = []

    def _link(self, product, whole):
        command = self.build.linking[product]
        words = command.split()
        for target in self.changed:
            mutated = str(self._object(target))
            archive = self.build.archive_of.get(target)
            if target in words:
                words[words.index(target)] = mutated
            elif archive in words:
                words.insert(words.index(archive), mutated)
        place = self.tree / product
        place.unlink(missing_ok=True)
        words[words.index("-o") + 1:words.index("-o") + 2] = [str(place)] + ["-fno-lto"] * (not whole)
        subprocess.run(" ".join(words), shell=True, cwd=self.build.folder, check=True, capture_output=True)
        self.fresh[product] = whole

    def reaches(self, product):
        """Whether the mutant in hand is part of a product."""
        return any(target in self.build.parts[product] for target in self.changed)

    def products_for(self, test):
        """What a test runs: its own program, or plugin and tools."""
        program = pathlib.Path(test.command[0])
        if program.is_relative_to(self.build.folder):
            return [str(program.relative_to(self.build.folder))]
        return [product for product in self.build.linking
                if product.startswith(("plugins/", "tools/")) or product.endswith(".so")]

    def run(self, test, timeout, environment=None):
        """Run a test with the mutant in hand: (passed, seconds, last output)."""
        whole = test.name.startswith(MEASURE)
        for product in self.products_for(test):
            if product in self.build.linking and self.reaches(product) and self.fresh.get(product, -1) < whole:
                self._link(product, whole)
        def move(word):
            return word.replace(str(self.build.folder), str(self.tree))

        command = list(map(move, test.command))
        if test.command[-1].endswith(".py"):
            command.append("--failfast")
        variables = {**os.environ, **{name: move(value) for name, value in test.environment.items()},
                     "TMPDIR": str(self._scratch()), **(environment or {})}
        return run_limited(command, move(test.folder), variables, timeout)

    def _scratch(self):
        place = self.folder / "tmp"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        return place


def _limit(seconds):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))


def _wait(process, deadline):
    """(exit code, what it and its children used) of a process that is killed with all it started when time is up."""
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage
        if time.monotonic() > deadline:
            os.killpg(process.pid, signal.SIGKILL)
            deadline = math.inf
        time.sleep(0.02)


def run_limited(command, folder, environment, seconds):
    """(passed, seconds, last output) of a command that may use so many seconds of a processor, each of its processes,
    and longer on a busy machine. The seconds are those of the processor, too."""
    deadline = time.monotonic() + seconds * BUSY
    with tempfile.TemporaryFile() as output, \
            subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                             stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=lambda: _limit(seconds)) as process:
        try:
            code, usage = _wait(process, deadline)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        output.seek(max(output.tell() - 4000, 0))
        said = output.read().decode(errors="replace")
    used = usage.ru_utime + usage.ru_stime
    if code != 0 and (time.monotonic() > deadline or used > seconds):
        said += "\n(timeout)"
    return code == 0, used, said
