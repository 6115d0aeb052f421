# SPDX-License-Identifier: GPL-2.0-or-later
"""cmake --install puts things where Wireshark and the user find them."""

import os
import re
import shutil
import subprocess
import unittest

from bcnet_test import BUILD, SOURCE, main, run, scratch

TOOLS = ["bcnet-forge", "bcnet-layout", "bcnet-trace2pcap"]


def install(*arguments, destdir=None):
    """Run cmake --install."""
    environment = {**os.environ, **({"DESTDIR": str(destdir)} if destdir else {})}
    subprocess.run(["cmake", "--install", str(BUILD), *arguments], env=environment, check=True,
                   stdout=subprocess.DEVNULL)


class ForOneUser(unittest.TestCase):
    """Into a home folder."""

    @classmethod
    def setUpClass(cls):
        cls.home = scratch() / "home"
        install("--prefix", str(cls.home / ".local"))

    def test_plugin_is_loaded(self):
        command = ["env", "-u", "WIRESHARK_PLUGIN_DIR", f"HOME={self.home}", "tshark", "-G", "plugins"]
        plugins = run(*command).decode()
        self.assertRegex(plugins, rf"bcnet\.so.*{self.home}/\.local/lib/wireshark/plugins/\d+\.\d+/epan/bcnet\.so")

    def test_what_says_it_is_a_program_can_be_run(self):
        """Packagers' checkers complain of a first line that names an interpreter in a file that nobody may execute."""
        files = [path for path in self.home.rglob("*") if path.is_file()]
        scripts = [path for path in files if path.read_bytes()[:2] == b"#!"]
        self.assertGreater(len(scripts), 3)
        self.assertEqual([str(path) for path in scripts if not os.access(path, os.X_OK)], [])

    def test_tools_run(self):
        for tool in TOOLS:
            done = subprocess.run([self.home / ".local" / "bin" / tool, "--help"], capture_output=True, check=False)
            self.assertIn(b"Usage:", done.stdout + done.stderr, tool)
            self.assertTrue((self.home / ".local" / "share" / "man" / "man1" / f"{tool}.1.gz").exists(), tool)

    def test_manual_pages_name_every_option(self):
        for command in [[tool] for tool in ["bcnet-check", "bcnet-columns", "bcnet-compare", "bcnet-redact", *TOOLS]] + [["bcnet-layout", "import"]]:
            words = subprocess.run([self.home / ".local" / "bin" / command[0], *command[1:], "--help"], capture_output=True,
                                   check=True, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout.decode()
            manual = (SOURCE / "packaging" / "man" / f"{command[0]}.1").read_text(encoding="utf-8")
            named = set(re.findall(r"--[\w-]+", re.sub(r"\\f.|\\", "", manual)))
            self.assertLessEqual(set(re.findall(r"--[\w-]+", words)), named, command)

    def completed(self, *words):
        """What bash offers for the last word."""
        script = (f'PATH="{self.home}/.local/bin:$PATH"; '
                  f'. "{self.home}/.local/share/bash-completion/completions/{words[0]}"; COMP_WORDS=("$@"); '
                  'COMP_CWORD=$(($# - 1)); _bcnet; printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, check=True, text=True,
                              cwd=self.home)
        self.assertEqual(done.stderr, "")
        return set(done.stdout.split())

    def test_completion(self):
        """Options and commands are those that the programs name."""
        tools = ["bcnet-check", "bcnet-columns", "bcnet-compare", "bcnet-doctor", "bcnet-forge", "bcnet-layout", "bcnet-redact", "bcnet-report",
                 "bcnet-trace2pcap"]
        for words in [("bcnet-forge",), ("bcnet-trace2pcap",), ("bcnet-layout", "import"), ("bcnet-layout", "names")]:
            text = subprocess.run([BUILD / "tools" / words[0], *words[1:], "--help"], capture_output=True, check=True,
                                  text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout
            options = set(re.findall(r"--[a-z][\w-]*", text))
            self.assertGreater(len(options), 1, words)
            self.assertEqual(self.completed(*words, "--"), options)
        self.assertEqual(self.completed("bcnet-layout", ""),
                         {"check", "hash", "import", "list", "names", "show", "--help", "--version"})
        self.assertEqual(self.completed("bcnet-forge", "--as", ""), {"datagrams", "cipher", "messages", "payloads"})
        self.assertEqual(self.completed("bcnet-trace2pcap", ".lo"), {".local"})
        self.assertEqual(self.completed("bcnet-doctor", "--"), {"--help", "--version"})
        self.assertEqual(self.completed("bcnet-compare", "--"), {"--address", "--loose", "--kinds", "--help", "--version"})
        if shutil.which("zsh"):
            subprocess.run(["zsh", "-n", SOURCE / "packaging" / "completions" / "_bcnet"], check=True)
        zsh = (self.home / ".local" / "share" / "zsh" / "vendor-completions" / "_bcnet").read_text(encoding="utf-8")
        self.assertEqual(zsh.split("\n")[0], "#compdef " + " ".join(tools))

    def test_page_of_bytes_has_all_its_parts(self):
        """What bcnet-report --bytes puts together lies where the program looks for it."""
        program = self.home / ".local" / "bin" / "bcnet-report"
        folder = program.parent / ".." / "share" / "bcnet" / "report"
        self.assertIn("/../share/bcnet/report", program.read_text(encoding="utf-8"))
        subprocess.run(["python3", "-B", "-c", "import bytes_page; bytes_page.page({})"], cwd=folder, check=True)

    def test_home_is_that_of_whoever_installs(self):
        """Not that of whoever configured. Below a folder that stands for the root, lest a mistake hits the real one."""
        root = scratch() / "elsewhere"
        done = subprocess.run(["cmake", "--install", str(BUILD)], check=True, stdout=subprocess.DEVNULL,
                              env={**os.environ, "HOME": "/home/other", "DESTDIR": str(root), "SUDO_USER": ""})
        self.assertEqual([path.name for path in root.iterdir()], ["home"], done)
        self.assertTrue((root / "home" / "other" / ".local" / "bin" / "bcnet-forge").exists())
        self.assertTrue(list((root / "home" / "other" / ".local" / "lib").rglob("bcnet.so")))

    def test_removal(self):
        """The command of the README takes away all that was installed, and nothing else."""
        place = scratch() / "to be removed"
        place.mkdir()
        (place / "mine").touch()
        install("--prefix", str(place))
        self.assertGreater(len([path for path in place.rglob("*") if path.is_file()]), 10)
        command = "xargs -d '\\n' rm < build/install_manifest.txt"
        self.assertIn(f"`{command}`", (SOURCE / "README.md").read_text(encoding="utf-8"))
        subprocess.run(["sh", "-c", command.replace("build/", f"{BUILD}/")], check=True)
        self.assertEqual([path for path in place.rglob("*") if path.is_file()], [place / "mine"])

    def test_sudo_is_refused(self):
        root = scratch() / "sudo"
        done = subprocess.run(["cmake", "--install", str(BUILD)], check=False, capture_output=True, text=True,
                              env={**os.environ, "DESTDIR": str(root), "SUDO_USER": "tester"})
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("please run it without sudo", " ".join(done.stderr.split()))
        self.assertFalse(root.exists())

    def test_nothing_else(self):
        entries = {path.relative_to(self.home / ".local").parts[0] for path in (self.home / ".local").rglob("*")}
        self.assertEqual(entries, {"lib", "bin", "share"})


class ForAll(unittest.TestCase):
    """The parts of the package, below a folder that stands for the root."""

    def test_plugin(self):
        root = scratch() / "root"
        install("--prefix", "/usr", "--component", "system", destdir=root)
        place = run("pkg-config", "--variable=plugindir", "wireshark").decode().strip()
        self.assertTrue((root / place.lstrip("/") / "epan" / "bcnet.so").exists(), sorted(root.rglob("*.so")))

    def test_documents(self):
        root = scratch() / "documents"
        install("--prefix", "/usr", "--component", "package", destdir=root)
        folder = root / "usr" / "share" / "doc" / "wireshark-plugin-bcnet"
        self.assertEqual({path.name for path in folder.iterdir()}, {"copyright", "changelog.Debian.gz"})
        self.assertEqual((folder / "copyright").read_bytes(), (SOURCE / "debian" / "copyright").read_bytes())

    def test_package_names_what_it_is_made_with(self):
        """Without them cpack would leave out, with a word only, on which Wireshark the package depends."""
        hidden = [f"-DCMAKE_FIND_USE_{place}=OFF" for place in ["CMAKE_SYSTEM_PATH", "SYSTEM_ENVIRONMENT_PATH"]]
        script = ["-P", SOURCE / "cmake" / "package.cmake"]
        self.assertEqual(subprocess.run(["cmake", *script], capture_output=True, check=False).stderr, b"")
        done = subprocess.run(["cmake", *hidden, *script], capture_output=True, check=False, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("apt install dpkg-dev file", " ".join(done.stderr.split()))

    def test_package(self):
        """What README promises: one command, and all that belongs into it is in it."""
        folder = scratch() / "package"
        subprocess.run(["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder], cwd=BUILD, check=True,
                       capture_output=True)
        package, = folder.glob("*.deb")
        names = subprocess.run(["dpkg-deb", "--contents", package], check=True, capture_output=True, text=True).stdout
        depends = subprocess.run(["dpkg-deb", "--field", package, "Depends"], check=True, capture_output=True, text=True).stdout
        for name in ["bin/bcnet-check", "bin/bcnet-compare", "bin/bcnet-doctor", "bin/bcnet-forge", "bin/bcnet-layout", "bin/bcnet-report", "bin/bcnet-trace2pcap",
                     "epan/bcnet.so", "profiles/Bridge Commander/colorfilters", "man1/bcnet-forge.1.gz",
                     "man1/bcnet-compare.1.gz", "man1/bcnet-doctor.1.gz", "man5/bcnet-scenario.5.gz", "bash-completion/completions/bcnet-doctor"]:
            self.assertRegex(names, rf"(?m)^-.*/{re.escape(name)}$")
        self.assertRegex(depends, r"libwireshark\d+ ")


if __name__ == "__main__":
    main()
