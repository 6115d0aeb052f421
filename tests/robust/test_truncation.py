# SPDX-License-Identifier: GPL-2.0-or-later
"""Every datagram of every capture, cut at every length: by a snapshot length, and as if sent that way.

The cuts of a datagram stand before it, so that they meet the state the datagram itself meets.
"""

import dataclasses
import random
import re
import unittest

import pcapng
from bcnet_test import main, scratch_file, tshark
from captures import all_captures

# A run of tshark takes so many frames at a time; a capture with more cuts is cut in places only.
FRAMES_PER_RUN = 60000
CUTS_PER_CAPTURE = 60000
LINE = re.compile(rb"^(?:Frame (\d+):|(Bridge Commander Network Protocol)|(\[Malformed Packet: (?:BCNET|GameSpy).*))",
                  re.MULTILINE)


@dataclasses.dataclass
class Origin:
    """Where a frame of a made capture comes from; `size` None: the uncut datagram."""

    capture: str
    frame: int
    size: int
    endpoints: bytes

    def __str__(self):
        return f"{self.capture} frame {self.frame}" + ("" if self.size is None else f" cut to {self.size} bytes")


@dataclasses.dataclass
class Outcome:
    """What tshark makes of a frame."""

    dissected: bool = False
    malformed: str = ""


def endpoints(packet):
    """A key for both directions of the packet's UDP conversation."""
    offset = pcapng.udp_payload_offset(packet)
    source, destination = packet.data[offset - 16:offset - 12], packet.data[offset - 12:offset - 8]
    ports = packet.data[offset - 8:offset - 6], packet.data[offset - 6:offset - 4]
    return b"".join(sorted([source + ports[0], destination + ports[1]]))


def cut_everywhere(capture, cut):
    """(packet, origin) for all cuts of all datagrams of a capture, and the datagrams themselves."""
    packets = [(number, packet, pcapng.udp_payload_offset(packet))
               for number, packet in enumerate(pcapng.read(capture), 1)]
    datagrams = [item for item in packets if item[2] is not None]
    cuts = sum(len(packet.data) - offset for _, packet, offset in datagrams)
    share = min(1, CUTS_PER_CAPTURE / max(cuts, 1))
    chance = random.Random(capture.name)
    for number, packet, offset in datagrams:
        key = endpoints(packet)
        if chance.random() < share:
            for size in range(len(packet.data) - offset):
                yield cut(packet, size), Origin(capture.name, number, size, key)
        yield packet, Origin(capture.name, number, None, key)


def batches(cut):
    """Lists of (packet, origin) for runs of tshark; a capture stays together unless it is too large for a run."""
    batch = []
    for capture in all_captures():
        cuts = list(cut_everywhere(capture, cut))
        if batch and len(batch) + len(cuts) > FRAMES_PER_RUN:
            yield batch
            batch = []
        batch += cuts
    if batch:
        yield batch


def dissect(packets):
    """The Outcome of every packet, in order."""
    made, printed = scratch_file(".pcapng"), scratch_file(".txt")
    pcapng.write(made, packets)
    tshark("-r", made, "-O", "bcnet", into=printed)
    outcomes = []
    for match in LINE.finditer(printed.read_bytes()):
        if match[1]:
            outcomes.append(Outcome())
        elif match[2]:
            outcomes[-1].dissected = True
        else:
            outcomes[-1].malformed = match[3].decode(errors="replace")
    made.unlink()
    printed.unlink()
    return outcomes


class Truncation(unittest.TestCase):
    """No crash, no hang, nothing on stderr (all three by tshark()), nothing malformed."""

    longMessage = False

    def run_all(self, cut, keep):
        """Cut everything; `keep`: the conversations of bcnet must stay bcnet's."""
        problems, frames = [], 0
        for batch in batches(cut):
            outcomes = dissect([packet for packet, _ in batch])
            self.assertEqual(len(outcomes), len(batch))
            frames += len(batch)
            problems += self.judge(batch, outcomes, keep)
        self.assertGreater(frames, 0, "there is nothing to cut")
        self.assertFalse(problems, f"{len(problems)} problems, the first:\n  " + "\n  ".join(problems[:20]))

    @staticmethod
    def judge(batch, outcomes, keep):
        ours = set()
        for (_, origin), outcome in zip(batch, outcomes):
            if outcome.malformed:
                yield f"{origin}: {outcome.malformed}"
            if keep and origin.size and origin.endpoints in ours and not outcome.dissected:
                yield f"{origin}: bcnet does not take it although the conversation is its own"
            if origin.size is None and outcome.dissected:
                ours.add(origin.endpoints)

    def test_snapshot_length(self):
        self.run_all(pcapng.snapped, keep=True)

    def test_short_datagrams(self):
        self.run_all(pcapng.shortened, keep=False)


if __name__ == "__main__":
    main()
