# SPDX-License-Identifier: GPL-2.0-or-later
"""Everything a dissection test needs, under one name; see tests/README.md."""

import contextlib
import os
import signal
import unittest

from cases import Cases, Has, Label, Step
from dissect import columns, experts, fields, forge, frames, registered_fields, tree
from wireshark import BUILD, SOURCE, RunError, Sharkd, require_plugin, run, scratch, scratch_file, tool, tshark

__all__ = ["BUILD", "SOURCE", "Cases", "Has", "Label", "RunError", "Sharkd", "Step", "columns", "experts", "fields",
           "forge", "frames", "main", "registered_fields", "require_plugin", "run", "scratch", "scratch_file", "shown_on",
           "terminal", "tool", "tree", "tshark"]


def terminal():
    """Both ends of a terminal, where there are any."""
    try:
        return os.openpty()
    except OSError:
        raise unittest.SkipTest("This machine has no pseudo terminals.") from None


def shown_on(end):
    """All that was written to a terminal whose other end is closed by now, or will be; closes this one. It may come in
    pieces, and some time later."""
    said = b""
    with contextlib.suppress(OSError):      # that is how it ends
        while part := os.read(end, 65536):
            said += part
    os.close(end)
    return said


def main():
    """Run the tests of the calling file."""
    # A shell lets what runs behind it ignore these, and programs keep to that; some tests interrupt programs.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    unittest.main(verbosity=1)
