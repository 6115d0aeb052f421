# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/learn: every lesson is complete, the listings decipher, the solutions of the capstone are right, and who does what a
lesson tells, with the mouse or the filter line, finds what it says."""

import dataclasses
import re
import struct
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import pcapng       # noqa: E402  (tests/lib)
import sections     # noqa: E402  (beside this file)
from bcnet_test import columns, fields, registered_fields, scratch, scratch_file, tshark       # noqa: E402  (tests/lib)

LEARN = sections.SOURCE / "docs/learn"
CAPSTONE = LEARN / "12-capstone.md"
BLOCK = re.compile(r"^```(hex|plain)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
ANSWER = re.compile(r"^\|.*\| `(bcnet\.[a-z_.]+)` \| (\S+) \|$", re.MULTILINE)
# Two decimals are what one can be asked to calculate by hand.
NEAR = 0.0005


def lessons():
    """The lessons, in order."""
    return sorted(LEARN.glob("[0-9]*.md"), key=lambda path: int(path.name.split("-")[0]))


def vectors():
    """[(plain, cipher)] that were made with another implementation, or captured."""
    lines = (sections.SOURCE / "tests/data/cipher-vectors.txt").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


class Lessons(unittest.TestCase):
    """What every lesson has."""

    def test_are_listed_in_order(self):
        readme = (LEARN / "README.md").read_text(encoding="utf-8")
        listed = re.findall(r"^\d+\. \[.*\]\((.*\.md)\)", readme, re.MULTILINE)
        self.assertEqual(listed, [path.name for path in lessons()])
        self.assertEqual([int(name.split("-")[0]) for name in listed], list(range(1, len(listed) + 1)))

    def test_have_both_ways_questions_and_answers(self):
        for path in lessons():
            text = " ".join(path.read_text(encoding="utf-8").split())
            with self.subTest(lesson=path.name):
                self.assertTrue("**In Wireshark**" in text, "the way with the mouse is missing")
                self.assertTrue("```console" in text, "the way with tshark is missing")
                self.assertTrue("<details><summary>" in text, "there are no answers")
                self.assertEqual("Next: [" in text, path != lessons()[-1], "the next lesson")


# Filters that a lesson has the reader type, and the frames that they leave.
FILTERS = {
    "2-acks": {"bcnet.analysis.retransmission": [6]},
    "4-bits": {"bcnet.settings.name_changed == 0": [1], "bcnet.settings.name_changed == 1": []},
    "8-ids": {'bcnet.object.resolved contains "Phasers"': [13]},
    "9-join": {"bcnet.gamespy": [1, 2, 3, 4], "frame.number in {5..9}": [5, 6, 7, 8, 9],
               "bcnet.msg.type in {0x00, 0x03}": [5, 6, 7, 8],
               "bcnet.checksum.round": [6, 10, 11, 13, 15, 18, 20, 21, 22, 23], "frame.number in {25, 26}": [25, 26],
               "bcnet.settings.map": [25], "bcnet.opcode in {0x2a, 0x35, 0x17}": [27, 28]},
    "10-fight": {"bcnet.opcode == 0x19": [8, 9, 17, 18, 24, 25], "bcnet.opcode == 0x19 && !bcnet.copy_of": [8, 17, 24]},
    # Of other captures, or what is a place in the text, not to be typed.
    "11-live": {"frame.time_relative > 22": None, "bcnet.subsystem.shield.front == 0": None},
}
INLINE = re.compile(r"(?<!`)`([^`\n]*(?:\n[^`\n]*)?)`(?!`)")
TYPED = re.compile(r"^(?:bcnet|frame|ip|udp)\.[\w.]+( .*)?$", re.DOTALL)
PARAGRAPH = re.compile(r"\n\s*\n")
ITALIC = re.compile(r"(?<!\*)\*([^*`]+)\*(?!\*)")
# What is Wireshark's own, in menus, dialogs and windows.
OF_WIRESHARK = {
    "Statistics → Flow Graph", "Statistics → I/O Graphs", "AVG(Y Field)", "Limit to display filter",
    "Set/Unset Time Reference", "Apply as Filter", "Apply as Column", "Analyze → Expert Information", "Frame", "Decrypted bcnet",
    "Preferences → Protocols → BCNET", "Ship layouts by object", "User Datagram Protocol", "Copy → ...as a Hex Stream",
    "Loopback: lo", "Stop", "Apply", "File → Export Specified Packets → Range", "File → Import from Hex Dump", "ExportPDU",
    "Wireshark Upper PDU export", "Statistics → Bridge Commander Players", "Statistics → Bridge Commander Ships",
    "Reassembled message"}
STEP = re.compile(r"(?:(?:of|select|open) frame (\d+)|(there))[^.]*?double[- ]click(?: on)? \*([^*]+)\*[^.]*?leads? (?:back )?to"
                  r" frame (\d+)")
TYPING = re.compile(r"type `([^`]+)`|(Clear the filter)")
# What a reader cannot know, and the words of the paragraph in which it comes first.
TERMS = {"GameSpy": "the service through which players found games", "ordered": "one message after the other",
         "slot": "a number from 0 to 15 that the host gives", "integrity hash": "fingerprint", "nonce": "a random number",
         "mantissa": "the last twelve", "remote view": "for other players"}
LONGEST = 950       # words of a lesson before its answers and outside of blocks: twenty minutes for who tries what it says


def prose(path):
    """The text of a lesson without blocks and the list of links."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"^\[[\d.]+\]: .*$", "", text, flags=re.MULTILINE)


