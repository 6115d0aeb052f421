# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes scenarios of short evenings: who joins, flies, fires, talks, dies and leaves, with numbers and acks."""

import random

CLASSES = {"sovereign": 5, "akira": 1}
PHASERS = {"sovereign": 26, "akira": 6}     # the ship's id + that: its phaser system
ACK_AFTER = 0.03
CLOCK = 100         # of the host's game when the capture begins


class Play:
    """A scenario in the making. Times rise from call to call."""

    def __init__(self):
        self.lines = ['include "parts/ships.scn"', "endpoint host 10.10.10.1:22101 id 1"]
        self.now, self.seqs, self.events = 0.0, {}, []
        self.started = [0.0]        # the server, and again
        self.ids, self.slots, self.shown, self.ships, self.inside = {}, {}, {}, {}, []

    def clock(self):
        """Of the host's game."""
        return f"f32:{CLOCK + self.now - self.started[-1]:.3f}"

    def text(self):
        """The scenario, in the order of time."""
        return "\n".join([*self.lines, *(line for _, lines in sorted(self.events, key=lambda event: event[0])
                                         for line in lines)])

    def datagram(self, sender, receiver, *messages, options=""):
        """At the present time; what is reliable is acknowledged."""
        lines, acks = [f"at {self.now:.6f} {sender} > {receiver} {options}"], []
        for message in messages:
            low = not message.startswith("game")
            if not (message.startswith("game 1C") or message.startswith("ack") or message == "keepalive"):
                key = sender, receiver, low
                seq = self.seqs.get(key, 0)
                self.seqs[key] = seq + 1
                acks.append(f"    ack {seq}{' low' if low else ''}")
                message = message.replace("game ", f"game seq {seq} ", 1) if not low else f"{message} seq {seq}"
            lines.append(f"    {message}")
        self.events.append((self.now, lines))
        if acks:
            self.events.append((self.now + ACK_AFTER, [f"at {self.now + ACK_AFTER:.6f} {receiver} > {sender}", *acks]))

    def wait(self, seconds):
        self.now += seconds

    def relay(self, sender, line, also=False):
        """From a player to the host, and on."""
        self.datagram(sender, "host", line)
        self.wait(0.003)
        for player in self.inside:
            if player != sender or also:
                self.datagram("host", player, line)

    def tell(self, line):
        """Of the host to all."""
        for player in self.inside:
            self.datagram("host", player, line)
        self.wait(0.01)

    def join(self, name, identity, slot, address, nonce, shown=None):
        """Connection, name, settings, game."""
        ip, shown = address.split(":")[0], name if shown is None else shown
        self.lines.append(f"endpoint {name} {address} id {identity}")
        self.seqs = {key: seq for key, seq in self.seqs.items() if name not in key}
        self.datagram(name, "host", f"connect {ip} {nonce}", options="id 255")
        self.wait(0.01)
        self.datagram("host", name, f"accept {identity}",
                      *(f'announce {self.ids[other]} 10.10.10.99 "{self.shown[other]}"' for other in self.inside))
        self.wait(0.05)
        self.datagram(name, "host", f'announce {identity} {ip} "{shown}"')
        self.wait(0.01)
        for player in [name, *self.inside]:
            self.datagram("host", player, f'announce {identity} {ip} "{shown}"')
        self.wait(0.05)
        self.datagram("host", name, "game 28", f"game 00 {self.clock()} bits:1,0,0 i8:{slot} "
                      'str16:"Multiplayer.Episode.Mission1.Mission1"', "game 01")
        self.wait(1)
        self.ids[name], self.slots[name], self.shown[name] = identity, slot, shown
        self.datagram(name, "host", "game 2A 20")
        self.wait(0.002)
        self.datagram("host", name, "game 35 08 01 FF FF",
                      *(self.creation(other) for other in self.inside if other in self.ships))
        self.inside.append(name)
        self.tell(f"game 17 u32:0x866 F1 00 80 00 u32:0 u32:0x791 u8:{identity}")
        self.wait(0.5)

    def creation(self, name):
        kind, obj = self.ships[name]
        return (f"game 03 i8:{self.slots[name]} u8:{self.ids[name]} u32:0x8008 u32:{obj} u8:{CLASSES[kind]} "
                f'f32:{obj % 97} f32:0 f32:0 f32:1 zeros:12 zeros:3 f32:0 str8:"{name}" str8:"Multi1" ${kind}')

    def spawn(self, name, kind, serial=0):
        self.ships[name] = kind, 0x3FFFFFFF + 0x40000 * self.slots[name] + serial
        self.relay(name, self.creation(name))
        self.tell(f"game 1D u32:{self.ships[name][1]}")
        self.fly(name)

    def fly(self, name, updates=3):
        """Updates from the player, and to the others."""
        _, obj = self.ships[name]
        for _ in range(updates):
            clock = self.clock()
            self.datagram(name, "host", f"game 1C u32:{obj} {clock} 10 cf16:2.00")
            for player in self.inside:
                if player != name:
                    self.datagram("host", player, f"game 1C u32:{obj} {clock} 10 cf16:2.00")
            self.wait(0.3)

    def fire(self, name, target):
        """Phasers, for half a second."""
        kind, obj = self.ships[name]
        phasers = f"u32:{obj + PHASERS[kind]}"
        self.relay(name, f"game 07 u32:0x8128 D8 00 80 00 u32:0 {phasers} u32:{self.ships[target][1]} 00 81 00 80")
        self.wait(0.5)
        self.relay(name, f"game 08 u32:0x101 DA 00 80 00 u32:0 {phasers}")
        self.wait(0.1)

    def explode(self, name, killer=None, kills=0, score=0, deaths=1):
        _, obj = self.ships.pop(name)
        identity = self.ids[killer] if killer else 0
        self.tell(f"game 06 u32:0x8129 4E 00 80 00 u32:0 u32:{obj} i32:{identity} f32:9.5")
        totals = f"i32:{kills} i32:{score} " if killer else ""
        self.tell(f"game 36 i32:{identity} {totals}i32:{self.ids[name]} i32:{deaths} 00")
        self.wait(0.5)

    def say(self, name, text):
        self.relay(name, f'game 2C i32:{self.ids[name]} str16:"{text}"', also=True)
        self.wait(0.4)

    def restart(self):
        """The end of the round, and the next one."""
        self.tell("game 38 i32:1")
        self.wait(3)
        self.tell("game 39")
        self.ships.clear()
        self.wait(1)

    def leave(self, name):
        identity = self.ids[name]
        self.datagram(name, "host", f"disconnect {identity} 10.10.10.9")
        self.inside.remove(name)
        self.wait(0.01)
        for player in self.inside:
            self.datagram("host", player, f"disconnect {identity} 10.10.10.9",
                          f'game 18 i32:{len(self.shown[name])} str:"{self.shown[name]}"')
        self.ships.pop(name, None)
        self.wait(0.5)

    def vanish(self, name, noticed=True):
        """Without a word; the host notices after 45 s, or does not say so."""
        self.inside.remove(name)
        self.ships.pop(name, None)
        for _ in range(23):
            for player in self.inside:
                if player in self.ships:
                    self.fly(player, 1)
            self.wait(1.7)
        for player in [*self.inside, name] if noticed else ():
            lines, acks = [f"at {self.now:.6f} host > {player}"], self.seqs.get(("host", player, True), 0)
            lines.append(f"    boot 1 {self.ids[name]} seq {acks}")
            self.seqs["host", player, True] = acks + 1
            self.events.append((self.now, lines))
            if player != name:
                self.events.append((self.now + ACK_AFTER, [f"at {self.now + ACK_AFTER:.6f} {player} > host",
                                                           f"    ack {acks} low"]))
        self.wait(0.5)

    def again(self, sender, receiver, seq, message):
        """The message with this number, once more."""
        self.events.append((self.now, [f"at {self.now:.6f} {sender} > {receiver}", "    " + message.replace("game ", f"game seq {seq} ", 1)]))

    def throw_out(self, name):
        """By the host's menu."""
        self.inside.remove(name)
        self.ships.pop(name, None)
        for player in [*self.inside, name]:
            self.datagram("host", player, f"boot 4 {self.ids[name]}")
        self.wait(0.5)

    def crash(self):
        """Of the server; it is started anew."""
        self.inside, self.ships = [], {}
        self.wait(15)
        self.started.append(self.now)


