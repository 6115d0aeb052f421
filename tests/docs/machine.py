# SPDX-License-Identifier: GPL-2.0-or-later
"""A second decoder: it reads docs/protocol/bcnet.json, and knows nothing of the game that does not stand there.

    python3 tests/docs/machine.py 2A 20                    takes a payload apart, from its opcode on
    python3 tests/docs/machine.py --datagram 02 01 32 ...  a whole datagram, deciphered
    python3 tests/docs/machine.py --update                 writes the tables of the chapters that are made of the file

What the words of the file mean: docs/protocol/README.md, "For programs".
"""

import json
import operator
import struct
import sys
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "docs/protocol/bcnet.json"
INTEGERS = {"u8": "<B", "i8": "<b", "u16": "<H", "i16": "<h", "u32": "<I", "i32": "<i", "bool": "<B"}
DEEPEST = 32        # structures in structures: what a hostile tree may cost


class Short(Exception):
    """A field does not fit into what is left."""


class Unfit(Exception):
    """A form is not the one: a value is outside its range."""


def number(value):
    """Numbers of the file are written as numbers, or as text where hexadecimal reads better."""
    return int(value, 0) if isinstance(value, str) else value


OPERATORS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "&": operator.and_}


class Reader:
    """What is being read: bytes, the place in them, the values so far, the open bit group, the fields found."""

    def __init__(self, data, position=0, end=None, values=None):
        self.data, self.position, self.end = data, position, len(data) if end is None else end
        self.values, self.fields, self.group = dict(values or {}), [], None
        self.begin, self.length = position, None    # of a message, and the name of what says how long it is

    @property
    def left(self):
        return self.end - self.position

    def take(self, size):
        if size < 0 or size > self.left:
            raise Short
        self.position += size
        return self.data[self.position - size:self.position]

    def found(self, filter_name, position, size, value=None):
        if filter_name and size > 0:
            self.fields.append((filter_name, position, size, value))

    def holds(self, condition):
        """["killer", "!=", 0], or a list of such, which must all hold."""
        if not condition:
            return True
        if isinstance(condition[0], list):
            return all(self.holds(one) for one in condition)
        name, sign, value = condition
        known = self.left if name == "left" else self.values[name]
        return bool(OPERATORS[sign](known, number(value)))

    def copy(self):
        """For a try that may fail."""
        other = Reader(self.data, self.position, self.end, self.values)
        other.fields, other.group = list(self.fields), self.group
        return other

    def become(self, other):
        self.__dict__.update(other.__dict__)


