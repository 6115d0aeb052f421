# SPDX-License-Identifier: GPL-2.0-or-later
"""Links between the documents lead somewhere, and every document can be found from the README."""

import re
import sys
import unittest
from pathlib import Path
from urllib.parse import unquote

sys.path.insert(0, str(Path(__file__).parent))
import sections     # noqa: E402  (beside this file)

INLINE = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
DEFINITION = re.compile(r"^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:")


def targets(text):
    """What a document links to in this project, as written."""
    text = sections.prose(text)
    return [target for target in INLINE.findall(text) + DEFINITION.findall(text) if not ELSEWHERE.match(target)]


def resolve(document, target):
    """(path, anchor) of a link in a document; a folder stands for its README."""
    name, _, anchor = target.partition("#")
    path = (document.parent / unquote(name)).resolve() if name else document
    if path.is_dir() and (path / "README.md").is_file():
        path = path / "README.md"
    return path, anchor


class Links(unittest.TestCase):
    """All documents."""

    def test_lead_somewhere(self):
        count = 0
        for document in sections.documents():
            for target in targets(document.read_text(encoding="utf-8")):
                count += 1
                path, anchor = resolve(document, target)
                with self.subTest(document=str(document.relative_to(sections.SOURCE)), link=target):
                    self.assertTrue(path.exists(), "there is no such file")
                    if anchor:
                        names = [name for _, _, name in sections.headings(path)]
                        self.assertIn(anchor, names, "there is no such heading")
        self.assertGreater(count, 300, "the chapters of the protocol alone link that often")

    def test_every_document_can_be_found(self):
        reached, waiting = set(), [sections.SOURCE / "README.md"]
        while waiting:
            document = waiting.pop()
            if document not in reached and document.suffix == ".md" and document.is_file():
                reached.add(document)
                waiting += [resolve(document, target)[0] for target in targets(document.read_text(encoding="utf-8"))]
        lost = set(sections.documents()) - reached
        self.assertEqual(sorted(str(document.relative_to(sections.SOURCE)) for document in lost), [],
                         "no way of links leads there from README.md")

    def test_numbers_lead_to_their_sections(self):
        for document in sections.documents():
            text = document.read_text(encoding="utf-8")
            with self.subTest(document=str(document.relative_to(sections.SOURCE))):
                unknown = set(sections.SHORTCUT.findall(sections.prose(text))) - set(sections.sections())
                self.assertEqual(unknown, set(), "no such section in docs/protocol")
                self.assertEqual(text, sections.with_links(text, document.parent),
                                 "run: python3 tests/docs/sections.py --update")

    def test_the_report_knows_the_sections(self):
        self.assertEqual((sections.SOURCE / "report/js/sections.js").read_text(encoding="utf-8"), sections.titles())

    def test_anchors_are_made_as_on_github(self):
        self.assertEqual(sections.anchor("10.3 Messages in a datagram"), "103-messages-in-a-datagram")
        self.assertEqual(sections.anchor("40.1 0x02 ObjectCreate, 0x03 ObjectCreateTeam"),
                         "401-0x02-objectcreate-0x03-objectcreateteam")
        self.assertEqual(sections.anchor("Is it `this` game?"), "is-it-this-game")

    def test_what_is_no_link_is_not_taken_for_one(self):
        text = "[a](b.md) `[c](d.md)` [e](https://example.org/f.md)\n```\n[g](h.md)\n```\n[10.3]: i.md#j\n"
        self.assertEqual(targets(text), ["b.md", "i.md#j"])


if __name__ == "__main__":
    unittest.main()
