# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs tshark and sharkd with the plugin of the build tree, and the programs of the build tree.

Every run has its own identity and configuration (scripts/with-plugin.sh), a time limit, and an eye on stderr:
Wireshark reports a plugin that does not load, and much else, on stderr only and exits with 0.
"""

import atexit
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading

import locales
import warm

SOURCE = pathlib.Path(os.environ.get("BCNET_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("BCNET_BUILD_DIR", SOURCE / "build"))
# Everything takes so many times as long as usual, for example under sanitizers.
SLOWNESS = float(os.environ.get("BCNET_SLOWNESS", "1"))
# Seconds after which a run is given up: no judgement, only an end for what hangs. Machines may be very busy.
HANGS = 900

INSTALLED_DATA = pathlib.Path("/usr/share/wireshark")
NAME_LISTS = ("manuf", "services", "enterprises.tsv")

# What the programs say on stderr in a good run.
HARMLESS = re.compile(r"^(|Hello in child\.|load: filename=.*|sharkd_session_process_tap\(\) count=\d+)$")

# What makes tshark itself lose a few bytes: the leaks of the plugin show in all other runs.
LEAKY = re.compile(r"^(--export-objects|(conv|endpoints|io),.*)$")

_scratch = None


class RunError(AssertionError):
    """A program failed, took too long, or said something on stderr that it should not have."""


def scratch():
    """The folder for captures and configurations of this test process; removed at its end."""
    global _scratch
    if _scratch is None:
        _scratch = pathlib.Path(tempfile.mkdtemp(prefix="bcnet-test-"))
        atexit.register(shutil.rmtree, _scratch, ignore_errors=True)
    return _scratch


def scratch_file(suffix):
    """A new file name in the scratch folder."""
    descriptor, path = tempfile.mkstemp(suffix=suffix, dir=scratch())
    os.close(descriptor)
    return pathlib.Path(path)


@functools.cache
def _identity():
    """How with-plugin.sh leaves root's identity: found once, as that takes it several programs."""
    found = subprocess.run([str(SOURCE / "scripts" / "with-plugin.sh"), "--identity"], stdout=subprocess.PIPE, check=True)
    return found.stdout.decode().strip()


def command(program, *arguments):
    """What runs a Wireshark program with the plugin; environment() belongs to it."""
    return [str(SOURCE / "scripts" / "with-plugin.sh"), str(BUILD), program, *map(str, arguments)]


def data_folder():
    """The variable for Wireshark's data without its lists of names for numbers: a third of a start goes into them, and
    -n needs none."""
    if not INSTALLED_DATA.is_dir() or "WIRESHARK_DATA_DIR" in os.environ:
        return {}
    data = scratch() / "data"
    if not data.exists():
        data.mkdir()
        for entry in INSTALLED_DATA.iterdir():
            if entry.name not in NAME_LISTS:
                (data / entry.name).symlink_to(entry)
    return {"WIRESHARK_DATA_DIR": str(data)}


def _in_locale(name):
    """What to add to the environment for a locale of locales.py; for None, nothing."""
    return locales.environment(name, scratch()) if name else {}


_folders = threading.Lock()


def environment(arguments=(), locale=None):
    """The variables with which Wireshark's programs are run."""
    with _folders:      # several threads may want the first of them
        return _environment(arguments, locale)


def _environment(arguments, locale):
    config = scratch() / "config"
    if not config.exists():
        config.mkdir()
        (config / "preferences").write_text("nameres.mac_name: FALSE\n")    # sharkd has no option -n
    leaks = ":detect_leaks=0" if any(LEAKY.match(str(argument)) for argument in arguments) else ""
    sanitizers = os.environ.get("ASAN_OPTIONS", "") + leaks
    return {**os.environ, "BCNET_CONFIG": str(config), "BCNET_IDENTITY": _identity(),
            "ASAN_OPTIONS": sanitizers.lstrip(":"), **_in_locale(locale), **data_folder()}


def _complaints(stderr):
    return "\n".join(line for line in stderr.splitlines() if not HARMLESS.match(line))


@functools.cache
def _servers():
    servers = warm.Servers(command("tshark"), scratch, BUILD / "tests")
    atexit.register(servers.close)
    return servers


def tshark_command(variables):
    """What runs tshark with these variables: a client of a warm one (warm.py), where there may be one."""
    return _servers().command(variables) or command("tshark")


def _finished(what, run, quiet):
    stderr = run.stderr.decode(errors="replace")
    if run.returncode != 0:
        raise RunError(f"{what} ended with {run.returncode}:\n{stderr}")
    if quiet and _complaints(stderr):
        raise RunError(f"{what} complained:\n{_complaints(stderr)}")


