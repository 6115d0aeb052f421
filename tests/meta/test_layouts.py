# SPDX-License-Identifier: GPL-2.0-or-later
"""The bytes that are drawn above the functions of messages: offsets add up, and the function reads them where they stand.

Drawings have examples here, with all optional parts; most are those of the protocol description."""

import re
import unittest
import xml.etree.ElementTree as xml

from wireshark import SOURCE, scratch_file, tool, tshark

SIZES = {"u8": 1, "i8": 1, "bits": 1, "u16": 2, "i16": 2, "cf16": 2, "u32": 4, "i32": 4, "f32": 4, "ipv4": 4}
OPCODE = re.compile(r"op|[0-9A-F]{2}(?: [0-9A-F]{2})*")
DRAWING = re.compile(r"^ \*      (?P<offsets>.*)\n \*    \| (?P<cells>.*) \|(?:\n \*      (?P<types>.*?)(?: \*/)?)?$", re.M)
FUNCTION = re.compile(r"^(/\*(?:(?!\*/).)*\*/)\n[\w ]+? \**(\w+)\(", re.M | re.S)
NAMES = "00 00 20 41 00 00 A0 41 00 00 F0 41 " + "00 00 80 3F" + " 00" * 12 + " 00 7F 00 00 00 98 41 02 4F 70 03 53 65 74"
CHANGE = "36 02 00 00 00 03 00 00 00 A0 0F 00 00 03 00 00 00 01 00 00 00 01 04 00 00 00 2C 01 00 00"

# Function: examples of its drawings, in their order. Behind a colon where the drawing begins, not with the opcode.
EXAMPLES = {
    "dissect_settings": ["00 00 00 05 42 65 01 04 00 4D 61 70 31 02 00 00 00 41 00 63 00"],
    "dissect_collision_setting": ["16 21"],
    "dissect_client_ready": ["2A 20"],
    "dissect_player_left": ["18 05 00 00 00 43 61 64 79 32"],
    "dissect_announce": ["raw 00 11 C0 00 00: 02 0A 0A 0A 02 41 00 63 00 65 00 00 00"],
    "dissect_connect": ["raw 03 0F C0 00 00: 0A 0A 0A 02 11 22 33 44 00 00", "host raw 03 06 C0 00 00: 02"],
    "dissect_boot": ["host raw 04 07 C0 00 00: 04 02"],
    "dissect_disconnect": ["raw 05 0A C0 00 00: 02 0A 0A 0A 02"],
    "dissect_create_torpedo": ["19 0D 00 00 40 02 01 DF 87 11 FF FF 03 40 00 88 D8 5C"],
    "bcnet_read_torpedo_body": ["02 00 09 80 00 00 35 00 00 40 02 " + NAMES + ": FF FF FF 3F FF FF 03 40 02 00 00 88 D8 5C"],
    "dissect_create_pulse": ["1A 77 00 00 40 02 75 0E D2 03 68 00 08 40"],
    "dissect_damage_volume": ["29 FF FF FF 3F 1D 7A 0C 95 61 1B 57 E2 78"],
    "dissect_checksum_request": ["20 00 08 00 73 63 72 69 70 74 73 2F 07 00 41 70 70 2E 70 79 63 20"],
    "read_directory": ["21 02 C4 D1 17 C0: 01 00 77 B6 3E 37 68 A7 A0 F8 01 11 22 33 44 00 00 00"],
    "dissect_checksum_response": ["21 00 43 E2 0C 7E 2F CB AF 4D 00 00 00"],
    "dissect_checksum_failed": ["23 02 00 36 30"],
    "dissect_transfer": ["25 05 00 61 2F 62 2E 63 01 02 03"],
    "dissect_create_object": ["03 01 03 09 80 00 00 FF FF 03 40 02 " + NAMES, "02 00 09 80 00 00 35 00 00 40 02: " + NAMES],
    "dissect_delete_object": ["14 FF FF FF 3F"],
    "dissect_exited_warp": ["1F FF FF FF 3F 07 00 00 00 4D 75 6C 74 69 31 00"],
    "dissect_event": ["0A 04 01 00 00 DD 00 80 00 00 00 00 00 05 00 00 40 01"],
    "read_exploding": ["06 29 81 00 00 4E 00 80 00 00 00 00 00 FF FF 03 40 02 00 00 00 00 00 18 41"],
    "read_collision": ["15 24 81 00 00 50 00 80 00 FF FF 03 40 FF FF FF 3F 01 00 7F 00 FF 00 00 80 3F"],
    "read_start_firing": ["07 28 81 00 00 D8 00 80 00 00 00 00 00 05 00 00 40 FF FF 03 40 00 81 00 80"],
    "read_warp": ["10 2A 81 00 00 EC 00 80 00 00 00 00 00 FF FF FF 3F 02 4D 75" + " 00 00 80 3F" * 3 + " 03 41 42 43 00 00 A0 40"],
    "dissect_chat": ["2C 03 00 00 00 08 00 49 54 20 57 4F 52 4B 53"],
    "dissect_mission_init": ["35 06 03 14 D2 04 00 00 05", "35 06 14 D2 04 00 00 05 0B 00 00 00 00 00 00 00"],
    "dissect_score_change": [CHANGE],
    "dissect_score": ["37 02" + " 00" * 15],
    "dissect_score_init": ["3F 02 00 00 00 01 00 00 00 02 00 00 00 F4 01 00 00 FF"],
    "dissect_end_game": ["38 03 00 00 00"],
    "dissect_team_score": ["40 01 05 00 00 00 10 27 00 00"],
    "dissect_team": ["41 03 00 00 00 01"],
    "dissect_ship_update": ["1C FF FF FF 3F 00 00 20 41 10 E3 50"],
}


