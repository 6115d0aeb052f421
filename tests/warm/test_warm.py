# SPDX-License-Identifier: GPL-2.0-or-later
"""A run of the warm tshark (tests/lib/warm.py) is like a run of tshark itself."""

import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

import warm
import wireshark
from bcnet_test import SOURCE, RunError, main, scratch, tshark

SESSION = SOURCE / "captures" / "session.pcapng"


def servers():
    """Warm servers of a test's own."""
    return warm.Servers(wireshark.command("tshark"), scratch, wireshark.BUILD / "tests")


class Warm(unittest.TestCase):
    """The same arguments, cold and warm."""

    @classmethod
    def setUpClass(cls):
        cls.variables = wireshark.environment()
        cls.servers = servers()
        cls.addClassCleanup(cls.servers.close)

    def command(self, *arguments):
        return [*self.servers.command(self.variables), *map(str, arguments)]

    def both(self, *arguments, **options):
        """Exit code, stdout, stderr; the same twice in a row, as nothing is remembered from run to run."""
        cold, *again = [subprocess.run(command, env=self.variables, capture_output=True, check=False, **options)
                        for command in (wireshark.command("tshark", *arguments), *[self.command(*arguments)] * 2)]
        for run in again:
            self.assertEqual((cold.returncode, cold.stdout, cold.stderr), (run.returncode, run.stdout, run.stderr))
        return cold.returncode, cold.stdout.decode(), cold.stderr.decode()

    def test_trees_and_tables(self):
        for options in (["-V"], ["-2", "-T", "fields", "-e", "bcnet.opcode", "-Y", "bcnet.copy_of"],
                        ["-q", "-z", "bcnet,csv"], ["-O", "bcnet", "-o", "bcnet.info_ends:FALSE"]):
            code, output, errors = self.both("-n", "-r", SESSION, *options)
            self.assertEqual((code, errors), (0, ""))
            self.assertGreater(output.count("\n"), 30)

    def test_troubles(self):
        for arguments in (["-r", "nosuch.pcapng"], ["-r", SESSION, "-Y", "bcnet.nosuch"], ["-r", SESSION, "-z", "bcnet,nosuch"],
                          ["--nosuch"]):
            code, _, errors = self.both(*arguments)
            self.assertGreater(code, 0)
            self.assertIn("nosuch", errors)

    def test_folder_and_standard_input(self):
        self.assertEqual(self.both("-r", "session.pcapng", "-c", "1", cwd=SESSION.parent)[0], 0)
        with open(SESSION, "rb") as file:
            command = self.command("-r", "-", "-c", "2")
            done = subprocess.run(command, env=self.variables, stdin=file, capture_output=True, check=True)
        self.assertEqual(done.stdout.count(b"\n"), 2)

    def test_preferences_are_read_by_every_run(self):
        """Those of the folder, with a server of its own that started before they were there."""
        config = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        variables = {**self.variables, "BCNET_CONFIG": str(config)}
        others = servers()
        self.addCleanup(others.close)
        arguments = ["-n", "-r", str(SESSION), "-c", "1"]
        warm_one = [*others.command(variables), *arguments]
        for column, shown in (("%m", "1"), ("%p", "GameSpy")):
            (config / "preferences").write_text(f'gui.column.format: "Only", "{column}"\n')
            for run in (warm_one, wireshark.command("tshark", *arguments)):
                done = subprocess.run(run, env=variables, capture_output=True, check=True, text=True)
                self.assertEqual(done.stdout.strip(), shown)

    def test_a_run_that_is_given_up_is_ended(self):
        pipe_out, pipe_in = os.pipe()
        with subprocess.Popen(self.command("-r", "-"), env=self.variables, stdin=pipe_out, stdout=subprocess.PIPE) as run:
            os.close(pipe_out)
            time.sleep(0.1)
            run.kill()
            self.assertEqual(run.stdout.read(), b"")     # the end of the pipe: nobody holds it any more
        os.close(pipe_in)
        self.assertEqual(run.returncode, -signal.SIGKILL)


class Choice(unittest.TestCase):
    """Which runs are warm."""

    def setUp(self):
        self.servers = servers()
        self.addCleanup(self.servers.close)
        self.variables = wireshark.environment()

    def command(self, **variables):
        return self.servers.command({**self.variables, **variables})

    def test_a_server_for_every_environment_that_comes_again(self):
        first = self.command()
        self.assertIsNone(self.command(LANG="de_DE"))
        other = self.command(LANG="de_DE")
        self.assertNotIn(other, (None, first))
        self.assertEqual([self.command(), self.command(LANG="de_DE")], [first, other])

    def test_what_has_to_be_cold(self):
        for name in ("BCNET_COLD", "BCNET_PRELOAD", "LD_PRELOAD"):
            self.assertIsNone(self.command(**{name: "1"}))
            self.assertIsNone(self.command(**{name: "1"}))

    def test_another_configuration_is_another_server(self):
        config = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        first = self.command(BCNET_CONFIG=str(config))
        self.assertEqual(self.command(BCNET_CONFIG=str(config)), first)
        (config / "preferences").write_text("")
        self.assertIsNone(self.command(BCNET_CONFIG=str(config)))

    def test_words_at_the_start_are_complaints(self):
        self.command()
        next(iter(self.servers.known.values())).errors.write_text("Dissector bug")
        known = wireshark._servers().known
        wireshark._servers().known = self.servers.known
        try:
            with self.assertRaisesRegex(RunError, "Dissector bug"):
                tshark("-r", SESSION, "-c", "1")
        finally:
            wireshark._servers().known = known


if __name__ == "__main__":
    main()
