# SPDX-License-Identifier: GPL-2.0-or-later
"""Acts and copies (protocol chapter 10.10): what is a copy of what, and who acts."""

import dataclasses
import unittest

import pcapng
from bcnet_test import fields, forge, main, tree
from wireshark import scratch_file

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:50002 id 2
    endpoint sep  10.10.10.3:50003 id 3
    endpoint kim  10.10.10.4:50004 id 4
"""
NAMES = """
    at 0 ace > host
        announce 2 10.10.10.2 "Ace"
    at 0 sep > host
        announce 3 10.10.10.3 "Sep"
"""
FIELDS = ["frame.number", "bcnet.actor", "bcnet.copy_of", "bcnet.copy.delay", "bcnet.copy.changed", "bcnet.copy.count",
          "bcnet.copied_in"]

# The tables of 10.10.
CREATIONS = {0x02, 0x03}
FORWARD = {0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x19, 0x1A, 0x1B}
BACK_TO_AUTHOR = {0x2C, 0x2D, 0x41}
NOBODY = {0x0D, 0x13, 0x15, 0x1E, 0x21, 0x27, 0x2A}
NEVER = {0x1C}
TO_SEVERAL = {0x06, 0x14, 0x17, 0x18, 0x1D, 0x1F, 0x36, 0x38, 0x39}
TO_ONE = {0x00, 0x01, 0x16, 0x20, 0x22, 0x23, 0x25, 0x28, 0x29, 0x35, 0x37, 0x3F, 0x40}
UNKNOWN = {0x04, 0x05, 0x24, 0x26, 0x2E, 0x34, 0x3A, 0x3E, 0x42, 0x99, 0xFF}

# Ids of Ace's slot (1) and Sep's (2): 0x3FFFFFFF + slot * 0x40000 (20.4).
SHIP, WEAPON = 0x4003FFFF, 0x40040005
SEPS_SHIP = 0x4007FFFF


def chat(author, text, opcode="2C"):
    return f'{opcode} i32:{author} str16:"{text}"'


def event(opcode, destination=WEAPON, source=0):
    """A plain event (50.1): class, code, source, destination."""
    return f"u8:{opcode} 01 01 00 00 DA 00 80 00 u32:{source} u32:{destination}"


def torpedo(player, weapon=WEAPON, direction="05 DF 87"):
    """TorpedoFire without a target (45.2)."""
    return f"19 u32:{weapon} u8:{player} 06 {direction}"


def creation(object_id=SHIP, player=2, species="05", name="Ace", slot=1, speed=0):
    """ObjectCreateTeam of a ship, its snapshot left out (40.1, 40.3)."""
    return f'03 u8:{slot} u8:{player} 08 80 00 00 u32:{object_id} {species} f32:1 f32:2 f32:3 f32:1 f32:0 f32:0 f32:0 ' \
        f'00 00 00 f32:{speed} str8:"{name}" str8:"Multi1"'


@dataclasses.dataclass
class Row:
    """What a message shows; None is no such field."""

    actor: str = None
    of: int = None
    delay: float = None
    changed: bool = None
    count: int = None
    copies: tuple = ()


def said(number):
    """A payload of an opcode that means nothing in particular."""
    if number in CREATIONS:
        raise ValueError(number)
    return f"u8:{number} 01 01 00 00 DA 00 80 00 00 00 00 00 05 00 04 40"


def scenario(messages):
    """(time, from, to, payload, ...) a datagram each."""
    lines = []
    for time, sender, receiver, *payloads in messages:
        lines.append(f"at {time} {sender} > {receiver}")
        lines += [payload if payload.startswith(("raw", "connect", "accept", "boot")) else f"game seq auto {payload}"
                  for payload in payloads]
    return "\n".join(lines) + "\n"


def read(capture, *options):
    """Rows of the game messages' frames; one message a datagram."""
    rows = {}
    for row in fields(capture, FIELDS, "bcnet.opcode", options=list(options)):
        first = {name: values[0] for name, values in row.items() if values}
        rows[int(first["frame.number"])] = Row(
            actor=first.get("bcnet.actor"), of=int(first["bcnet.copy_of"]) if "bcnet.copy_of" in first else None,
            delay=float(first["bcnet.copy.delay"]) if "bcnet.copy.delay" in first else None,
            changed=first["bcnet.copy.changed"] in ("1", "True") if "bcnet.copy.changed" in first else None,
            count=int(first["bcnet.copy.count"]) if "bcnet.copy.count" in first else None,
            copies=tuple(map(int, row["bcnet.copied_in"])))
    return rows


