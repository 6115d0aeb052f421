# SPDX-License-Identifier: GPL-2.0-or-later
"""scripts/bcnet-check and bcnet-compare on the stock server and its mistakes (captures/scenarios/server)."""

import contextlib
import functools
import importlib.machinery
import importlib.util
import io
import json
import re
import sys
import unittest
import unittest.mock
import xml.etree.ElementTree as xml

from bcnet_test import SOURCE, RunError, forge, main, scratch_file, tshark
from test_host import play
from variants import capture_of, rule_of, scripts, text_of

HELD, BROKEN, USAGE, NOTHING = range(4)


@functools.cache
def module(name):
    """A script as a module. What it asks tshark is asked once, and of one that has started already."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(SOURCE / "scripts" / name))
    made = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(made)
    return made


@functools.cache
def asked(*arguments):
    return tshark(*arguments)


def check_tshark(*arguments):
    try:
        return asked(*arguments)
    except RunError as error:
        raise module("bcnet-check").Trouble(str(error)) from error


def compare_tshark(capture, *requests):
    return asked("-r", capture, "-q", *(word for request in requests for word in ("-z", request)))


def run(name, *arguments, expect=None):
    """What it prints."""
    out, script = io.StringIO(), module(name)
    with unittest.mock.patch.object(script, "tshark", check_tshark if name == "bcnet-check" else compare_tshark), \
            unittest.mock.patch.object(sys, "argv", [name, *map(str, arguments)]), contextlib.redirect_stdout(out), \
            contextlib.redirect_stderr(out):
        try:
            ended = script.main()
        except SystemExit as end:
            ended = end.code
    if expect is not None and ended != expect:
        raise AssertionError(f"ends with {ended}: {out.getvalue()}")
    return out.getvalue()


def check(*arguments, expect):
    return run("bcnet-check", *arguments, expect=expect)


class Verdict(unittest.TestCase):
    """What it says."""

    def test_unbroken(self):
        text = check(capture_of(None), expect=HELD)
        self.assertRegex(text, r"(?m)^  host       held         \d+ held, 0 broken, \d+ not decided$")
        self.assertNotIn("rule 2", text.replace("Nothing decides rule", ""))

    def test_all_mistakes_at_once(self):
        """The matrix: a row each, an X under the rule that is meant."""
        names = list(scripts())
        lines = check("--matrix", *(capture_of(name) for name in names), expect=BROKEN).splitlines()
        rules = [int(rule) for rule in lines[0].split()]
        for name, line in zip(names, lines[1:], strict=True):
            with self.subTest(mistake=name):
                self.assertEqual(line.split()[1:][rules.index(rule_of(name))], "X")

    def test_finding(self):
        """Frame, found, expected, section, cause; what hangs comes first."""
        text = check(capture_of("one-slot"), expect=BROKEN)
        self.assertRegex(text, r"(?s)What hangs a client:\n  rule 26 \(30\.3\), host: a slot has one player\n"
                               r"      frame \d+: slot 0 is another player's\n      the game .*\n      mostly: .*\n")
        text = check(capture_of("chat-not-echoed"), expect=BROKEN)
        self.assertLess(text.index("What is thrown away"), text.index("What differs"))

    def test_rules_and_strict(self):
        self.assertEqual(check("--rules", "21-25,27", capture_of("one-slot"), expect=HELD).count("broken"), 3)
        check("--rules", "25-27", "--strict", capture_of(None), expect=HELD)
        self.assertIn(": broken, since not all of it is decided (--strict)\n",
                      check("--rules", "24,25", "--strict", capture_of(None), expect=BROKEN))
        self.assertIn("Nothing decides rule 24", check("--rules", "24,25", "--strict", capture_of(None), expect=BROKEN))
        self.assertIn("rules are numbers from 1 to 34 and ranges", check("--rules", "x", capture_of(None), expect=USAGE))

    def test_rules_there_are(self):
        """Those of the table; a rule that is none of them is a mistake of whoever asks."""
        most = max(json.loads(check("--json", capture_of(None), expect=HELD))[0]["senders"][0]["rules"], key=int)
        check("--rules", most, capture_of(None), expect=HELD)
        for none in (f"{int(most) + 1}", "99", f"1-{int(most) + 1}", "0"):
            self.assertIn(f"rules are numbers from 1 to {most}", check("--rules", none, capture_of(None), expect=USAGE))

    def test_nothing(self):
        check(SOURCE / "captures" / "gamespy-lan.pcapng", expect=NOTHING)
        check(scratch_file(".pcapng").parent / "nosuch.pcapng", expect=USAGE)
        check(expect=USAGE)

    def test_host_that_nobody_can_read(self):
        """A host under another cipher still has its lines, and every table says that nothing could be read."""
        capture = forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace 10.10.10.2:59405
            at 0 ace > host
                connect 10.10.10.2 7
            at 0.1 host > ace
                cipher 01 C0 FF EE 00 11 22 33 44 55 66 77 88 99
            """)
        self.assertRegex(check(capture, expect=NOTHING), r"(?m)^  host ")
        self.assertIn("host", tshark("-r", capture, "-q", "-z", "bcnet,players"))
        unread = "1 datagram of which nothing could be read"
        self.assertIn(f"\n  {unread}\n", check(capture, expect=NOTHING))
        for name in ("players", "ships", "chat", "relay", "cadence", "unacked", "stock", "damage", "files"):
            self.assertIn(f" ({unread})\n", tshark("-r", capture, "-q", "-z", f"bcnet,{name}"))
            self.assertEqual(tshark("-r", capture, "-q", "-z", f"bcnet,{name},csv").splitlines()[-1].strip(","), unread)
        self.assertRegex(tshark("-r", capture, "-q", "-z", "bcnet,csv,all"), rf"\n2,0.1[^\n]*,{unread},Not read,*\n$")
        self.assertIn("Datagrams of which nothing could be read", tshark("-r", capture, "-q", "-z", "bcnet,tree"))
        self.assertIn('"not_read":1', tshark("-r", capture, "-q", "-z", "bcnet,world,-"))

    def test_live(self):
        """For some seconds on an interface; -i alone is a minute."""
        for arguments, seconds in ((("--seconds", "7", "eth7"), "7.0"), (("-i", "eth7"), "60")):
            asked_for = []
            with unittest.mock.patch.object(module("bcnet-check"), "tshark", lambda *words: asked_for.append(words) or "rule,\n"), \
                    unittest.mock.patch.object(sys, "argv", ["bcnet-check", *arguments]), contextlib.redirect_stdout(io.StringIO()):
                module("bcnet-check").main()
            self.assertEqual(asked_for[0][:4], ("-i", "eth7", "-a", f"duration:{seconds}"))

    def test_no_plugin(self):
        """A tshark without the plugin does not know what it is asked for."""
        script = scratch_file(".sh")
        script.write_text('#!/bin/sh\necho \'tshark: -o flag "bcnet.judge:false" specifies unknown preference\' >&2\nexit 1\n')
        script.chmod(0o755)
        with unittest.mock.patch.object(module("bcnet-check"), "TSHARK", str(script)), self.assertRaisesRegex(
                module("bcnet-check").Trouble, "does not load the plugin bcnet"):
            module("bcnet-check").tshark("-r", "x")

    def test_cut_short(self):
        """The program that captured was killed: what is there before is judged."""
        script, said = scratch_file(".sh"), io.StringIO()
        script.write_text('#!/bin/sh\necho rule,\necho \'tshark: "x" appears to have been cut short in the middle of a packet.\' >&2\nexit 2\n')
        script.chmod(0o755)
        with unittest.mock.patch.object(module("bcnet-check"), "TSHARK", str(script)), contextlib.redirect_stderr(said):
            self.assertEqual(module("bcnet-check").tshark("-r", "x"), "rule,\n")
        self.assertIn("What is there before is judged.", said.getvalue())

    def test_json(self):
        judged, = json.loads(check("--json", capture_of("no-0x17"), expect=BROKEN))
        self.assertEqual((judged["verdict"], [one["sender"] for one in judged["senders"]]),
                         ("broken", ["host", "#2 Ace", "#3 Sep"]))
        finding, = judged["findings"]
        self.assertEqual((finding["rule"], finding["effect"], finding["times"], len(finding["frames"])), (27, "hangs", 3, 3))

    def test_junit(self):
        path = scratch_file(".xml")
        check("--junit", path, capture_of("no-0x17"), expect=BROKEN)
        suite, = xml.parse(path).getroot()
        failed = [(case.get("classname"), case.get("name")) for case in suite if case.find("failure") is not None]
        self.assertEqual(failed, [("host", "rule 27")])
        self.assertEqual(suite.get("failures"), "1")
        self.assertGreater(int(suite.get("skipped")), 0)


