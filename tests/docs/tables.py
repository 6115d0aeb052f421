# SPDX-License-Identifier: GPL-2.0-or-later
"""The tables of the chapters that are made of docs/protocol/bcnet.json, so that a fact is written once.

A line such as <!-- made of bcnet.json: 0x19 --> stands above each; python3 tests/docs/machine.py --update writes them.
"""

import collections
import re

import machine
import sections

MARK = re.compile(r"(<!-- made of bcnet\.json: (.+?) -->\n\n)(?:\|.*\n)+")
SIZES = {"direction": ("cv3", 3), "point": ("cv3+1", 4)}
COUNTS = ("no", "one boolean", "two booleans", "three booleans", "four booleans", "five booleans")


class Length:
    """A number of bytes such as 13 + n + 2m: a number, and letters with how often they count."""

    def __init__(self, number=0, **letters):
        self.number, self.letters = number, collections.Counter(letters)

    def __add__(self, other):
        return Length(self.number + other.number, **(self.letters + other.letters))

    def __mul__(self, times):
        return Length(self.number * times, **{letter: count * times for letter, count in self.letters.items()})

    def __str__(self):
        words = [(f"{count}" if count > 1 else "") + letter for letter, count in self.letters.items()]
        return " + ".join([str(self.number), *words] if self.number or not words else words)

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


class Walk:
    """Goes through fields and knows where each stands."""

    def __init__(self, protocol, start=0, values=None):
        self.protocol, self.values = protocol, values or {}
        self.places, self.condition, self.letters = [Length(start)], None, {}
        self.before = None      # the places if the condition does not hold
        self.bits, self.entered = 0, []
        self.open = False       # whether it has come to something without an end

    def place(self):
        """Offset, or offsets, of the next field."""
        return "" if self.open else " or ".join(map(str, dict.fromkeys(self.places)))

    def step(self, size):
        if size is None:
            self.open = True
        else:
            self.places = [place + size for place in self.places]

    def enter(self, condition):
        """Of fields that are there under a condition, those with the same one share it."""
        if condition == self.condition:
            return
        if self.before is not None:
            self.places = list(dict.fromkeys([*self.before, *self.places]))
        self.before = list(self.places) if condition else None
        self.condition = condition

    def size(self, field):
        """(word for the type, Length); Length None: to the end, or not told."""
        kind, types = field.get("type"), self.protocol.types
        if "list" in field:
            inner, letter = self.sizes(field), self.letters.get(field["list"].get("count"), "k")
            if inner and not inner.letters and "count" in field["list"]:
                return self.several(letter, field), Length(**{letter: inner.number})
            return self.several(letter, field), None
        if kind in ("text", "utf16"):
            letter, times = self.letters[field["length"]], 2 if kind == "utf16" else 1
            return f"{'2' if times == 2 else ''}{letter} bytes", Length(**{letter: times})
        if kind == "bit":
            return "bool", Length()
        if kind in ("bytes", "by_layout"):
            return "bytes", None
        if kind:
            return ("u8" if kind == "bool" else kind), Length(types[kind]["bytes"])
        if field.get("use") in SIZES:
            word, size = SIZES[field["use"]]
            return word, Length(size)
        size = self.sizes(field)
        kinds = {part.get("type") for part in field.get("fields", ())}
        if kinds == {"f32"}:
            return f"f32 × {len(field['fields'])}", size
        if [part.get("use") for part in field.get("fields", ())] == ["direction"]:
            return "cv3", size
        return (f"{size} bytes" if size and size.letters else self.words(field)), size

    def several(self, letter, field):
        words = self.words(field)
        return f"{letter} × ({words})" if re.search("[,+]", words) else f"{letter} × {words}"

    def words(self, field):
        """The types of what consists of fields."""
        if "use" in field:
            return SIZES[field["use"]][0] if field["use"] in SIZES else field["use"]
        return ", ".join(self.size(part)[0] for part in field.get("fields", ()))

    def sizes(self, field):
        """Length of what consists of fields."""
        used = self.protocol.structures[field["use"]] if "use" in field else field
        if used in self.entered:    # a tree of trees
            return None
        self.entered.append(used)
        try:
            return self.sum(used)
        finally:
            self.entered.pop()

    def sum(self, used):
        total = Length()
        for part in used.get("fields", ()):
            if "is" in part:
                self.letters[part["name"]] = part["is"]
            if part.get("if"):
                return None
            size = self.size(part)[1]
            if size is None:
                return None
            total += size
        return None if "one_of" in used or "fits" in used else total


