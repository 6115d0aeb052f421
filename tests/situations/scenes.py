# SPDX-License-Identifier: GPL-2.0-or-later
"""What a forged capture holds, by the word of who made it: the scenario, or the forge's truth about a battle. Nothing
here looks into a datagram."""

import dataclasses
import json
import re
import struct

import pcapng
from bcnet_test import scratch_file, tool

GAME = 0x32
TYPES = {"ack": 1, "keepalive": 2, "connect": 3, "accept": 3, "announce": 0, "boot": 4, "disconnect": 5, "game": GAME,
         "split": GAME}
NO_ID = 0xFF


@dataclasses.dataclass
class Message:
    """One transport message. `payload` is None for the fragments before the last."""

    type: int
    seq: int | None = None      # of an ack, the one that it acknowledges
    payload: bytes | None = b""
    index: int | None = None
    low: bool = False           # of an ack: of a type below 0x32

    @property
    def opcode(self):
        return self.payload[0] if self.type == GAME and self.payload else None


@dataclasses.dataclass
class Frame:
    """A frame and the datagram in it; `text` is GameSpy's. `evening` counts the lives of the server; `again` frames are
    captured again."""

    time: float
    packet: pcapng.Packet
    source: str
    dest: str
    id: int
    messages: list
    text: bool = False
    evening: int = 0
    again: bool = False

    @property
    def from_host(self):
        return self.id == 1

    @property
    def host(self):
        return self.source if self.from_host else self.dest

    @property
    def client(self):
        return self.dest if self.from_host else self.source


def ends(packet):
    """Addresses and ports of an Ethernet frame with UDP over IPv4."""
    data = packet.data
    ports = struct.unpack_from(">HH", data, 34)
    return tuple(f"{'.'.join(map(str, data[at:at + 4]))}:{port}" for at, port in zip((26, 30), ports))


# A scenario (docs/forge.md), as far as those of this folder go: no loops, automatic numbers in both spaces.

TOKEN = re.compile(r'[^\s"]*"(?:[^"]|"")*"|\S+')
WIDTHS = {"u8": "<B", "i8": "<b", "u16": "<H", "i16": "<h", "u32": "<I", "i32": "<i", "f32": "<f"}


def _lines(text, folder):
    """The statements of a scenario and of those that it includes; without comments."""
    text = re.sub(r"\\\s*(#[^\n]*)?\n", " ", text)
    for line in text.splitlines():
        words = TOKEN.findall(re.sub(r'#(?=([^"]*"[^"]*")*[^"]*$).*', "", line))
        if words and words[0] == "include":
            yield from _lines((folder / words[1].strip('"')).read_text(encoding="utf-8"), folder)
        elif words:
            yield words


def _text(word):
    return word[word.index('"') + 1:-1].replace('""', '"')


def _bytes_of(words, lets):
    """The bytes of a line, up to the first notation that no test looks behind."""
    out = b""
    for word in words:
        kind, _, value = word.partition(":")
        if word == "|":
            continue
        if word.startswith("$"):
            out += lets[word[1:]]
        elif kind in WIDTHS:
            out += struct.pack(WIDTHS[kind], float(value) if kind == "f32" else int(value, 0))
        elif kind in ("str", "str8", "str16"):
            text = _text(word).encode("latin-1")
            size = {"str": b"", "str8": bytes([len(text) & 255]), "str16": struct.pack("<H", len(text) & 65535)}
            out += size[kind] + text
        elif kind == "zeros":
            out += bytes(int(value))
        elif kind == "bits":
            bits = value.split(",")
            out += bytes([len(bits) << 5 | sum(int(bit) << place for place, bit in enumerate(bits))])
        elif re.fullmatch(r"([0-9A-Fa-f]{2})+", word):
            out += bytes.fromhex(word)
        else:
            break
    return out


