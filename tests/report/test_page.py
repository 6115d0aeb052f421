# SPDX-License-Identifier: GPL-2.0-or-later
"""The page (-z bcnet,report) as a file, and the program bcnet-report. What a browser makes of it: browser.sh."""

import base64
import hashlib
import html.parser
import json
import os
import re
import shlex
import signal
import subprocess
import threading
import time
import unittest

import hostile
import wireshark
from bcnet_test import SOURCE, main, require_plugin, run, scratch, scratch_file, tool
from world import world

SESSION = SOURCE / "captures" / "session.pcapng"
PROGRAM = SOURCE / "scripts" / "bcnet-report"


def page(capture):
    path = scratch_file(".html")
    run("tshark", "-n", "-q", "-r", capture, "-z", f"bcnet,report,{path}")
    return path.read_text(encoding="utf-8")


class Reader(html.parser.HTMLParser):
    """Tags with their attributes, and the texts of scripts and styles."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.texts, self.inside = [], [], None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.inside = tag if tag in ("script", "style") else None
        if self.inside:
            self.texts.append((tag, dict(attrs), ""))

    def handle_endtag(self, tag):
        if tag == self.inside:
            self.inside = None

    def handle_data(self, data):
        if self.inside:
            tag, attributes, text = self.texts.pop()
            self.texts.append((tag, attributes, text + data))

    def scripts(self, kind=None):
        return [text for tag, attributes, text in self.texts if tag == "script" and attributes.get("type") == kind]


class Page(unittest.TestCase):
    """One file that needs nothing else."""

    @classmethod
    def setUpClass(cls):
        cls.text = page(SESSION)
        cls.read = Reader(cls.text)

    def test_asks_for_nothing(self):
        for tag, attributes in self.read.tags:
            for name in ("src", "href", "srcset", "action", "data", "poster", "background"):
                self.assertRegex(attributes.get(name, "#"), r"^(#|data:)", (tag, attributes))
            self.assertFalse([name for name in attributes if name.startswith("on")], (tag, attributes))
        for style in [text for tag, _, text in self.read.texts if tag == "style"]:
            self.assertNotRegex(style, r"url\(|@import")
        self.assertNotIn("sourceMappingURL", self.text)

    def test_policy(self):
        """Only the two scripts of the page may run, and nothing may be fetched."""
        policy = next(attributes["content"] for tag, attributes in self.read.tags
                      if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy")
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        self.assertEqual(rules["default-src"], "'none'")
        self.assertNotIn("connect-src", rules)
        self.assertEqual(rules["img-src"], "data:")
        sums = ["'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
                for text in self.read.scripts()]
        self.assertEqual(len(sums), 2)
        self.assertEqual(rules["script-src"].split(), sums)

    def test_data(self):
        data = self.read.scripts("application/json")
        self.assertEqual([json.loads(text) for text in data], [world(SESSION)])

    def test_licence_of_the_library(self):
        self.assertIn("Dan Vanderkam", self.text)
        self.assertIn("Permission is hereby granted", self.text)

    def test_size(self):
        """The page itself; the story adds little."""
        self.assertLess(len(self.text), 500_000)

    def test_no_game(self):
        read = Reader(page(SOURCE / "captures" / "gamespy-queries.pcapng"))
        self.assertEqual([tag for tag, _ in read.tags], [tag for tag, _ in self.read.tags])

    def test_strangers(self):
        """Whatever they call themselves: the same page, tag by tag, and their words in the data alone."""
        capture = hostile.capture()
        text = page(capture)
        read = Reader(text)
        self.assertEqual(read.tags, self.read.tags)
        data = text[text.index('id="world">') + len('id="world">'):]
        data = data[:data.index("</script>")]
        self.assertNotRegex(data, "[<>&\u2028\u2029\u202a-\u202e\u2066-\u2069\x7f-\x9f]")
        found = json.loads(data)
        names = {player.get("name") for game in found["games"] for player in game["players"]}
        self.assertLessEqual(set(hostile.TRICKS[:7]), names)
        said = {event.get("text") for game in found["games"] for event in game["events"] if event["kind"] == "chat"}
        self.assertLessEqual(set(hostile.TRICKS[:7]), said)
        self.assertEqual([game["server"] for game in found["games"]], [hostile.TRICKS[-1]])


class Program(unittest.TestCase):
    """scripts/bcnet-report"""

    def call(self, *arguments, expect=0, folder=None, **environment):
        require_plugin()
        tshark = scratch() / "tshark"
        if not tshark.exists():
            tshark.write_text(f'#!/bin/sh\nexec {shlex.join(wireshark.command("tshark"))} "$@"\n')
            tshark.chmod(0o755)
        done = subprocess.run([str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, check=False,
                              cwd=folder or scratch(), env={**wireshark.environment(), "TSHARK": str(tshark), **environment})
        self.assertEqual(done.returncode, expect, done.stderr)
        return done.stdout, done.stderr

    def folder(self):
        path = scratch_file("")
        path.unlink()
        path.mkdir()
        return path

    def test_name(self):
        folder = self.folder()
        self.assertEqual(self.call(SESSION, folder=folder)[0], "session.html\n")
        self.assertEqual((folder / "session.html").read_text(), page(SESSION))
        self.assertEqual([path.name for path in folder.iterdir()], ["session.html"])

    def test_chosen_name(self):
        for option in (["-o"], ["--output"]):
            path = self.folder() / "a, b.html"
            self.assertEqual(self.call(*option, path, SESSION)[0], f"{path}\n")
            self.assertEqual(path.read_text(), page(SESSION))
        path = self.folder() / "x.html"
        self.call(f"--output={path}", SESSION)
        self.assertTrue(path.exists())

    def test_names_with_a_dash(self):
        """No program takes them for an option."""
        folder = self.folder()
        (folder / "-r.pcapng").write_bytes(SESSION.read_bytes())
        self.assertEqual(self.call("--", "-r.pcapng", folder=folder)[0], "./-r.html\n")
        self.assertEqual(self.call("-o", "-w.html", "--", "-r.pcapng", folder=folder)[0], "./-w.html\n")
        self.assertEqual((folder / "-r.html").read_text(), (folder / "-w.html").read_text())
        self.assertEqual(len(list(folder.iterdir())), 3)

    def test_two_captures_of_one_name(self):
        """The report of one is not replaced by that of the other, but where that is wanted."""
        folder, other = self.folder(), self.folder() / "session.pcapng"
        wireshark.run("editcap", "-t", "86400", SESSION, other)
        self.call(SESSION, folder=folder)
        self.call(SESSION, folder=folder)
        self.assertIn("of another capture", self.call(other, folder=folder, expect=1)[1])
        self.assertEqual((folder / "session.html").read_text(), page(SESSION))
        self.assertEqual([path.name for path in folder.iterdir()], ["session.html"])
        self.call("-o", "session.html", other, folder=folder)
        self.assertNotEqual((folder / "session.html").read_text(), page(SESSION))

    def test_data_alone(self):
        folder = self.folder()
        self.assertEqual(self.call("--json", SESSION, folder=folder)[0], "session.json\n")
        self.assertEqual(json.loads((folder / "session.json").read_text()), world(SESSION))
        self.assertEqual(json.loads(self.call("-j", "-o", "-", SESSION)[0]), world(SESSION))

    def test_options_of_tshark(self):
        found = json.loads(self.call("-j", "-o", "-", SESSION, "--disable-protocol", "bcnet")[0])
        self.assertEqual(found["games"], [])

    def test_cut_short(self):
        """The program that captured was killed: the page goes as far as the capture does."""
        folder = self.folder()
        (folder / "cut.pcapng").write_bytes(SESSION.read_bytes()[:20001])
        self.assertIn("cut short", self.call(folder / "cut.pcapng", folder=folder)[1])
        self.assertIn('id="world"', (folder / "cut.html").read_text(encoding="utf-8"))

    def test_failures(self):
        """Each says what is wrong, and leaves nothing behind, nor does it spoil what was there."""
        folder = self.folder()
        broken = folder / "broken.pcapng"
        broken.write_bytes(b"no capture at all")
        (folder / "broken.html").write_text("the report of yesterday")
        self.assertIn("cannot be read", self.call(folder / "nothing.pcapng", expect=1)[1])
        for arguments, words in [(["--bogus", SESSION], "There is no option --bogus"), (["-o"], "-o wants a file name"),
                                 ([], "The name of a capture is expected"),
                                 (["-o", broken, broken], "The report would replace the capture")]:
            self.assertEqual(self.call(*arguments, expect=2), ("", f"bcnet-report: {words}. See bcnet-report --help.\n"))
        self.assertEqual(broken.read_bytes(), b"no capture at all")
        self.assertRegex(self.call(broken, folder=folder, expect=1)[1], "isn't a capture file")
        self.assertEqual((folder / "broken.html").read_text(), "the report of yesterday")
        self.assertIn("does not load the plugin", self.call(SESSION, TSHARK="true", expect=1)[1])
        self.assertIn("tshark is missing", self.call(SESSION, TSHARK="/nonexistent/tshark", expect=1)[1])
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["broken.html", "broken.pcapng"])

    def test_pipes_stay(self):
        path = self.folder() / "pipe"
        os.mkfifo(path)
        found = []
        reader = threading.Thread(target=lambda: found.append(path.read_text()), daemon=True)
        reader.start()
        self.call("-j", "-o", path, SESSION)
        reader.join(60)
        self.assertTrue(path.is_fifo())
        self.assertEqual(json.loads(found[0]), world(SESSION))

    def test_an_interrupted_run_leaves_nothing(self):
        """tshark is one that goes on for long, and then the program is told to end."""
        folder = self.folder()
        slow = folder / "tshark"
        slow.write_text('#!/bin/sh\n[ "$1" = -G ] && { echo "bcnet.so 1 dissector x"; exit; }\n'
                        'for last; do :; done\necho x >"${last##*,}"\nsleep 1\n')
        slow.chmod(0o755)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = subprocess.Popen([str(PROGRAM), str(SESSION)], cwd=folder, env={**os.environ, "TSHARK": str(slow)})
            while not (folder / "session.html.part").exists():
                time.sleep(0.01)
            process.send_signal(number)
            self.assertEqual(process.wait(), 130)
            self.assertEqual([path.name for path in folder.iterdir()], ["tshark"])

    def test_permissions_are_those_of_the_capture(self):
        folder = self.folder()
        for mode in (0o600, 0o640):
            capture = folder / "mine.pcapng"
            capture.write_bytes(SESSION.read_bytes())
            capture.chmod(mode)
            self.call(capture, folder=folder)
            self.assertEqual((folder / "mine.html").stat().st_mode & 0o777, mode)

    def test_live(self):
        """dumpcap is one that hands over the story at once and goes on; the page loads itself until it is interrupted."""
        folder, programs = self.folder(), self.folder()
        self.call("--version")
        (programs / "dumpcap").write_text(f'#!/bin/sh\nfor last; do :; done\ncp {SESSION} "$last"\nexec sleep 900\n')
        (programs / "dumpcap").chmod(0o755)
        environment = {**wireshark.environment(), "TSHARK": str(scratch() / "tshark"),
                       "PATH": f"{programs}:{os.environ['PATH']}"}
        process = subprocess.Popen([str(PROGRAM), "--live", "-i", "lo", "--every", "1", "game.pcapng"], cwd=folder,
                                   env=environment, stdout=subprocess.PIPE, text=True)
        path = folder / "game.html"
        while not path.exists() and process.poll() is None:
            time.sleep(0.05)
        text = page(SESSION)
        live = text.replace("<html ", '<html data-live="1" ', 1)
        self.assertNotEqual(live, text)
        self.assertEqual(path.read_text(encoding="utf-8"), live)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.communicate()[0], "game.html\ngame.html\n")
        self.assertEqual(process.returncode, 0)
        self.assertEqual(path.read_text(encoding="utf-8"), text)
        self.assertEqual(sorted(file.name for file in folder.iterdir()), ["game.html", "game.pcapng"])
        self.assertIn("is there already", self.call("--live", "-i", "lo", SESSION, expect=2)[1])
        self.assertIn("wants an interface", self.call("--live", "new.pcapng", expect=2)[1])

    def test_bytes(self):
        """The other page; what it holds: test_bytes.py."""
        folder, join = self.folder(), SOURCE / "captures" / "join.pcapng"
        self.assertEqual(self.call("--bytes", join, folder=folder)[0], "join-bytes.html\n")
        text = (folder / "join-bytes.html").read_text(encoding="utf-8")
        self.assertIn("<title>Byte by byte</title>", text)
        self.assertEqual(self.call("-b", "-o", "-", join, folder=folder)[0], text)
        only = self.call("-b", "-o", "-", join, "-Y", "frame.number == 25", folder=folder)[0]
        self.assertIn('"n":25,', only)
        self.assertNotIn('"n":24,', only)
        for other in (("--json",), ("--live", "-i", "lo")):
            self.assertIn("--bytes goes neither", self.call("--bytes", *other, join, expect=2)[1])
        self.call("--bytes", SOURCE / "README.md", expect=1, folder=folder)
        self.assertEqual([path.name for path in folder.iterdir()], ["join-bytes.html"])

    def test_version(self):
        """That of the plugin, which makes the report."""
        tools = tool("bcnet-forge", "--version")[0].split()[1]
        self.assertEqual(self.call("--version")[0], f"bcnet-report {tools}\n")

    def test_help(self):
        text = self.call("--help")[0]
        manual = (SOURCE / "packaging" / "man" / "bcnet-report.1").read_text().replace("\\-", "-")
        for option in re.findall(r"--[a-z]+", text):
            self.assertIn(option, manual)


if __name__ == "__main__":
    main()
