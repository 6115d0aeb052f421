# SPDX-License-Identifier: GPL-2.0-or-later
"""A host for Bridge Commander, as little of one as players need to join, talk and fly.

    python3 docs/learn/host.py [--write game.pcap] [ADDRESS [PORT]]

docs/write-a-server.md goes through it. What it leaves out: GameSpy, damage, scores, ends of games.
"""
import socket
import struct
import sys
import time

from link import CONNECT, DISCONNECT, GAME, NAME, Link, crypt

HOST, NEW = 1, 0xFF                                     # network ids; clients have 2 to 126
MAP = b"Multiplayer.Episode.Mission1.Mission1"
# (round, directory, files, with subdirectories): what a client's files are asked for (35.2)
ROUNDS = [(0, b"scripts/", b"App.pyc", 0), (1, b"scripts/", b"Autoexec.pyc", 0), (2, b"scripts/ships", b"*.pyc", 1),
          (3, b"scripts/mainmenu", b"*.pyc", 0), (0xFF, b"Scripts/Multiplayer", b"*.pyc", 1)]
TO_OTHERS = {0x07, 0x08, 0x09, 0x0A, 0x10, 0x11, 0x12, 0x19, 0x1A, 0x1B}       # what is handed on, as it is (10.10)
TO_ALL = {0x2C, 0x41}


def counted(text):
    return struct.pack("<h", len(text)) + text


class Player(Link):
    """A client, as the host knows it."""

    def __init__(self, handle, place, number, request):
        super().__init__(HOST, handle)
        self.place, self.id, self.slot, self.request = place, number, number - 2, request
        self.name, self.in_game, self.round, self.heard = None, False, 0, 0
        self.created = self.ship = self.motion = None   # its 0x03, the object id, and what its last 0x1C told

    def announcement(self):
        return bytes([self.id]) + socket.inet_aton(self.place[0]) + self.name