def rounds():
    """Three rounds with the same players, and in each the same totals."""
    play = Play()
    play.join("Ace", 2, 0, "10.10.10.239:59405", "0x0A5F")
    play.join("Sep", 3, 1, "10.10.10.77:61022", "0x7712")
    for number in range(3):
        play.spawn("Ace", "sovereign", 54 * number)
        play.spawn("Sep", "akira", 52 * number)
        play.fire("Ace", "Sep")
        play.fire("Sep", "Ace")
        play.explode("Sep", "Ace", kills=1, score=1900)
        play.say("Sep", f"round {number + 1}")
        play.fly("Ace")
        if number < 2:
            play.restart()
    play.leave("Sep")
    return play


def comeback():
    """Sep vanishes, the host gives him up, and he comes back from another port."""
    play = Play()
    play.join("Ace", 2, 0, "10.10.10.239:59405", "0x0A5F")
    play.join("Sep", 3, 1, "10.10.10.77:61022", "0x7712")
    play.spawn("Ace", "sovereign")
    play.spawn("Sep", "akira")
    play.fire("Ace", "Sep")
    play.say("Sep", "my line is bad")
    play.vanish("Sep")
    play.join("Sep2", 4, 1, "10.10.10.77:61999", "0x7713", shown="Sep")
    play.say("Sep2", "here I am again")
    play.spawn("Sep2", "akira", 52)
    play.fire("Sep2", "Ace")
    play.explode("Ace", "Sep2", kills=1, score=700)
    play.say("Ace", "well done")
    return play


