# SPDX-License-Identifier: GPL-2.0-or-later
"""A capture beside what `tshark -U "BCNET messages"` makes of it: what each of them shows, in a form to be compared.

A message is compared by everything below it: names, values, labels and raw bytes of all fields, in order. Frame numbers
of the exported capture are first translated into those of the original.
"""

import dataclasses
import re

from bcnet_test import fields, frames, registered_fields, scratch_file, tshark

TAP = "BCNET messages"
# What a datagram has once; beside it, messages keep their own.
HEADER = ("bcnet.peer", "bcnet.from_host", "bcnet.count", "bcnet.from", "bcnet.to", "bcnet.quoted")
OF_EACH = ("bcnet.peer", "bcnet.from", "bcnet.to", "bcnet.quoted")
EXPERT = "_ws.expert"
LINKS = {field.name for field in registered_fields() if field.type == "FRAMENUM"}
# "frame 3, 10 ms later" is one frame, "frames 3, 5 and 9" are three.
IN_WORDS = re.compile(r"\b[Ff]rame \d+|\b[Ff]rames \d+(?:(?:, | and )\d+)*")
FRAGMENTS = re.compile(r": #.*")        # "2 Fragments (500 bytes): #3(412), #4(88)": cut when long, and repeated below
NUMBER = re.compile(r"\d+")


def export(capture):
    """The exported capture (path)."""
    path = scratch_file(".pcapng")
    tshark("-r", capture, "-U", TAP, "-w", path)
    return path


def export_and_read(capture):
    """The exported capture (path), and the frames of the original in the one pass that wrote it."""
    path = scratch_file(".pcapng")
    return path, frames(capture, options=["-U", TAP, "-w", path])


def origins(exported):
    """Exported frame -> original frame."""
    rows = tshark("-r", exported, "-T", "fields", "-e", "frame.number", "-e", "exported_pdu.orig_fno")
    return dict(map(int, row.split("\t")) for row in rows.splitlines())


@dataclasses.dataclass(frozen=True)
class Shown:
    """A message, or whatever else a datagram shows: the frame, whose it is, and the lines of its tree."""

    frame: int
    ends: tuple
    lines: tuple

    def __str__(self):
        return "\n".join([f"frame {self.frame}, {self.ends}", *self.lines])


class Reader:
    """Reads a capture; `frame_of` translates the numbers of frames."""

    def __init__(self, frame_of=lambda number: number):
        self.frame_of = frame_of

    def translate(self, text, count=0):
        """The first so many numbers in a text, or all."""
        return NUMBER.sub(lambda match: str(self.frame_of(int(match[0]))), text, count)

    def words(self, text):
        """The numbers of frames in words: "in frame 12"."""
        return IN_WORDS.sub(lambda match: self.translate(match[0]), text)

    def is_inner_link(self, node, own):
        """From message to message of one datagram: in the original there is nowhere to go."""
        return node.name in LINKS and self.frame_of(int(node.show)) == own

    def lines(self, node, own, depth=0):
        """A subtree as lines."""
        if node.name in LINKS:
            label, show = self.translate(node.showname, 1), self.translate(node.show)
        else:
            label, show = self.words(node.showname), self.words(node.show)
        if node.name == "bcnet.fragments":
            label = FRAGMENTS.sub("", label)
        yield f"{'    ' * depth}{label} <{node.name}> {show!r} {node.value} {node.size if node.value else ''}".rstrip()
        for child in node.children:
            if not self.is_inner_link(child, own):
                yield from self.lines(child, own, depth + 1)

    def of_layer(self, layer, own):
        """The messages of a datagram, and what else it shows."""
        headers = [child for child in layer.children if child.name in HEADER]
        ends = tuple(node.show for child in headers if child.name in OF_EACH
                     for node in (child, *child.children) if node.name != EXPERT)
        for child in layer.children:
            if child.name not in HEADER:
                yield Shown(own, ends, tuple(self.lines(child, own)))
            for below in child.children if child in headers else ():
                if below.name == EXPERT:
                    yield Shown(own, ends, tuple(self.lines(below, own)))

    def read(self, dissected):
        """Everything the frames of a capture show, in order."""
        found = []
        for frame in dissected:
            own = self.frame_of(frame.number)
            if is_captured_again(frame):
                continue
            for layer in frame.layers if frame.dissected else ():
                if layer.name == "bcnet":
                    found += self.of_layer(layer, own)
                elif layer.name == "_ws.short":     # where Wireshark noticed that the capture ends
                    found.append(Shown(own, (), ("cut",)))
                else:
                    found.append(Shown(own, (), tuple(self.lines(layer, own))))
        return found


def is_captured_again(frame):
    """It counts once, and is exported once."""
    return any(node.name == "bcnet.captured_again" for layer in frame.layers for node in layer.walk())


@dataclasses.dataclass
class Both:
    """What the original and what the exported capture shows."""

    original: list
    alone: list
    ours: set           # frames of the original that were dissected
    frame_of: dict      # exported frame -> original frame

    @property
    def several(self):
        """Whether some datagram has several messages: where none has, the exported frames are the datagrams."""
        return len(self.frame_of) > len(self.ours)


def both(capture, options, path, original=None):
    """Both captures, read; the frames of the original, if they have been."""
    original, alone = original or frames(capture, options=options), frames(path, options=options)
    frame_of = {frame.number: frame.origin for frame in alone}
    return Both(Reader().read(original), Reader(frame_of.__getitem__).read(alone),
                {frame.number for frame in original if frame.dissected and not is_captured_again(frame)}, frame_of)
