# SPDX-License-Identifier: GPL-2.0-or-later
"""Expert infos people can use: constant summaries that lists can count, values in the items they hang on; what a
program does all the time is said once per connection."""

import re
import unittest

from bcnet_test import SOURCE, experts, fields, forge, frames, main, tshark
from captures import FOLDER, all_captures

SOURCES = [SOURCE / "packet-bcnet.c", *sorted((SOURCE / "plugin").rglob("*.c"))]
# The functions that take a summary, and which of their arguments it is.
SUMMARY = {"bcnet_complain": 2, "bcnet_complain_with": 2, "bcnet_complain_once": 3, "bcnet_expert": 3,
           "bcnet_expert_with": 3, "bcnet_check_own_id": 2}
CALL = re.compile(rf"\b({'|'.join(SUMMARY)})\(")
# What else gives a text that is a constant, or one of a few.
CONSTANT = re.compile(r"^(fault_words\(|broken_summary\(|bcnet_with_mod_hint\(|rule->summary$)")
# Functions that hand on a summary of their callers'.
HANDED_ON = {"plugin/reading/message.c", "plugin/reading/reader.c", "plugin/game/show.c"}
NUMBER = re.compile(r"0x[0-9a-f]+|\d+")
CONNECTED = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
    endpoint sep  10.10.10.3:59405 id 3
    at 0 ace > host id 255
        connect 10.10.10.2 1
    at 0.1 host > ace
        ack 0 low
        accept 2
    at 0.2 ace > host
        ack 0 low
"""


def arguments(text, start):
    """The arguments of a call whose bracket opens before `start`."""
    depth, quoted, found, begin, at = 0, False, [], start, start
    while True:
        char = text[at]
        if quoted:
            at += char == "\\"
            quoted = char != '"'
        elif char == '"':
            quoted = True
        elif char in "([{":
            depth += 1
        elif char in ")]}" and depth:
            depth -= 1
        elif char in ",)" and not depth:
            found.append(text[begin:at].strip())
            begin = at + 1
            if char == ")":
                return found
        at += 1


def is_constant(summary):
    """Literals, perhaps the choice between some; or what is known to give one."""
    rest = re.sub(r'"(\\.|[^"\\])*"', "", summary)
    return bool(CONSTANT.match(summary)) or ('"' in summary and "(" not in rest)


class Summaries(unittest.TestCase):
    """Wireshark's lists (-z expert, Analyze, Expert Information) count what has the same text."""

    def test_every_call_has_a_constant(self):
        checked = 0
        for path in SOURCES:
            name, text = path.relative_to(SOURCE).as_posix(), path.read_text(encoding="utf-8")
            for call in CALL.finditer(text) if name not in HANDED_ON else ():
                given = arguments(text, call.end())
                summary = given[SUMMARY[call[1]]]
                if summary == "const char *summary":    # where it is declared
                    continue
                self.assertTrue(is_constant(summary) or summary in ("complaint", "summary"), f"{name}: {call[1]}: {summary}")
                self.assertNotRegex(summary, r"%(?! |\")", name)
                checked += 1
        self.assertGreater(checked, 50)

    def test_of_this_test(self):
        self.assertEqual(arguments('f(a, "b, (c", g(d, e), h ? "i" : "j")', 2),
                         ["a", '"b, (c"', "g(d, e)", 'h ? "i" : "j"'])
        self.assertTrue(is_constant('"a"') and is_constant('x == Y ? "a" : "b"'))
        self.assertFalse(is_constant("words") or is_constant('printf("a")'))

    def test_no_two_differ_in_numbers_only(self):
        """In all captures together."""
        texts = {info.text for capture in all_captures() for infos in experts(capture).values() for info in infos}
        self.assertGreater(len(texts), 30)
        alike = {}
        for text in texts:
            alike.setdefault(NUMBER.sub("N", text), []).append(text)
        self.assertEqual([group for group in alike.values() if len(group) > 1], [])

    def test_a_list_is_short(self):
        """One line for each kind of trouble."""
        said = tshark("-r", FOLDER / "out-of-order.pcapng", "-q", "-z", "expert,note").splitlines()
        rows = [line.split(maxsplit=3)[3] for line in said if re.match(r" +\d+ +\w+ +BCNET ", line)]
        self.assertEqual(sorted(rows), ["Earlier sequence numbers are missing",
                                        "The sequence number arrives after newer ones"])


