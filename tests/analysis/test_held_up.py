# SPDX-License-Identifier: GPL-2.0-or-later
"""What a receiver of the game does with numbers (10.4): what waits for what, and for how long; numbers that are used
twice, gaps that stay, resends of what was acknowledged. Frames and times follow from the scenarios."""

import unittest

from bcnet_test import experts, fields, forge, main, tshark

PREFIX = "bcnet.analysis."
ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
"""
JUDGEMENTS = ("number_reused", "stalled", "needless_resend")


def chat(number, text="a line"):
    return f'game seq {number} 2C u32:2 str16:"{text}"'


def capture_of(*datagrams):
    """Of (time, route, lines)."""
    return forge(ENDS + "".join(f"at {time} {route}\n" + "".join(f"    {line}\n" for line in lines)
                                for time, route, *lines in datagrams))


def up(time, *lines):
    """The client sends."""
    return time, "ace > host", *lines


def down(time, *lines):
    return time, "host > ace", *lines


# The capture is taken at the host: its acks come at once, those of the client later.
NEAR = [up(0, chat(0)), down(0.002, "ack 0", chat(0)), up(0.06, "ack 0")]
FIRST = len(NEAR) + 1


class Held(unittest.TestCase):
    """bcnet.analysis.held_up_by, .held_up"""

    maxDiff = None

    def check(self, *datagrams, expected, about=False, start=None):
        """expected: {(frame, message with a number): (frame that it waits for, milliseconds)}"""
        capture = capture_of(*(NEAR if start is None else start), *datagrams)
        found = {}
        for row in fields(capture, ["frame.number", PREFIX + "held_up_by", PREFIX + "held_up"], options=["-2"]):
            held = zip(row[PREFIX + "held_up_by"], row[PREFIX + "held_up"], strict=True)
            for number, (frame, seconds) in enumerate(held, 1):
                found[int(row["frame.number"][0]), number] = int(frame), round(float(seconds) * 1000)
        self.assertEqual(found, expected)
        lines = [line for line in tshark("-r", capture, "-2", "-V").splitlines() if "Held up for" in line]
        self.assertEqual([line for line in lines if "about" in line], lines if about else [])
        self.assertEqual(fields(capture, ["frame.number"], PREFIX + "held_up"), [], "known later only")

    def test_one_missing(self):
        self.check(up(1.0, chat(2)), up(1.2, chat(3), chat(4)), up(1.9, chat(1)), up(2.5, chat(5)), expected={
            (FIRST, 1): (FIRST + 2, 900), (FIRST + 1, 1): (FIRST + 2, 700), (FIRST + 1, 2): (FIRST + 2, 700)})

    def test_several_missing(self):
        """Each waits for the last number below its own."""
        self.check(up(1, chat(2)), up(2, chat(4)), up(3, chat(1)), up(4, chat(3)), expected={
            (FIRST, 1): (FIRST + 2, 2000), (FIRST + 1, 1): (FIRST + 3, 2000)})
        self.check(up(1, chat(2)), up(2, chat(4)), up(3, chat(3)), up(4, chat(1)), expected={
            (FIRST, 1): (FIRST + 3, 3000), (FIRST + 1, 1): (FIRST + 3, 2000), (FIRST + 2, 1): (FIRST + 3, 1000)})

    def test_in_the_same_frame(self):
        self.check(up(1, chat(2), chat(1)), expected={})

    def test_unreliable_messages_do_not_wait(self):
        self.check(up(1, chat(2)), up(1.5, "game 1C u32:0x3FFFFFFF f32:1 00"), up(2, chat(1)),
                   expected={(FIRST, 1): (FIRST + 2, 1000)})

    def test_the_other_space_does_not_wait(self):
        self.check(up(1, chat(2)), up(1.5, 'announce 2 10.0.0.2 "Ace" seq 0'), up(2, chat(1)),
                   expected={(FIRST, 1): (FIRST + 2, 1000)})

    def test_fragments(self):
        """A message in fragments is there when all of it is."""
        piece = "2C zeros:100"
        self.check(up(1, f"fragment seq 1 index 0 of 2 {piece}"), up(1.2, chat(2)),
                   up(2, f"fragment seq 1 index 1 {piece}"), expected={(FIRST + 1, 1): (FIRST + 2, 800)})

    def test_received_but_not_captured(self):
        """Its ack tells that it was there; no frame brings it."""
        self.check(up(1, chat(2)), down(1.1, "ack 1"), up(2, chat(3)), up(3, chat(1)), expected={})

    def test_what_was_before_the_capture(self):
        self.check(up(1, chat(99, "old")), start=[up(0, chat(100)), down(0.002, "ack 100")], expected={})

    def test_replays_are_shown(self):
        """The host's own order: held up all the same. Its messages go to the far end."""
        snapshot = "03 00 02 u32:0x8008"
        self.check(up(1, "game seq 1 2A 20"), down(1.1, chat(2)), down(1.3, f"game seq 1 {snapshot}"),
                   expected={(FIRST + 1, 1): (FIRST + 2, 200)}, about=True)

    def test_towards_the_far_end(self):
        """Sent again: missing from the first sending to the first ack; the last sending brings it."""
        self.check(down(1, chat(1)), down(1.3, chat(2)), down(2, chat(1)), down(2.03, chat(3)), down(3, chat(1)),
                   up(3.06, "ack 1"), down(3.1, chat(4)), about=True,
                   expected={(FIRST + 1, 1): (FIRST + 4, 1760), (FIRST + 3, 1): (FIRST + 4, 1030)})

    def test_acknowledged_in_time(self):
        """Sent again after its ack: it was there."""
        self.check(down(1, chat(1)), down(1.03, chat(2)), up(1.06, "ack 1"), down(2, chat(1)), up(2.06, "ack 1"),
                   expected={})

    def test_never_acknowledged(self):
        self.check(down(1, chat(1)), down(1.03, chat(2)), down(2, chat(1)), up(2.06, "ack 2"), expected={})

    def test_two_at_a_time_towards_the_far_end(self):
        """The later ack counts for what is behind both; what is between them waits for the first alone."""
        self.check(down(1, chat(1)), down(1.1, chat(2)), down(1.2, chat(3)), down(1.3, chat(4)),
                   down(2, chat(1)), up(2.06, "ack 1"), down(2.2, chat(3)), up(2.26, "ack 3"), about=True, expected={
                       (FIRST + 1, 1): (FIRST + 4, 960), (FIRST + 2, 1): (FIRST + 4, 860),
                       (FIRST + 3, 1): (FIRST + 6, 960)})
        self.check(down(1, chat(1)), down(1.1, chat(2)), down(1.2, chat(3)), down(1.3, chat(4)),
                   down(2.2, chat(3)), up(2.26, "ack 3"), down(2.3, chat(1)), up(2.36, "ack 1"), about=True, expected={
                       (FIRST + number, 1): (FIRST + 6, 1360 - number * 100) for number in (1, 2, 3)})

    def test_resends_towards_the_near_end(self):
        """What the capture shows was there the first time: the ack was lost."""
        self.check(up(1, chat(1)), up(1.1, chat(2)), up(2, chat(1)), down(2.002, "ack 1"), expected={})

    def test_nobody_is_near(self):
        far = [up(0, chat(0)), down(0.02, "ack 0", chat(0)), up(0.06, "ack 0")]
        self.check(up(1, chat(1)), up(1.1, chat(2)), up(2, chat(1)), down(2.02, "ack 1"), start=far, about=True,
                   expected={(5, 1): (6, 920)})
        self.check(up(1, chat(2)), up(2, chat(1)), start=far, about=True, expected={(4, 1): (5, 1000)})

    def test_the_median_decides(self):
        """Five milliseconds and no more, of most acks."""
        def acks(*milliseconds):
            return [datagram for number, delay in enumerate(milliseconds)
                    for datagram in (up(number, chat(number)), down(number + delay / 1000, f"ack {number}"))]
        held = {(7, 1): (8, 500)}
        rest = (up(10, chat(4)), up(10.5, chat(3)))
        self.check(*rest, start=acks(5, 5, 90), expected=held)
        self.check(*rest, start=acks(5, 6, 90), expected=held, about=True)

    def test_a_new_connection(self):
        """Numbers begin anew, and what waited does so no more."""
        self.check(up(1, chat(2)), (2, "ace > host id 255", "connect 10.10.10.239 0x1234"), up(3, chat(0)),
                   up(3.5, chat(2)), up(4, chat(1)), expected={(FIRST + 3, 1): (FIRST + 4, 500)})


