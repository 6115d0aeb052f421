# SPDX-License-Identifier: GPL-2.0-or-later
"""The captures of the project, and what of them is trouble on purpose."""

import os
import pathlib

from wireshark import SOURCE

FOLDER = pathlib.Path(os.environ.get("BCNET_CAPTURES", SOURCE / "captures"))
EXPECTED_EXPERTS = pathlib.Path(__file__).with_name("expected-experts.txt")


def all_captures():
    """Paths of all captures."""
    return sorted(FOLDER.glob("*.pcapng"))


def expected_experts():
    """Name of a capture -> set of the expert infos above chat that occur in it."""
    lines = [line.split("#", 1)[0].split() for line in EXPECTED_EXPERTS.read_text(encoding="utf-8").splitlines()]
    return {words[0]: set(words[1:]) for words in lines if words}


def per_capture(test):
    """A class decorator: turns `def check(self, capture)` into one test method per capture."""
    for capture in all_captures():
        def method(self, capture=capture):
            self.check(capture)
        setattr(test, "test_" + capture.stem.replace("-", "_"), method)
    return test
