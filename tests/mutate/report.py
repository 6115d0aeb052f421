# SPDX-License-Identifier: GPL-2.0-or-later
"""Score and survivors: on the terminal, and after a whole run as tests/MUTATION.md and killed.txt.

Why a survivor does no harm is written into MUTATION.md by hand, below its change; a new report keeps that.
"""

import collections
import re
import textwrap
from datetime import date

DOCUMENT = "tests/MUTATION.md"
KILLED = "tests/mutate/killed.txt"
TARGET = 92
NO_REASON = "*No reason yet.*"
ENTRY = re.compile(r"^### .*? \((?P<key>[\w-]+)\)\n\n```diff\n.*?^```\n\n(?P<reason>.*?)(?=\n+(?:#|\Z))",
                   re.DOTALL | re.MULTILINE)
ROOM = re.compile(r"^(packet-bcnet\.c|[^/]+/[^/.]+)")

HEAD = """\
# Mutants

A mutant is the program with one small change of meaning: another comparison, a constant off by one, a condition or a
statement left out, two arguments swapped. A test suite that stays green has not looked there. `tests/mutate.sh` tries
mutants of `packet-bcnet.c`, `plugin/` and `tools/`: {generated} from a generator (`mutate/generate.py`), whose choice
depends on the text of the sources only, and {by_hand} written down by hand (`mutate/hand-written.txt`), which are changes
that somebody could make by mistake. Each is compiled, and of the tests only those run which execute the changed line,
until one fails. Left out are changes of which the compiler makes the same code, and those it refuses. Deleted releases
of memory are none of the generator's: leaks are looked for by valgrind and the sanitizers. Tests of the sources' form do
not take part, nor do the fuzzers, which are different every time.

**{killed} of {total} mutants are killed: {score:.1f} % ({date}).** The others stand below, each with the reason why it may
live. {equivalent} of them are the same program in other words ("Equivalent"); of those that mean something else
{meaningful:.1f} % are killed. Each survivor was tried with the tests that are most likely to see it, {fewest} to {most} of them.

{rooms}

{kinds}

{witnesses}

A test that compares with what the dissector said before (the documents' examples, lists of fields and columns) is asked
last; {snapshots} mutants are seen by such a test alone. {timeouts} were killed because they did not end.

Ten of the mutants, always the same as long as their lines are, are tried by `./test.sh` (`mutation`). It fails, too, when a
mutant written by hand is stale: its line has changed, so it wants a new one.

## Survivors
"""


def reasons(text):
    """key -> why a survivor does no harm, as written in the document."""
    found = {match["key"]: match["reason"].strip() for match in ENTRY.finditer(text)}
    return {key: reason for key, reason in found.items() if reason != NO_REASON}


def _table(title, verdicts):
    groups = collections.defaultdict(collections.Counter)
    for name, verdict in verdicts:
        groups[name][verdict] += 1
    lines = [f"| {title} | mutants | killed | survived |", "|---|---|---|---|"]
    for name, count in sorted(groups.items()):
        lines.append(f"| {name} | {count.total()} | {count['killed']} | {count['survived']} |")
    return "\n".join(lines)


def _witnesses(judged, count=12):
    by = collections.Counter(result["by"] for result in judged if "by" in result)
    most = ", ".join(f"`{name}` {number}" for name, number in by.most_common(count))
    return textwrap.fill(f"Who saw most of them: {most}; {len(by)} tests in all saw one or more.", 120,
                         break_on_hyphens=False)


def _survivor(result, known):
    name = f"`{result['path']}`" + (f", `{result['function']}`" if result["function"] else "")
    why = f"{result['why']}.\n\n" if result["why"] else ""
    return (f"### {name} ({result['key']})\n\n```diff\n" + "\n".join(result["difference"]) + "\n```\n\n"
            + known.get(result["key"], why + NO_REASON) + "\n")


def document(judged, known, snapshots):
    """The text of tests/MUTATION.md."""
    killed = [result for result in judged if result["verdict"] == "killed"]
    survivors = sorted((result for result in judged if result["verdict"] == "survived"),
                       key=lambda result: (result["path"], result["function"], result["key"]))
    by_hand = sum(result["kind"] == "by hand" for result in judged)
    equivalent = sum(known.get(result["key"], "").startswith("Equivalent") for result in survivors)
    tried = [len(result.get("passed", ())) or result["asked"] for result in survivors]
    rooms = _table("where", ((f"`{ROOM.match(result['path'])[1]}`", result["verdict"]) for result in judged))
    kinds = _table("what is changed", ((result["kind"], result["verdict"]) for result in judged))
    head = HEAD.format(generated=len(judged) - by_hand, by_hand=by_hand, killed=len(killed), total=len(judged),
                       score=100 * len(killed) / max(len(judged), 1), rooms=rooms, kinds=kinds, date=date.today(),
                       equivalent=equivalent, meaningful=100 * len(killed) / max(len(judged) - equivalent, 1),
                       fewest=min(tried, default=0), most=max(tried, default=0),
                       witnesses=_witnesses(judged), snapshots=sum(result["by"] in snapshots for result in killed),
                       timeouts=sum(result.get("timeout", False) for result in killed))
    return head + "\n" + "\n".join(_survivor(result, known) for result in survivors)


def say(judged):
    """Score and survivors for the terminal."""
    counts = collections.Counter(result["verdict"] for result in judged)
    total = counts["killed"] + counts["survived"]
    for result in judged:
        if result["verdict"] == "survived":
            print(f"SURVIVED {result['key']} {result['path']} {result['function']} {result['why']}")
            print("\n".join(f"    {line}" for line in result["difference"]))
    print(f"{counts['killed']} of {total} mutants killed"
          + (f": {100 * counts['killed'] / total:.1f} %" if total else "")
          + f"; {counts['same code']} made the same code, {counts['does not compile']} did not compile.")


def write(top, judged, snapshots):
    """Writes the document, and for the sample who killed what and how long that took."""
    path = top / DOCUMENT
    known = reasons(path.read_text(encoding="utf-8")) if path.exists() else {}
    counted = [result for result in judged if result["verdict"] in ("killed", "survived")]
    path.write_text(document(counted, known, snapshots), encoding="utf-8")
    killed = sorted(f"{result['key']} {result['by']} {result['test seconds']}" for result in counted if "by" in result)
    (top / KILLED).write_text("\n".join(killed) + "\n", encoding="utf-8")
    return [result["key"] for result in counted if result["verdict"] == "survived" and result["key"] not in known]
