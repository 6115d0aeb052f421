# SPDX-License-Identifier: GPL-2.0-or-later
"""The page of bytes (bcnet-report --bytes): its data against tshark's, its questions against the capture, its scripts in
node. What a browser makes of it: browser.sh."""

import base64
import functools
import hashlib
import json
import shutil
import sys
import unittest

import hostile
import wireshark
from bcnet_test import SOURCE, forge, main, require_plugin, scratch, tshark
from test_page import Reader
from test_scripts import answers

sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "report"))
sys.path.insert(0, str(SOURCE / "tests" / "docs"))
import bytes_page       # noqa: E402  (report)
from test_machine import found_in       # noqa: E402  (tests/docs)

CAPTURES = ("join", "session", "fragments-duplicated", "gamespy-odd", "bad-length", "snaplen", "odd-messages")
HEADERS = 42    # of Ethernet, IPv4 and UDP
JOIN = SOURCE / "captures" / "join.pcapng"
# Another join, with other numbers: what is asked about it has other answers (10.6, 30.3).
OTHER = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint fresh 10.10.10.7:60000 id 255
    endpoint ace 10.10.10.7:60000 id 9
    at 0 fresh > host
        raw 03 0F C0 00 00 0A 0A 0A 07 5F 0A 00 00 00 00
    at 0.1 host > ace
        raw 03 06 C0 00 00 09
    at 0.2 host > ace
        game seq 0 00 f32:99.5 bits:1,1,0 i8:3 str16:"Multiplayer.Episode.Mission2.Mission2"
"""


class Wrapped(bytes_page.Tshark):
    """The tshark of the tests in place of a program."""

    def lines(self, *arguments, text=True):
        require_plugin()
        program = scratch() / "plain-tshark"
        if not program.exists():
            program.write_text('#!/bin/sh\nexec "$@"\n')
            program.chmod(0o755)
        variables = wireshark.environment(arguments)
        warm = wireshark.tshark_command(variables) if "-r" in arguments else wireshark.command("tshark")
        self.program, arguments = str(program), (*warm, *arguments)
        return super().lines(*arguments, text=text)

    @functools.cached_property
    def told(self):
        return super().glossary(), super().version()

    def glossary(self):
        return SAME.told[0]

    def version(self):
        return SAME.told[1]


SAME = Wrapped("", "", [])      # what does not depend on the capture is asked once


@functools.cache
def world(capture):
    """What a page shows of a capture."""
    return bytes_page.world_of(Wrapped("", str(capture), []), str(capture))


def page(capture, data=None):
    path = scratch() / f"{capture.stem}-bytes.html"
    path.write_text(bytes_page.page(data or world(capture)), encoding="utf-8")
    return path


def told_by_tshark(capture):
    """Frame -> (bytes as sent, plain bytes, places of all fields, places of what was joined) in tshark's JSON."""
    found = {}
    for frame in json.loads(tshark("-2", "-r", capture, "-T", "json", "-x", "-J", "frame udp bcnet"), object_pairs_hook=list):
        layers = dict(dict(dict(frame)["_source"])["layers"])
        if "bcnet" in layers and "udp" in layers and "icmp" not in layers:
            sent = bytes.fromhex(layers["frame_raw"][0])[HEADERS:HEADERS + int(dict(layers["udp"])["udp.length"]) - 8]
            plain = bytes.fromhex(layers["bcnet_raw"][0]) if "bcnet_raw" in layers else sent
            places = [(name, raw[1], raw[2], raw[0]) for name, _, raw in found_in(layers["bcnet"]) if raw and raw[2] > 0]
            found[int(dict(layers["frame"])["frame.number"])] = (sent, plain, places)
    return found