class Questions(unittest.TestCase):
    """--open-questions."""

    def test_bytes(self):
        text = check("--open-questions", SOURCE / "captures" / "session.pcapng", expect=HELD)
        self.assertRegex(text, r"team mission totals .*: 7 frames\n  frame 396, [\d.]+ s, host\n    40 00 00 00 00 00 00 00 00 00\n")
        self.assertIn("    0D 0C 01 00 00 58 00 80 00", text)

    def test_nothing_private(self):
        """Names, what was said, addresses; in plain words, as bytes of either kind."""
        text = check("--open-questions", SOURCE / "captures" / "session.pcapng", expect=HELD)
        for private in ("Ace", "Sep", "10.10.10"):
            self.assertNotIn(private, text)
            for encoding in ("latin-1", "utf-16-le"):
                self.assertNotIn(private.encode(encoding).hex(" ").upper(), text)
        self.assertIn("XX XX XX", text)

    def test_frames(self):
        """Each with its time, for timers, and with the bytes that the question is about: all kills, with a score and
        without; the rules that have a limit."""
        text = check("--open-questions", SOURCE / "captures" / "session.pcapng", expect=HELD)
        self.assertRegex(text, r"(?m)^  frame 263, 32\.860 s, host\n    06 29 .*\n    36 02 ")
        self.assertRegex(text, r"(?m)^  frame 367, 50\.215 s, host\n    06 29 81 00 00 4E ")
        self.assertRegex(text, r"(?m)^  frame 22, 5\.912 s, host\n    35 08 01 0A ")
        self.assertNotRegex(text, r"(?m)^  frame .*\n(?!    )")

    def test_none(self):
        check("--open-questions", SOURCE / "captures" / "keepalives.pcapng", expect=NOTHING)


