# SPDX-License-Identifier: GPL-2.0-or-later
"""The captures of the project, and which of them show trouble on purpose."""

import os
import pathlib
import re

from wireshark import SOURCE

FOLDER = pathlib.Path(os.environ.get("BCNET_CAPTURES", SOURCE / "captures"))
# In the comments of a scenario: "Expert infos: none." or names, up to the full stop; (chat) behind those of that kind.
EXPECTED_EXPERTS = re.compile(r"^# Expert infos: (.*?)\.\s*$", re.MULTILINE | re.DOTALL)


def all_captures():
    """Paths of all captures."""
    return sorted(FOLDER.glob("*.pcapng"))


def expected_experts(capture):
    """The expert infos above chat that a capture shows, by the word of its scenario; none without such a word."""
    scenario = capture.parent / "scenarios" / f"{capture.stem}.scn"
    match = EXPECTED_EXPERTS.search(scenario.read_text(encoding="utf-8")) if scenario.exists() else None
    if match is None or match[1].startswith("none"):
        return set()
    return {name for name, chat in re.findall(r"(bcnet\.[a-z_.]*[a-z])( \(chat\))?", match[1]) if not chat}


def per_capture(test):
    """A class decorator: turns `def check(self, capture)` into one test method per capture."""
    for capture in all_captures():
        def method(self, capture=capture):
            self.check(capture)
        setattr(test, "test_" + capture.stem.replace("-", "_"), method)
    return test