def run(program, *arguments, timeout=HANGS, quiet=True, into=None, stdin=None, locale=None):
    """Run a Wireshark program with the plugin; returns its stdout as bytes, or writes it to the file `into`.

    What it needs is seen by nobody, as it may be a warm one: whoever measures starts command() himself.
    """
    what = " ".join([program, *map(str, arguments)])
    variables = environment(arguments, locale)
    # Newer ones read the filter macros of a profile at their start.
    has_macro = any(str(word).startswith("${") for word in arguments)
    warm_one = program == "tshark" and "-r" in arguments and "-X" not in arguments and not has_macro
    words = [*tshark_command(variables), *map(str, arguments)] if warm_one else command(program, *arguments)
    try:
        with open(into or os.devnull, "wb") as sink:
            done = subprocess.run(words, env=variables,
                                  timeout=timeout * SLOWNESS, input=stdin or b"", stdout=sink if into else subprocess.PIPE,
                                  stderr=subprocess.PIPE, check=False)
    except subprocess.TimeoutExpired as late:
        raise RunError(f"{what} was not done after {timeout * SLOWNESS:g} s.") from late
    _finished(what, done, quiet)
    if warm_one and _complaints(_servers().said()):
        raise RunError(f"tshark complained when it started:\n{_complaints(_servers().said())}")
    return done.stdout


def tshark(*arguments, **options):
    """Run `tshark -n ARGUMENTS`; stdout as text."""
    require_plugin()
    output = run("tshark", "-n", *arguments, **options)
    return output.decode("utf-8", errors="replace") if output is not None else None


def tool(name, *arguments, timeout=HANGS, expect=0, locale=None):
    """Run a program of the build tree (tools/NAME); returns (stdout, stderr) as text."""
    path = BUILD / "tools" / name
    try:
        done = subprocess.run([str(path), *map(str, arguments)], capture_output=True,
                              timeout=timeout * SLOWNESS, check=False, env={**os.environ, **_in_locale(locale)})
    except FileNotFoundError as missing:
        raise RunError(f"{path} has not been built.") from missing
    except subprocess.TimeoutExpired as late:
        raise RunError(f"{name} was not done after {timeout * SLOWNESS:g} s.") from late
    stderr = done.stderr.decode(errors="replace")
    if done.returncode != expect:
        raise RunError(f"{name} ended with {done.returncode}, expected {expect}:\n{stderr}")
    return done.stdout.decode(errors="replace"), stderr


def _plugin_and_program():
    """Which plugin was seen, by which tshark, as whom: another build of one of them is looked at anew."""
    paths = [*BUILD.glob("plugins/*/epan/bcnet.so"), *filter(None, [shutil.which("tshark")])]
    states = [(str(path), os.stat(path).st_mtime_ns, os.stat(path).st_ino, os.stat(path).st_size) for path in paths]
    return repr((states, _identity(), os.environ.get("LD_PRELOAD"), os.environ.get("BCNET_PRELOAD")))


@functools.cache
def require_plugin():
    """Fail unless tshark lists bcnet.so, and from the build tree; the tests of a build ask once."""
    seen, state = BUILD / "Testing" / "plugin-seen", _plugin_and_program()
    if seen.exists() and seen.read_text(encoding="utf-8") == state:
        return
    listing = run("tshark", "-G", "plugins").decode(errors="replace")
    loaded = [line.split("\t")[-1] for line in listing.splitlines() if line.split("\t")[0].strip() == "bcnet.so"]
    if not any(pathlib.Path(path).resolve().is_relative_to(BUILD.resolve()) for path in loaded):
        raise RunError(f"tshark does not load bcnet.so from {BUILD / 'plugins'}. It lists:\n{listing}")
    seen.parent.mkdir(exist_ok=True)
    seen.write_text(state, encoding="utf-8")


class Sharkd:
    """A sharkd session: asks for single frames of a loaded file, in any order."""

    def __init__(self, timeout=HANGS):
        require_plugin()
        self.timeout = timeout * SLOWNESS
        self.calls = 0
        self.errors = scratch_file(".stderr")
        with open(self.errors, "wb") as sink:
            # sharkd itself loses memory with every further file; leaks of the plugin show in the runs of tshark.
            leaks = f"{os.environ.get('ASAN_OPTIONS', '')}:detect_leaks=0".lstrip(":")
            self.process = subprocess.Popen(command("sharkd", "-"), env={**environment(), "ASAN_OPTIONS": leaks},
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sink)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.process.stdin.close()
        code = self._waited(self.process.wait)
        self.process.stdout.close()
        complaints = _complaints(self.errors.read_text(errors="replace"))
        if kind is None and (code != 0 or complaints):
            raise RunError(f"sharkd ended with {code}:\n{complaints}")

    def _waited(self, function):
        guard = threading.Timer(self.timeout, self.process.kill)
        guard.start()
        try:
            return function()
        finally:
            guard.cancel()

    def call(self, method, **parameters):
        """One JSON-RPC call; returns the result."""
        self.calls += 1
        request = {"jsonrpc": "2.0", "id": self.calls, "method": method}
        if parameters:
            request["params"] = parameters
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self._waited(self.process.stdout.readline)
        if not line:
            raise RunError(f"sharkd died or was not done after {self.timeout:g} s in {request}:\n"
                           + self.errors.read_text(errors="replace"))
        answer = json.loads(line)
        if "error" in answer:
            raise RunError(f"sharkd refused {request}: {answer['error']}")
        return answer["result"]

    def load(self, capture):
        """Open a capture file; returns the number of its frames."""
        self.call("load", file=str(capture))
        return self.call("status")["frames"]

    def frame(self, number):
        """Columns, tree and data sources of one frame."""
        return self.call("frame", frame=number, proto=True, columns=True, bytes=True)
