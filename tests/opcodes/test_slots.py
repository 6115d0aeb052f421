# SPDX-License-Identifier: GPL-2.0-or-later
"""Every object id of every chapter has its slot below it, ids local to their sender too (20.4)."""

import unittest

from bcnet_test import SOURCE, forge, frames, main

# The fields that hold object ids, by their chapters' field tables.
IDS = ("bcnet.object.id", "bcnet.torpedo.parent", "bcnet.torpedo.target", "bcnet.torpedo.subsystem", "bcnet.beam.subsystem",
       "bcnet.beam.target", "bcnet.explosion.object", "bcnet.event.source", "bcnet.event.destination", "bcnet.event.object",
       "bcnet.fire.target", "bcnet.state.object")
FIRST, PER_SLOT, SLOTS = 0x3FFFFFFF, 0x40000, 16
LOCAL = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
    at 0 host > ace
        game seq auto 17 u32:0x0866 u32:0x008000F1 u32:0 u32:0x40040001 02
    at 1 ace > host
        game seq auto 11 u32:0x010C u32:0x00800076 u32:0x40080002 u32:0x40000005 u32:0x40000006
        game seq auto 02 00 u32:0x8009 u32:0x40000035 02 zeros:35 str8:"" str8:"Multi1" u32:0x3FFFFFFF u32:0x4003FFFF \
            02 00 00 88 D8 5C
        game seq auto 1E u32:0x403FFFFE
        game seq auto 1E u32:0x403FFFFF
        game seq auto 1E u32:0x3FFFFFFE
    """


def slot_of(number):
    """The slot of an id, None for ids of no slot (20.4)."""
    slot = (number - FIRST) // PER_SLOT
    return slot if number >= FIRST and slot < SLOTS else None


class Slots(unittest.TestCase):
    """Captures that hold such fields, and the two local ids."""

    def check(self, capture):
        found = set()
        for frame in frames(capture, "bcnet"):
            for node in frame.walk():
                if node.name not in IDS:
                    continue
                slot = slot_of(int(node.show, 16))
                shown = [child.show for child in node.children if child.name == "bcnet.object.slot"]
                self.assertEqual(shown, [] if slot is None else [str(slot)], f"frame {frame.number}, {node.showname}")
                if slot is not None:
                    found.add(node.name)
        return found

    def test_everywhere(self):
        captures = [SOURCE / "captures" / f"{name}.pcapng" for name in ("session", "learn-10-fight", "learn-8-ids")]
        found = set.union(*map(self.check, [*captures, forge(LOCAL)]))
        self.assertEqual(found, set(IDS))


if __name__ == "__main__":
    main()