class Acts(unittest.TestCase):
    """What the tests share."""

    def rows(self, messages, start=NAMES):
        """Rows by the number of the message, from 0; the same in one pass and in two, as far as one can know."""
        capture = forge(ENDS + start + scenario(messages))
        before = start.count("at ")
        rows = read(capture, "-2")
        once = read(capture)
        for frame, row in rows.items():
            self.assertEqual(once[frame], dataclasses.replace(row, count=None, copies=()), f"frame {frame} in one pass")
            if row.of:
                self.assertIn(frame, rows[row.of].copies)
        for frame, row in rows.items():
            self.assertEqual(row.count or 0, sum(other.of == frame for other in rows.values()))
        return {frame - before - 1: dataclasses.replace(row, of=row.of and row.of - before - 1)
                for frame, row in rows.items()}

    def copies(self, messages, start=NAMES):
        """Of which message each is a copy."""
        rows = self.rows(messages, start)
        return [rows[number].of if number in rows else None for number in range(len(messages))]

    def actors(self, messages, start=NAMES):
        return [row.actor for _, row in sorted(self.rows(messages, start).items())]


class Table(Acts):
    """A row of the table, each."""

    def each(self, opcodes, expected, *, host_only=False):
        """Ace says it, the host says it to everybody, Ace included: of which of these the messages are copies."""
        links = [("ace", "host"), ("host", "ace"), ("host", "sep"), ("host", "kim")][host_only:]
        messages = [(f"{1 + number / 1000:.3f}", *ends, said(opcode))
                    for number, (opcode, ends) in enumerate((opcode, ends) for opcode in sorted(opcodes) for ends in links)]
        rows = self.rows(messages)
        for place, opcode in enumerate(sorted(opcodes)):
            first = place * len(links)
            found = [rows[first + number].of for number in range(len(links))]
            self.assertEqual([of if of is None else of - first for of in found], expected, hex(opcode))
        return rows

    def test_no_opcode_is_forgotten(self):
        self.assertEqual(len(CREATIONS | FORWARD | BACK_TO_AUTHOR | NOBODY | NEVER | TO_SEVERAL | TO_ONE), 49)

    def test_others_get_it_and_an_echo_is_an_act_by_itself(self):
        self.each(FORWARD | NOBODY | UNKNOWN, [None, None, 0, 0])

    def test_the_author_reads_his_own_line(self):
        self.each(BACK_TO_AUTHOR, [None, 0, 0, 0])

    def test_what_the_host_tells_everybody(self):
        self.each(TO_SEVERAL | FORWARD | BACK_TO_AUTHOR | UNKNOWN, [None, 0, 0], host_only=True)

    def test_what_the_host_tells_one(self):
        self.each(TO_ONE, [None] * 4)
        rows = self.each(TO_ONE, [None] * 3, host_only=True)
        self.assertEqual({row.actor for row in rows.values()}, {"host"})

    def test_states_are_neither_acts_nor_copies(self):
        rows = self.each(NEVER, [None] * 4)
        self.assertEqual([rows[number] for number in range(4)],
                         [Row("#2 Ace"), Row("host"), Row("host"), Row("host")])

    def test_totals_of_teams_behind_a_score(self):
        kill, totals = said(0x36), [said(0x40), said(0x40) + " 01"]
        messages = [(1, "host", "ace", kill), (1, "host", "ace", totals[0]), (1, "host", "ace", totals[1]),
                    (1.1, "host", "sep", kill), (1.1, "host", "sep", totals[0]), (1.1, "host", "sep", totals[1]),
                    (2, "host", "kim", said(0x3F)), (2, "host", "kim", totals[0])]
        self.assertEqual(self.copies(messages), [None, None, None, 0, 1, 2, None, None])

    def test_everything_an_act_and_its_copies_show(self):
        line = chat(2, "hi")
        rows = self.rows([(1, "ace", "host", line), (1.25, "host", "sep", line), (1.5, "host", "ace", line)])
        self.assertEqual(rows, {0: Row("#2 Ace", count=2, copies=(4, 5)), 1: Row("#2 Ace", of=0, delay=0.25),
                                2: Row("#2 Ace", of=0, delay=0.5)})


