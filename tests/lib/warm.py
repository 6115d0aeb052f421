# SPDX-License-Identifier: GPL-2.0-or-later
"""A tshark that stays warm: it registers its dissectors once for a test, and every run is a fork of it.

tests/warm/warm-server.c tells how. A run differs from a cold one in nothing that depends on arguments, folder, files or
preferences; the test `warm` compares. Environment and configuration folder are those of the server, so for others there
is another server. BCNET_COLD=1 does without.
"""

import itertools
import pathlib
import socket
import subprocess
import threading

MOST = 3                # servers of a test at a time, of some 100 MB each
LONGEST_PATH = 100      # of a socket
_number = itertools.count()


class Server:
    """A warm tshark; `command` is what to run in place of it."""

    def __init__(self, command, environment, folder, programs):
        path = folder / f"warm-{next(_number)}"
        self.command = [str(programs / "warm-client"), str(path), "tshark"]
        self.errors = path.with_suffix(".stderr")
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door, open(self.errors, "wb") as errors:
            door.bind(str(path))
            door.listen()
            self.process = subprocess.Popen(
                command, env={**environment, "BCNET_WARM": str(door.fileno()),
                              "BCNET_PRELOAD": str(programs / "bcnet-warm.so")},
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors, pass_fds=[door.fileno()])

    def said(self):
        """What the start of tshark said on stderr."""
        return self.errors.read_text(errors="replace")

    def close(self):
        """It ends when nobody is there any more."""
        self.process.stdin.close()
        self.process.wait()


def _state_of(folder):
    """What lies in a configuration folder: Wireshark reads some of it before its preferences."""
    found = [(path, path.lstat()) for path in sorted(pathlib.Path(folder).rglob("*"))]
    return [(str(path), state.st_mtime_ns, state.st_size) for path, state in found]


class Servers:
    """The warm servers of a test."""

    def __init__(self, command, folder, programs):
        self.start = lambda environment: Server(command, environment, folder(), programs)
        self.folder = folder
        self.programs = programs
        self.known = {}     # key -> server, or None where there was only one run so far; the last one used stands last
        self.lock = threading.Lock()    # some tests have several runs at a time

    def _possible(self, environment):
        return not (environment.get("BCNET_COLD") or environment.get("BCNET_PRELOAD") or environment.get("LD_PRELOAD")
                    or not (self.programs / "warm-client").exists() or len(str(self.folder())) > LONGEST_PATH - 10)

    def command(self, environment):
        """What to run in place of tshark with these variables; None for a cold run.

        The variables that came first are those of most runs of a test. For others a server is worth its start only
        from the second run on.
        """
        if not self._possible(environment):
            return None
        key = repr((sorted(environment.items()), _state_of(environment["BCNET_CONFIG"])))
        with self.lock:
            warm = key in self.known or not self.known
            server = self.known.pop(key, None) or (self.start(environment) if warm else None)
            self.known[key] = server
            while len(self.known) > MOST:
                self._drop(next(iter(self.known)))
        return server and server.command

    def said(self):
        """What was said on stderr when they started."""
        with self.lock:
            return "".join(server.said() for server in self.known.values() if server)

    def _drop(self, key):
        server = self.known.pop(key)
        if server:
            server.close()

    def close(self):
        """Ends all of them."""
        for key in list(self.known):
            self._drop(key)
