# SPDX-License-Identifier: GPL-2.0-or-later
"""The first ten minutes: what bootstrap.sh says and does when something is in its way.

A small project stands for ours, and programs of a few lines for those that would change the machine.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from bcnet_test import SOURCE, main, shown_on, terminal

PROJECT = """
cmake_minimum_required(VERSION 3.18)
project(small LANGUAGES NONE)
if(EXISTS "${CMAKE_SOURCE_DIR}/broken")
  message(FATAL_ERROR "Wireshark is not found")
endif()
add_custom_command(OUTPUT plugins/4.0/epan/bcnet.so DEPENDS "${CMAKE_SOURCE_DIR}/source"
  COMMAND ${CMAKE_COMMAND} -E make_directory plugins/4.0/epan
  COMMAND ${CMAKE_COMMAND} -E copy "${CMAKE_SOURCE_DIR}/source" plugins/4.0/epan/bcnet.so)
add_custom_command(OUTPUT second COMMAND ${CMAKE_COMMAND} -E touch second)
add_custom_target(everything ALL DEPENDS plugins/4.0/epan/bcnet.so second)
"""
PLUGIN = "build/plugins/4.0/epan/bcnet.so"
EVERYTHING_INSTALLED = "for package in $(echo $* | tr ' ' '\\n' | grep '^[a-z]'); do printf ' %s:installed' $package; done"
NOTHING_INSTALLED = "exit 1"
# What bootstrap.sh uses besides the programs that a test replaces.
USED = ["cat", "cmake", "date", "env", "find", "grep", "ls", "mkdir", "ninja", "rm", "sed", "sh", "stat", "tail", "tee", "tr"]


class Bootstrap(unittest.TestCase):
    """A folder with a project, and a folder with the only programs there are."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name).resolve()
        self.clone = self.top / "clone"
        (self.clone / "scripts").mkdir(parents=True)
        shutil.copy(SOURCE / "scripts" / "bootstrap.sh", self.clone / "scripts")
        (self.clone / "CMakeLists.txt").write_text(PROJECT)
        (self.clone / "source").write_text("one")
        self.programs = self.top / "programs"
        self.programs.mkdir()
        for name in USED:
            (self.programs / name).symlink_to(shutil.which(name))
        self.program("dpkg-query", EVERYTHING_INSTALLED)
        self.program("id", "echo 1000")

    def program(self, name, lines):
        """A shell script instead of a program of the machine."""
        path = self.programs / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{lines}\n")
        path.chmod(0o755)

    def bootstrap(self, clone=None, before=""):
        """Exit code, and what is said."""
        done = subprocess.run(["/bin/sh", "-euc", f". scripts/bootstrap.sh; {before}\nbootstrap"], cwd=clone or self.clone,
                              env={"PATH": str(self.programs)}, capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout, "")
        return done.returncode, done.stderr

    def plugin(self, clone=None):
        """What the plugin was built from."""
        return ((clone or self.clone) / PLUGIN).read_text()

    def test_second_run_says_nothing(self):
        self.assertEqual(self.bootstrap(), (0, "Building in build/ ...\n"))
        self.assertEqual(self.plugin(), "one")
        self.assertEqual(self.bootstrap(), (0, ""))

    def test_failed_configuration_is_not_kept(self):
        (self.clone / "broken").touch()
        code, words = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("Wireshark is not found", words)
        self.assertIn("Configuring failed; the messages are above and in build/configure.log.", words)
        (self.clone / "broken").unlink()
        self.assertEqual(self.bootstrap()[0], 0)
        self.assertEqual(self.plugin(), "one")

    def test_failed_build_shows_the_compilers_words(self):
        (self.clone / "source").unlink()
        code, words = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("missing and no known rule to make it", words)
        self.assertIn("The build failed; the messages are above and in build/build.log.", words)

    def test_moved_clone(self):
        self.bootstrap()
        moved = self.clone.rename(self.top / "moved")
        (moved / "source").write_text("two")
        self.assertEqual(self.bootstrap(moved)[0], 0)
        self.assertEqual(self.plugin(moved), "two")
        self.assertFalse(self.clone.exists())

    def test_copied_clone(self):
        self.bootstrap()
        copy = self.top / "copy"
        shutil.copytree(self.clone, copy, symlinks=True)
        (copy / "source").write_text("two")
        code, words = self.bootstrap(copy)
        self.assertEqual((code, words.split("\n")[0]),
                         (0, "build/ was not configured to its end, or for another place: it is made again."))
        self.assertEqual((self.plugin(), self.plugin(copy)), ("one", "two"))

    def test_makefiles_of_ones_own_are_used(self):
        """A folder that was configured by hand, with another generator, is as good."""
        (self.programs / "make").symlink_to(shutil.which("make"))
        subprocess.run(["cmake", "-S", ".", "-B", "build", "-G", "Unix Makefiles"], cwd=self.clone, check=True,
                       env={"PATH": str(self.programs)}, stdout=subprocess.DEVNULL)
        self.assertEqual(self.bootstrap(), (0, "Building in build/ ...\n"))
        self.assertFalse((self.clone / "build" / "build.ninja").exists())

    def test_sudo_in_a_users_folder(self):
        self.program("id", "echo 0")
        self.program("stat", "echo tester")
        code, words = self.bootstrap()
        self.assertEqual((code, words), (1, "This folder belongs to tester: please run this without sudo, as tester. "
                                            "It asks for what needs root.\n"))
        self.assertFalse((self.clone / "build").exists())

    def test_root_alone_in_a_container(self):
        """A folder from outside has an owner without a name there."""
        self.program("id", "echo 0")
        self.program("stat", "echo UNKNOWN")
        self.assertEqual(self.bootstrap()[0], 0)

    def test_build_of_root(self):
        """find says what is not writable; to root, who may run this, everything is."""
        self.bootstrap()
        self.program("find", "for file; do case $file in */CMakeCache.txt) echo $file ;; esac; done")
        self.program("stat", "echo root")
        self.assertEqual(self.bootstrap(), (1, "You cannot write to build/CMakeCache.txt, which belongs to root; remove it "
                                               "first:  sudo rm -rf build\n"))

    def test_what_an_installation_for_all_leaves(self):
        """sudo cmake --install writes one file of root into build/."""
        self.bootstrap()
        self.program("find", "for file; do case $file in build/*install*) echo $file ;; esac; done")
        self.assertEqual(self.bootstrap(), (0, ""))

    def test_packages_without_sudo(self):
        self.program("dpkg-query", NOTHING_INSTALLED)
        code, words = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertRegex(words, r"^Packages are missing; run as root, once:  apt-get update && apt-get install "
                                r"--no-install-recommends gcc .*\bfile dpkg-dev \n$")
        self.assertFalse((self.clone / "build").exists())

    def test_sudo_that_refuses(self):
        self.program("dpkg-query", NOTHING_INSTALLED)
        self.program("sudo", "echo 'You are not in the sudoers file.' >&2; exit 1")
        code, words = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertEqual(words.count("not in the sudoers file"), 1, "asked once")
        self.assertIn("Packages are missing; run as root, once:", words)

    def test_sudo_installs_what_is_missing(self):
        self.program("dpkg-query", f"{EVERYTHING_INSTALLED} | sed 's/ file:installed//'")
        self.program("sudo", f"echo \"$@\" >>{self.top}/asked")
        self.assertEqual(self.bootstrap()[0], 0)
        asked = (self.top / "asked").read_text().split("\n")
        self.assertEqual(asked[:2], ["true", "apt-get update -q"])
        self.assertTrue(asked[2].endswith("--no-install-recommends file"), asked)

    def test_progress(self):
        _, words = self.bootstrap(before="PROGRESS_SECONDS=0")
        self.assertRegex(words, r"\n\[1/2\] .*\n\[2/2\] ")

    def test_progress_on_a_terminal(self):
        """In one line, that is empty at the end."""
        ours, theirs = terminal()
        subprocess.run(["/bin/sh", "-euc", ". scripts/bootstrap.sh; bootstrap"], cwd=self.clone, stderr=theirs,
                       env={"PATH": str(self.programs)}, check=True)
        os.close(theirs)
        words = shown_on(ours).decode()
        self.assertRegex(words, r"\r\x1b\[K\[1/2\] .*\r\x1b\[K\[2/2\] .*\r\x1b\[K$")
        self.assertEqual(words.count("\n"), 1)


class Help(unittest.TestCase):
    """Both commands say what they do before they do anything."""

    def test_help(self):
        for command in ["demo.sh", "test.sh"]:
            for option in ["-h", "--help"]:
                done = subprocess.run([SOURCE / command, option], env={"PATH": os.environ["PATH"]}, check=True,
                                      capture_output=True, text=True)
                self.assertRegex(done.stdout, rf"^Usage: \./{command} ")
                self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    main()
