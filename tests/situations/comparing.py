# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of facts compared: what is expected may be several things, or a time between two."""

import collections

from truth import Including, OneOf, Within

MOST = 200          # rows among which another one is looked for that is not quite equal
NEAR = 0.0015       # seconds; tables have three decimals


def agrees(expected, shown):
    """Whether a cell shows what is expected."""
    if isinstance(expected, Within) and isinstance(shown, Within):
        return expected[0] <= shown[1] and shown[0] <= expected[1]
    if isinstance(expected, Within):
        return expected == shown or isinstance(shown, float) and expected[0] - NEAR <= shown <= expected[1] + NEAR
    if isinstance(expected, Including):
        return shown == "" or expected in shown.rstrip(" ?").split("/")
    if isinstance(expected, OneOf):
        return any(agrees(value, shown) for value in expected)
    if isinstance(expected, tuple) and isinstance(shown, tuple):
        return len(expected) == len(shown) and all(map(agrees, expected, shown))
    if isinstance(expected, float) and isinstance(shown, (int, float)):
        return abs(expected - shown) <= NEAR
    return expected == shown


def differences(expected, shown):
    """Rows that are missing, and rows that are too many."""
    here, there = (collections.Counter(row for row in rows if is_plain(row)) for rows in (expected, shown))
    left = [*(there - here).elements(), *(row for row in shown if not is_plain(row))]
    missing = []
    for row in [*(here - there).elements(), *(row for row in expected if not is_plain(row))]:
        found = next((number for number, other in enumerate(left[:MOST]) if agrees(row, other)), None)
        if found is None:
            missing.append(row)
        else:
            del left[found]
    return missing, left


def is_plain(row):
    """Whether it is equal to what it agrees with."""
    return all(type(cell) in (str, int) for cell in row)