class Protocol:
    """The file, and what it makes of bytes."""

    def __init__(self, path=FILE):
        self.file = json.loads(Path(path).read_text(encoding="utf-8"))
        self.structures, self.types = self.file["structures"], self.file["types"]
        self.opcodes = {number(row["opcode"]): row for row in self.file["opcodes"]}
        self.messages = {number(row["type"]): row for row in self.file["messages"]}
        self.readers = {"text": self.text, "textz": self.closed_text, "utf16": self.utf16, "utf16z": self.closed_utf16,
                        "cf16": self.cf16, "f32": self.f32, "bit": self.bit, "ipv4": self.ipv4, "bytes": self.rest,
                        "by_layout": self.by_layout, "payload": self.inner_payload}
        self.entries = None     # of the ship: [(class, number of children)], if somebody knows them

    # ---- Types: each returns (position, size, value) ----

    @staticmethod
    def f32(reader, _):
        at = reader.position
        return at, 4, struct.unpack("<f", reader.take(4))[0]

    @staticmethod
    def ipv4(reader, _):
        at = reader.position
        return at, 4, ".".join(map(str, reader.take(4)))

    @staticmethod
    def rest(reader, _):
        at, size = reader.position, reader.left
        return at, size, reader.take(size)

    def by_layout(self, reader, field):
        """Bytes; divided only if somebody else has told which entries there are."""
        at, size, classes = reader.position, reader.left, self.file["classes"]
        reader.found(field.get("filter"), at, size)
        for name, children in self.entries or ():
            for part in classes["entries"][name][field["view"]]:
                self.part(reader, classes["parts"][part], children)
        reader.position = reader.end
        return at, 0, None

    def part(self, reader, part, children):
        names = part["filter"]
        times = 1 + children if "each" in part else part.get("times", 1)
        for turn in range(times):
            field = {"name": "part", "type": part["type"], "filter": names[min(turn, len(names) - 1)]}
            self.value(reader, field)
        if "then" in part and reader.values["part"]:
            self.part(reader, part["then"], 0)

    def cf16(self, reader, _):
        kind, at = self.types["cf16"], reader.position
        code = struct.unpack("<H", reader.take(2))[0]
        mantissa, decade = code & number(kind["mantissa"]), (code & number(kind["decade"])) >> 12
        low, high = 0.0, kind["first_decade"]
        for _ in range(decade):
            low, high = high, high * 10
        value = low + (high - low) * mantissa / kind["steps"]
        return at, 2, -value if code & number(kind["sign"]) else value

    def bit(self, reader, _):
        group = self.types["bit"]["group"]
        if reader.group is None:
            at = reader.position
            byte = reader.take(1)[0]
            count = byte >> 5
            reader.found(group["filter"], at, 1, byte)
            reader.found(group["count"]["filter"], at, 1, count)
            reader.group = (at, byte, 0, max(1, count))
        at, byte, used, count = reader.group
        reader.group = (at, byte, used + 1, count) if used + 1 < count else None
        return at, 1, byte >> used & 1 if used < group["most"] else 0

    @staticmethod
    def length_of(reader, field):
        length = max(0, reader.values[field["length"]]) + field.get("more", 0)
        return min(length, reader.left) if field.get("at_most") == "left" else length

    def text(self, reader, field):
        at, size = reader.position, self.length_of(reader, field)
        return at, size, reader.take(size).decode("latin-1")

    def utf16(self, reader, field):
        at, size = reader.position, 2 * self.length_of(reader, field)
        return at, size, reader.take(size).decode("utf-16-le", "replace")

    @staticmethod
    def closed_text(reader, field):
        at, end = reader.position, reader.data.find(0, reader.position, reader.end)
        if reader.left < 1 or (end < 0 and field.get("closed")):
            raise Short
        end = reader.end if end < 0 else end
        reader.position = min(end + 1, reader.end)
        return at, reader.position - at, reader.data[at:end].decode("latin-1")

    @staticmethod
    def closed_utf16(reader, _):
        at = end = reader.position
        if reader.left < 2:
            raise Short
        while end + 2 <= reader.end and reader.data[end:end + 2] != b"\0\0":
            end += 2
        reader.position = end + 2 if end + 2 <= reader.end else end
        return at, reader.position - at, reader.data[at:end].decode("utf-16-le", "replace")

    # ---- Fields ----

    def read(self, reader, fields, depth=0):
        for field in fields:
            if reader.holds(field.get("if")):
                self.field(reader, field, depth)

    def field(self, reader, field, depth=0):
        if "list" in field:
            self.items(reader, field, depth)
        elif "type" in field:
            self.value(reader, field)
        else:
            self.inside(reader, field, depth)

    def value(self, reader, field):
        if field["type"] in INTEGERS:
            form, at = INTEGERS[field["type"]], reader.position
            size = struct.calcsize(form)
            value = struct.unpack(form, reader.take(size))[0]
        else:
            at, size, value = self.readers[field["type"]](reader, field)
        if "least" in field and value < field["least"] or "first" in field and value not in field["first"]:
            raise Unfit
        reader.values[field["name"]] = value
        reader.found(field.get("filter"), at, size, None if field.get("secret") else value)
        if field["type"] == "cf16":
            reader.found(self.types["cf16"]["filter"], at, 2, struct.unpack_from("<H", reader.data, at)[0])
        for part in field.get("bits", ()):
            mask = number(part["mask"])
            reader.values[part["name"]] = (value & mask) // (mask & -mask)
            if part["name"] == reader.length:       # 0: it ends here
                reader.values[part["name"]] = reader.values[part["name"]] or reader.position - reader.begin
                reader.end = min(reader.end, reader.begin + reader.values[part["name"]])
            reader.found(part.get("filter"), at, size, reader.values[part["name"]])

    def inside(self, reader, field, depth):
        """What consists of fields: its own, those of a structure, or one of several forms."""
        used = self.structures[field["use"]] if "use" in field else field
        if depth > DEEPEST:
            raise Short
        places = []
        for name in dict.fromkeys((field.get("filter"), used.get("filter"))):
            if name:        # its size is known when all of it is read
                places.append(len(reader.fields))
                reader.fields.append((name, reader.position, 0, None))
        end = reader.end        # what is left over when a part does not fit belongs to the whole
        try:
            self.parts(reader, used, depth)
            end = reader.position
        finally:
            for place in places:
                name, position, _, _ = reader.fields[place]
                reader.fields[place] = (name, position, end - position, None)

    def parts(self, reader, used, depth):
        if "one_of" in used:
            form = next((form for form in used["one_of"] if reader.holds(form.get("if"))), None)
            if form is None:
                raise Short
            self.inside(reader, form, depth + 1)
        elif "fits" in used:
            self.fitting(reader, used["fits"], depth)
        else:
            self.read(reader, used.get("fields", ()), depth + 1)

    def fitting(self, reader, forms, depth):
        """The first form that takes all that is left; without any, the first as far as it goes."""
        for form in forms:
            trial = reader.copy()
            try:
                self.read(trial, form["fields"], depth + 1)
            except (Short, Unfit):
                continue
            if trial.left == 0:
                reader.become(trial)
                return
        self.read(reader, forms[0]["fields"], depth + 1)

    def items(self, reader, field, depth):
        how, one = field["list"], {key: value for key, value in field.items() if key not in ("list", "if")}
        wanted = max(0, reader.values[how["count"]]) if "count" in how else how.get("most", reader.left)
        if how.get("whole"):        # an element that is not all there is not read
            size = sum(struct.calcsize(INTEGERS[part["type"]]) for part in field["fields"])
            there = reader.left // size
            for _ in range(min(wanted, there)):
                self.inside(reader, one, depth)
            if "count" in how and there < wanted:
                raise Short
            return
        for _ in range(wanted):
            if "until" in how and struct.unpack("<i", reader.copy().take(4))[0] == how["until"]:
                break
            if reader.left == 0:
                raise Short
            self.inside(reader, one, depth)

    # ---- Payloads, messages, datagrams ----

    def inner_payload(self, reader, _):
        at, size = reader.position, reader.left
        self.payload_in(reader)
        return at, size, None

    def payload_in(self, reader):
        if reader.left == 0:
            return
        self.read(reader, self.file["payload"]["fields"])
        opcode = reader.values["opcode"]
        row = self.opcodes.get(opcode)
        if row is None:
            self.message_of_a_mod(reader, opcode)
            return
        same = self.opcodes[number(row["as"])] if "as" in row else row
        if same.get("fields") != []:
            self.inside(reader, same, 0)

    def message_of_a_mod(self, reader, opcode):
        mods, fitting = self.file["mods"], []
        for form in mods["forms"]:
            if number(form["opcode"]) != opcode or "form" not in form:
                continue
            parts = [{"name": str(at), **mods["letters"][letter]} for at, letter in enumerate(form["form"])]
            parts[0].update({key: form[key] for key in ("first",) if key in form})
            trial = reader.copy()
            try:
                self.inside(trial, {"filter": mods["filter"], "fields": parts}, 0)
            except (Short, Unfit):
                continue
            if trial.left == 0:
                fitting.append(trial)
        if len(fitting) == 1:
            reader.become(fitting[0])

    def payload(self, data):
        """[(filter, position, size, value)] of a payload, in order, and where reading ended."""
        reader = Reader(data)
        try:
            self.payload_in(reader)
        except Short:
            pass
        return reader.fields, reader.position

    def message(self, reader):
        """One message; the reader stands behind it."""
        row = self.messages.get(reader.data[reader.position]) if reader.left else None
        if row is None:
            return [], reader.position
        inner = Reader(reader.data, reader.position, reader.end, {"sender": reader.values["sender"]})
        inner.length = row.get("length")
        try:
            self.read(inner, row["fields"])
        except Short:
            pass
        reader.position = inner.end if inner.length else inner.position
        return inner.fields, inner.position

    def head(self, data):
        """The head of a datagram; the reader stands at its first message."""
        reader = Reader(data)
        try:
            self.read(reader, [field for field in self.file["datagram"]["fields"] if "list" not in field])
        except Short:
            pass
        return reader

    def datagram(self, data):
        """The fields of its head, and those of each message."""
        reader = self.head(data)
        return [reader.fields, *(self.message(reader)[0] for _ in range(reader.values["count"]))]


def main(words):
    if words[:1] == ["--update"]:
        import tables
        tables.update()
        return
    protocol, whole = Protocol(), words[:1] == ["--datagram"]
    data = bytes.fromhex("".join(words[whole:]))
    parts = protocol.datagram(data) if whole else [protocol.payload(data)[0]]
    for name, position, size, value in (field for part in parts for field in part):
        print(f"{position:4} {size:4}  {name}{'' if value is None else f' = {value}'}")


if __name__ == "__main__":
    main(sys.argv[1:])
