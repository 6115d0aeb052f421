# SPDX-License-Identifier: GPL-2.0-or-later
"""The unpacked zip under Wine: install.cmd, bcnet-report.cmd, the tools. windows.sh says where everything is."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PACKAGE = pathlib.Path(os.environ["BCNET_WINDOWS_PACKAGE"])
STAGE = pathlib.Path(os.environ["BCNET_WINDOWS_STAGE"])
TOP = pathlib.Path(__file__).resolve().parents[2]
PROFILE = "profiles/Bridge Commander/preferences"


def windows_path(path):
    return "Z:" + str(path).replace("/", "\\")


class Windows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="bcnet-windows-")
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name).resolve()
        # A user with letters that no Western code page has together, and with a blank.
        self.data = self.home / "Jürgen Żak Ω" / "AppData"
        self.data.mkdir(parents=True)

    def wine(self, *command, status=0, **more):
        environment = {**os.environ, "BCNET_NO_PAUSE": "1", "LC_ALL": "C.UTF-8",
                       "WIRESHARK_APPDATA": windows_path(self.data / "Wireshark"), **more}
        done = subprocess.run(["wine", *map(str, command)], capture_output=True, env=environment, cwd=self.home,
                              stdin=subprocess.DEVNULL, timeout=300, check=False)
        self.assertEqual(done.returncode, status, (command, done.stdout, done.stderr))
        return done.stdout.replace(b"\r\n", b"\n").decode("utf-8", "replace")

    def script(self, name, *arguments, **more):
        more.setdefault("WIRESHARK_DIR", windows_path(STAGE))
        # Wine sets APPDATA itself when a program starts; what a script sets holds for those it calls.
        wrapper = self.home / "wrapper.cmd"
        wrapper.write_bytes(b"@set APPDATA=%TEST_APPDATA%\r\n@call %*\r\n")
        return self.wine("cmd", "/c", windows_path(wrapper), windows_path(PACKAGE / name), *arguments,
                         TEST_APPDATA=windows_path(self.data), **more)


class Install(Windows):
    def setUp(self):
        super().setUp()
        self.plugin = self.data / "Wireshark/plugins/4.4/epan/bcnet.dll"

    def test_the_plugin_of_the_version_found_is_copied(self):
        self.script("install.cmd")
        self.assertEqual(self.plugin.read_bytes(), (PACKAGE / "plugins/4.4/epan/bcnet.dll").read_bytes())
        self.assertEqual([path.name for path in (self.data / "Wireshark/plugins").iterdir()], ["4.4"])
        self.assertTrue((self.data / "Wireshark" / PROFILE).is_file())

    def test_undo_takes_away_what_came_and_leaves_the_rest(self):
        self.script("install.cmd")
        other = self.plugin.with_name("other.dll")
        other.write_bytes(b"")
        self.script("install.cmd", "/undo")
        self.assertFalse(self.plugin.exists())
        self.assertFalse((self.data / "Wireshark" / PROFILE).parent.exists())
        self.assertTrue(other.exists())

    def test_no_wireshark_no_change(self):
        self.assertIn("not found", self.script("install.cmd", status=1, WIRESHARK_DIR=windows_path(self.home)))
        self.assertEqual(list(self.data.iterdir()), [])

    def test_an_installed_plugin_is_loaded_from_the_users_folder(self):
        bare = self.home / "bare"
        shutil.copytree(STAGE, bare, ignore=shutil.ignore_patterns("plugins", "work"))
        self.script("install.cmd")
        self.assertIn("bcnet.dll", self.wine(bare / "tshark.exe", "-G", "plugins"))
        capture = TOP / "captures/session.pcapng"
        self.assertIn("BCNET", self.wine(bare / "tshark.exe", "-n", "-r", windows_path(capture), "-c", "4"))


class Report(Windows):
    def test_a_page_is_made_beside_the_capture(self):
        capture = self.home / "Spiel Ω.pcapng"
        shutil.copy(TOP / "captures/session.pcapng", capture)
        self.script("tools/bcnet-report.cmd", windows_path(capture))
        page = capture.with_suffix(".html").read_text(encoding="utf-8")
        self.assertIn("<html", page)
        self.assertIn("Ace", page)


class Tools(Windows):
    def tool(self, name, *arguments, **more):
        return self.wine(PACKAGE / f"tools/{name}.exe", *arguments, **more)

    def test_a_capture_is_the_same_as_on_linux(self):
        for name in ("session", "fragments-lost", "state-bad"):
            out = self.home / f"{name}.pcapng"
            scenario = TOP / f"captures/scenarios/{name}.scn"
            self.tool("bcnet-forge", windows_path(scenario), windows_path(out))
            self.assertEqual(out.read_bytes(), (TOP / f"captures/{name}.pcapng").read_bytes(), name)

    def test_scripts_with_the_line_ends_of_windows(self):
        folder = self.home / "Übung Ω"
        shutil.copytree(TOP / "captures/scenarios", folder)
        for path in folder.rglob("*.scn"):
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        scenario = folder / "session.scn"
        out = self.home / "out Ω.pcapng"
        self.tool("bcnet-forge", windows_path(scenario), windows_path(out))
        self.assertEqual(out.read_bytes(), (TOP / "captures/session.pcapng").read_bytes())

    def test_a_capture_to_standard_output_is_not_touched(self):
        done = subprocess.run(["wine", str(PACKAGE / "tools/bcnet-forge.exe"),
                               windows_path(TOP / "captures/scenarios/session.scn"), "-"],
                              capture_output=True, check=False, timeout=60)
        self.assertEqual(done.stdout, (TOP / "captures/session.pcapng").read_bytes())

    def test_layouts_are_checked(self):
        self.tool("bcnet-layout", "check", windows_path(PACKAGE / "layouts/galaxy.ini"))
        self.assertIn("galaxy", self.tool("bcnet-layout", "list").lower())

    def test_a_wrong_call_ends_with_its_own_code(self):
        self.tool("bcnet-forge", "--nonsense", status=2)
        self.tool("bcnet-trace2pcap", windows_path(self.home / "none"), windows_path(self.home / "x.pcapng"), status=1)


if __name__ == "__main__":
    unittest.main()