def rows_of(walk, fields, booleans):
    """(offset, type, name, meaning, Length) of each field; what has no name of its own in a message stands in parts."""
    for field in fields:
        condition = field.get("if")
        if condition and isinstance(condition[0], str) and condition[0] in walk.values:
            if not machine.OPERATORS[condition[1]](walk.values[condition[0]], machine.number(condition[2])):
                continue
            condition = None
        if "use" in field and "means" not in field or field.get("fields") and "means" not in field and "list" not in field:
            used = walk.protocol.structures[field["use"]] if "use" in field else field
            walk.enter(condition)
            yield from rows_of(walk, used["fields"], booleans)
            continue
        if "fits" in field:
            yield from rows_of(walk, field["fits"][0]["fields"], booleans)
            continue
        walk.enter(condition)
        if "is" in field:
            walk.letters[field["name"]] = field["is"]
        word, size = walk.size(field)
        offset, means = walk.place(), field.get("means", "")
        if field.get("type") == "bit":
            if walk.bits == 0:
                walk.group = offset
                yield offset, "bit group", "", COUNTS[booleans], Length(1)
                walk.step(Length(1))
            offset = f"{walk.group} bit {walk.bits}"
            walk.bits += 1
        yield offset, word, field["name"], means, size
        walk.step(size)
        if "one_of" in field:
            walk.open = True


def lengths(protocol, row):
    """Of an opcode the numbers of bytes that its fields add up to, in words; None where that depends on more."""
    same = protocol.opcodes[machine.number(row["as"])] if "as" in row else row
    fields = same["fits"][0]["fields"] if "fits" in same else same.get("fields")
    if fields is None:
        return None
    walk = Walk(protocol, 1, {"opcode": machine.number(row["opcode"])})
    list(rows_of(walk, fields, 0))
    walk.enter(None)
    return None if walk.open else sorted(map(str, walk.places))


def booleans_in(fields):
    return sum(field.get("type") == "bit" for field in fields)


def layout(walk, fields, first):
    """The table of a message or of the tail of one."""
    yield "| offset | type | field | meaning |"
    yield "|---|---|---|---|"
    if first is not None:
        yield f"| 0 | u8 | opcode | {first} |"
    for offset, word, name, means, _ in rows_of(walk, fields, booleans_in(fields)):
        yield f"| {offset} | {word} | {name} | {means} |"


def opcode_rows(protocol):
    """30.2."""
    yield "| opcode | label | community's name | game's own constant | direction | delivery | length | section |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in protocol.file["opcodes"]:
        delivery = "-"
        if "reliable" in row:
            delivery = f"{'R' if row['reliable'] else '**U**'} {row.get('reliable_sure', 'C')}"
        opcode, label = "0x" + row["opcode"][2:].upper(), row["label"]
        yield (f"| {opcode} | {label} | {row.get('community', 'the same')} | {row['constant']} | {row['direction']} | {delivery} "
               f"| {row['length']} | [{row['section']}] |")
        for after, line in BETWEEN:
            if after == opcode:
                yield line


# What is no opcode, and stands between them.
BETWEEN = [
    ("0x2A", "| 0x2B | - | - | MAX_MESSAGE_TYPES | not a message: the number of opcodes before it | - | - | - |"),
    ("0x2D", "| 0x2E to 0x34 | - | - | - | free (mods) | - | any | [70.2] |"),
    ("0x39", "| 0x3A to 0x3E | - | - | - | free (mods) | - | any | [70.2] |"),
    ("0x41", "| 0x42 to 0xFF | - | - | - | free (mods) | - | any | [70.14] |"),
]
LETTERS = {"o": ("i32", 4), "i": ("i32", 4), "f": ("f32", 4), "z": ("cstr", 1), "t": ("text", 2), "p": ("text", 2)}


def body_of(form):
    """("2 cstr, 3 f32, 2 i32", "23 + n + m") of a form of 70.14."""
    words, length, names = [], 1, iter("nm")
    letters = []
    for letter in form:
        if letter == "l":
            words += [["i32", 1], ["n × i32", 1]]
            length, letters = length + 4, ["4n"]
            continue
        word, size = LETTERS[letter]
        if words and words[-1][0] == word:
            words[-1][1] += 1
        else:
            words.append([word, 1])
        length += size
        letters += [next(names)] if letter in "ztp" else []
    return (", ".join(word if count == 1 else f"{count} {word}" for word, count in words), " + ".join([str(length), *letters]))


def mod_rows(protocol):
    """70.14: the forms of the mod that the section is about."""
    yield "| type | name in the mod | body | length | values, in order |"
    yield "|---|---|---|---|---|"
    for form in protocol.file["mods"]["forms"]:
        if "mod" in form:
            continue
        body, length = body_of(form["form"]) if "form" in form else ("unknown", "")
        opcode = machine.number(form["opcode"])
        yield f"| {opcode} (0x{opcode:02X}) | {form['name']} | {body} | {length} | {form['means']} |"


def as_of(protocol, row):
    """The opcodes that have the layout of this one."""
    return [row, *(other for other in protocol.file["opcodes"] if other.get("as") == row["opcode"])]