def paragraphs(path):
    """Each as one line."""
    return [" ".join(part.split()) for part in PARAGRAPH.split(prose(path))]


def capture_of(path):
    """The capture that a lesson names first."""
    return sections.SOURCE / re.search(r"captures/[\w-]+\.pcapng", path.read_text(encoding="utf-8"))[0]


def typed(path):
    """What stands in a lesson as if to be typed into the filter line: of names alone, those after "Filter:" or "type"."""
    for part in paragraphs(path):
        for match in INLINE.finditer(part):
            what, before = match[1], part[:match.start()]
            if TYPED.match(what) and (" " in what or re.search(r"([Ff]ilter|type|With|;)[:]? $", before)):
                yield what, part


def left(capture, display_filter):
    """The frames that a filter leaves, as a window has them, which reads a capture to its end first."""
    return [int(row["frame.number"][0]) for row in fields(capture, ["frame.number"], display_filter, ["-2"])]


class Reader(unittest.TestCase):
    """Does what the lessons say."""

    def test_filters(self):
        """They leave the frames that the text names, and the table above has all of them."""
        for path in lessons():
            table = FILTERS.get(path.stem, {})
            found = dict(typed(path))
            self.assertEqual(found.keys() - table.keys(), set(), f"{path.name}: add these to FILTERS")
            self.assertEqual(table.keys() - found.keys(), set(), f"{path.name} does not say this any more")
            for what, expected in table.items():
                if expected is None:
                    continue
                with self.subTest(lesson=path.name, filter=what):
                    self.assertEqual(left(capture_of(path), what), expected)

    def test_names(self):
        """Every field that is mentioned is one."""
        known = {field.name for field in registered_fields()} | {"bcnet.plain", "bcnet.gamespy"}
        for path in lessons():
            for what in INLINE.findall(prose(path)):
                for name in re.findall(r"\bbcnet\.[a-z_.]*[a-z]", what) if TYPED.match(what) else ():
                    self.assertIn(name, known, path.name)

    def test_labels(self):
        """What is in italics beside "In Wireshark" is Wireshark's own, or a line in the tree."""
        for path in lessons():
            lines = tshark("-2", "-r", capture_of(path), "-V")
            shown = {re.sub(r"^[\s.01]*(= )?\[?", "", line) for line in lines.splitlines()}
            for part in (part for part in paragraphs(path) if "**In Wireshark**" in part or "double-click" in part):
                for label in ITALIC.findall(part):
                    there = label in OF_WIRESHARK or any(line.startswith(label.rstrip(":")) for line in shown)
                    self.assertTrue(there or label == "not", f"{path.name}: {label}")

    def test_links_lead_to_frames_that_are_shown(self):
        """A double click on a frame that the filter hides does nothing."""
        count = 0
        by_label = {}
        for field in registered_fields():
            by_label.setdefault(field.label, []).append(field.name)
        for path in lessons():
            for part in paragraphs(path):
                source = None
                for start, there, label, target in STEP.findall(part):
                    source = last if there else start
                    last, count = target, count + 1
                    at = part.index(f"*{label}*")
                    filters = [match[1] for match in TYPING.finditer(part[:at])]
                    with self.subTest(lesson=path.name, label=label, frame=source):
                        self.assertIn(label, by_label)
                        rows = fields(capture_of(path), by_label[label], f"frame.number == {source}", ["-2"])
                        self.assertIn(target, [value for values in rows[0].values() for value in values])
                        if filters and filters[-1]:
                            self.assertLessEqual({int(source), int(target)}, {*left(capture_of(path), filters[-1])})
        self.assertGreater(count, 4)

    def test_double_clicks_are_steps(self):
        """So that each is tried: what a double click leads to is said in words that the test above understands."""
        for path in lessons():
            for part in paragraphs(path):
                if re.search(r"double[- ]click", part) and "interface" not in part and "*Fragments*" not in part:
                    self.assertRegex(part, STEP, path.name)

    def test_terms(self):
        """What a reader cannot know is explained where it comes first."""
        for term, words in TERMS.items():
            first = next(part for path in lessons() for part in paragraphs(path) if re.search(rf"\b{term}\b", part))
            self.assertIn(words, first, term)

    def test_length(self):
        for path in lessons():
            self.assertLessEqual(len(prose(path).split("<details>")[0].split()), LONGEST, path.name)


