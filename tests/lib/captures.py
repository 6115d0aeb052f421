# SPDX-License-Identifier: GPL-2.0-or-later
"""The captures of the project, and which of them show trouble on purpose."""

import collections
import os
import pathlib
import re

from wireshark import SOURCE

FOLDER = pathlib.Path(os.environ.get("BCNET_CAPTURES", SOURCE / "captures"))
# In the comments of a scenario: "Expert infos: none." or names, up to the full stop, each with its frames: (3, 5-7, 9 x2);
# instead of frames (chat) behind those of that kind.
EXPECTED_EXPERTS = re.compile(r"^# Expert infos: (.*?)\.\s*$", re.MULTILINE | re.DOTALL)
NAME_AND_PLACES = re.compile(r"(bcnet\.[a-z_.]*[a-z])(?:[\s#]+\(([^)]*)\))?")
PLACES = re.compile(r"(\d+)(?:-(\d+))?(?: x(\d+))?")


def all_captures():
    """Paths of all captures."""
    return sorted(FOLDER.glob("*.pcapng"))


def _words_about_experts(capture):
    scenario = capture.parent / "scenarios" / f"{capture.stem}.scn"
    match = EXPECTED_EXPERTS.search(scenario.read_text(encoding="utf-8")) if scenario.exists() else None
    return [] if match is None or match[1].startswith("none") else NAME_AND_PLACES.findall(match[1])


def expected_experts(capture):
    """The expert infos above chat that a capture shows, by the word of its scenario; none without such a word."""
    return {name for name, places in _words_about_experts(capture) if places != "chat"}


def expected_places(capture):
    """{(frame, name): how often} of the same."""
    expected = collections.Counter()
    for name, places in _words_about_experts(capture):
        if places == "chat":
            continue
        for place in re.split(r",[\s#]*", places):
            match = PLACES.fullmatch(place)
            if match is None:
                raise ValueError(f"{capture.stem}.scn does not say in which frames {name} is: \"{places}\"")
            for frame in range(int(match[1]), int(match[2] or match[1]) + 1):
                expected[frame, name] += int(match[3] or 1)
    return expected


def per_capture(test):
    """A class decorator: turns `def check(self, capture)` into one test method per capture."""
    for capture in all_captures():
        def method(self, capture=capture):
            self.check(capture)
        setattr(test, "test_" + capture.stem.replace("-", "_"), method)
    return test