class IdAndName(unittest.TestCase):
    """Who acts, in words and apart: as of a sender and a receiver, the host's id is 1, a new client has none (10.1)."""

    def test_apart(self):
        line = chat(2, "hi")
        capture = forge(ENDS + NAMES + scenario([(1, "ace", "host", line), (1.1, "host", "sep", line),
                                                 (2, "kim", "host", event(0x08)), (3, "host", "sep", said(0x36))])
                        + "at 4 kim > host id 255\n" + f"game seq 9 {event(0x08)}\n")
        names = ["bcnet.actor", "bcnet.actor.id", "bcnet.actor.name"]
        found = [[row[name] for name in names] for row in fields(capture, names, "bcnet.actor")]
        ace = [["#2 Ace"], ["2"], ["Ace"]]
        self.assertEqual(found, [ace, ace, [["#4"], ["4"], []], [["host"], ["1"], []], [["new client"], [], []]])
        found = fields(capture, ["frame.number"], 'bcnet.actor.name == "Ace"')
        self.assertEqual([row["frame.number"] for row in found], [["3"], ["4"]])


class Matching(Acts):
    """Which copy belongs to which act."""

    def test_each_link_takes_each_act_once_and_in_order(self):
        stop = event(0x08)
        messages = [(1, "ace", "host", stop), (2, "ace", "host", stop), (2.1, "host", "sep", stop),
                    (2.2, "host", "sep", stop), (2.3, "host", "kim", stop), (2.4, "host", "sep", stop)]
        self.assertEqual(self.copies(messages), [None, None, 0, 1, 0, None])

    def test_an_echo_is_nobodys_original(self):
        stop = event(0x08)
        once = [(0, "ace", "host", stop), (0.1, "host", "ace", stop), (0.2, "host", "sep", stop)]
        messages = [(time + second, *rest) for second in (1, 2) for time, *rest in once]
        self.assertEqual(self.copies(messages), [None, None, 0, None, None, 3])

    def test_after_45_seconds_it_is_another_act(self):
        stop = event(0x08)
        for wait, of in ((45, 0), (45.001, None)):
            self.assertEqual(self.copies([(1, "ace", "host", stop), (1 + wait, "host", "sep", stop)]), [None, of])

    def test_the_newer_act_is_taken_when_the_older_is_too_old(self):
        stop = event(0x08)
        messages = [(1, "ace", "host", stop), (40, "ace", "host", stop), (50, "host", "sep", stop)]
        self.assertEqual(self.copies(messages), [None, None, 1])

    def test_games_have_nothing_to_do_with_each_other(self):
        start = "endpoint other 10.10.10.9:22101 id 1\n"
        stop = event(0x08)
        self.assertEqual(self.copies([(1, "ace", "host", stop), (2, "other", "sep", stop)], start), [None, None])

    def test_what_came_in_fragments(self):
        """The act stands where it is completed."""
        text = "02 " * 30
        capture = forge(ENDS + f"""
            at 1 ace > host
                split seq 0 size 20 every 0.1 99 {text}
            at 2 host > sep
                game seq 0 99 {text}
            at 3 host > kim
                split seq 0 size 20 every 0.1 99 {text}
        """)
        rows = read(capture, "-2")
        self.assertEqual(rows[3], Row("#2", count=2, copies=(4, 7)))
        self.assertEqual({frame: row.of for frame, row in rows.items()}, {3: None, 4: 3, 7: 3})

    def test_nothing_on_what_is_no_act(self):
        """A resend, a fragment of what never becomes whole, a payload without a byte."""
        capture = forge(ENDS + f"""
            at 1 ace > host
                game seq 0 {event(0x08)}
            at 2 ace > host
                game seq 0 {event(0x08)}
            at 3 ace > host
                fragment seq 1 index 0 of 2 08 08
            at 4 ace > host
                game seq 2
            at 5 ace > host
                ack 5
            at 6 host > sep
                game seq 0 {event(0x08)}
            at 7 host > sep
                game seq 0 {event(0x08)}
        """)
        found = [int(row["frame.number"][0]) for row in fields(capture, ["frame.number"], "bcnet.actor")]
        self.assertEqual(found, [1, 6])
        self.assertEqual(read(capture)[6].of, 1)

    def test_what_the_capture_cut_off_teaches_nothing(self):
        capture = forge(ENDS + f"""
            at 1 ace > host cut 12
                game seq 0 {event(0x08)}
            at 2 host > sep
                game seq 0 {event(0x08)}
            at 3 host > kim cut 12
                game seq 0 {event(0x08)}
        """)
        rows = read(capture, "-2")
        self.assertEqual([rows[1].actor, rows[2].of, rows[3].actor], ["#2", None, None])

    def test_several_datagrams_of_one_frame(self):
        capture = forge(ENDS + f"""
            at 1 ace > host
                game seq 0 {chat(2, "hi")}
            at 1 host > sep joined
                game seq 0 {chat(2, "hi")}
        """)
        row, = fields(capture, FIELDS, options=["-2"])
        self.assertEqual([row[name] for name in FIELDS[2:] if row[name]], [["1"], ["0.000000000"], ["1"], ["1"]])


    def test_more_datagrams_in_a_frame_than_can_be_told_apart(self):
        """A hundred, thrice; each time the acts of before are forgotten."""
        lines = []
        for time in (1, 50, 100):
            lines.append(f"at {time} ace > host\ngame seq auto {event(0x08)}")
            lines.append(f"repeat 99\nat {time} ace > host joined\ngame seq auto {event(0x08)}\nend")
            lines.append(f"at {time + 1} host > sep\ngame seq auto {event(0x08)}")
        capture = forge(ENDS + "\n".join(lines))
        rows = fields(capture, ["frame.number", "bcnet.copy_of"], "bcnet.from_host == 1", options=["-2"])
        self.assertEqual([row["bcnet.copy_of"] for row in rows], [["1"], ["3"], ["5"]])