def drawings():
    """Function -> its drawings, each a list of (offset, name, type); the opcode has the type u8."""
    found = {}
    for path in sorted([*(SOURCE / "plugin/opcodes").glob("*.c"), SOURCE / "plugin/messages/connection.c"]):
        for comment, function in FUNCTION.findall(path.read_text(encoding="utf-8")):
            for match in DRAWING.finditer(comment):
                offsets, cells = match["offsets"].split(), [cell.strip() for cell in match["cells"].split("|")]
                types = (["u8"] if OPCODE.fullmatch(cells[0]) else []) + (match["types"] or "").split()
                if not len(offsets) == len(cells) == len(types):
                    raise AssertionError(f"{function}: {match[0]}")
                found.setdefault(function, []).append(list(zip(offsets, cells, types)))
    return found


def linear(text):
    """ "3+8F" as {"": 3, "F": 8}."""
    terms = {}
    for term in text.split("+"):
        number, letter = re.fullmatch(r"(\d*)([A-Za-z]?)", term).groups()
        terms[letter] = terms.get(letter, 0) + int(number or 1)
    return {letter: value for letter, value in terms.items() if value}


def size(kind):
    """Of a type, as a linear expression; None: the rest."""
    if kind == "rest":
        return None
    array = re.fullmatch(r"(\w+)\[(\d)\]", kind)
    return {"": SIZES[array[1]] * int(array[2])} if array else {"": SIZES[kind]} if kind in SIZES else linear(kind)


def sums(drawing):
    """The offset that each cell should have without and with optional parts, as linear expressions."""
    without = dict(linear(drawing[0][0]))
    whole = dict(without)
    for _, name, kind in drawing:
        yield {k: v for k, v in without.items() if v}, {k: v for k, v in whole.items() if v}
        for letter, value in (size(kind) or {}).items():
            whole[letter] = whole.get(letter, 0) + value
            if not name.startswith("["):
                without[letter] = without.get(letter, 0) + value


