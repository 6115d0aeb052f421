# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/protocol/bcnet.json is right: a decoder that reads nothing else agrees with tshark on every payload."""

import collections
import configparser
import json
import math
import re
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import fields       # noqa: E402  (beside this file)
import machine      # noqa: E402  (beside this file)
import sections     # noqa: E402  (beside this file)
import tables       # noqa: E402  (beside this file)
import test_protocol    # noqa: E402  (beside this file)
from bcnet_test import SOURCE, forge, tshark       # noqa: E402  (tests/lib)
from captures import all_captures       # noqa: E402  (tests/lib)

BY_LAYOUT = {"bcnet.object.snapshot", "bcnet.state.subsystems"}
# What the file cannot know: where a broken message ends, what a layout contradicts, where tshark stops showing.
BEYOND = {"bcnet.expert.transport", "bcnet.expert.layout", "bcnet.expert.limit"}
IN_BLOCKS = {"bcnet.bits", "bcnet.bits.count"}


def found_in(pairs):
    """(name, shown, raw) of what stands in a layer of tshark's JSON, in the order of the tree; raw: hex, position, size, or
    None for what has no bytes."""
    raw = None
    for name, value in pairs:
        if name.endswith("_raw"):
            raw = value
            continue
        if name.startswith("bcnet.") and not name.endswith("_tree"):
            yield name, None if isinstance(value, list) else value, raw
        raw = None
        if isinstance(value, list) and value and isinstance(value[0], tuple):
            yield from found_in(value)


def datagrams(capture):
    """(number of the frame, plain bytes, fields of the head, fields of each message) of datagrams that are all there."""
    frames = json.loads(tshark("-r", capture, "-T", "json", "-x", "-J", "frame bcnet"), object_pairs_hook=list)
    for frame in frames:
        layers = dict(dict(dict(frame)["_source"])["layers"])
        head = dict(layers["frame"])
        if "bcnet_raw" in layers and "bcnet.peer" in dict(layers["bcnet"]) and "bcnet.quoted" not in dict(layers["bcnet"]) and head["frame.len"] == head["frame.cap_len"]:
            outer = [pair for pair in layers["bcnet"] if pair[0].removesuffix("_raw") in ("bcnet.peer", "bcnet.count")]
            messages = [list(found_in(value)) for name, value in layers["bcnet"] if name == "bcnet.msg"]
            yield head["frame.number"], bytes.fromhex(layers["bcnet_raw"][0]), list(found_in(outer)), messages


def shows(shown, value):
    """Whether tshark shows that value. Of texts and bytes, and of passwords, which it hides, the place says enough."""
    if value is None or isinstance(value, (bytes, str)):
        return True
    shown = {"True": "1", "False": "0"}.get(shown, shown)       # since 4.4
    if isinstance(value, float):
        if shown.startswith("0x"):
            return False
        return math.isnan(value) or abs(float(shown) - value) <= abs(value) * 1e-5
    return int(shown, 16 if shown.startswith("0x") else 10) == value


def all_in(node, key):
    """What stands in the file under a key, wherever."""
    if isinstance(node, list):
        return [found for part in node for found in all_in(part, key)]
    if not isinstance(node, dict):
        return []
    own = node.get(key, [])
    return (own if isinstance(own, list) else [own]) + [found for part in node.values() for found in all_in(part, key)]


def ships():
    """Of all layouts: the names of entries and their children, and [(class, number of children)]."""
    found = []
    for path in sorted((SOURCE / "layouts").glob("*.ini")):
        layout = configparser.ConfigParser(interpolation=None)
        layout.read(path, encoding="utf-8")
        entries = [layout[name] for name in layout.sections() if name.startswith("Subsystem")]
        children = [[entry[key].split(";")[0] for key in entry if key.startswith("child")] for entry in entries]
        found.append(([[entry["name"], *below] for entry, below in zip(entries, children)],
                      [(entry["class"], len(below)) for entry, below in zip(entries, children)]))
    return found


def is_computed(field, before):
    """The magnitude that tshark computes of a power byte with a sign has the name of the byte without one."""
    return field[0] == "bcnet.subsystem.power" and before[0] == "bcnet.subsystem.power.signed" and field[1] == before[1]


def joined(fields):
    """The payload that was put together from fragments, by the pieces tshark names; the fields of it."""
    pieces = [raw for name, _, raw in fields if name == "bcnet.fragment"]
    whole = bytearray(max(place + size for _, place, size, *_ in pieces))
    for text, place, size, *_ in pieces:
        whole[place:place + size] = bytes.fromhex(text)
    end = max(at for at, field in enumerate(fields) if field[0] == "bcnet.frag.data")
    return bytes(whole), fields[:end + 1], fields[end + 1:]


