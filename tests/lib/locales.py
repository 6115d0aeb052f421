# SPDX-License-Identifier: GPL-2.0-or-later
"""Locales in which programs speak differently, made for a test and gone with it.

de_DE has a decimal comma. In tr_TR, which has one too, the capital of "i" is not "I": it has all that can go wrong.
"""

import functools
import os
import subprocess
import tempfile

NAMES = ("de_DE", "tr_TR")
WORST = "tr_TR"


@functools.cache
def _folder(scratch):
    folder = tempfile.mkdtemp(prefix="locales-", dir=scratch)
    for name in NAMES:
        path = f"{folder}/{name}.UTF-8"
        # It warns of what the system's own sources lack and then ends with 1: what counts is whether it wrote.
        said = subprocess.run(["localedef", "-i", name, "-f", "UTF-8", path], capture_output=True, text=True,
                              check=False)
        if not os.path.exists(f"{path}/LC_NUMERIC"):
            raise AssertionError(f"localedef (package locales) made no {name}: {said.stderr}")
    return folder


def environment(name, scratch):
    """What a program needs to run in that locale."""
    return {"LOCPATH": _folder(scratch), "LC_ALL": f"{name}.UTF-8", "BCNET_LOCALE": f"{name}.UTF-8"}