class Compare(unittest.TestCase):
    """bcnet-compare speaks of each mistake, and of nothing where there is none."""

    def test_two_good_runs(self):
        later = forge("start 2003-01-01T00:00:00Z\n" + capture_text())
        self.assertRegex(run("bcnet-compare", capture_of(None), later, expect=0),
                         r"^\d+ acts in both, 0 only in the first, 0 only in the second\n$")

    def test_a_mirrored_port(self):
        """The same run, every datagram twice."""
        twice = forge(re.sub(r"(?m)^( *at [^#\n]*>[^#\n]*)$", r"\1 duplicate", capture_text()))
        self.assertRegex(run("bcnet-compare", capture_of(None), twice, expect=0),
                         r"^\d+ acts in both, 0 only in the first, 0 only in the second\n$")

    def test_each(self):
        for name in scripts():
            with self.subTest(mistake=name):
                said = run("bcnet-compare", capture_of(None), capture_of(name), expect=1)
                self.assertRegex(said, rf"(?m)^! rule {rule_of(name)} \(host\), broken only in the second: ")

    def test_what_the_server_did(self):
        """Joins, relays, Wireshark's warnings by name."""
        for name, pattern in {"no-0x17": "Sep joins: only in the first PlayerJoined",
                              "round-skipped": "Ace joins: only in the first ChecksumRequest round 2",
                              "weapon-not-relayed": r"StartFiring \(0x07\) does not arrive: 0% in the first, 100% in the second",
                              "one-update-a-second": r"updates of Ace's own ship: 5\.0 a second in the first, 1\.0 in",
                              "acks-not-read": r"rule 24 \(host\), .*: number 263 once more, acknowledged in frame \d+$",
                              "not-enciphered": "only in the second Wireshark warns: Not enciphered"}.items():
            with self.subTest(mistake=name):
                self.assertRegex(run("bcnet-compare", capture_of(None), capture_of(name)), f"(?m)^! {pattern}")

    TRAFFIC = {"fragments-of-100": ["largest fragment: 412 bytes in the first, 100 in the second"],
               "number-not-raised": ["numbers given to a second message: 0 of 528 in the first, 1 of 528 in the second"],
               "number-left-out": ["numbers left out: 0 of 528 in the first, 1 of 529 in the second"],
               "numbers-of-8-bits": ["numbers given to a second message: 0 of 528 in the first, 16 of 528 in the second",
                                     "numbers: only in the second number 0 follows 255"],
               "clock-in-milliseconds": ["clock: 1.00 s in a second of the first, 1000.00 s in one of the second"],
               "weapon-not-relayed": ["StartFiring (0x07) to Ace, what others do: 100% in the first, 0% in the second"],
               "echo-to-author": ["TorpedoFire (0x19) to Ace, own acts: 0% in the first, 50% in the second"],
               "chat-not-echoed": [f"Chat (0x2c) to {name}, own acts: 100% in the first, 0% in the second"
                                   for name in ("Ace", "Sep")]}

    def test_traffic(self):
        """Receivers, sizes, numbers, clock: each mistake where it is one, and nowhere else."""
        for name in scripts():
            with self.subTest(mistake=name):
                said = run("bcnet-compare", capture_of(None), capture_of(name))
                found = re.findall(r"(?m)^! (largest .*|numbers.*|clock.*|.*, (?:own acts|what others do): .*)$", said)
                self.assertEqual(found, self.TRAFFIC.get(name, []))

    def test_losses(self):
        """Games on docs/learn/host.py, the one without losses, in the others every seventh or eleventh datagram is lost."""
        paths = {every: scratch_file(".pcap") for every in (None, 7, 11)}
        for every, path in paths.items():
            play(path, 45, lambda number, every=every: every and number % every == every - 1)
        for every in (7, 11):
            self.assertEqual(re.findall("(?m)^!.*", run("bcnet-compare", paths[None], paths[every])), [])