class Latecomers(Acts):
    """A link takes no act older than its 0x2A, or than its connect request."""

    LINE = chat(2, "hi")

    def test_an_act_before_he_was_ready(self):
        messages = [(1, "ace", "host", self.LINE), (2, "sep", "host", "2A 20"), (3, "host", "sep", self.LINE),
                    (3, "host", "kim", self.LINE)]
        self.assertEqual(self.copies(messages), [None, None, None, 0])

    def test_an_act_after_he_was_ready(self):
        messages = [(1, "sep", "host", "2A 20"), (2, "ace", "host", self.LINE), (3, "host", "sep", self.LINE)]
        self.assertEqual(self.copies(messages), [None, None, 1])

    def test_whoever_says_it_again_was_there(self):
        messages = [(1, "sep", "host", "2A 20"), (2, "ace", "host", self.LINE), (3, "sep", "host", "2A 20"),
                    (4, "host", "sep", self.LINE)]
        self.assertEqual(self.copies(messages), [None, None, None, 1])

    def test_the_connect_request_counts_until_then(self):
        connect = "at 2 sep > host id 255\nconnect 10.10.10.3 0x1111\n"
        messages = [(1, "ace", "host", self.LINE)]
        after = [(3, "host", "sep", self.LINE), (4, "ace", "host", event(0x08)), (5, "host", "sep", event(0x08))]
        capture = forge(ENDS + scenario(messages) + connect + scenario(after))
        self.assertEqual([row.of for row in read(capture).values()], [None, None, None, 4])

    def test_a_second_connection_is_another_link(self):
        """Ready before, connected anew: what was said in between is not for it, what is said then is."""
        again = "at 3 sep > host id 255\nconnect 10.10.10.3 0x2222\n"
        messages = [(1, "sep", "host", "2A 20"), (2, "ace", "host", self.LINE)]
        after = [(4, "host", "sep", self.LINE), (5, "ace", "host", chat(2, "yo")), (6, "host", "sep", chat(2, "yo")),
                 (6.5, "ace", "host", chat(2, "hey")), (7, "sep", "host", "2A 20"), (8, "host", "sep", chat(2, "hey"))]
        capture = forge(ENDS + "at 0 sep > host id 255\nconnect 10.10.10.3 0x1111\n" + scenario(messages) + again
                        + scenario(after))
        self.assertEqual([row.of for row in read(capture).values()], [None, None, None, None, 6, None, None, None])