class _Reader:
    """The frames of a scenario in the order of the file."""

    def __init__(self):
        self.ends, self.lets, self.frames, self.next = {}, {}, [], {}
        self.now = 0.0

    def number(self, sender, receiver, low, words):
        """The sequence number that is given or counted; the words after it."""
        key = sender, receiver, low
        given = None
        if words[:1] == ["seq"]:
            given, words = words[1], words[2:]
        seq = self.next.get(key, 0) if given in (None, "auto") else int(given)
        self.next[key] = max(self.next.get(key, 0), seq + 1)
        return seq, words

    def statement(self, words):
        what = words[0]
        if what == "endpoint":
            self.ends[words[1]] = words[2], int(words[4]) if len(words) > 4 else NO_ID
        elif what == "let":
            self.lets[words[1]] = _bytes_of(words[2:], self.lets)
        elif what == "at":
            self.now = self.now + float(words[1]) if words[1].startswith("+") else float(words[1])
            address, sender = self.ends[words[2]]
            sender = int(words[words.index("id") + 1]) if "id" in words else sender
            if "drop" not in words:
                self.frames.append([self.now, address, self.ends[words[4]][0], sender, [], False])
        elif what in TYPES:
            self.message(what, words[1:])
        elif what == "text":
            self.frames[-1][5] = True
        elif what not in ("comment", "start"):
            raise ValueError(f"{what} is not understood here.")

    def message(self, what, words):
        time, sender, receiver, _, messages, _ = self.frames[-1]
        if what == "ack":
            index = int(words[words.index("frag") + 1]) if "frag" in words else None
            messages.append(Message(1, int(words[0]), b"", index, "low" in words))
        elif what == "keepalive":
            messages.append(Message(2))
        elif what == "split":
            seq, words = self.number(sender, receiver, False, words)
            step = float(words[1])
            payload = _bytes_of(words[2:], self.lets)
            count = -(-len(payload) // (412 - 6))
            for index in range(count):
                if index:
                    self.frames.append([time + index * step, *self.frames[-1][1:4], [], False])
                self.frames[-1][4].append(Message(GAME, seq, payload if index == count - 1 else None, index))
        elif what == "game":
            seq = None
            if words[0] == "seq":
                seq, words = self.number(sender, receiver, False, words)
            messages.append(Message(GAME, seq, _bytes_of(words, self.lets)))
        else:
            self.low(what, words, sender, receiver, messages)

    def low(self, what, words, sender, receiver, messages):
        """The other types below 0x32; payloads are what they tell, not their bytes."""
        seq = words.index("seq") if "seq" in words else len(words)
        number, _ = self.number(sender, receiver, True, words[seq:])
        if what == "connect":
            self.next = {key: value for key, value in self.next.items() if {key[0], key[1]} != {sender, receiver}}
            self.number(sender, receiver, True, [])
            number = 0
        told = [_text(word) if '"' in word else word for word in words[:seq]]
        messages.append(Message(TYPES[what], number, (what, *told)))


def story(text, folder, nonces=lambda number: number):
    """The frames of a scenario; `nonces` gives connect requests other numbers."""
    reader = _Reader()
    statements = list(_lines(text, folder))
    for words in statements:
        if words[0] == "connect":
            words[2] = hex(nonces(int(words[2], 16)))
    for words in statements:
        reader.statement(words)
    scenario, capture = scratch_file(".scn"), scratch_file(".pcapng")
    scenario.write_text("\n".join(map(" ".join, statements)), encoding="utf-8")
    tool("bcnet-forge", scenario, capture)
    packets = pcapng.read(capture)
    found = sorted(reader.frames, key=lambda frame: frame[0])
    if len(found) != len(packets):
        raise ValueError(f"The scenario makes {len(packets)} frames, not {len(found)}.")
    return [Frame(packet.time, packet, *frame[1:]) for packet, frame in zip(packets, found)]


# A battle.

def _told(kind, payload):
    """What a message below 0x32 tells, in words."""
    if kind == 3:
        return ("accept", str(payload[0])) if len(payload) == 1 else ("connect",)
    return ("announce", str(payload[0]), "", payload[5:-2].decode("utf-16le"))


def battle(**options):
    """The frames of a battle, but for unreliable messages."""
    capture, truth = scratch_file(".pcapng"), scratch_file(".json")
    arguments = [word for name, value in options.items() for word in (f"--{name}", value)]
    tool("bcnet-forge", "--battle", *arguments, "--truth", truth, capture)
    told = json.loads(truth.read_text())
    packets = pcapng.read(capture)
    messages = [[] for _ in packets]
    for message in told["messages"]:
        index = message.get("index")
        whole = bytes.fromhex(message["payload"]) or whole      # stands at the first fragment
        kind = message["type"]
        said = whole if kind == GAME else _told(kind, whole)
        if index is not None and index < message["of"] - 1:
            said = None
        for frame in message["frames"]:
            messages[frame - 1].append(Message(kind, message["seq"], said, index))
        for frame in message["acks"]:
            messages[frame - 1].append(Message(1, message["seq"], b"", index, kind != GAME))
    ids = {f"{peer['ip']}:{peer['port']}": peer["id"] for peer in told["peers"]}
    packet_numbers = [(ends(packet)[0], packet.data[18:20]) for packet in packets]
    first = {number: place for place, number in reversed(list(enumerate(packet_numbers)))}
    return [Frame(packet.time, packet, *ends(packet), ids[ends(packet)[0]], found,
                  again=first[packet_numbers[place]] < place)
            for place, (packet, found) in enumerate(zip(packets, messages))]