def silence():
    """Sep vanishes, and nobody says so."""
    play = Play()
    play.join("Ace", 2, 0, "10.10.10.239:59405", "0x0A5F")
    play.join("Sep", 3, 1, "10.10.10.77:61022", "0x7712")
    play.spawn("Ace", "sovereign")
    play.spawn("Sep", "akira")
    play.fire("Sep", "Ace")
    play.vanish("Sep", noticed=False)
    play.say("Ace", "where are you?")
    return play


def numbers():
    """A host that uses a number twice, leaves one out, sends again what was acknowledged, and one that comes late."""
    play = Play()
    play.join("Ace", 2, 0, "10.10.10.239:59405", "0x0A5F")
    play.join("Sep", 3, 1, "10.10.10.77:61022", "0x7712")
    play.say("Ace", "hello")
    of_ace, of_sep = ("host", "Ace", False), ("host", "Sep", False)
    play.seqs[of_sep] -= 1
    play.say("Sep", "did you see that?")
    line = 'game 2C i32:3 str16:"on my way"'
    play.seqs[of_ace] += 1
    play.say("Ace", "what?")
    play.say("Ace", "I see nothing")
    play.again("host", "Ace", play.seqs[of_ace] - 3, line)
    play.wait(1)
    play.seqs[of_sep] += 1
    for number in range(14):
        play.say("Ace", f"line {number}")
        play.wait(2)
    known = play.seqs[of_ace] - 12
    for _ in range(3):
        play.events.append((play.now, [f"at {play.now:.6f} Ace > host", f"    ack {known}"]))
        play.wait(1)
    play.again("host", "Ace", known, 'game 2C i32:2 str16:"line 2"')
    play.wait(1)
    play.say("Ace", "the end")
    return play


def swapped():
    """The server crashes, and gives the ids the other way round."""
    play = Play()
    play.join("Ace", 2, 0, "10.10.10.239:59405", "0x0A5F")
    play.join("Sep", 3, 1, "10.10.10.77:61022", "0x7712")
    play.spawn("Ace", "sovereign")
    play.spawn("Sep", "akira")
    play.fire("Ace", "Sep")
    play.say("Ace", "something is wrong")
    play.crash()
    play.join("Sep2", 2, 0, "10.10.10.77:61023", "0x7719", shown="Sep")
    play.join("Ace2", 3, 1, "10.10.10.239:59409", "0x0A61", shown="Ace")
    play.spawn("Sep2", "akira")
    play.spawn("Ace2", "sovereign")
    play.fire("Sep2", "Ace2")
    play.say("Ace2", "here we are again")
    play.explode("Ace2", "Sep2", kills=1, score=5)
    return play


def changes():
    """Sep's id and slot are another's within a second, Kim's; she kills, and is gone before her victim explodes."""
    play = Play()
    play.join("Ace", 2, 0, "10.10.10.239:59405", "0x0A5F")
    play.join("Sep", 3, 1, "10.10.10.77:61022", "0x7712")
    play.spawn("Ace", "sovereign")
    play.spawn("Sep", "akira")
    play.fire("Ace", "Sep")
    play.datagram("Sep", "host", 'game 2C i32:3 str16:"my last words"')
    play.leave("Sep")
    play.datagram("host", "Ace", 'game 2C i32:3 str16:"my last words"')
    play.wait(0.1)
    play.join("Kim", 3, 1, "10.10.10.78:61022", "0x7713")
    play.spawn("Kim", "akira", 52)
    play.say("Kim", "hello")
    play.datagram("Kim", "host", 'announce 3 10.10.10.78 "Kimberly"')
    play.shown["Kim"] = "Kimberly"
    for name in play.inside:
        play.datagram("host", name, 'announce 3 10.10.10.78 "Kimberly"')
    play.wait(0.5)
    play.fire("Kim", "Ace")
    play.leave("Kim")
    obj = play.ships.pop("Ace")[1]
    play.tell("game 36 i32:3 i32:1 i32:700 i32:2 i32:1 00")
    play.tell(f"game 06 u32:0x8129 4E 00 80 00 u32:0 u32:{obj} i32:3 f32:9.5")
    play.say("Ace", "who was that?")
    return play


