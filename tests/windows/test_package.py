# SPDX-License-Identifier: GPL-2.0-or-later
"""The unpacked zip: what is in it; install.cmd, bcnet-report.cmd and the tools under Wine. windows.sh says where it is."""
import os
import pathlib
import re
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
        # A user with letters that no code page has together, with blanks, and with what cmd.exe takes for an operator.
        self.data = self.home / "Jürgen & Żak Ω" / "AppData"
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
        wrapper.write_bytes(b'@set "APPDATA=%TEST_APPDATA%"\r\n@call %*\r\n')
        return self.wine("cmd", "/c", windows_path(wrapper), windows_path(PACKAGE / name), *arguments,
                         TEST_APPDATA=windows_path(self.data), **more)


class Contents(unittest.TestCase):
    """What the documents promise of the zip."""

    def test_everything_is_there(self):
        for series in ("4.0", "4.4", "4.6"):
            self.assertTrue((PACKAGE / f"plugins/{series}/epan/bcnet.dll").is_file(), series)
        for name in ("README.txt", "install.cmd", "licenses/bcnet.txt", "tools/bcnet-report.cmd", PROFILE,
                     *(f"tools/bcnet-{tool}.exe" for tool in ("forge", "layout", "trace2pcap"))):
            self.assertTrue((PACKAGE / name).is_file(), name)
        for folder, pattern in (("captures", "captures/*.pcapng"), ("layouts", "layouts/*.ini")):
            packed = {path.name: path.read_bytes() for path in PACKAGE.glob(pattern)}
            self.assertEqual(packed, {path.name: path.read_bytes() for path in TOP.glob(pattern)})
        self.assertEqual({path.stem + ".txt" for path in TOP.glob("packaging/man/*.1")},
                         {path.name for path in (PACKAGE / "manuals").iterdir()})
        self.assertEqual({path.relative_to(TOP) for path in TOP.glob("docs/**/*.md")},
                         {path.relative_to(PACKAGE) for path in PACKAGE.glob("docs/**/*.md")})

    def test_files_say_their_version(self):
        version = PACKAGE.name.split("-")[1]
        for path in [*PACKAGE.glob("plugins/*/epan/*.dll"), *PACKAGE.glob("tools/*.exe")]:
            self.assertIn(f"FileVersion\0\0{version}".encode("utf-16-le"), path.read_bytes(), path)

    def test_links_lead_somewhere(self):
        for page in PACKAGE.glob("**/*.md"):
            for target in re.findall(r"\]\(([^)\s#:]+)(?:#[^)\s]*)?\)", page.read_text(encoding="utf-8")):
                self.assertTrue((page.parent / target).exists(), (page, target))

    def test_texts_have_the_line_ends_of_windows(self):
        for name in ("README.txt", "install.cmd", "tools/bcnet-report.cmd", "tools/wireshark-folders.cmd"):
            text = (PACKAGE / name).read_bytes()
            self.assertEqual(text.count(b"\n"), text.count(b"\r\n"), name)
            self.assertNotIn(b"@VERSION@", text)

    def test_libraries_that_are_wanted(self):
        """Those of the official Wireshark, those of every Windows, one C runtime; nothing else."""
        wireshark = {"libwireshark.dll", "libwsutil.dll", "libwiretap.dll", "glib-2.0-0.dll"}
        windows = {"kernel32.dll", "advapi32.dll", "ole32.dll", "shell32.dll", "user32.dll", "ws2_32.dll", "shlwapi.dll",
                   "winmm.dll"}
        for path in [*PACKAGE.glob("plugins/*/epan/*.dll"), *PACKAGE.glob("tools/*.exe")]:
            listed = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", path], capture_output=True, text=True, check=True)
            names = {line.split()[-1] for line in listed.stdout.splitlines() if "DLL Name:" in line}
            system = {name.lower() for name in names - wireshark if not name.startswith("api-ms-win-crt-")}
            self.assertLessEqual(system, windows, path)
            self.assertIn("api-ms-win-crt-stdio-l1-1-0.dll", names, path)
            if path.suffix == ".dll":
                self.assertLessEqual({"libwireshark.dll", "libwsutil.dll", "glib-2.0-0.dll"}, names)