class Comparison:
    """Fields of tshark against those of the file."""

    def __init__(self, protocol=None):
        self.protocol = protocol or machine.Protocol()
        self.wire = set(all_in(self.protocol.file, "filter"))
        self.of_layouts = set(all_in(self.protocol.file["classes"], "filter"))
        self.ships = ships()
        self.counts, self.seen = collections.Counter(), set()
        self.differences = []

    def layout(self, fields):
        """What layouts say of the entries that tshark shows: [(class, children)]; None where nobody knows the ship."""
        shown = []      # place, name, names of the children
        for name, text, _ in fields:
            if name == "bcnet.ship.dialect" and text != "0":
                return None
            if name == "bcnet.subsystem.index":
                shown.append([int(text)])
            elif name in ("bcnet.subsystem.name", "bcnet.subsystem.child.name"):
                shown[-1].append(text)
        for names, entries in self.ships if shown else ():
            if all(place < len(names) and names[place] == words for place, *words in shown):
                return [entries[place] for place, *_ in shown]
        return None

    def check(self, what, ours, theirs):
        """The fields of one message or payload."""
        ours = [field for field in ours if field[2] > 0]
        wire = self.wire if self.protocol.entries else self.wire - self.of_layouts
        theirs = [(name, raw[1], raw[2], shown) for name, shown, raw in theirs if raw and raw[2] > 0 and name in wire]
        theirs = [field for field, before in zip(theirs, [None, *theirs]) if not is_computed(field, before)]
        if not self.protocol.entries:
            blocks = [place for name, place, *_ in ours if name in BY_LAYOUT]
            theirs = [field for field in theirs if not (blocks and field[0] in IN_BLOCKS and field[1] > blocks[0])]
        if [field[:3] for field in ours] != [field[:3] for field in theirs]:
            at = next(at for at in range(len(ours) + 1) if [*ours, None][at] is None or [field[:3] for field in ours[:at + 1]]
                      != [field[:3] for field in theirs[:at + 1]])
            self.differences.append((what, ours[at:at + 2], theirs[at:at + 2]))
            return
        self.differences += [(what, mine, their) for mine, their in zip(ours, theirs) if not shows(their[3], mine[3])]
        self.counts["fields"] += len(ours)
        self.seen.update(name for name, *_ in ours)
        self.counts["fields of entries"] += sum(name in self.of_layouts for name, *_ in ours)

    def message(self, what, reader, fields):
        """A message, and the payload in it."""
        whole = None
        if BEYOND & {name for name, *_ in fields}:
            self.counts["left out"] += 1
            self.protocol.message(reader)
            return
        if any(name == "bcnet.fragments" for name, *_ in fields):
            whole, fields, inner = joined(fields)
        self.protocol.entries = self.layout(fields)
        mine, _ = self.protocol.message(reader)
        self.check(what, mine, fields)
        if whole is not None:
            self.protocol.entries = self.layout(inner)
            mine, _ = self.protocol.payload(whole)
            self.check(what, mine, inner)
        self.counts["payloads"] += any(name == "bcnet.opcode" for name, *_ in mine)
        self.counts["messages"] += 1

    def capture(self, name, found):
        """All datagrams of a capture."""
        for frame, data, head, messages in found:
            reader, self.protocol.entries = self.protocol.head(data), None
            self.check((name, frame), reader.fields, head)
            for fields in messages:
                self.message((name, frame), reader, fields)
            self.counts["datagrams"] += 1


VALUES = {"o": "FF FF FF 3F", "i": "07 00 00 00", "f": "00 00 C0 3F", "z": "68 69 00", "t": "02 00 68 69", "p": "02 00 68 69",
          "l": "02 00 00 00 01 00 00 00 02 00 00 00"}


