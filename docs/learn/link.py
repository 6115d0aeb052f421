# SPDX-License-Identifier: GPL-2.0-or-later
"""One side of a connection in Bridge Commander: the cipher, numbers, acks, resends, fragments. For host.py and client.py;
docs/write-a-server.md goes through it."""
import struct

ACK, KEEPALIVE, NAME, CONNECT, BOOT, DISCONNECT, GAME = 1, 2, 0, 3, 4, 5, 0x32
MOST, PIECE = 512, 412                                  # bytes of a datagram, of a transport message


def crypt(datagram, deciphering):
    """The cipher (10.2, lesson 1): byte 0 stays; each byte's mask depends on the plain bytes before it."""
    key, total, carry, out = list(b"AlbyRules!"), 0, 0, bytearray(datagram[:1])
    for byte in datagram[1:]:
        w = mask = 0
        for r in range(5):
            w ^= key[2 * r] << 8 | key[2 * r + 1]
            c = w * 0x015A & 0xFFFF
            total = (total + r) * 0x4E35 + carry + c & 0xFFFF
            carry = c
            w = w * 0x4E35 + 1 & 0xFFFF
            mask ^= total ^ w
        out.append(byte ^ mask & 0xFF ^ mask >> 8)
        plain = out[-1] if deciphering else byte
        key = [part ^ plain for part in key]
    return bytes(out)


class Waiting:
    """A reliable message until it is acknowledged."""

    def __init__(self, key, message, alone):
        self.key, self.message, self.alone = key, message, alone
        self.first = self.last = None                   # when it was sent
        self.resends = 0

    def is_due(self, now):
        """After 1 s, then 1, 2, 3, 4, 5, 1 ... s (10.4)."""
        wait = 1 if self.resends == 0 else (self.resends - 1) % 5 + 1
        return now - self.last >= wait


class Link:
    """One side of a connection: numbers, acks, resends, fragments (10.3 to 10.5)."""

    def __init__(self, me, handle):
        self.me, self.handle = me, handle
        self.next = {True: 0, False: 0}                 # numbers to give, by space: below 0x32, game
        self.expected = {True: 0, False: 0}             # and the next one to handle
        self.early = {}                                 # messages that came before their turn
        self.pieces = {}
        self.acks, self.new, self.sent, self.once = [], [], [], []

    # What is to be sent.

    def say(self, kind, payload, alone=False):
        """Reliably. Types below 0x32 are ordered and go to the head of the queue; long ones are cut."""
        low = kind != GAME
        number = self.next[low]
        self.next[low] = number + 1 & 0xFFFF
        if len(payload) + 5 <= PIECE:
            head = struct.pack("<BHH", kind, (0xC000 if low else 0x8000) | len(payload) + 5, number)
            message = Waiting((low, number, None), head + payload, alone)
            self.new.insert(0 if low else len(self.new), message)
            return
        # A fragment has one byte more, the first of them two: its index, and how many there are.
        cuts = [payload[:PIECE - 7]] + [payload[i:i + PIECE - 6] for i in range(PIECE - 7, len(payload), PIECE - 6)]
        for index, piece in enumerate(cuts):
            extra = bytes([index, len(cuts)]) if index == 0 else bytes([index])
            head = struct.pack("<BHH", kind, 0xA000 | len(piece) + 5 + len(extra), number)
            self.new.append(Waiting((low, number, index), head + extra + piece, False))

    def update(self, payload):
        """Unreliably, and only if there is room now."""
        self.once.append(struct.pack("<BH", GAME, len(payload) + 3) + payload)

    def datagram(self, now):
        """Acks, one resend at most, new messages: what fits. Nothing to say: None."""
        messages, replays = self.acks[:60], 0
        del self.acks[:60]
        room = MOST - 2 - sum(map(len, messages))
        resend = next((old for old in self.sent if old.is_due(now)), None)
        if resend and len(resend.message) <= room:
            messages.append(resend.message)
            room -= len(resend.message)
            resend.last, resend.resends = now, resend.resends + 1
        while self.new and len(self.new[0].message) <= room and not (self.new[0].alone and replays):
            one = self.new.pop(0)
            replays += one.alone
            one.first = one.last = now
            self.sent.append(one)
            messages.append(one.message)
            room -= len(one.message)
        while self.once and len(self.once[0]) <= room:
            messages.append(self.once.pop(0))
            room -= len(messages[-1])
        self.once.clear()
        self.sent = [old for old in self.sent if now - old.first < 360]
        return crypt(bytes([self.me, len(messages)]) + b"".join(messages), False) if messages else None

    # What is heard.

    def hear(self, plain):
        """All messages of a datagram in plain bytes."""
        at = 2
        for _ in range(plain[1]):
            kind = plain[at]
            if kind == KEEPALIVE:
                at += 1
            elif kind == ACK:
                number, flags = struct.unpack_from("<HB", plain, at + 1)
                key = bool(flags & 2), number, plain[at + 4] if flags & 1 else None
                self.sent = [old for old in self.sent if old.key != key]
                at += 4 + (flags & 1)
            else:
                flags, = struct.unpack_from("<H", plain, at + 1)
                length = flags & (0x1FFF if kind == GAME else 0x3FFF)
                self.take(kind, flags, plain[at + 3:at + length])
                at += length

    def take(self, kind, flags, rest):
        """One message, without type and length."""
        if not flags & 0x8000:
            self.handle(self, kind, rest)
            return
        low, number, rest = kind != GAME, struct.unpack("<H", rest[:2])[0], rest[2:]
        index = rest[0] if kind == GAME and flags & 0x2000 else None
        self.acks.append(struct.pack("<BHB", ACK, number, 2 * low + (index is not None)) +
                         (bytes([index]) if index is not None else b""))
        if number - self.expected[low] & 0x8000:        # had been there
            return
        if index is not None:
            pieces = self.pieces.setdefault(number, {})
            pieces[index] = rest[1:]
            total = pieces.get(0, b"\xff")[0]
            if any(i not in pieces for i in range(total)):
                return
            rest = pieces[0][1:] + b"".join(pieces[i] for i in range(1, total))
            del self.pieces[number]
        self.early[low, number] = kind, rest
        while (low, self.expected[low]) in self.early:  # strictly in the order of their numbers
            kind, rest = self.early.pop((low, self.expected[low]))
            self.expected[low] = self.expected[low] + 1 & 0xFFFF
            self.handle(self, kind, rest)