def fake_tshark(folder, version):
    """A tshark.exe that says a version and, when bcnet.dll is where the user's plugins are, that it loads it."""
    folder.mkdir(parents=True)
    series = ".".join(version.split(".")[:2])
    source = folder / "tshark.c"
    source.write_text(f"""#include <stdio.h>
#include <string.h>
#include <wchar.h>
int main(int count, char **words)
{{
    wchar_t path[1000];
    const wchar_t *folder = _wgetenv(L"WIRESHARK_APPDATA");
    swprintf(path, 1000, L"%ls%ls\\\\plugins\\\\{series}\\\\epan\\\\bcnet.dll", folder ? folder : _wgetenv(L"APPDATA"),
             folder ? L"" : L"\\\\Wireshark");
    FILE *plugin = _wfopen(path, L"rb");
    if (strcmp(words[1], "--version") == 0)
        printf("TShark (Wireshark) {version} (Git v{version} packaged as {version}-0).\\n\\nCopyright\\n");
    else if (count == 3 && strcmp(words[2], "plugins") == 0 && plugin)
        puts("bcnet.dll  0.1.0  dissector  somewhere");
    return 0;
}}
""", encoding="ascii")
    subprocess.run(["x86_64-w64-mingw32-gcc", source, "-o", folder / "tshark.exe"], check=True)
    return folder