def payloads(protocol):
    """What no capture holds: the examples of the chapters, whole and cut, a message of every form of a mod, a test of each
    guessed class."""
    for _, kind, data, words in test_protocol.examples():
        if kind != "text":
            yield kind, data, words
        if kind == "payload" and len(data) > 5:
            yield kind, data[:len(data) * 2 // 3], ""
            yield kind, data[:-1], ""
            yield kind, data + b"\x01\x02", ""
    for form in protocol.file["mods"]["forms"]:
        if "form" not in form:
            continue
        words = [VALUES[letter] for letter in form["form"]]
        if "first" in form:
            words[0] = f"{form['first'][-1]:02x} 00 00 00"
        yield "payload", bytes.fromhex(f"{form['opcode'][2:]} {' '.join(words)}"), ""
    for number, tail in (("06", "FF FF"), ("07", "FF FF FF FF"), ("08", "00 00 C0 3F"), ("07", "FF FF")):
        yield "payload", bytes.fromhex(f"0C {number} 01 00 00 {'00 ' * 12} {tail}"), ""
    yield "payload", bytes.fromhex("16 21"), ""
    yield "payload", bytes.fromhex("36 00 00 00 00 02 00 00 00 01 00 00 00 03 03 00 00 00 07 00 00 00 00 00 00 00 04 00 00 00 09 00 00 00"), ""


# A mod's mission, whose lists are read only behind its Settings (70.4).
MISSION10 = """
    endpoint host 10.9.9.1:22101 id 1
    endpoint ace 10.9.9.2:59405 id 2
    at 5000 host > ace
        game seq 0 00 f32:1 bits:1,0,0 i8:0 str16:"Custom.Mission10.Mission10"
        game seq 1 35 08 FF FF i32:3 i32:0 i32:3 i32:1 i32:4 i32:-1 i32:5 i32:-1 i32:7 i32:2 i32:-1
"""


def made(protocol):
    """A capture of them."""
    parts = [test_protocol.scenario_of(place, *payload) for place, payload in enumerate(payloads(protocol))]
    return forge("".join(part[0] for part in parts) + "".join(part[1] for part in parts) + MISSION10)


def changed(change):
    """The protocol with something wrong in the file."""
    protocol = machine.Protocol()
    change(protocol)
    return protocol


def field_called(node, name):
    """The first field of that filter."""
    if isinstance(node, list):
        return next(filter(None, (field_called(part, name) for part in node)), None)
    if not isinstance(node, dict):
        return None
    return node if node.get("filter") == name else next(filter(None, (field_called(part, name) for part in node.values())), None)


# One mistake each, as one makes them when one writes such a file; which field of the story gives it away.
MISTAKES = {
    "a type of another size": lambda protocol: field_called(protocol.file["opcodes"], "bcnet.settings.player_slot").update(type="i16"),
    "a type of the same size": lambda protocol: field_called(protocol.file["opcodes"], "bcnet.state.object").update(type="f32"),
    "a sign": lambda protocol: field_called(protocol.structures, "bcnet.vector.dir").update(type="u8"),
    "a bit as a byte": lambda protocol: field_called(protocol.file["opcodes"], "bcnet.new_player.modem").update(type="bool"),
    "a field left out": lambda protocol: protocol.opcodes[0x20]["fields"].pop(1),
    "two fields in the other order": lambda protocol: protocol.opcodes[0x1A]["fields"].insert(2, protocol.opcodes[0x1A]["fields"].pop(3)),
    "a condition": lambda protocol: field_called(protocol.file["opcodes"], "bcnet.torpedo.target").update({"if": ["no_target", "==", 1]}),
    "a mask": lambda protocol: field_called(protocol.file["messages"], "bcnet.ack.low").update(mask="0x04"),
    "the length of another field": lambda protocol: field_called(protocol.structures, "bcnet.object.set").update(length="name_len"),
    "the scale of cf16": lambda protocol: protocol.types["cf16"].update(steps=4096),
    "a class": lambda protocol: protocol.structures["event"]["fields"][4]["one_of"][8].update({"if": ["class id", "==", "0x8123"]}),
    "a part of a snapshot": lambda protocol: protocol.file["classes"]["entries"]["PhaserSystem"]["snapshot"].pop(),
    "a part of a state": lambda protocol: protocol.file["classes"]["entries"]["ShieldSubsystem"]["states"].reverse(),
    "where a list ends": lambda protocol: field_called(protocol.structures, "bcnet.checksum.file")["list"].update(count="round"),
}


SOME = ("session", "join", "acks", "messages")


class File(unittest.TestCase):
    """What stands in docs/protocol/bcnet.json."""

    @classmethod
    def setUpClass(cls):
        with ThreadPoolExecutor(2) as pool:
            captures = [*all_captures(), made(machine.Protocol())]
            names = [*(path.stem for path in all_captures()), "examples"]
            cls.found = dict(zip(names, pool.map(lambda path: list(datagrams(path)), captures)))

    file = machine.Protocol().file

    def compared(self, protocol=None, names=None):
        comparison = Comparison(protocol)
        for name in names or self.found:
            comparison.capture(name, self.found[name])
        return comparison

    def test_agrees_with_tshark_on_every_payload(self):
        comparison = self.compared()
        self.assertEqual("\n".join(map(str, comparison.differences[:30])), "", "where, what the file says, what tshark says")
        counts = comparison.counts
        print("Compared: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
        self.assertGreater(counts["fields"], 50000)
        self.assertGreater(counts["payloads"], 1000)
        self.assertGreater(counts["fields of entries"], 4000)
        self.assertLess(counts["left out"], 60, "broken on purpose, and said to be")
        self.assertEqual(comparison.wire - comparison.seen, set(), "described, and never seen")

    def test_says_of_opcodes_what_the_plugin_says(self):
        ours = [(machine.number(row["opcode"]), row["label"], row["constant"], row.get("community", row["label"]))
                for row in self.file["opcodes"]]
        plugin = [(value, label, constant or label, community) for value, label, constant, *_, community in fields.opcodes()]
        plugin = [(value, label, community if constant == label else constant, community)
                  for value, label, constant, community in plugin]
        self.assertEqual(ours, plugin)
        for row, (_, _, _, sender, *_) in zip(self.file["opcodes"], fields.opcodes(), strict=True):
            never = row["direction"] == "never used" or "no stock sender" in row["direction"]
            self.assertEqual(sender == "NOBODY", never, row["opcode"])

    def test_says_of_mods_what_the_plugin_says(self):
        source = (SOURCE / "plugin/opcodes/mod-messages.c").read_text(encoding="utf-8")
        named = dict(fields.NUMBER.findall(source))
        rows = [(named.get(number, number), name, form) for number, name, form in
                re.findall(r'BCNET_OPCODE\((\w+), "(\w+)", NULL\), \.form = "(\w+)"', source)]
        self.assertEqual([(form["opcode"], form["name"], form["form"]) for form in self.file["mods"]["forms"] if "form" in form],
                         rows)

    def test_tables_of_the_chapters_are_made_of_it(self):
        protocol, marks = machine.Protocol(), 0
        for path in tables.documents():
            text = path.read_text(encoding="utf-8")
            marks += len(tables.MARK.findall(text))
            self.assertEqual(text, tables.with_tables(text, protocol), "run: python3 tests/docs/machine.py --update")
        self.assertGreater(marks, 25)

    def test_lengths_are_the_sums_of_their_fields(self):
        protocol, compared = machine.Protocol(), 0
        for row in self.file["opcodes"]:
            sums = tables.lengths(protocol, row)
            if sums is not None and row["length"] != "-":
                compared += 1
                with self.subTest(opcode=row["opcode"]):
                    self.assertEqual(sorted(re.findall(r"\d+(?: \+ \d*[A-Za-z]\b)*", row["length"])), sums)
        self.assertGreater(compared, 20)

    def test_names_what_exists(self):
        known = fields.fields()
        for name in all_in(self.file, "filter"):
            self.assertIn(name, known)
        numbers = sections.sections()
        for number in all_in(self.file, "section"):
            self.assertIn(number, numbers)
        for number in re.findall(r"\[(\d\d\.[\d.]*\d)\]", " ".join(all_in(self.file, "means"))):
            self.assertIn(number, numbers)
        types = set(self.file["types"])
        self.assertEqual(set(all_in([self.file["structures"], self.file["messages"], self.file["opcodes"], self.file["mods"],
                                     self.file["classes"], self.file["datagram"]], "type"))
                         - types, {row["type"] for row in self.file["messages"]}, "types of fields, and of messages")
        self.assertLessEqual(set(all_in(self.file["opcodes"], "use")), set(self.file["structures"]))

    def test_calls_values_as_the_plugin_does(self):
        for name, row in self.file["values"].items():
            if "filter" in row:
                with self.subTest(values=name):
                    ours = {machine.number(value): words for value, words in row["names"].items()}
                    shown = test_protocol.glossary_values(row["filter"])
                    self.assertEqual({value: shown[value] for value in ours}, ours)

    def test_calls_torpedoes_as_the_chapter_does(self):
        numbers = re.findall(r"\| (\d+) \| ([\w()]+)", test_protocol.section("40.8"))
        self.assertEqual({int(number): name for number, name in numbers},
                         {int(number): name for number, name in self.file["values"]["torpedo"]["names"].items()})

    def test_every_mistake_is_found(self):
        for words, change in MISTAKES.items():
            with self.subTest(mistake=words):
                try:
                    differences = self.compared(changed(change), SOME).differences
                except KeyError as missing:     # what a field refers to is not there
                    differences = [missing]
                self.assertNotEqual(differences, [])
        self.assertEqual(self.compared(names=SOME).differences, [])


if __name__ == "__main__":
    unittest.main()