class Values(unittest.TestCase):
    """What is particular to a case stands in the item that the note hangs on."""

    def lines(self, capture):
        """The lines of all frames of a capture."""
        return [node.showname for frame in frames(FOLDER / f"{capture}.pcapng") for node in frame.walk()]

    def test_bytes_left_and_missing(self):
        capture = forge(CONNECTED + """
            at 1 host > ace
                game seq auto 2A 20 01 02 03
            at 2 host > ace
                game seq auto 35 08
            at 3 host > ace
                game seq auto 2C 02 00 00 00 05
        """)
        left, nothing, part = ([node.showname for node in frame.walk()] for frame in frames(capture)[3:])
        self.assertIn("Unparsed bytes: 010203 [3 bytes left]", left)
        self.assertRegex("\n".join(nothing), r"(?m)^Message 1: .*, 7 bytes \[0 of 1 bytes of a field\]$")
        self.assertIn("Unparsed bytes: 05 [1 of 2 bytes of a field]", part)

    def test_gap(self):
        self.assertIn("Missing before it: 2", self.lines("lost"))

    def test_layout(self):
        self.assertIn("Unparsed bytes: c8cc [index 200, the list of the Sovereign has 11 entries]",
                      self.lines("state-bad"))


class Habits(unittest.TestCase):
    """What repeats for a whole connection."""

    ODD = CONNECTED + """
        at 0.3 sep > host id 255
            connect 10.10.10.3 1
        at 0.4 host > sep
            accept 3
        at 1 host > ace
            game seq 0 2C i32:1 str16:"one"
        at 2 ace > host
            repeat 100
                ack 0 flags 0xFC
            end
        at 3 ace > host
            ack 0 flags 4
            ack 0
            ack 0 flags 8
        at 4 sep > host
            ack 0 low flags 4
    """
    SAID = "The game never sets bits 2 to 7 of an ack's flags"

    def check(self, options):
        capture = forge(self.ODD)
        notes = [(number, info.text) for number, infos in experts(capture, options).items() for info in infos
                 if info.name == "bcnet.expert.value"]
        self.assertEqual(notes, [(7, self.SAID), (9, self.SAID)])
        labels = [node.showname for frame in frames(capture, options=options) for node in frame.all("bcnet.ack.flags")]
        odd = [label for label in labels if not re.match(r"Ack flags: 0x0[0-3]$", label)]
        self.assertEqual(odd[0], "Ack flags: 0xfc")
        self.assertEqual(odd[1], f"Ack flags: 0xfc [{self.SAID}: 2 times so far, first in frame 7]")
        self.assertEqual(odd[99], f"Ack flags: 0xfc [{self.SAID}: 100 times so far, first in frame 7]")
        self.assertEqual(odd[100:], [f"Ack flags: 0x04 [{self.SAID}: 101 times so far, first in frame 7]",
                                     f"Ack flags: 0x08 [{self.SAID}: 102 times so far, first in frame 7]",
                                     "Ack flags: 0x06"])

    def test_one_pass(self):
        self.check([])

    def test_two_passes(self):
        self.check(["-2"])

    def test_filter(self):
        """The acks themselves can be found all the same."""
        rows = fields(forge(self.ODD), ["frame.number"], "bcnet.ack.flags & 0xfc")
        self.assertEqual([row["frame.number"][0] for row in rows], ["7", "8", "9"])


class Places(unittest.TestCase):
    """What a later pass adds does not move what is complained of."""

    def test_under_an_answer_that_only_a_second_pass_knows(self):
        capture = forge(CONNECTED + """
            at 1 host > ace
                game seq auto 20 01 01 00 41 01 00 42 bits:1,0
            at 2 ace > host
                game seq auto 21 01 u32:0 u32:0 00 00 00 00 00
        """)
        texts = [tshark("-r", capture, *options, "-V", "-O", "bcnet", "-Y", "bcnet.checksum.filter").splitlines()
                 for options in ((), ("-2",))]
        above = [[lines[number - 1] for number, line in enumerate(lines) if "Expert Info (W" in line] for lines in texts]
        self.assertEqual(len(above[0]), 1)
        self.assertEqual(above[0], above[1])
        self.assertTrue(any("Answer in" in line for line in texts[1]))


if __name__ == "__main__":
    main()