class Judged(unittest.TestCase):
    """bcnet.analysis.number_reused, .stalled, .needless_resend"""

    def check(self, *datagrams, start=(), also=(), **expected):
        """expected: name -> frames; also: other expert infos that do not matter."""
        capture = capture_of(*start, *datagrams)
        for options in ([], ["-2"]):
            found = {}
            for frame, infos in experts(capture, options).items():
                for info in infos:
                    found.setdefault(info.name.removeprefix(PREFIX), []).append(frame)
            told = {name: frames for name, frames in found.items() if name in JUDGEMENTS}
            self.assertEqual(told, expected)
        return capture

    # ---- Numbers that are used twice ----

    def test_a_number_for_two_messages(self):
        capture = self.check(up(0, chat(5, "one")), down(0.1, "ack 5"), up(1, chat(5, "two")), number_reused=[3])
        info = experts(capture)[3]
        self.assertEqual([(each.name, each.severity, each.text) for each in info], [
            (PREFIX + "number_reused", "warning", "The game throws this message away: its number was used before")])

    def test_counted_in_eight_bits(self):
        """After 255 comes 0."""
        numbers = [number % 256 for number in range(254, 260)]
        lines = [datagram for place, number in enumerate([0, 1, 2, *numbers])
                 for datagram in (up(place, chat(number, f"line {place}")), down(place + 0.1, f"ack {number}"))]
        self.check(*lines, number_reused=[11, 13, 15])      # 0, 1, 2 for the second time; 3 was never seen

    def test_not_acknowledged(self):
        self.check(up(0, chat(5, "one")), up(1, chat(5, "two")))

    def test_its_resend_is_one(self):
        self.check(up(0, chat(5, "one")), down(0.1, "ack 5"), up(1, chat(5, "two")), up(2, chat(5, "two")),
                   number_reused=[3])

    def test_another_fragment(self):
        self.check(up(0, "fragment seq 1 index 0 of 3 2C zeros:50"), down(0.1, "ack 1 frag 0"),
                   up(0.2, "fragment seq 1 index 1 2C zeros:50"), down(0.3, "ack 1 frag 1"))
        self.check(up(0, "fragment seq 1 index 0 of 3 2C zeros:50"), down(0.1, "ack 1 frag 0"),
                   up(0.2, "fragment seq 1 index 0 of 3 2D zeros:50"), number_reused=[3])

    def test_a_number_below_one_that_was_acknowledged(self):
        self.check(up(0, chat(5)), down(0.1, "ack 5"), up(1, chat(7)), down(1.1, "ack 7"), up(2, chat(6)))

    def test_after_a_request(self):
        self.check(up(0, chat(5, "one")), down(0.1, "ack 5"), (1, "ace > host id 255", "connect 10.10.10.239 0x1234"),
                   up(2, chat(5, "two")))

    def test_after_an_answer(self):
        """Only the host's side is in the capture but for its acks: another id, or the same after a goodbye."""
        one, two = down(0, "accept 2 seq 0"), down(1, chat(0, "one"))
        self.check(one, two, up(1.1, "ack 0"), down(2, "accept 3 seq 0"), down(3, chat(0, "two")))
        self.check(one, two, up(1.1, "ack 0"), up(1.2, "disconnect 2 10.10.10.239 seq 7"), down(2, "accept 2 seq 0"),
                   down(3, chat(0, "two")))
        self.check(one, two, up(1.1, "ack 0"), down(2, "accept 2 seq 0"), down(3, chat(0, "two")), number_reused=[5])

    def test_after_silence(self):
        self.check(up(0, chat(5, "one")), down(0.5, "ack 5"), up(45.5, chat(5, "two")), number_reused=[3])
        self.check(up(0, chat(5, "one")), down(0.5, "ack 5"), up(45.6, chat(5, "two")))

    def around(self, count):
        """The number 5, `count` other ones, and the last of all that has number 5."""
        return forge(ENDS + f"""
            at 0 ace > host
                {chat(5, "one")}
            at 0.1 host > ace
                ack 5
            repeat {count} every 0.001
                at 1 ace > host
                    game seq 6+$i 2C u32:2 str16:"x"
            end
            at 40 ace > host
                {chat(5, "two")}
            """)

    def test_a_wrap_needs_the_numbers_between(self):
        """0x4000 of them: then it lies beyond the window, and has come round."""
        for count, reused in ((0x3FFF, True), (0x4000, False)):
            rows = fields(self.around(count), ["frame.number"], PREFIX + "number_reused")
            self.assertEqual(len(rows), reused, hex(count))

    def test_a_jump_is_no_wrap(self):
        self.check(up(0, chat(5, "one")), down(0.1, "ack 5"), up(1, chat(0x5000)), up(2, chat(5, "two")), number_reused=[4])

    # ---- Gaps that stay ----

    @staticmethod
    def alive(start, end):
        """Both sides are heard."""
        return [datagram for second in range(start, end, 4) for datagram in (up(second + 0.5, "keepalive"),
                                                                             down(second + 0.6, "keepalive"))]

    def stalls(self, *last, missing=(), alive=None):
        """Number 1 is missing from second 1 on."""
        early = [up(0, chat(0)), down(0.01, "ack 0"), up(1, chat(2)), down(1.01, "ack 2"), *missing]
        between = self.alive(2, 20) if alive is None else alive
        return early, between, last

    def check_stalled(self, parts, times):
        """times: seconds of the messages that stall."""
        datagrams = [datagram for part in parts for datagram in part]
        order = sorted(datagrams, key=lambda datagram: datagram[0])
        frames = [number for number, datagram in enumerate(order, 1) if datagram[0] in times]
        return self.check(*order, **({"stalled": frames} if times else {}))

    def test_stalled(self):
        capture = self.check_stalled(self.stalls(up(20.9, chat(3)), up(21, chat(4)), up(22, chat(5))), [21])
        text = [info for infos in experts(capture).values() for info in infos if info.name == PREFIX + "stalled"]
        self.assertEqual([(info.severity, info.text) for info in text], [
            ("warning", "A number before it never came: the game waits with all that is reliable")])

    def test_once_per_gap(self):
        more = [up(23, chat(1)), up(24, chat(7)), *self.alive(22, 50), up(45, chat(8)), up(46, chat(9))]
        self.check_stalled(self.stalls(up(21, chat(3)), up(22, chat(4)), up(22.5, chat(5)), *more), [21, 45])

    def test_it_was_received(self):
        self.check_stalled(self.stalls(up(21, chat(3)), missing=[down(1.5, "ack 1")]), [])

    def test_it_came(self):
        self.check_stalled(self.stalls(up(21, chat(3)), missing=[up(1.5, chat(1))]), [])

    def test_the_other_side_is_silent(self):
        self.check_stalled(self.stalls(up(21, chat(3)), alive=[up(second, "keepalive") for second in range(2, 20, 4)]), [])

    def test_merely_incomplete(self):
        self.check_stalled(self.stalls(up(21, chat(3)), missing=[up(1.5, "fragment seq 1 index 0 of 2 2C zeros:50")]), [])

    # ---- Resends of what was acknowledged ----

    def acknowledged(self, acks, again):
        return [up(0, chat(0)), *(down(1 + number / 2, "ack 0") for number in range(acks)), up(again, chat(0))]

    def test_needless(self):
        capture = self.check(*self.acknowledged(3, 11.1), needless_resend=[5])
        info = next(info for info in experts(capture)[5] if info.name == PREFIX + "needless_resend")
        self.assertEqual(info.severity, "chat")

    def test_two_acks_may_be_lost(self):
        self.check(*self.acknowledged(2, 11.1))

    def test_ten_seconds(self):
        self.check(*self.acknowledged(3, 11))


if __name__ == "__main__":
    main()
