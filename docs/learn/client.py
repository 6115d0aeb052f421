# SPDX-License-Identifier: GPL-2.0-or-later
"""A player for host.py: joins, takes a ship, flies ahead, says hello: python3 docs/learn/client.py NAME [ADDRESS [PORT]]"""
import socket
import struct
import sys
import time

from link import CONNECT, DISCONNECT, GAME, NAME, Link, crypt

NEW = 0xFF                                              # until the host gives an id
# What the files of a client are (35.3): the version in round 0, the directory's hash, files and directories in it.
VERSION = bytes.fromhex("43E20C7E")
DIRECTORY = bytes.fromhex("2FCBAF4D")
SHIP = bytes.fromhex("FFFF64FFFFFFFFFFFFFF64FFFFFFFFFFFF64FFFFFFFFFFFFFFFFFF646001FFFFFF64FFFFFFFFFFFFFF6400FF64"
                     "FFFFFF6401FF")                     # an Akira, undamaged (40.4)
LINE_AFTER, SECONDS = 1.0, 10.0


class Client(Link):
    """A player's side. Whoever owns it hands it datagrams and asks for those it has to send."""

    def __init__(self, name, address, line):
        super().__init__(NEW, self.understand)
        self.name, self.address, self.line = name, socket.inet_aton(address), line
        self.slot = self.joined = self.said = self.clock = self.left = None
        self.asked, self.updated, self.spoken, self.ready, self.heard = None, 0, 0, False, []

    def understand(self, _, kind, rest):
        """What the host says."""
        if kind == CONNECT:
            self.me = rest[0]
            self.say(NAME, bytes([self.me]) + self.address + f"{self.name}\0".encode("utf-16-le"))
        elif kind == GAME:
            self.follow(rest[0], rest)

    def follow(self, opcode, payload):
        if opcode == 0x20:
            files = struct.pack("<H", 60) + bytes(range(240)) * 2 if payload[1] == 2 else b"\0\0"
            self.say(GAME, payload[:2].replace(b"\x20", b"\x21", 1) + (VERSION if payload[1] == 0 else b"") + DIRECTORY + files +
                     b"\0")
        elif opcode == 0x00:
            self.clock, self.slot = struct.unpack_from("<f", payload, 1)[0], payload[6]
            self.clock_at = self.now
        elif opcode == 0x01:
            self.say(GAME, b"\x2A\x20")
        elif opcode == 0x17 and payload[17] == self.me:
            self.joined = self.now
            self.ship = 0x3FFFFFFF + self.slot * 0x40000
            body = struct.pack("<BbBIIB7f3xf", 0x03, self.slot, self.me, 0x8008, self.ship, 1, 10 * self.slot, 0, 0, 1, 0, 0, 0, 0)
            self.say(GAME, body + bytes([len(self.name)]) + self.name.encode("latin-1") + b"\x06Multi1" + SHIP)
        elif opcode == 0x2C:
            self.heard.append(payload[7:].decode("latin-1"))

    def fly(self):
        """Ahead, ten units a second."""
        clock = self.clock + self.now - self.clock_at
        self.update(struct.pack("<BIfB3fBH", 0x1C, self.ship, clock, 0x9D, 10.0 * self.slot, 10 * (self.now - self.joined), 0,
                                0x21, 0xFB37) + bytes.fromhex("007F00 00007F FE3F"))

    def tick(self, now):
        """What there is to send; None: nothing."""
        self.now = now
        if self.asked is None:
            self.asked = now
            self.say(CONNECT, self.address + struct.pack("<IB", sum(self.name.encode()), 0))
        if self.joined and now - self.updated >= 0.1:
            self.updated = now
            self.fly()
        if self.joined and not self.said and now - self.joined > LINE_AFTER:
            self.said = now
            self.say(GAME, struct.pack("<BiH", 0x2C, self.me, len(self.line)) + self.line.encode("latin-1"))
        return self.datagram(now)

    def leave(self):
        self.say(DISCONNECT, bytes([self.me]) + self.address)


def main(arguments):
    name = arguments[0]
    host = (arguments[1] if len(arguments) > 1 else "127.0.0.1", int(arguments[2]) if len(arguments) > 2 else 22101)
    seconds = float(arguments[3]) if len(arguments) > 3 else SECONDS
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.connect(host)
    line.settimeout(0.02)
    client = Client(name, line.getsockname()[0], f"hello, I am {name}")
    end, shown = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        datagram = client.tick(time.monotonic())
        if datagram:
            line.send(datagram)
        try:
            client.hear(crypt(line.recv(2048), True))
        except TimeoutError:
            pass
        for said in client.heard[shown:]:
            print(said, flush=True)
        shown = len(client.heard)
    client.leave()
    line.send(client.tick(time.monotonic()))


if __name__ == "__main__":
    main(sys.argv[1:])