class Data(unittest.TestCase):
    """What the page holds is what tshark says."""

    def check(self, name):
        capture = SOURCE / "captures" / f"{name}.pcapng"
        data, told = world(capture), told_by_tshark(capture)
        self.assertEqual([frame["n"] for frame in data["frames"]], list(told))
        for frame in data["frames"]:
            sent, plain, places = told[frame["n"]]
            with self.subTest(frame=frame["n"]):
                source = bytes.fromhex(frame["sources"][0])
                self.assertEqual(source, plain)
                self.assertEqual(frame["cipher"] and bytes.fromhex(frame["cipher"]), sent if frame["cipher"] else None)
                self.check_places(data, frame, places)
                self.check_every_byte_has_a_field(frame)

    def check_places(self, data, frame, places):
        base = HEADERS if frame["cipher"] is None else 0
        theirs = {(name, place - base, size): value for name, place, size, value in places}
        for _, source, start, size, name, _, flags in frame["fields"]:
            place = (data["names"][name][0], start, size)
            if size > 0 and not flags and place[0] != "bcnet":
                self.assertIn(place, theirs)
                if source == 0 and len(theirs[place]) == 2 * size:      # of bits it is their value
                    self.assertEqual(bytes.fromhex(frame["sources"][0])[start:start + size].hex(), theirs[place], place)

    def check_every_byte_has_a_field(self, frame):
        for source, text in enumerate(frame["sources"]):
            covered = {at for depth, of, start, size, _, _, flags in frame["fields"] if of == source and depth > 0 and not flags
                       for at in range(start, start + size)}
            self.assertEqual(set(range(len(text) // 2)) - covered, set(), f"source {source}")

    def test_of_captures(self):
        for name in CAPTURES:
            with self.subTest(capture=name):
                self.check(name)

    def test_what_was_joined_stands_by_itself(self):
        frames = {frame["n"]: frame for frame in world(JOIN)["frames"]}
        self.assertEqual([len(text) // 2 for text in frames[18]["sources"]], [29, 832])
        pieces = [bytes.fromhex(frames[number]["sources"][0]) for number in (16, 17, 18)]
        self.assertEqual(bytes.fromhex(frames[18]["sources"][1])[:405], pieces[0][13:13 + 405])

    def test_a_page_has_its_limit(self):
        kept, bytes_page.MOST = bytes_page.MOST, 5
        try:
            data = world.__wrapped__(JOIN)
        finally:
            bytes_page.MOST = kept
        self.assertEqual((len(data["frames"]), data["more"]), (5, True))
        self.assertFalse(world(JOIN)["more"])


class Questions(unittest.TestCase):
    """Their answers are in the bytes."""

    def asked(self, data):
        return {question["text"]: question for question in data["questions"]}

    def meant(self, data, question):
        """The bytes an answer points to."""
        source, start, size = question["bytes"]
        frame = next(frame for frame in data["frames"] if frame["n"] == question["frame"])
        return bytes.fromhex(frame["sources"][source])[start:start + size]

    def test_of_the_join(self):
        """What the lessons 3, 4 and 9 say of this capture."""
        data = world(JOIN)
        self.assertEqual(len(data["questions"]), 10)
        expected = [(5, b"\xff", None), (5, b"\x01", None), (6, b"\x02", "2"), (6, b"\x03", None), (7, b"A", None),
                    (6, b"\x1b\x80", "27"), (16, b"\x03", "3"), (22, b"\xff", None), (25, b"\x61", None),
                    (25, b"\x00\x00\x05\x42", "33.25")]
        self.assertEqual([(question["frame"], self.meant(data, question), question.get("answer")) for question in data["questions"]],
                         expected)

    def test_of_another_join(self):
        data = world(forge(OTHER))
        typed = [(question["frame"], question["answer"]) for question in data["questions"] if "answer" in question]
        self.assertEqual(typed, [(2, "9"), (3, str(5 + 9 + 37)), (3, "99.5")])
        clicked = [(question["frame"], self.meant(data, question)) for question in data["questions"] if "answer" not in question]
        self.assertEqual(clicked, [(1, b"\xff"), (1, b"\x01"), (3, b"\x63")])

    def test_of_nothing(self):
        self.assertEqual(world(SOURCE / "captures" / "gamespy-queries.pcapng")["questions"], [])


class Page(unittest.TestCase):
    """One file that needs nothing else."""

    def test_asks_for_nothing_and_runs_nothing_else(self):
        read = Reader(page(JOIN).read_text(encoding="utf-8"))
        for tag, attributes in read.tags:
            for name in ("src", "href", "srcset", "action", "data", "poster", "background"):
                self.assertRegex(attributes.get(name, "#"), r"^(#|data:)", (tag, attributes))
            self.assertFalse([name for name in attributes if name.startswith("on")], (tag, attributes))
        policy = next(attributes["content"] for tag, attributes in read.tags
                      if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy")
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        (script,) = read.scripts()
        self.assertEqual(rules["script-src"], "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'")
        self.assertEqual((rules["default-src"], rules["img-src"], "connect-src" in rules), ("'none'", "data:", False))

    def test_strangers(self):
        """Whatever they call themselves: the same page, tag by tag, and their words in the data alone."""
        capture = hostile.capture()
        text, join = page(capture).read_text(encoding="utf-8"), page(JOIN).read_text(encoding="utf-8")
        self.assertEqual(Reader(text).tags, Reader(join).tags)
        data = text[text.index('id="world">') + len('id="world">'):]
        data = data[:data.index("</script>")]
        self.assertNotRegex(data, "[^ -~]|[<>&]")
        said = "\n".join(json.loads(data)["labels"])
        for trick in hostile.TRICKS[:7]:
            self.assertIn(trick, said)

    @unittest.skipUnless(shutil.which("node"), "there is no nodejs")
    def test_scripts(self):
        """They put a page together, and know which field a byte is of."""
        chain = "bytes.choice.choose(world.frame(25), 0, 18), world.frame(25).at(0, 18)"
        expected = {
            "world.frames.length": 29,
            "document.title": "join.pcapng \u2013 byte by byte",
            "sections['20.1']": "Bit groups",
            f"({chain}).field.filter": "bcnet.bits",
            f"({chain}).parts.map((part) => part.filter)":
                ["bcnet.bits.count", "bcnet.settings.collisions", "bcnet.settings.host_modem", "bcnet.settings.name_changed"],
            f"({chain}).path.map((above) => above.filter)": ["bcnet", "bcnet.msg"],
            "world.frame(18).at(1, 0).field.label": "Opcode: ChecksumResponse (0x21)",
            "world.frame(6).messages.map((message) => [message.start, message.size])": [[2, 4], [6, 6], [12, 27]],
            "world.frame(6).messageAt(0, 0)": -1, "world.frame(6).messageAt(0, 12)": 2,
            "bytes.choice.follow('#frame=16&byte=12'), bytes.choice.link": "#frame=16&byte=12",
            "bytes.choice.follow('#frame=18&part=1&byte=9999'), bytes.choice.link": "#frame=18&byte=831&part=1",
            "bytes.choice.follow('#frame=999'), bytes.choice.frame.number": 18,
            "bytes.choice.step(1), bytes.choice.frame.number": 19,
        }
        data = world(JOIN)
        self.assertEqual(dict(zip(expected, answers([(page(JOIN, data), list(expected))])[0], strict=True)), expected)
        for capture in (hostile.capture(), SOURCE / "captures" / "gamespy-queries.pcapng", SOURCE / "captures" / "session.pcapng"):
            (found,), = answers([(page(capture), ["world.frames.length"])])
            self.assertGreater(found, 1)
        empty = {**data, "frames": [], "questions": []}
        self.assertEqual(answers([(page(JOIN, empty), ["world.frames.length"])]), [[0]])

    @unittest.skipUnless(shutil.which("node"), "there is no nodejs")
    def test_quiz(self):
        quiz = "bytes.quiz"
        answer = ("((question) => question.answer === undefined "
                  "? (bytes.choice.choose(world.frame(question.frame), question.bytes[0], question.bytes[1]), bytes.quiz.answerByte()) "
                  ": bytes.quiz.answerText(question.answer))")
        steps = {
            "bytes.choice.choose(world.frame(9), 0, 3), bytes.quiz.answerByte(), bytes.quiz.questions[0].said.words":
                "Frame 9 is not the one.",
            "bytes.choice.choose(world.frame(5), 0, 1), bytes.quiz.answerByte(), bytes.quiz.questions[0].said.words":
                "That is Messages: 1. The datagram says Connect. Its first byte is never enciphered, and names the sender.",
            f"{quiz}.right": 0, f"{quiz}.questions[0].state": "open",
            f"{quiz}.questions.forEach((question, i) => ({quiz}.go(i), {answer}(question))), {quiz}.right": 10,
            f"{quiz}.go(2), {quiz}.questions[2].state = 'open', {quiz}.answerText('3'), {quiz}.questions[2].said.words":
                "No. The host's first datagram says: your id is ...",
            f"{quiz}.reveal(), [{quiz}.questions[2].state, {quiz}.right, bytes.choice.link]": ["seen", 9, "#frame=6&byte=11"],
            **{f"bytes.Quiz.isAnswer({{answer: '{wanted}', near: {near}}}, '{given}')": right for wanted, near, given, right in (
                ("27", 0, "27", True), ("27", 0, " 0x1B ", True), ("27", 0, "28", False), ("27", 0, "", False), ("27", 0, "x", False),
                ("33.25", 0.01, "33,25 s", True), ("33.25", 0.01, "33.3", False), ("Ace", 0, "ace", True), ("27", 0, "27 bytes", True))},
        }
        self.assertEqual(dict(zip(steps, answers([(page(JOIN), list(steps))])[0], strict=True)), steps)


if __name__ == "__main__":
    main()