class Numbers(unittest.TestCase):
    """What the numbers of one connection do, row by row: (time, number, what it carries)."""

    @staticmethod
    def found(messages, acked=(), end=60):
        row = {"game": "1", "link": "1", "from": "host", "type": "Message", "resend": "0", "opcode": "0x2c", "summary": ""}
        rows = [{**row, "time": time, "seq": str(number), "payload_hash": payload} for time, number, payload in messages]
        told = {**row, "from": "#2 Ace", "time": end}
        rows += [{**told, "type": "Ack", "seq": str(number), "summary": f"Ack {number}"} for number in acked] + [{**told, "seq": ""}]
        counts, begins = module("bcnet-compare").numbers_of(rows)
        return counts["given to a second message"], counts["left out"], begins

    def test_wrap(self):
        """65,536 messages later a number comes again, and should."""
        messages = [(0, number % 65536, str(number)) for number in range(65000, 65000 + 70000)]
        self.assertEqual(self.found(messages), ((0, 70000), (0, 70000), set()))

    def test_resend(self):
        """The same bytes: of one that came, and of one that is older than the capture."""
        self.assertEqual(self.found([(0, 7, "a"), (1, 8, "b"), (2, 7, "a"), (3, 2, "c")]), ((0, 3), (0, 3), set()))

    def test_left_out(self):
        """Not if the receiver had it, nor if it may come yet."""
        messages = [(0, 0, "a"), (1, 1, "b"), (2, 4, "c")]
        self.assertEqual(self.found(messages)[1], (2, 3))
        self.assertEqual(self.found(messages, acked=[2])[1], (1, 3))
        self.assertEqual(self.found(messages, end=10)[1], (0, 3))

    def test_begins_again(self):
        messages = [(0, number % 16, str(number)) for number in range(20)]
        self.assertEqual(self.found(messages), ((4, 20), (0, 20), {"number 0 follows 15"}))

    def test_new_connection(self):
        """It starts afresh."""
        rows = [{"game": "1", "link": "1", "from": "new client" if kind == "Connect" else "host", "type": kind, "time": "0",
                 "resend": "0", "seq": "0", "payload_hash": payload, "summary": ""}
                for kind, payload in (("Connect", ""), ("Message", "a"), ("Connect", ""), ("Message", "b"))]
        self.assertEqual(module("bcnet-compare").numbers_of(rows)[0]["given to a second message"], (0, 2))


def capture_text():
    """The scenario again, at other addresses."""
    return re.sub(r"10\.10\.10\.", "10.10.20.", text_of(None))


if __name__ == "__main__":
    main()
