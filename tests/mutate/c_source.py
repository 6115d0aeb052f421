# SPDX-License-Identifier: GPL-2.0-or-later
"""C sources as a mutant sees them: code without comments and text, the functions and statements in it."""

import re

COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*',
                             re.DOTALL | re.MULTILINE)
# The project's style puts the braces of a function into lines of their own, at the margin.
FUNCTION = re.compile(r"^(?P<head>[a-z][^;{}=\n]*\([^;{}]*\)[^;{}]*)\n\{\n(?P<body>.*?)^\}$", re.DOTALL | re.MULTILINE)
NAME = re.compile(r"(\w+)\s*\(")


def code_of(text):
    """The same text with comments, strings and preprocessor lines blanked, so that places stay the same."""
    return COMMENT_OR_TEXT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def functions(code):
    """(name, first place, place behind) of the bodies of all functions."""
    return [(NAME.search(match["head"])[1], match.start("body"), match.end("body")) for match in FUNCTION.finditer(code)]


def line_of(text, place):
    """Number of the line that holds a place, from 1."""
    return text.count("\n", 0, place) + 1


def statement_around(code, place):
    """(first place, place behind) of the statement or condition around a place."""
    first = max(code.rfind(mark, 0, place) for mark in ";{}") + 1
    ends = [end for end in (code.find(mark, place) for mark in ";{}") if end >= 0]
    return first, min(ends, default=len(code)) + 1


def closing(code, place):
    """Place of the bracket that closes the one at `place`; -1 without one."""
    depth = 0
    for index in range(place, len(code)):
        if code[index] in "([{":
            depth += 1
        elif code[index] in ")]}":
            depth -= 1
            if depth == 0:
                return index
    return -1


def split_at(code, first, end, pattern):
    """(first, end) of the parts of a stretch of code that `pattern` separates, outside of brackets."""
    parts, depth, start, index = [], 0, first, first
    while index < end:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[index], 0)
        found = pattern.match(code, index, end) if depth == 0 else None
        if found:
            parts.append((start, index))
            start = index = found.end()
        else:
            index += 1
    return parts + [(start, end)]