class Creations(Acts):
    """0x02 and 0x03: as long as the object lives."""

    def test_a_creation_is_copied_for_as_long_as_the_object_lives(self):
        ship = creation()
        messages = [(1, "ace", "host", ship), (2, "host", "sep", ship), (100, "kim", "host", "2A 20"),
                    (101, "host", "kim", ship), (102, "host", "kim", ship), (103, "host", "ace", ship),
                    (104, "host", "sep", f"14 u32:{SHIP}"), (105, "host", "sep", ship), (106, "host", "kim", ship)]
        self.assertEqual(self.copies(messages), [None, 0, None, 0, 0, None, None, None, 7])

    def test_a_replay_with_other_bytes_is_neither(self):
        messages = [(1, "ace", "host", creation()), (2, "host", "sep", creation(speed=5)),
                    (3, "host", "kim", creation(speed=5)), (4, "host", "kim", creation())]
        self.assertEqual(self.copies(messages), [None, None, None, 0])
        self.assertEqual(self.actors(messages), ["#2 Ace"] * 4)

    def test_another_ship_with_the_same_number_is_another_act(self):
        messages = [(1, "ace", "host", creation()), (2, "host", "sep", f"14 u32:{SHIP}"),
                    (3, "ace", "host", creation(species="01")), (4, "host", "sep", creation(species="01"))]
        self.assertEqual(self.copies(messages), [None, None, None, 2])

    def test_nobody_takes_the_number_of_a_living_ship(self):
        """10.12: the host does not hand it on. If it does, its own message is the first of the new ship."""
        messages = [(1, "ace", "host", creation()), (2, "ace", "host", creation(species="01")),
                    (3, "host", "sep", creation()), (4, "host", "sep", creation(species="01")),
                    (5, "host", "kim", creation(species="01"))]
        self.assertEqual(self.copies(messages), [None, None, 0, None, 3])

    def test_the_ship_of_an_author_who_connects_anew_is_gone(self):
        """60.4: a life ends with the end of its owner's id (10.9); what the host sends then is another ship."""
        again = "at 3 ace > host id 255\nconnect 10.10.10.2 0x2222\n"
        capture = forge(ENDS + scenario([(1, "ace", "host", creation()), (2, "host", "ace", creation())]) + again
                        + scenario([(4, "host", "ace", creation())]))
        self.assertEqual([row.of for row in read(capture).values()], [None, None, None])

    def test_what_cannot_be_taken_for_an_object(self):
        """Of another class: nothing is known of its life, so it is like everything else."""
        strange = creation().replace("08 80 00 00", "11 80 00 00")
        self.assertEqual(self.copies([(1, "ace", "host", strange), (2, "host", "sep", strange)]), [None, 0])


class Changed(Acts):
    """A host that is not stock rewrites what it hands on."""

    def check(self, act, copy, changed=True):
        rows = self.rows([(1, "ace", "host", act), (2, "host", "sep", copy), (3, "host", "sep", copy)])
        self.assertEqual((rows[1].of, rows[1].changed), (0, True) if changed else (None, None))
        self.assertEqual(rows[2].of, None)

    def test_a_slot_in_place_of_a_player(self):
        self.check(torpedo(2), torpedo(1))
        self.check(chat(2, "hi"), chat(1, "hi"))
        self.check(chat(2, "hi", "2D"), chat(1, "hi", "2D"))
        self.check(event(0x07), event(0x07, source=7))

    def test_something_else(self):
        self.check(torpedo(2), torpedo(1, WEAPON + 1), changed=False)
        self.check(torpedo(2), torpedo(1) + " 00", changed=False)
        self.check(chat(2, "hi"), chat(1, "ho"), changed=False)
        self.check(event(0x07), event(0x08), changed=False)
        self.check(event(0x07), event(0x07, WEAPON + 1), changed=False)
        self.check(event(0x07, 0), event(0x07, 0, source=7), changed=False)
        self.check(creation(), creation(speed=5), changed=False)
        self.check("41 i32:2 01", "41 i32:1 01", changed=False)
        self.check(event(0x0D), event(0x0D, source=7), changed=False)

    def test_equal_bytes_come_first(self):
        messages = [(1, "ace", "host", torpedo(2)), (2, "ace", "host", torpedo(2, direction="01 02 03")),
                    (3, "host", "sep", torpedo(2, direction="01 02 03")), (4, "host", "kim", torpedo(1)),
                    (5, "host", "sep", torpedo(1))]
        rows = self.rows(messages)
        self.assertEqual([rows[number].of for number in range(5)], [None, None, 1, 0, None])
        self.assertEqual([rows[number].changed for number in range(5)], [None, None, None, True, None])

    def test_an_echo_is_no_changed_copy_of_something_else(self):
        messages = [(1, "host", "sep", event(0x07, source=9)), (2, "ace", "host", event(0x07)),
                    (3, "host", "ace", event(0x07))]
        self.assertEqual(self.copies(messages), [None, None, None])

    def test_it_is_said_where(self):
        capture = forge(ENDS + scenario([(1, "ace", "host", torpedo(2)), (2, "host", "sep", torpedo(1)),
                                         (3, "host", "kim", torpedo(1, direction="05 DF 88"))]))
        self.assertRegex(tree(capture, 2), r"Differs from the act: True: byte 5 of the payload is 01, in the act 02")
        self.assertRegex(tree(capture, 3), r"bytes 5 to 9 of the payload are 01 06 05 df 88, in the act 02 06 05 df 87")
        info = fields(capture, ["_ws.col.Info"], "bcnet.copy.changed")
        self.assertEqual([row["_ws.col.Info"][0].endswith("[copy with other bytes]") for row in info], [True, True])


