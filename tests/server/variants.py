# SPDX-License-Identifier: GPL-2.0-or-later
"""captures/scenarios/server.scn, and what each of server/*.sed makes of it: mistakes that authors of servers make."""

import functools
import re
import subprocess

from bcnet_test import SOURCE, forge

SCENARIOS = SOURCE / "captures" / "scenarios"
SCENARIO = SCENARIOS / "parts" / "server.scn"
RULE = re.compile(r"# Rule (\d+)\.")


def scripts():
    """Name -> path of all mistakes."""
    return {path.stem: path for path in sorted((SCENARIOS / "server").glob("*.sed"))}


def rule_of(name):
    """The rule that is meant for it, by the first line of the script."""
    return int(RULE.match(scripts()[name].read_text(encoding="utf-8"))[1])


def text_of(name):
    """The scenario with the mistake; None: without any. The path of what it includes is written out."""
    script = ["-f", scripts()[name]] if name else ["-e", ""]
    text = subprocess.run(["sed", *script, SCENARIO], capture_output=True, text=True, check=True).stdout
    return text.replace('include "', f'include "{SCENARIO.parent}/')


@functools.cache
def capture_of(name):
    """A capture of it."""
    return forge(text_of(name))