def unnamed():
    """Two clients without a name that have id 2 in turn."""
    play = Play()
    play.join("one", 2, 0, "10.10.10.239:59405", "0x0A5F", shown="")
    play.join("Sep", 3, 1, "10.10.10.77:61022", "0x7712")
    play.spawn("one", "sovereign")
    play.spawn("Sep", "akira")
    play.fire("one", "Sep")
    play.say("one", "who am I?")
    play.leave("one")
    play.join("two", 2, 0, "10.10.10.40:59405", "0x0A60", shown="")
    play.spawn("two", "akira", 54)
    play.fire("two", "Sep")
    play.say("two", "and who am I?")
    return play


def kicked():
    """Sep is thrown out while he speaks, comes back from another port under the same id, and it happens again."""
    play = Play()
    play.join("Ace", 2, 0, "10.10.10.239:59405", "0x0A5F")
    play.join("Sep", 3, 1, "10.10.10.77:61022", "0x7712")
    play.spawn("Ace", "sovereign")
    play.spawn("Sep", "akira")
    play.fire("Sep", "Ace")
    play.relay("Sep", 'game 2C i32:3 str16:"why"', also=True)
    play.wait(0.05)
    play.throw_out("Sep")
    play.join("Sep2", 3, 1, "10.10.10.77:61099", "0x7713", shown="Sep")
    play.spawn("Sep2", "sovereign")
    play.fire("Ace", "Sep2")
    play.explode("Sep2", "Ace", kills=1, score=500)
    play.relay("Sep2", 'game 2C i32:3 str16:"unfair"', also=True)
    play.wait(0.05)
    play.throw_out("Sep2")
    play.say("Ace", "at last")
    return play


def address_of(person):
    """The first of them is the player whose capture it may be."""
    return f"10.10.10.{60 + person if person else 239}:{59000 + person}"


def skirmish(seed=5):
    """Six players in disorder: some leave, some vanish and come back, rounds end, the server crashes."""
    rolls = random.Random(seed)
    play, people, born, totals = Play(), {}, {}, {}
    for number in range(90):
        outside = [person for person in range(6) if person not in people.values()]
        roll = rolls.random()
        if outside and (roll < 0.2 or len(people) < 3):
            person = rolls.choice(outside)
            name = f"p{person}x{number}"
            slot = min(set(range(16)) - {play.slots[other] for other in people})
            play.join(name, number + (2 if number < 90 else 3), slot, address_of(person), hex(0x1000 + number),
                      shown=f"P{person}")
            people[name] = person
            continue
        name = rolls.choice(sorted(people))
        other = rolls.choice(sorted(set(people) - {name}) or [name])
        if name not in play.ships:
            slot = play.slots[name]
            play.spawn(name, rolls.choice(("akira", "sovereign")), born.get(slot, 0))
            born[slot] = born.get(slot, 0) + 60
        elif roll < 0.5 and other in play.ships and other != name:
            play.fire(name, other)
        elif roll < 0.65:
            play.say(name, f"line {number}")
        elif roll < 0.8 and other in play.ships and other != name:
            kills, score, _ = totals.get(name, (0, 0, 0))
            totals[name] = kills + 1, score + 100, totals.get(name, (0, 0, 0))[2]
            totals[other] = (*totals.get(other, (0, 0, 0))[:2], totals.get(other, (0, 0, 0))[2] + 1)
            play.explode(other, name, kills + 1, score + 100, totals[other][2])
        elif roll < 0.88:
            play.leave(name)
            people.pop(name)
        elif roll < 0.9:
            people.pop(name)
            play.vanish(name)
        elif roll < 0.94:
            play.restart()
            totals.clear()
        elif roll < 0.96:
            play.crash()
            for table in (people, born, totals):
                table.clear()
        else:
            play.fly(name)
    return play