class Actors(Acts):
    """Who acts, where the original is missing: only the host's messages are there."""

    def actor(self, payload, start=NAMES, before=()):
        messages = [*before, (5, "host", "kim", payload)]
        return self.actors(messages, start)[-1]

    def test_the_client_himself(self):
        self.assertEqual(self.actors([(1, "ace", "host", chat(3, "I am Sep")), (1, "kim", "host", "99")]),
                         ["#2 Ace", "#4"])

    def test_a_client_without_an_id(self):
        capture = forge(ENDS + "at 1 ace > host id 255\ngame seq 0 2A 20\n")
        self.assertEqual(read(capture)[1].actor, "new client")

    def test_the_author(self):
        for opcode in ("2C", "2D"):
            self.assertEqual(self.actor(chat(2, "hi", opcode)), "#2 Ace")
            self.assertEqual(self.actor(chat(1, "hi", opcode)), "host")
            self.assertEqual(self.actor(chat(7, "hi", opcode)), "#7")
            self.assertEqual(self.actor(chat(200, "hi", opcode)), "host")
        self.assertEqual(self.actor("41 i32:3 01"), "#3 Sep")

    def test_the_shooter_comes_before_the_owner_of_the_slot(self):
        given = [(1, "host", "sep", f"00 f32:5 bits:1,0,0 u8:1 00 00")]
        pulse = f"1A u32:{WEAPON} u8:{{}} 05 DF 87 01"
        for shot in (torpedo(2), pulse.format(2)):
            self.assertEqual(self.actor(shot, before=given), "#2 Ace")
        for shot in (torpedo(0), pulse.format(0)):
            self.assertEqual(self.actor(shot, before=given), "#3 Sep")

    def test_the_owner_of_a_creation_is_the_slots(self):
        given = [(1, "host", "sep", f"00 f32:5 bits:1,0,0 u8:1 00 00")]
        self.assertEqual(self.actor(creation(player=2), before=given), "#3 Sep")
        self.assertEqual(self.actor(creation(player=2)), "#2 Ace")
        self.assertEqual(self.actor(creation(object_id=0x100, player=2)), "#2 Ace")
        self.assertEqual(self.actor(creation(object_id=0x100, player=0)), "host")

    def test_the_hosts_own(self):
        given = [(1, "host", "ace", f"00 f32:5 bits:1,0,0 u8:1 00 00")]
        messages = [*given, *((5, "host", "kim", said(opcode)) for opcode in sorted(TO_SEVERAL | NEVER | {0x40}))]
        self.assertEqual(set(self.actors(messages)), {"host"})
        self.assertEqual(self.actors([*given, (5, "host", "kim", said(0x08))]), ["host", "#2 Ace"])

    def test_a_copy_has_the_actor_of_its_act(self):
        messages = [(1, "ace", "host", chat(3, "I am Sep")), (2, "host", "kim", chat(3, "I am Sep"))]
        self.assertEqual(self.actors(messages), ["#2 Ace", "#2 Ace"])


