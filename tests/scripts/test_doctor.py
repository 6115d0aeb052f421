# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-doctor: whether the plugin is loaded and why not, told of homes in which one thing is wrong each."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from bcnet_test import BUILD, SOURCE, main
from wireshark import command, environment

DOCTOR = SOURCE / "scripts" / "bcnet-doctor"
PLUGIN = next(BUILD.glob("plugins/*/epan/bcnet.so"))
SERIES = PLUGIN.parent.parent.name


class Doctor(unittest.TestCase):
    """A home folder of its own for each test, and a tshark that is not root's."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name).resolve()
        self.config = self.home / ".config" / "wireshark"
        self.config.mkdir(parents=True)
        self.plugins = self.home / ".local" / "lib" / "wireshark" / "plugins"

    def install(self, name=f"{SERIES}/epan/bcnet.so", contents=None):
        """A file below the folder of plugins: the plugin, or what looks like it."""
        path = self.plugins / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if contents is None:
            shutil.copy(PLUGIN, path)
        else:
            path.write_bytes(contents)
        return path

    def ask(self, *changes, build=False):
        """Exit code and words; `changes` are NAME=VALUE. For the system's folder, in which a plugin of this machine may be,
        stands an empty one, or with `build` the build."""
        system = BUILD / "plugins" if build else self.home / "system"
        words = command("env", "-u", "WIRESHARK_CONFIG_DIR", f"HOME={self.home}", f"WIRESHARK_PLUGIN_DIR={system}", *changes,
                        DOCTOR)
        done = subprocess.run(words, env=environment(), capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def chapter(self, words, name):
        """The lines of a chapter, without the indentation."""
        found = re.search(rf"^{name} +(.*\n(?: .*\n)*)", words, re.M)
        return [line.strip() for line in found[1].splitlines()]

    def program(self, name, lines):
        """A shell script that stands for a program, in front of PATH."""
        folder = self.home / "programs"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"#!/bin/sh\n{lines}\n")
        (folder / name).chmod(0o755)
        return f"PATH={folder}:{os.environ['PATH']}"

    def test_loaded(self):
        path = self.install()
        code, words = self.ask()
        self.assertEqual(code, 0)
        self.assertRegex(self.chapter(words, "Plugin")[0], rf"^loaded, \d+\.\d+\.\d+, {path}$")
        self.assertEqual(len(self.chapter(words, "Plugin")), 1)
        self.assertRegex(words, rf"(?m)^tshark +{re.escape(SERIES)}\.\d+, /")
        self.assertRegex(words, r"(?m)^You .*, not root\n +WIRESHARK_PLUGIN_DIR=.* takes the place of the system's folder$")
        self.assertRegex(words, r"(?m)^Capturing  ")
        self.assertLessEqual(words.count("\n"), 24, "one screen")

    def test_none(self):
        code, words = self.ask()
        self.assertEqual(code, 1)
        told = self.chapter(words, "Plugin")
        self.assertEqual(told[0], "NOT loaded")
        self.assertIn(f"no bcnet.so in {self.plugins}/{SERIES}/epan nor in ", told[1])
        self.assertIn("cmake --install build", told[2])

    def test_the_row_of_the_page_about_installing(self):
        told = self.chapter(self.ask()[1], "Plugin")[-1]
        row = re.search(r'docs/install\.md, row "(.*)"$', told).group(1)
        self.assertIn(f"| {row}", (SOURCE / "docs/install.md").read_text(encoding="utf-8"))

    def test_damaged(self):
        path = self.install(contents=b"no library")
        code, words = self.ask()
        told = self.chapter(words, "Plugin")
        self.assertEqual((code, told[0], told[2]), (1, "NOT loaded", f"there is {path}"))
        self.assertRegex(told[1], r"^tshark says: Couldn't load plugin 'bcnet\.so': .*")
        self.assertIn("Build it again", told[3])

    def test_of_another_series(self):
        """There Wireshark does not even look."""
        path = self.install("3.9/epan/bcnet.so")
        code, words = self.ask()
        told = self.chapter(words, "Plugin")
        self.assertEqual((code, told[1]), (1, f"there is {path}"))
        self.assertIn(f"another series' than yours, {SERIES}", told[2])

    def test_in_the_wrong_folder(self):
        path = self.install(f"{SERIES}/bcnet.so")
        code, words = self.ask()
        told = self.chapter(words, "Plugin")
        self.assertEqual((code, told[1]), (1, f"there is {path}"))
        self.assertIn("in the folder epan/", told[2])

    def test_root(self):
        """To root Wireshark shows no plugin of a home folder, and says nothing."""
        path = self.install()
        self.program("tshark", f'{shutil.which("tshark")} "$@" | grep -v "^bcnet"')
        code, words = self.ask(self.program("id", "[ $1 = -un ] && echo root || echo 0"))
        told = self.chapter(words, "Plugin")
        self.assertEqual((code, told[:2]), (1, ["NOT loaded", f"there is {path}"]))
        self.assertIn("Run Wireshark as an ordinary user", told[2])
        self.assertIn("Wireshark ignores plugins of a home folder", self.chapter(words, "You")[0])

    def test_one_of_the_package_and_one_of_ones_own(self):
        path = self.install()
        code, words = self.ask(build=True)
        told = self.chapter(words, "Plugin")
        self.assertEqual((code, told[1]), (0, f"a second one is ignored: {path}"))
        self.assertRegex(told[0], rf"^loaded, .*, {PLUGIN}$")
        self.assertIn(f"rm '{path}'", told[2])

    def test_switched_off(self):
        self.install()
        (self.config / "disabled_protos").write_text("bcnet\n")
        told = self.chapter(self.ask()[1], "Plugin")
        self.assertEqual(told[1:], ["but the protocol is switched off", "-> Analyze -> Enabled Protocols: tick BCNET"])

    def test_profile(self):
        self.install()
        self.assertIn("not installed", self.chapter(self.ask()[1], "Profile")[0])
        subprocess.run(["cmake", "--install", BUILD, "--component", "profile"], check=True, stdout=subprocess.DEVNULL,
                       env={"PATH": os.environ["PATH"], "HOME": str(self.home)})
        self.assertEqual(self.chapter(self.ask()[1], "Profile"), [f'"Bridge Commander", {self.config}/profiles'])

    def test_layouts_and_names(self):
        self.install()
        for folder, file, contents in [("ships", "akira.ini", (SOURCE / "layouts" / "akira.ini").read_text()),
                                       ("names", "mine.txt", "scripts/mine.py\n")]:
            (self.config / "bcnet" / folder).mkdir(parents=True)
            (self.config / "bcnet" / folder / file).write_text(contents)
        (self.config / "preferences").write_text("bcnet.game_folder: /nowhere/at/all\n")
        words = self.ask()[1]
        self.assertEqual(self.chapter(words, "Layouts"),
                         [f"the game's ships built in; 1 file of yours in {self.config}/bcnet/ships",
                          "Game folder: /nowhere/at/all, which is no folder", "-> Preferences -> Protocols -> BCNET"])
        self.assertIn(f"1 file of yours in {self.config}/bcnet/names", self.chapter(words, "Names")[0])
        (self.config / "bcnet" / "ships" / "akira.ini").write_text("nonsense\n")
        words = self.ask(f"PATH={BUILD / 'tools'}:{os.environ['PATH']}")[1]     # the build may be anywhere
        self.assertIn("-> Something is wrong in them: bcnet-layout check FILE", self.chapter(words, "Layouts"))

    def test_tools(self):
        """Installed, but not on PATH yet, as it is until the next login, and for root always."""
        self.install()
        self.assertEqual(len(self.chapter(self.ask()[1], "Tools")), 1)
        programs = self.home / ".local" / "bin"
        programs.mkdir(parents=True)
        (programs / "bcnet-report").write_text("#!/bin/sh\n")
        (programs / "bcnet-report").chmod(0o755)
        self.assertEqual(self.chapter(self.ask()[1], "Tools")[1:], ["-> Log in again, or: PATH=$HOME/.local/bin:$PATH"])

    def test_capturing(self):
        """By what the file of dumpcap says; a user without a name of its own is none of any group."""
        self.install()
        permitted = self.program("getcap", "echo /usr/bin/dumpcap cap_net_admin,cap_net_raw=eip")
        self.program("id", "case $1 in -un) echo tester;; *) echo 1000;; esac")
        self.assertEqual(self.chapter(self.ask(permitted)[1], "Capturing"), ["allowed"])
        self.program("getcap", ":")
        self.program("stat", "echo root")
        told = self.chapter(self.ask(permitted)[1], "Capturing")
        self.assertEqual(told[0], "not allowed (files can be opened all the same)")
        self.assertIn("dpkg-reconfigure wireshark-common", told[1])
        self.program("stat", "echo wireshark")
        self.program("getent", "echo wireshark:x:117:somebody")
        self.assertIn("-> sudo usermod -aG wireshark tester, and log in again",
                      self.chapter(self.ask(permitted)[1], "Capturing"))
        self.program("getent", "echo wireshark:x:117:somebody,tester")
        self.assertEqual(self.chapter(self.ask(permitted)[1], "Capturing"),
                         ["not yet: your group wireshark counts from the next login on"])

    def test_no_tshark(self):
        code, words = self.ask("TSHARK=/nowhere/tshark")
        self.assertEqual((code, self.chapter(words, "tshark")[0]), (1, "not installed"))

    def test_version(self):
        """That of the tools beside it."""
        words = subprocess.run([BUILD / "tools" / "bcnet-forge", "--version"], check=True, capture_output=True, text=True).stdout
        copy = self.home / "bcnet-doctor"
        shutil.copy(DOCTOR, copy)
        done = subprocess.run([copy, "--version"], capture_output=True, text=True, check=True,
                              env={"PATH": f"{BUILD}/tools:{os.environ['PATH']}"})
        self.assertEqual(done.stdout, words.replace("bcnet-forge", "bcnet-doctor"))

    def test_usage(self):
        for arguments, code in [(["--help"], 0), (["-h"], 0), (["--fix"], 2)]:
            done = subprocess.run([DOCTOR, *arguments], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, code)
            self.assertIn("Usage: bcnet-doctor", done.stdout if code == 0 else done.stderr)


if __name__ == "__main__":
    main()