class Install(Windows):
    def setUp(self):
        super().setUp()
        self.plugins = self.data / "Wireshark/plugins"
        self.plugin = self.plugins / "4.4/epan/bcnet.dll"

    def installed(self):
        return sorted(path.relative_to(self.plugins).as_posix() for path in self.plugins.rglob("*") if path.is_file())

    def written_down(self, folder):
        """The installer of Wireshark tells Windows where it put it."""
        key = "HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\Wireshark.exe"
        self.wine("reg", "add", key, "/v", "Path", "/d", windows_path(folder), "/f")
        self.addCleanup(self.wine, "reg", "delete", key, "/f")

    def test_the_plugin_of_the_version_found_is_copied(self):
        self.assertIn("loads the plugin", self.script("install.cmd"))
        self.assertEqual(self.plugin.read_bytes(), (PACKAGE / "plugins/4.4/epan/bcnet.dll").read_bytes())
        self.assertEqual(self.installed(), ["4.4/epan/bcnet.dll"])
        self.assertTrue((self.data / "Wireshark" / PROFILE).is_file())

    def test_undo_takes_away_what_came_and_leaves_the_rest(self):
        self.script("install.cmd")
        other = self.plugin.with_name("other.dll")
        other.write_bytes(b"")
        self.script("install.cmd", "/undo")
        self.assertEqual(self.installed(), ["4.4/epan/other.dll"])
        self.assertFalse((self.data / "Wireshark" / PROFILE).parent.exists())

    def test_undo_leaves_no_empty_folders_and_may_come_twice(self):
        self.script("install.cmd")
        self.script("install.cmd", "/undo")
        self.assertEqual(list((self.data / "Wireshark").iterdir()), [])
        self.assertNotIn("Removed", self.script("install.cmd", "/undo"))

    def test_own_preferences_stay(self):
        """When it is installed again, and when it is removed; untouched ones are renewed, and go."""
        preferences = self.data / "Wireshark" / PROFILE
        self.script("install.cmd")
        self.assertNotIn("keeps your own", self.script("install.cmd"))
        own = preferences.read_bytes() + b"gui.own: 1\r\n"
        preferences.write_bytes(own)
        self.assertIn("keeps your own", self.script("install.cmd"))
        self.assertEqual(preferences.read_bytes(), own)
        self.assertIn("stays", self.script("install.cmd", "/undo"))
        self.assertEqual([path.name for path in preferences.parent.iterdir()], ["preferences"])

    def test_preferences_of_an_unknown_hand_stay(self):
        preferences = self.data / "Wireshark" / PROFILE
        preferences.parent.mkdir(parents=True)
        preferences.write_bytes(b"gui.own: 1\r\n")
        self.assertIn("keeps your own", self.script("install.cmd"))
        self.assertEqual(preferences.read_bytes(), b"gui.own: 1\r\n")
        self.assertTrue(preferences.with_name("colorfilters").is_file())

    def test_a_folder_with_quotes_around_it(self):
        """A % in the name cannot be tried: Wine's cmd.exe reads it again wherever the name is used, Windows' does not."""
        folder = fake_tshark(self.home / "sure, (x86) & ^more", "4.4.18")
        self.assertIn("loads the plugin", self.script("install.cmd", WIRESHARK_DIR=f'"{windows_path(folder)}"'))
        self.assertEqual(self.installed(), ["4.4/epan/bcnet.dll"])

    def test_the_users_folder_is_where_wireshark_is_told_to_look(self):
        elsewhere = self.home / "else & where"
        elsewhere.mkdir()
        said = self.script("install.cmd", WIRESHARK_DIR=windows_path(fake_tshark(self.home / "W", "4.4.18")),
                           WIRESHARK_APPDATA=windows_path(elsewhere))
        self.assertIn("loads the plugin", said)
        self.assertTrue((elsewhere / "plugins/4.4/epan/bcnet.dll").is_file())
        self.assertTrue((elsewhere / PROFILE).is_file())
        self.assertEqual(list(self.data.iterdir()), [])

    def test_a_portable_wireshark_keeps_it_in_its_data(self):
        portable = self.home / "WiresharkPortable64"
        (portable / "Data").mkdir(parents=True)
        folder = fake_tshark(portable / "App/Wireshark", "4.4.18")
        (portable / "App/AppInfo").mkdir()
        (portable / "App/AppInfo/appinfo.ini").write_text("[Format]\n", encoding="ascii")
        self.assertIn("loads the plugin", self.script("install.cmd", WIRESHARK_DIR=windows_path(folder), WIRESHARK_APPDATA=""))
        self.assertTrue((portable / "Data/plugins/4.4/epan/bcnet.dll").is_file())
        self.assertEqual(list(self.data.iterdir()), [])
        self.script("install.cmd", "/undo", WIRESHARK_DIR=windows_path(folder), WIRESHARK_APPDATA="")
        self.assertEqual(list((portable / "Data").iterdir()), [])

    def test_the_cache_of_old_goes_too(self):
        self.script("install.cmd")
        cache = self.data / "Wireshark/bcnet/cache"
        cache.mkdir(parents=True)
        (cache / "x").write_bytes(b"")
        self.script("install.cmd", "/undo")
        self.assertFalse(cache.parent.exists())

    def test_no_wireshark_no_change(self):
        self.assertIn("not found", self.script("install.cmd", status=1, WIRESHARK_DIR=windows_path(self.home)))
        self.assertIn("not found", self.script("install.cmd", status=1, WIRESHARK_DIR=""))
        self.assertEqual(list(self.data.iterdir()), [])

    def test_a_series_without_a_plugin_changes_nothing(self):
        folder = fake_tshark(self.home / "old & (x86)", "4.2.7")
        said = self.script("install.cmd", status=1, WIRESHARK_DIR=windows_path(folder) + "\\")
        self.assertIn("4.2.7", said)
        self.assertIn("4.6", said)
        self.assertEqual(list(self.data.iterdir()), [])

    def test_two_wiresharks_get_a_plugin_each(self):
        self.written_down(fake_tshark(self.home / "Program Files (x86)", "4.0.17"))
        second = fake_tshark(self.home / "D & E", "4.6.9")
        said = self.script("install.cmd", WIRESHARK_DIR="", WINEPATH=windows_path(second))
        self.assertEqual(said.count("loads the plugin"), 2, said)
        self.assertEqual(self.installed(), ["4.0/epan/bcnet.dll", "4.6/epan/bcnet.dll"])
        for name in self.installed():
            self.assertEqual((self.plugins / name).read_bytes(), (PACKAGE / "plugins" / name).read_bytes())
        self.script("install.cmd", "/undo")
        self.assertFalse(self.plugins.exists())

    def test_one_of_two_is_enough(self):
        self.written_down(fake_tshark(self.home / "new", "5.0.0"))
        said = self.script("install.cmd", WIRESHARK_DIR="", WINEPATH=windows_path(fake_tshark(self.home / "W", "4.6.9")))
        self.assertIn("5.0.0", said)
        self.assertEqual(self.installed(), ["4.6/epan/bcnet.dll"])

    def test_check_copies_nothing(self):
        where = {"WIRESHARK_DIR": windows_path(fake_tshark(self.home / "W", "4.4.18"))}
        self.assertIn("does not load", self.script("install.cmd", "/check", status=1, **where))
        self.assertEqual(list(self.data.iterdir()), [])
        self.script("install.cmd", **where)
        self.assertIn("loads the plugin", self.script("install.cmd", "/check", **where))

    def test_a_part_of_the_zip_says_so(self):
        alone = self.home / "install.cmd"
        shutil.copy(PACKAGE / "install.cmd", alone)
        self.assertIn("Unpack", self.wine("cmd", "/c", windows_path(alone), status=1))

    def test_an_installed_plugin_is_loaded_from_the_users_folder(self):
        bare = self.home / "bare"
        shutil.copytree(STAGE, bare, ignore=shutil.ignore_patterns("plugins", "work"))
        self.assertIn("loads the plugin", self.script("install.cmd", WIRESHARK_DIR=windows_path(bare)))
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