class Host:
    """The game. Whoever owns it hands it datagrams and asks for those it has to send."""

    def __init__(self):
        self.players, self.start, self.updated, self.now = {}, None, 0, 0

    def others(self, player):
        return [one for one in self.players.values() if one is not player]

    def hear(self, datagram, place, now):
        """A datagram of anybody."""
        plain = crypt(datagram, True)
        self.now = now
        known = self.players.get(place)
        if plain[0] == NEW and plain[2:3] == bytes([CONNECT]) and not (known and known.request == plain):
            free = set(range(2, 18)) - {one.id for one in self.players.values()}
            self.players[place] = Player(self.handle, place, min(free), plain)
        if place in self.players:
            self.players[place].heard = now
            self.players[place].hear(plain)

    def handle(self, player, kind, rest):
        """A message in its turn."""
        if kind == CONNECT:
            player.say(CONNECT, bytes([player.id]))
            for one in self.others(player):
                if one.name is not None:
                    player.say(NAME, one.announcement())
            self.ask(player)
        elif kind == NAME:
            player.name = rest[5:]                      # UTF-16, with a terminating 0
            for one in self.players.values():           # to the others, and back
                one.say(NAME, rest)
        elif kind == DISCONNECT:
            for one in self.others(player):
                one.say(DISCONNECT, rest)
            del self.players[player.place]
        elif kind == GAME and rest:
            self.play(player, rest[0], rest)

    def ask(self, player):
        number, directory, files, below = ROUNDS[player.round]
        player.say(GAME, bytes([0x20, number]) + counted(directory) + counted(files) + bytes([0x20 | below]))

    def play(self, player, opcode, payload):
        """What a player does."""
        if opcode == 0x21:                              # the answer to a round; who checks files compares here
            player.round += 1
            if player.round < len(ROUNDS):
                self.ask(player)
                return
            player.say(GAME, b"\x28")
            player.say(GAME, struct.pack("<BfBb", 0, self.clock(), 0x61, player.slot) + counted(MAP))
            player.say(GAME, b"\x01")
        elif opcode == 0x2A:
            player.say(GAME, bytes([0x35, 8, 1, 0xFF, 0xFF]))
            for one in self.others(player):
                player.say(GAME, struct.pack("<B4i", 0x37, one.id, 0, 0, 0))
                if one.created:
                    player.say(GAME, one.created, alone=True)
            player.in_game = True
            for one in self.players.values():
                if one.in_game:
                    one.say(GAME, struct.pack("<B4IB", 0x17, 0x866, 0x8000F1, 0, 0x791, player.id))
        elif opcode == 0x03:
            player.created, player.ship = payload, struct.unpack_from("<I", payload, 7)[0]
            self.relay(payload, self.others(player))
            self.relay(struct.pack("<BI", 0x1D, player.ship), self.players.values())
        elif opcode == 0x1C:
            self.note(player, payload)
        elif opcode in TO_OTHERS:
            self.relay(payload, self.others(player))
        elif opcode in TO_ALL:
            self.relay(payload, self.players.values())

    @staticmethod
    def relay(payload, receivers):
        for one in receivers:
            if one.in_game:
                one.say(GAME, payload)

    def clock(self):
        return self.now - self.start

    @staticmethod
    def note(player, payload):
        """Only what is absolute and complete is kept: position, forward, up, speed (60.1). Its u16 is a hash."""
        if payload[9] & 0x1D == 0x1D:
            player.motion = payload[10:22], payload[25:33]

    def tick(self, now):
        """What there is to send: (datagram, place)."""
        self.now = now
        self.start = now if self.start is None else self.start
        if now - self.updated >= 0.1:
            self.updated = now
            for player in self.players.values():
                for one in self.others(player):         # never the bytes of a client: another clock, no hash
                    if player.in_game and player.ship and one.ship and one.motion:    # motion may overtake the 0x03
                        position, rest = one.motion
                        head = struct.pack("<BIfB", 0x1C, one.ship, self.clock(), 0x1D)
                        player.update(head + position + b"\x20" + rest)
        for place, player in list(self.players.items()):
            if now - player.heard > 45:
                del self.players[place]
            datagram = player.datagram(now)
            if datagram:
                yield datagram, place


class Capture:
    """What a host hears and says as a capture, without being root: raw IP packets in a pcap file."""

    def __init__(self, path, place):
        self.file, self.place = open(path, "wb", buffering=0), place
        self.file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))

    def add(self, moment, datagram, sender, receiver):
        length = len(datagram) + 28
        head = struct.pack(">BBHHHBBH4s4sHHHH", 0x45, 0, length, 0, 0, 64, 17, 0, socket.inet_aton(sender[0]),
                           socket.inet_aton(receiver[0]), sender[1], receiver[1], length - 20, 0)
        self.file.write(struct.pack("<IIII", int(moment), int(moment % 1 * 1e6), length, length) + head + datagram)


def main(arguments):
    path = arguments.pop(1) if arguments[:1] == ["--write"] else None
    arguments = arguments[1:] if path else arguments
    place = (arguments[0] if arguments else "127.0.0.1", int(arguments[1]) if len(arguments) > 1 else 22101)
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(place)
    line.settimeout(0.01)
    place, host = line.getsockname(), Host()
    capture = Capture(path, place) if path else None
    print(f"A game at {place[0]}:{place[1]}", flush=True)
    while True:
        try:
            datagram, sender = line.recvfrom(2048)
            if capture:
                capture.add(time.time(), datagram, sender, place)
            host.hear(datagram, sender, time.monotonic())
        except TimeoutError:
            pass
        except (IndexError, KeyError, struct.error, ValueError) as error:
            print(f"{sender[0]}:{sender[1]} sends what nobody can read: {error!r}", flush=True)
        for datagram, receiver in host.tick(time.monotonic()):
            line.sendto(datagram, receiver)
            if capture:
                capture.add(time.time(), datagram, place, receiver)


if __name__ == "__main__":
    main(sys.argv[1:])