def places(drawing, payload):
    """(offset, length, number of fields) of the cells in a payload that has all optional parts; length None: the rest."""
    values = {"": 1}
    for offset, name, kind in drawing:
        at = sum(values[letter] * number for letter, number in linear(offset.split("/")[-1]).items())
        terms = size(kind)
        length = None if terms is None else sum(values[letter] * number for letter, number in terms.items())
        if len(name.strip("[]")) == 1:
            values[name.strip("[]")] = int.from_bytes(payload[at:at + length], "little")
        array = re.search(r"\[(\d)\]", kind)
        yield name.strip("[]").lower(), at, length, int(array[1]) if array else 1


def scenario(examples):
    """One datagram for each; mods' forms want the map of a mod."""
    lines = ["endpoint host 10.10.10.1:22101 id 1", "endpoint ace 10.10.10.2:59405 id 2", "at 0 host > ace",
             "    game seq 0 00 00 00 05 42 61 00 04 00 4D 61 70 31"]
    for number, example in enumerate(examples, 1):
        from_host = example.startswith("host ") or example[:2] in HOST
        example = example.replace("host ", "").replace(":", "")
        lines.append(f"at {number} " + ("host > ace" if from_host else "ace > host"))
        lines.append(f"    {example}" if example.startswith("raw ") else f"    game seq {number} {example}")
    return "\n".join(lines) + "\n"


HOST = {"00", "06", "14", "16", "18", "1F", "20", "22", "23", "25", "29", "35", "36", "37", "38", "3F", "40"}


class Layouts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.drawings = drawings()

    def test_offsets_add_up(self):
        for function, drawn in self.drawings.items():
            for drawing in drawn:
                for (offset, name, _), (without, whole) in zip(drawing, sums(drawing)):
                    parts = [linear(part) for part in offset.split("/")]
                    wanted = [without, whole] if without != whole and len(parts) == 2 else [whole]
                    self.assertEqual(parts, wanted, f"{function}: {name}")

    def test_examples_have_their_drawings(self):
        self.assertEqual({function: len(self.drawings.get(function, [])) for function in EXAMPLES},
                         {function: len(examples) for function, examples in EXAMPLES.items()})

    def test_fields_stand_where_they_are_drawn(self):
        flat = [(function, drawing, example) for function, examples in EXAMPLES.items()
                for drawing, example in zip(self.drawings[function], examples)]
        text, capture = scratch_file(".scn"), scratch_file(".pcapng")
        text.write_text(scenario([example for _, _, example in flat]))
        tool("bcnet-forge", text, capture)
        packets = xml.fromstring(tshark("-r", capture, "-T", "pdml")).findall("packet")[1:]
        for (function, drawing, example), packet in zip(flat, packets, strict=True):
            with self.subTest(function=function, example=example):
                self.check(drawing, example, list(packet.iter("field")))

    def check(self, drawing, example, fields):
        head, _, rest = re.sub("host |raw ", "", example).rpartition(":")
        payload = bytes.fromhex(rest)
        first = "bcnet.msg.type" if "raw " in example else "bcnet.opcode"
        begin = next(int(field.get("pos")) for field in fields if field.get("name") == first) + len(bytes.fromhex(head))
        for name, at, length, parts in places(drawing, payload):
            if len(name) == 1 or name == "bits" or OPCODE.fullmatch(name.upper()) or length == 0 or at == len(payload):
                continue
            step = length // parts if length else None
            for i in range(parts):
                there = {" ".join((field.get("name"), field.get("showname") or "")).lower() for field in fields
                         if field.get("name").startswith("bcnet.") and int(field.get("pos")) - begin == at + i * (step or 0)
                         and (step is None or int(field.get("size")) == step)}
                found = any(word[:4] in label for word in name.split() for label in there) or (step is None and there)
                self.assertTrue(found, f"{name} at {at}, there is {there or 'nothing'}")


if __name__ == "__main__":
    unittest.main()
