# SPDX-License-Identifier: GPL-2.0-or-later
"""Retransmissions, acks, gaps (10.4): exact frames, times and counts, worked out from the scenarios."""

import unittest

from bcnet_test import SOURCE, experts, forge, frames, main

PREFIX = "bcnet.analysis."
ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
    endpoint bob  10.10.10.240:59406 id 3
"""
SEVERITIES = {"stale_ack": "chat", "retransmission": "note", "unknown_ack": "note", "lost": "note",
              "out_of_order": "note"}


# What a later frame tells: link to it, and what comes with it.
LATER = {"acked_in": ("acked_in", "ack_rtt"), "held_up_by": ("held_up_by", "held_up")}


def named(name):
    """A capture of the collection."""
    return SOURCE / "captures" / f"{name}.pcapng"


def analysis(capture, options=()):
    """{(frame, number of the message): {field without prefix: value}} of all messages with such fields. Expert infos
    count as fields without value, times are in microseconds."""
    found = {}
    for frame in frames(capture, options=options):
        for number, message in enumerate(frame.messages(), 1):
            told = {}
            for node in message.walk():
                if node.name.startswith(PREFIX):
                    told[node.name.removeprefix(PREFIX)] = value(node)
            if told:
                found[frame.number, number] = told
    return found


def value(node):
    """A number: of a frame, of times, or microseconds. None: there is none."""
    if "." in node.show:
        return round(float(node.show) * 1e6)
    return int(node.show) if node.show.isdigit() else None


def sent(acked_in=None, rtt=None):
    """A first sending."""
    return {} if acked_in is None else {"acked_in": acked_in, "ack_rtt": rtt}


def gap(missing):
    """A number behind others that were not seen."""
    return {"lost": None, "missing": missing}


def held(until, how_long):
    """Behind a missing number (test_held_up.py)."""
    return {"held_up_by": until, "held_up": how_long}


def ack(frame, rtt=None):
    """An ack: the first one has a time, others are stale."""
    return {"acks_frame": frame, **({"stale_ack": None} if rtt is None else {"ack_rtt": rtt})}


def one_pass(place, told):
    """What can be known of a message when its frame is reached: not an ack in a later one."""
    later = [name for link, names in LATER.items() if told.get(link, 0) > place[0] for name in names]
    return {name: value for name, value in told.items() if name not in later}


def expectations(expected):
    """(options of tshark, what it must find)"""
    for options, told_by in (([], one_pass), (["-2"], lambda place, told: told)):
        yield options, {place: told_by(place, told) for place, told in expected.items() if told_by(place, told)}


def again(first, number, interval, acked_in=None):
    """A resend."""
    told = {"retransmission_of": first, "retransmission": None, "resend_count": number, "resend_interval": interval}
    return told if acked_in is None else {**told, "acked_in": acked_in}


class Analysis(unittest.TestCase):
    """All analysis fields of whole captures."""

    maxDiff = None

    def check(self, capture, expected):
        for options, found in expectations(expected):
            with self.subTest(options=options):
                self.assertEqual(analysis(capture, options), found)

    def test_acks(self):
        self.check(named("acks"), {
            (1, 1): sent(2, 10_000), (2, 1): ack(1, 10_000), (2, 2): sent(3, 10_000), (3, 1): ack(2, 10_000),
            (4, 1): sent(5, 10_000), (5, 1): ack(4, 10_000),
            (6, 1): sent(9, 10_000), (7, 1): sent(10, 11_000), (8, 1): sent(10, 11_000),
            (9, 1): ack(6, 10_000), (10, 1): ack(7, 11_000), (10, 2): ack(8, 11_000),
            (10, 3): sent(11, 10_000), (11, 1): ack(10, 10_000)})

    def test_stale_acks(self):
        self.check(named("stale-acks"), {
            (1, 1): sent(2, 10_000), (2, 1): ack(1, 10_000), (3, 1): sent(4, 10_000), (4, 1): ack(3, 10_000),
            (5, 1): sent(6, 2_000), (5, 2): ack(1), (5, 3): ack(3), (6, 1): ack(5, 2_000),
            **{(frame, 1): ack(5) for frame in range(7, 14)}})

    def test_twenty_acks_in_one_frame(self):
        """An A-MSDU: each datagram is one of its own, however many layers the frame has."""
        trips = {number: (20 - number) * 10_000 for number in range(20)}
        self.check(named("joined-acks"), {
            **{(number + 1, 1): sent(21, trip) for number, trip in trips.items()},
            **{(21, number + 1): ack(number + 1, trip) for number, trip in trips.items()}})

    def test_unknown_acks(self):
        self.check(named("unknown-ack"), {
            (1, 1): sent(2, 10_000), (2, 1): ack(1, 10_000), (2, 2): {"unknown_ack": None},
            (3, 1): {"unknown_ack": None}})

    def test_retransmissions(self):
        waits = [1, 1, 2, 3, 4, 5, 1]   # as in the scenario
        chats = {(7 + n, 1): again(6, n, wait * 1_000_000, 14) for n, wait in enumerate(waits, 1)}
        chats = {(frame - 1, 1): told for (frame, _), told in chats.items()}
        self.check(named("retransmissions"), {
            (1, 1): sent(4, 2_010_000), (2, 1): again(1, 1, 1_000_000, 4), (3, 1): again(1, 2, 1_000_000, 4),
            (4, 1): ack(1, 2_010_000), (4, 2): sent(5, 10_000), (5, 1): ack(4, 10_000),
            (6, 1): sent(14, 17_010_000), **chats, (14, 1): ack(6, 17_010_000),
            (15, 1): sent(18, 10_000), (16, 1): sent(20, 1_010_000), (17, 1): sent(18, 10_000),
            (18, 1): ack(15, 10_000), (18, 2): ack(17, 10_000),
            (19, 1): again(16, 1, 1_000_000, 20), (19, 2): sent(20, 10_000),
            (20, 1): ack(16, 1_010_000), (20, 2): ack(19, 10_000)})

    def test_duplicates(self):
        self.check(named("duplicates"), {
            (1, 1): sent(3, 10_000), (3, 1): ack(1, 10_000), (3, 2): sent(4, 10_000),
            (4, 1): ack(3, 10_000), (4, 2): sent(6, 10_000), (6, 1): ack(4, 10_000)})

    def test_lost(self):
        self.check(named("lost"), {
            (1, 1): sent(2, 10_000), (2, 1): ack(1, 10_000),
            (3, 1): {"unknown_ack": None}, (3, 2): {"unknown_ack": None},
            (4, 1): {**gap(2), **sent(5, 10_000)}, (5, 1): ack(4, 10_000)})

    def test_out_of_order(self):
        self.check(named("out-of-order"), {
            (1, 1): sent(5, 60_000), (2, 1): {**gap(1), **sent(5, 40_000), **held(3, 20_000)},
            (3, 1): {"out_of_order": None, **sent(5, 20_000)}, (4, 1): sent(5, 10_000),
            (5, 1): ack(1, 60_000), (5, 2): ack(3, 20_000), (5, 3): ack(2, 40_000), (5, 4): ack(4, 10_000)})

    def test_wrap(self):
        self.check(named("wrap"), {
            (2 * n + part, 1): sent(2 * n + 2, 10_000) if part == 1 else ack(2 * n + 1, 10_000)
            for n in range(6) for part in (1, 2)})

    def test_middle(self):
        """Nothing that came before the capture can be missing; what is there is linked as always."""
        self.check(named("middle"), {
            (1, 3): sent(2, 10_000), (2, 2): ack(1, 10_000), (2, 3): sent(3, 10_000), (3, 1): ack(2, 10_000)})

    def test_reconnect(self):
        """A new connection request starts all numbers afresh, both ways."""
        expected = {}
        for base in (0, 10):
            expected.update({
                (base + 1, 1): sent(base + 2, 10_000), (base + 2, 1): ack(base + 1, 10_000),
                (base + 2, 2): sent(base + 3, 10_000), (base + 3, 1): ack(base + 2, 10_000),
                (base + 3, 2): sent(base + 4, 10_000), (base + 4, 1): ack(base + 3, 10_000),
                (base + 5, 1): sent(base + 6, 10_000), (base + 6, 1): ack(base + 5, 10_000),
                (base + 6, 2): sent(base + 7, 10_000), (base + 7, 1): ack(base + 6, 10_000),
                (base + 8, 1): sent(base + 9, 10_000), (base + 9, 1): ack(base + 8, 10_000)})
        expected = {(frame if frame < 11 else frame - 1, number): {
            name: value - 1 if frame >= 11 and name in ("acked_in", "acks_frame") else value
            for name, value in told.items()} for (frame, number), told in expected.items()}
        self.check(named("reconnect"), expected)

    def test_reuse_of_a_fragment_number(self):
        """10.5: after completion a different fragment with the same number is a new message."""
        found = analysis(named("fragments-reuse"))
        self.assertFalse([place for place, told in found.items() if "retransmission_of" in told])
        self.assertEqual([place for place, told in found.items() if "lost" in told],
                         [(frame, 1) for frame in range(4, 9)] + [(9, 1)])


class Reordered(unittest.TestCase):
    """What a stock sender reorders itself is neither out of order nor lost (10.3, 10.4)."""

    CHAT = '2C u32:2 str16:"hi"'
    OBJECT = "03 00 02 u32:0x8008"      # cut short, but an object
    MARK = "29 FF FF FF 3F"

    def capture(self, datagrams):
        """Of (time, route, lines)."""
        return forge(ENDS + "".join(f"at {time} {route}\n" + "".join(f"    {line}\n" for line in lines)
                                    for time, route, *lines in datagrams))

    def check(self, *datagrams, troubles=()):
        """troubles: (frame, message, name)"""
        capture = self.capture(datagrams)
        for options in ([], ["-2"]):
            with self.subTest(options=options):
                self.assertEqual([(*place, name) for place, told in analysis(capture, options).items()
                                  for name in ("lost", "out_of_order") if name in told], list(troubles))

    def joins(self, *datagrams, request="2A 20", troubles=()):
        """Client's request; the host's numbers begin with 0 before it."""
        self.check((0, "host > ace", f"game seq 0 {self.CHAT}"), (1, "ace > host", f"game seq 0 {request}"), *datagrams,
                   troubles=troubles)

    def test_ordered_messages_in_one_datagram(self):
        names = [f'announce {peer} 10.0.0.{peer} "P{peer}"' for peer in range(5)]
        self.check((0, "host > ace", "accept 2 seq 0"),
                   (1, "host > ace", names[4] + " seq 3", names[3] + " seq 2", names[2] + " seq 1"))
        # Number 1 does not come: one is missing. 3 and 2 are in their order once more.
        self.check((0, "host > ace", "accept 2 seq 0"),
                   (1, "host > ace", names[4] + " seq 3", names[3] + " seq 2"), troubles=[(2, 1, "lost")])
        # In another datagram it is as late as anybody else.
        self.check((0, "host > ace", "accept 2 seq 0"), (1, "host > ace", names[4] + " seq 2"),
                   (2, "host > ace", names[3] + " seq 1"), troubles=[(2, 1, "lost"), (3, 1, "out_of_order")])

    def test_an_ordinary_message_in_the_same_datagram_is_late(self):
        self.check((0, "ace > host", f"game seq 0 {self.CHAT}"),
                   (1, "ace > host", f"game seq 2 {self.CHAT}", f"game seq 1 {self.CHAT}"),
                   troubles=[(2, 1, "lost"), (2, 2, "out_of_order")])

    def test_replays_after_a_join(self):
        self.joins((1.1, "host > ace", "game seq 1 35 08 01 FF FF", "game seq 2 " + self.OBJECT,
                    f"game seq 5 {self.CHAT}"),
                   (1.2, "host > ace", "game seq 3 " + self.OBJECT), (1.3, "host > ace", "game seq 4 " + self.MARK),
                   (30, "host > ace", f"game seq 6 {self.CHAT}"))

    def test_replays_after_a_request(self):
        self.joins((1.1, "host > ace", f"game seq 2 {self.CHAT}"), (1.2, "host > ace", "game seq 1 " + self.OBJECT),
                   (30, "host > ace", f"game seq 3 {self.CHAT}"), request="1E FF FF FF 3F")

    def test_the_capture_begins_with_the_answer(self):
        for first in ("35 08 01 FF FF", "17 66 08 00 00 F1 00 80 00 00 00 00 00 91 07 00 00 02"):
            self.check((0, "host > ace", "game seq 0 35 08 01 FF FF"), (0.1, "host > ace", f"game seq 3 {first}"),
                       (0.2, "host > ace", "game seq 1 " + self.OBJECT), (0.3, "host > ace", "game seq 2 " + self.MARK))

    def test_what_never_comes_is_lost_after_all(self):
        """At the first message of the host after ten seconds, once, and in the same frame on every pass."""
        answer = [(1.1, "host > ace", "game seq 1 35 08 01 FF FF", f"game seq 5 {self.CHAT}"),
                  (1.2, "host > ace", "game seq 3 " + self.OBJECT), (11, "host > ace", f"game seq 6 {self.CHAT}"),
                  (11.2, "host > ace", f"game seq 7 {self.CHAT}"), (12, "host > ace", f"game seq 8 {self.CHAT}")]
        self.joins(*answer, troubles=[(6, 1, "lost")])
        start = [(0, "host > ace", f"game seq 0 {self.CHAT}"), (1, "ace > host", "game seq 0 2A 20")]
        told = [info.text for infos in experts(self.capture(start + answer)).values() for info in infos
                if info.name == PREFIX + "lost"]
        self.assertEqual(told, ["Earlier sequence numbers are missing"])

    def test_an_ordinary_message_among_them_is_late(self):
        self.joins((1.1, "host > ace", "game seq 1 35 08 01 FF FF", f"game seq 4 {self.CHAT}"),
                   (1.2, "host > ace", f"game seq 2 {self.CHAT}"), (1.3, "host > ace", "game seq 3 " + self.OBJECT),
                   (30, "host > ace", f"game seq 5 {self.CHAT}"), troubles=[(4, 1, "out_of_order")])

    def test_an_object_is_never_late(self):
        """A relayed creation, long after any join: the gap before it is told, its own lateness is not."""
        for data, late in ((self.OBJECT, False), (self.MARK, False), ("02" + self.OBJECT[2:], False), (self.CHAT, True)):
            self.check((0, "host > ace", f"game seq 0 {self.CHAT}"), (60, "host > ace", f"game seq 2 {self.CHAT}"),
                       (61, "host > ace", f"game seq 1 {data}"),
                       troubles=[(2, 1, "lost")] + [(3, 1, "out_of_order")] * late)

    def test_a_clients_object_is(self):
        self.check((0, "ace > host", f"game seq 0 {self.CHAT}"), (1, "ace > host", f"game seq 2 {self.CHAT}"),
                   (2, "ace > host", "game seq 1 " + self.OBJECT), troubles=[(2, 1, "lost"), (3, 1, "out_of_order")])

    def test_an_object_in_fragments(self):
        """Only the first fragment has the opcode; the others belong to it."""
        piece = "zeros:400"
        self.joins((1.1, "host > ace", "game seq 1 35 08 01 FF FF", f"game seq 3 {self.CHAT}"),
                   (1.2, "host > ace", f"fragment seq 2 index 0 of 2 {self.OBJECT} {piece}"),
                   (1.3, "host > ace", f"fragment seq 2 index 1 {piece}"),
                   (30, "host > ace", f"game seq 4 {self.CHAT}"))


class Numbers(unittest.TestCase):
    """Numbers at the edges of 10.4."""

    maxDiff = None

    def check(self, scenario, expected):
        capture = forge(ENDS + scenario)
        for options, found in expectations(expected):
            with self.subTest(options=options):
                self.assertEqual(analysis(capture, options), found)

    def chats(self, *numbers):
        """A chat line a second with each of these numbers, different in their text."""
        return "".join(f"at {second} ace > host\n game seq {number} 2C u32:2 str16:\"{second}\"\n"
                       for second, number in enumerate(numbers))

    def test_the_window(self):
        """A number is old when it is up to 0x4000 behind the newest; else it is a new one far ahead."""
        self.check(self.chats(0, 0x5000, 0x5000 - 0x4000), {(2, 1): gap(0x4FFF), (3, 1): {"out_of_order": None}})
        self.check(self.chats(0, 0x5000, 0x5000 - 0x4001),
                   {(2, 1): gap(0x4FFF), (3, 1): gap(0x10000 - 0x4001 - 1)})

    def test_old_across_the_wrap(self):
        self.check(self.chats(0xFFFE, 1, 0xFFFF, 2), {(2, 1): gap(2), (3, 1): {"out_of_order": None}})

    def test_older_than_the_first_one(self):
        """A resend of something from before the capture is not out of order, and not lost either."""
        self.check(self.chats(100, 99, 101, 98), {})

    def test_resend_across_the_wrap(self):
        self.check("""
            at 0 ace > host
                game seq 65535 2C u32:2 str16:"hi"
            at 0.5 ace > host
                game seq 0 2C u32:2 str16:"hi"
            at 1 ace > host
                game seq 65535 2C u32:2 str16:"hi"
            at 1.5 host > ace
                ack 65535
                ack 0
            """, {(1, 1): sent(4, 1_500_000), (2, 1): {**sent(4, 1_000_000), **held(3, 1_000_000)},
                  (3, 1): again(1, 1, 1_000_000, 4), (4, 1): ack(1, 1_500_000), (4, 2): ack(2, 1_000_000)})

    def test_the_same_number_with_other_bytes_is_a_later_message(self):
        self.check("""
            at 0 ace > host
                game seq 5 2C u32:2 str16:"hi"
            at 0.1 host > ace
                ack 5
            at 1 ace > host
                game seq 5 2C u32:2 str16:"ho"
            at 1.2 host > ace
                ack 5
            at 2 ace > host
                game seq 5 2C u32:2 str16:"ho"
            """, {(1, 1): sent(2, 100_000), (2, 1): ack(1, 100_000), (3, 1): {**sent(4, 200_000), "number_reused": None},
                  (4, 1): ack(3, 200_000), (5, 1): again(3, 1, 1_000_000, 4)})

    def test_spaces_and_directions_are_apart(self):
        self.check("""
            at 0 ace > host
                announce 2 10.10.10.239 "Ace" 
                game seq 0 2C u32:2 str16:"hi"
            at 0.1 host > ace
                game seq 0 2C u32:2 str16:"hi"
                ack 0
            at 0.2 host > ace
                ack 0 low
            """, {(1, 1): sent(3, 200_000), (1, 2): sent(2, 100_000), (2, 2): ack(1, 100_000),
                  (3, 1): ack(1, 200_000)})

    def test_links_are_apart(self):
        self.check("""
            at 0 ace > host
                game seq 0 2C u32:2 str16:"hi"
            at 0.1 bob > host
                game seq 0 2C u32:2 str16:"hi"
            at 0.2 host > bob
                ack 0
            """, {(2, 1): sent(3, 100_000), (3, 1): ack(2, 100_000)})

    def test_fragments_are_apart(self):
        """Fragments of a message share its number, but each one is sent, lost and acknowledged on its own."""
        self.check("""
            at 0 host > ace
                fragment seq 7 index 0 of 2 2C u32:2 
            at 1 host > ace
                fragment seq 7 index 1 str16:"hi"
            at 2 host > ace
                fragment seq 7 index 1 str16:"hi"
            at 2.5 ace > host
                ack 7 frag 1
                ack 7
            """, {(2, 1): sent(4, 1_500_000), (3, 1): again(2, 1, 1_000_000, 4), (4, 1): ack(2, 1_500_000),
                  (4, 2): {"unknown_ack": None}})

    def test_an_ack_before_anything_of_the_other_side(self):
        """No judgement while the capture shows nothing of that direction."""
        self.check("""
            at 0 host > ace
                ack 3
            at 1 ace > host
                game seq 5 2C u32:2 str16:"hi"
            at 2 host > ace
                ack 4
                ack 6
            """, {(3, 2): {"unknown_ack": None}})

    def test_a_repeated_connect_request_starts_nothing(self):
        self.check("""
            at 0 ace > host id 255
                connect 10.10.10.239 7
            at 0.5 ace > host
                game seq 0 2C u32:2 str16:"hi"
            at 1 ace > host id 255
                connect 10.10.10.239 7 seq 0
            at 1.5 ace > host
                game seq 0 2C u32:2 str16:"hi"
            """, {(3, 1): again(1, 1, 1_000_000), (4, 1): again(2, 1, 1_000_000)})

    def test_severities(self):
        """10.3: stale acks are chat, all others notes."""
        seen = {}
        for name in ("retransmissions", "stale-acks", "lost", "out-of-order", "unknown-ack"):
            for infos in experts(named(name)).values():
                seen.update({info.name.removeprefix(PREFIX): info.severity for info in infos})
        self.assertEqual(seen, SEVERITIES)


if __name__ == "__main__":
    main()