def both_creations(protocol):
    """40.1: one layout, with a byte more in one of two opcodes."""
    fields = protocol.opcodes[2]["fields"]
    first, second = ({row[2]: row for row in rows_of(Walk(protocol, 1, {"opcode": opcode}), fields, 0)} for opcode in (2, 3))
    yield "| offset in 0x02 | in 0x03 | type | field | meaning |"
    yield "|---|---|---|---|---|"
    yield "| 0 | 0 | u8 | opcode | 0x02, 0x03 |"
    for name, (offset, word, _, means, _) in second.items():
        yield f"| {first[name][0] if name in first else '-'} | {offset} | {word or 'the rest'} | {name} | {means} |"


def table(protocol, key):
    """The lines of the table that a mark names."""
    if key == "opcodes":
        return opcode_rows(protocol)
    if key == "mods":
        return mod_rows(protocol)
    if key == "creations":
        return both_creations(protocol)
    name, _, form = key.partition(": ")
    if name.startswith("0x"):
        row = protocol.opcodes[machine.number(name)]
        words = ", ".join("0x" + other["opcode"][2:].upper() for other in as_of(protocol, row))
        used = next(part for part in row["fits"] if part["name"] == form) if form else row["fits"][0] if "fits" in row else row
        return layout(Walk(protocol, 1), used["fields"], words)
    if name == "event":
        return layout(Walk(protocol, 1), protocol.structures["event"]["fields"], "")
    if name == "tail":
        used = next(part for part in protocol.structures["event"]["fields"][-1]["one_of"] if part["name"] == form)
        return layout(Walk(protocol, 17), used["fields"], None)
    return layout(Walk(protocol, 0), protocol.structures[name]["fields"], None)


def parts_of(protocol, node, seen=()):
    """(filter, type) of everything in fields, structures and forms; a bit of a number has its mask before the type."""
    if isinstance(node, list):
        for part in node:
            yield from parts_of(protocol, part, seen)
        return
    kind = node.get("type") if isinstance(node.get("type"), str) and not node["type"].startswith("0x") else None
    if "filter" in node and not isinstance(node["filter"], list):
        yield node["filter"], kind or "fields"
    for bit in node.get("bits", ()):
        yield bit["filter"], f"{bit['mask']} of {kind}"
    for raw in [protocol.types["cf16"]["filter"]] if kind == "cf16" else []:
        yield raw, "u16"
    if kind == "bit":
        group = protocol.types["bit"]["group"]
        yield from ((group["filter"], "u8"), (group["count"]["filter"], f"{group['count']['mask']} of u8"))
    if "use" in node and node["use"] in protocol.structures and node["use"] not in seen:
        yield from parts_of(protocol, protocol.structures[node["use"]], (*seen, node["use"]))
    for key in ("fields", "one_of", "fits"):
        yield from parts_of(protocol, node.get(key, []), seen)


def ranges(numbers):
    """0x06 to 0x12, 0x15"""
    words = []
    for number in sorted(numbers):
        if words and words[-1][1] == number - 1:
            words[-1][1] = number
        else:
            words.append([number, number])
    return ", ".join(f"0x{first:02X}" + ("" if first == last else f"{', ' if last == first + 1 else ' to '}0x{last:02X}")
                     for first, last in words)


def on_the_wire(protocol):
    """Filter -> its type, and where it stands."""
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for row in protocol.file["opcodes"]:
        for name, kind in parts_of(protocol, protocol.opcodes[machine.number(row.get("as", row["opcode"]))]):
            found[name][kind].add(machine.number(row["opcode"]))
    words = {name: "; ".join(f"{kind} in {ranges(opcodes)}" for kind, opcodes in kinds.items()) for name, kinds in found.items()}
    for row in protocol.file["messages"]:
        for name, kind in parts_of(protocol, row):
            words[name] = kind
    for name, kind in [*parts_of(protocol, protocol.file["datagram"]), *parts_of(protocol, protocol.file["payload"])]:
        words[name] = kind
    for letter in protocol.file["mods"]["letters"].values():
        words.update({name: f"{kind} in messages of mods" for name, kind in parts_of(protocol, letter)})
    words[protocol.file["mods"]["filter"]] = "fields in messages of mods"
    for part in protocol.file["classes"]["parts"].values():
        words.update({name: f"{part['type']}, as the layout says" for name in part["filter"]})
        words.update({name: f"{part['then']['type']}, as the layout says" for name in part.get("then", {"filter": ()})["filter"]})
    return words


def with_tables(text, protocol):
    """A document with its tables anew."""
    return MARK.sub(lambda found: found[1] + "".join(re.sub(r"\|  (?=\|)", "| ", line) + "\n" for line in table(protocol, found[2])),
                    text)


def documents():
    """The chapters that have such tables."""
    return [path for path in sorted(sections.PROTOCOL.glob("*.md")) if MARK.search(path.read_text(encoding="utf-8"))]


def update():
    """Writes them."""
    protocol = machine.Protocol()
    for path in documents():
        path.write_text(with_tables(path.read_text(encoding="utf-8"), protocol), encoding="utf-8")
