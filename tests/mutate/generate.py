# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes mutants of a C source: one small change of meaning each.

Nothing here depends on line numbers. Which changes are taken is decided by a hash of what the line says, so that an
edit elsewhere leaves the choice alone.
"""

import collections
import hashlib
import re

from c_source import closing, code_of, functions, line_of, split_at, statement_around

SEED = "bcnet"
# Tables of fields, and calls that hand them over: names, types and texts, which the contract and the docs hold.
REGISTRATION = re.compile(r"register|^bcnet_prefer")
COMPARISON = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPERATORS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
             "+=": "-=", "-=": "+=", "|=": "=", "&=": "="}
LOGIC = {"&&": "||", "||": "&&"}
BINARY = re.compile(r"(?<=[\w)\]]) (<<|>>|[<>=!]=|&&|\|\||[-+|&]=|[-+*/%&|^<>]) (?=[\w(!~*&-])")
NUMBER = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+\.\d+f?|\d+)([uUlL]*)(?![\w.])")
WORD = re.compile(r"\b(true|false)\b")
OFFSET = re.compile(r"(?<=[\w)\]]) [-+] (\d+)[uU]?(?!\w|\.)")
# A longer array is no other array.
SIZE = re.compile(r"\s+(?:static |const )*[a-z]\w*\s+[^=;()]*\[\w+\];", re.MULTILINE)
# The number of the entry that ends a table says nothing.
LAST_ENTRY = re.compile(r"\s*, NULL \}")
CONDITION = re.compile(r"\b(if|while) \(")
VALUE = re.compile(r"\breturn | = ")
NEGATION = re.compile(r"!(?=[a-z(])(?!=)")
CALL = re.compile(r"\b(?!if\b|for\b|while\b|switch\b|return\b|sizeof\b)([a-z_]\w+)\(")
STATEMENT = re.compile(r"^[ ]+(?:[a-z_][\w.>\[\]-]*\([^;{}]*\)|[a-z_*][\w.>\[\]* -]*[^=!<>]= [^;{}]*|"
                       r"[\w.>\[\]-]+(?:\+\+|--)|return|break|continue);$", re.MULTILINE)
# Memory that is not given back is a sanitizer's business, not a test's.
RELEASE = re.compile(r"\w*(free|unref|destroy)\(|g_clear_")
DECLARATION = re.compile(r"^\s*(static |const |struct |unsigned |u?int\d*_t |bool |char |[a-z_]+_t\b)")


class Site:
    """A change that could be made: its kind, where, and what stands there then."""

    def __init__(self, kind, start, end, replacement):
        self.kind = kind
        self.start = start
        self.end = end
        self.replacement = replacement


def _binary(code, first, end):
    for match in BINARY.finditer(code, first, end):
        for kind, table in (("comparison", COMPARISON), ("operator", OPERATORS), ("logic", LOGIC)):
            if match[1] in table:
                yield Site(kind, match.start(1), match.end(1), table[match[1]])


def _changed_number(digits):
    if "." in digits:
        suffix = "f" if digits.endswith("f") else ""
        return repr(float(digits.rstrip("f")) * 2 or 1.0) + suffix
    base = 16 if digits[:2].lower() == "0x" else 10
    value = int(digits, base) + 1
    return f"0x{value:0{len(digits) - 2}X}" if base == 16 else str(value)


def _constants(code, first, end):
    for match in NUMBER.finditer(code, first, end):
        if SIZE.match(code, code.rfind("\n", 0, match.start()) + 1) or LAST_ENTRY.match(code, match.end()):
            continue
        yield Site("constant", match.start(1), match.end(1), _changed_number(match[1]))
        if match[1].isdigit() and int(match[1]) > 1:
            yield Site("constant", match.start(1), match.end(1), str(int(match[1]) - 1))
    for match in WORD.finditer(code, first, end):
        yield Site("constant", match.start(), match.end(), "false" if match[1] == "true" else "true")


def _offsets(code, first, end):
    for match in OFFSET.finditer(code, first, end):
        yield Site("offset", match.start(), match.end(), "")


def _conditions(code, first, end):
    for match in CONDITION.finditer(code, first, end):
        begin, last = match.end(), closing(code, match.end() - 1)
        if last < 0:
            continue
        if match[1] == "if":
            yield Site("condition", begin, last, "true")
            yield Site("condition", begin, last, "false")
        yield from _operands(code, begin, last)
    for match in VALUE.finditer(code, first, end):
        yield from _operands(code, match.end(), statement_around(code, match.end())[1] - 1)
    for match in NEGATION.finditer(code, first, end):
        yield Site("condition", match.start(), match.end(), "")


def _operands(code, first, end):
    """One operand of a chain of && or || less."""
    for pattern, neutral in ((re.compile(r"\s*&&\s*"), "true"), (re.compile(r"\s*\|\|\s*"), "false")):
        parts = split_at(code, first, end, pattern)
        if len(parts) > 1 and not re.search(r"[?=]\s", code[first:end].replace("==", "").replace("<=", "").replace(
                ">=", "").replace("!=", "")):
            for start, stop in parts:
                yield Site("condition", start, stop, neutral)


def _arguments(code, first, end):
    for match in CALL.finditer(code, first, end):
        last = closing(code, match.end() - 1)
        parts = split_at(code, match.end(), last, re.compile(r",\s*")) if last > 0 else []
        # What the first argument stands for is of another kind than the rest: a message, a table.
        likely = parts if len(parts) == 2 and not re.fullmatch(r"\w+", code[parts[0][0]:parts[0][1]]) else parts[1:]
        for (start, stop), (start2, stop2) in zip(likely, likely[1:]):
            one, other = code[start:stop], code[start2:stop2]
            if one.strip() and other.strip() and one != other:
                yield Site("arguments", start, stop2, f"{other}, {one}")


def _statements(code, first, end):
    for match in STATEMENT.finditer(code, first, end):
        if not DECLARATION.match(match[0]) and not RELEASE.match(match[0].strip()):
            yield Site("statement", match.start() + len(match[0]) - len(match[0].lstrip()), match.end(), ";")


def _file_constants(code, bodies):
    """Enumerators with a number of their own, and the numbers of constant tables."""
    outside, place = [], 0
    for _, first, end in bodies:
        outside.append((place, first))
        place = end
    outside.append((place, len(code)))
    for first, end in outside:
        for match in re.finditer(r"\benum\b[^{;]*\{[^}]*\}|^static const [^;{]*= \{.*?^\};", code[first:end],
                                 re.DOTALL | re.MULTILINE):
            yield from _constants(code, first + match.start(), first + match.end())


def sites_of(text):
    """All changes that could be made in a source: (function name or "", Site)."""
    code = code_of(text)
    bodies = functions(code)
    for name, first, end in bodies:
        if REGISTRATION.search(name):
            continue
        for maker in (_binary, _constants, _offsets, _conditions, _arguments, _statements):
            for site in maker(code, first, end):
                yield name, site
    for site in _file_constants(code, bodies):
        yield "", site


def line_around(text, site):
    """The whole lines a change touches: first place and place behind."""
    first = text.rfind("\n", 0, site.start) + 1
    end = text.find("\n", site.end)
    return first, end if end >= 0 else len(text)


def _words(text):
    return " ".join(text.split())


def candidates(text):
    """All mutants of a source as (key, function, kind, lines as they are, lines as they become, occurrence)."""
    seen = collections.Counter()
    for function, site in sites_of(text):
        first, end = line_around(text, site)
        before = text[first:end]
        after = text[first:site.start] + site.replacement + text[site.end:end]
        # The same change of an equal line of the same function is told apart by its number.
        what = (function, site.kind, _words(before), _words(after))
        key = hashlib.sha256("\0".join((SEED, *what, str(seen[what]))).encode()).hexdigest()
        seen[what] += 1
        yield key, function, site.kind, before, after, line_of(text, first)


def choose(text, count):
    """`count` mutants of a source, every kind in turn."""
    kinds = collections.defaultdict(list)
    lines = collections.Counter()
    for candidate in sorted(candidates(text)):
        kinds[candidate[2]].append(candidate)
    chosen = []
    order = sorted(kinds, key=lambda kind: kinds[kind][0][0])
    while len(chosen) < count and any(kinds.values()):
        for kind in order:
            # Two changes of one line say little more than one.
            while kinds[kind] and lines[kinds[kind][0][5]] > 0:
                kinds[kind].pop(0)
            if kinds[kind] and len(chosen) < count:
                candidate = kinds[kind].pop(0)
                lines[candidate[5]] += 1
                chosen.append(candidate)
    return chosen