def as_replayed(name, first=0, foreign=3):
    """What replay.py makes of a capture, from so many seconds on: other addresses, no broadcasts, other programs' datagrams."""
    packets = pcapng.read(sections.SOURCE / f"captures/{name}.pcapng")
    start = packets[0].time
    moved = []
    for packet in packets:
        data = bytearray(packet.data)
        if packet.time - start >= first and data[30:34] != b"\xff\xff\xff\xff":
            data[26] = data[30] = 127
            struct.pack_into(">H", data, 24, 0)
            struct.pack_into(">H", data, 40, 0)
            moved.append(dataclasses.replace(packet, data=bytes(data)))
    other = bytearray(moved[0].data[:42] + b"nothing of the game")
    struct.pack_into(">HHHH", other, 34, 5000, 5001, 27, 0)
    struct.pack_into(">H", other, 16, 47)
    strangers = [dataclasses.replace(moved[0], data=bytes(other), length=len(other))] * foreign
    path = scratch_file(".pcapng")
    pcapng.write(path, strangers + moved)
    return path


class Live(unittest.TestCase):
    """Lesson 11: what is found in the file is found live, too, where frames have other numbers."""

    def lines(self, capture, display_filter=None):
        return [info for _, info in columns(capture, display_filter)]

    def test_from_the_start(self):
        capture = as_replayed("session")
        resends = self.lines(capture, "bcnet.analysis.retransmission")
        self.assertEqual(len(resends), 2)
        self.assertRegex(resends[0], "^#2 Ace → host: .Retransmission. TorpedoFire")
        self.assertRegex(resends[1], "ObjectCreateTeam: Sep's Bird of Prey")
        infos = self.lines(capture, "bcnet || bcnet.gamespy")
        self.assertIn("heartbeat", infos[0])
        named = next(place for place, info in enumerate(infos) if 'Name "Ace"' in info)
        self.assertFalse(any("#2 Ace" in info for info in infos[:named + 1]))
        self.assertIn("#2 Ace", infos[named + 1])
        self.assertTrue(self.lines(capture, "bcnet.subsystem.shield.front == 0")[0])
        self.assertEqual(len(left(capture, "bcnet.opcode == 0x39")), 1)

    def test_too_late(self):
        """The question mark stays; a ship whose creation is seen has none; nothing is reported as lost."""
        capture = as_replayed("session", first=22)
        infos = "\n".join(self.lines(capture, "frame.time_relative < 30"))
        self.assertRegex(infos, r"Sovereign\? \(#2\)")
        self.assertNotRegex(infos, r"Sovereign \(|#2 Ace")
        self.assertRegex(infos, r"Bird of Prey \(Sep\)")
        self.assertNotRegex(infos, r"Bird of Prey\?")
        self.assertEqual(left(capture, "bcnet.analysis.lost"), [])


class Listings(unittest.TestCase):
    """cipher.py and cipher.c."""

    def check(self, *program):
        self.assertGreater(len(vectors()), 50)
        for plain, cipher in vectors()[:20] + vectors()[-20:]:
            done = subprocess.run([*program, cipher], check=True, stdout=subprocess.PIPE, text=True)
            self.assertEqual(done.stdout.replace(" ", "").strip(), plain)

    def test_python(self):
        self.check(sys.executable, LEARN / "cipher.py")

    def test_c(self):
        program = scratch() / "cipher"
        subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", program, LEARN / "cipher.c"], check=True)
        self.check(program)


class Capstone(unittest.TestCase):
    """Lesson 12: capture, plain bytes and tables say the same as the dissector, which did not write them."""

    @classmethod
    def setUpClass(cls):
        text = CAPSTONE.read_text(encoding="utf-8")
        blocks = BLOCK.findall(text)
        cls.ciphers = [content for kind, content in blocks if kind == "hex"]
        cls.plains = [content for kind, content in blocks if kind == "plain"]
        cls.answers = [ANSWER.findall(part) for part in text.split("<details><summary>Solution of ")[1:]]
        cls.capture = sections.SOURCE / "captures/learn-12-capstone.pcapng"

    def test_there_are_three(self):
        self.assertEqual([len(part) for part in (self.ciphers, self.plains, self.answers)], [3, 3, 3])

    def test_the_capture_holds_them(self):
        rows = fields(self.capture, ["udp.payload"])
        self.assertEqual([rows[number]["udp.payload"] for number in (0, 1, 3)], [[cipher] for cipher in self.ciphers])

    def test_plain_bytes(self):
        for cipher, plain in zip(self.ciphers, self.plains, strict=True):
            done = subprocess.run([sys.executable, LEARN / "cipher.py", cipher], check=True, stdout=subprocess.PIPE,
                                  text=True)
            self.assertEqual(done.stdout.strip().upper(), plain)

    def test_solutions(self):
        for frame, answers in zip((1, 2, 4), self.answers, strict=True):
            self.assertGreater(len(answers), 8)
            row = fields(self.capture, [name for name, _ in answers], f"frame.number == {frame}")[0]
            for name, value in answers:
                with self.subTest(frame=frame, field=name):
                    self.assert_like(row[name], value.split(","))

    def assert_like(self, found, expected):
        """The same values; numbers with a point nearly."""
        if "." in "".join(expected) and not any(value.count(".") > 1 for value in expected):
            for one, other in zip(found, expected, strict=True):
                self.assertAlmostEqual(float(one), float(other), delta=NEAR)
        else:
            self.assertEqual(found, expected)


if __name__ == "__main__":
    unittest.main()