class Slots(Acts):
    """Whose a slot is (10.9)."""

    GIVEN = "00 f32:5 bits:1,0,0 u8:1 00 00"
    EVENT = event(0x0A)

    def owner(self, *before, start=NAMES):
        return self.actors([*before, (8, "host", "kim", self.EVENT)], start)[-1]

    def test_nobodys(self):
        self.assertEqual(self.owner(), "host")

    def test_by_settings(self):
        self.assertEqual(self.owner((1, "host", "ace", self.GIVEN)), "#2 Ace")
        self.assertEqual(self.owner((1, "host", "ace", self.GIVEN), (2, "host", "sep", self.GIVEN)), "#3 Sep")
        self.assertEqual(self.owner((1, "host", "ace", self.GIVEN.replace("u8:1", "u8:2"))), "host")
        self.assertEqual(self.owner((1, "host", "ace", self.GIVEN.replace("u8:1", "u8:40"))), "host")
        self.assertEqual(self.owner((1, "ace", "host", self.GIVEN)), "host", "only the host gives slots")

    def test_by_a_clients_creation(self):
        """Which the host handed on, or spoke of (10.12)."""
        own = (1, "ace", "host", creation(player=3))
        self.assertEqual(self.owner(own), "host")
        self.assertEqual(self.owner(own, (2, "host", "sep", own[3])), "#2 Ace")
        self.assertEqual(self.owner(own, (2, "host", "sep", f"1D u32:{SHIP}")), "#2 Ace")
        self.assertEqual(self.owner(own, (2, "host", "sep", f"1D u32:{SHIP + 1}")), "host")

    def test_by_the_hosts_creation(self):
        self.assertEqual(self.owner((1, "host", "sep", creation(player=2))), "#2 Ace")

    def test_which_counts_more(self):
        given, used, named = ((1, "host", "sep", self.GIVEN), (2, "ace", "host", creation(player=2)),
                              (3, "host", "kim", creation(player=7, name="Jo")))
        spoken = (4, "host", "kim", f"1D u32:{SHIP}")
        self.assertEqual(self.owner(given, used, named, spoken), "#3 Sep")
        self.assertEqual(self.owner(used, named, spoken), "#2 Ace")
        self.assertEqual(self.owner((1, *named[1:]), (2, "host", "kim", f"14 u32:{SHIP}"), (3, *used[1:]), spoken), "#2 Ace")
        self.assertEqual(self.owner(named, used, spoken, (5, *given[1:])), "#3 Sep")

    def test_until_his_id_ends(self):
        self.assertEqual(self.owner((1, "host", "ace", self.GIVEN), (2, "host", "ace", "boot 1 2")), "host")
        self.assertEqual(self.owner((1, "host", "ace", self.GIVEN), (2, "host", "sep", "boot 1 3")), "#2 Ace")
        self.assertEqual(self.owner((1, "host", "ace", self.GIVEN), (2, "host", "kim", "accept 2")), "host")
        self.assertEqual(self.owner((1, "host", "sep", creation(player=2)), (2, "host", "sep", "boot 1 2")), "host")

    def test_a_frame_before_knows_nothing_of_it(self):
        messages = [(1, "host", "kim", self.EVENT), (2, "host", "ace", self.GIVEN), (3, "host", "kim", event(0x0A, source=1))]
        self.assertEqual(self.actors(messages), ["host", "host", "#2 Ace"])


class Quotes(unittest.TestCase):
    """Datagrams that ICMP errors quote are no traffic."""

    def test_a_quote_is_no_act(self):
        path = scratch_file(".pcapng")
        packets = pcapng.read(forge(ENDS + scenario([(1, "ace", "host", chat(2, "hi")), (2, "host", "sep", chat(2, "hi"))])))
        ethernet, packet = packets[0].data[:14], packets[0].data[14:]
        icmp = b"\3\3\0\0" + bytes(4) + packet
        head = b"\x45\0" + (20 + len(icmp)).to_bytes(2, "big") + bytes(4) + b"\x40\1\0\0" + packet[16:20] + packet[12:16]
        data = ethernet + head + icmp
        quote = dataclasses.replace(packets[0], data=data, length=len(data))
        pcapng.write(path, [quote] + packets)
        rows = fields(path, ["frame.number", "bcnet.actor", "bcnet.copy_of"], "bcnet.chat")
        self.assertEqual([row["bcnet.actor"] for row in rows], [[], ["#2"], ["#2"]])
        self.assertEqual(rows[2]["bcnet.copy_of"], ["2"])


if __name__ == "__main__":
    main()
