# SPDX-License-Identifier: GPL-2.0-or-later
"""What scripts/elastic.py makes of tshark's mapping and of -T ek: nothing in it that a search cluster would refuse.

There is no cluster here. The rules of what a type takes are those of Elasticsearch 7 and 8 and OpenSearch: numbers
also as text, whole numbers within their range, no NaN, no hexadecimal; dates as ISO text or milliseconds; a key once.
"""

import concurrent.futures
import functools
import importlib.util
import ipaddress
import json
import math
import re
import subprocess
import sys
import unittest

import captures
from bcnet_test import SOURCE, forge, main, run, scratch_file, tshark
from dissect import version

spec = importlib.util.spec_from_file_location("elastic", SOURCE / "scripts" / "elastic.py")
elastic = importlib.util.module_from_spec(spec)
spec.loader.exec_module(elastic)

RANGES = {"byte": 7, "short": 15, "integer": 31, "long": 63}
DATE = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d(:\d\d(:\d\d([.,]\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?|-?\d{5,13}")
INDEX = re.compile(r"(?![-_+])[^\\/*?\"<>| ,#:A-Z]{1,255}")
LAYERS = "frame ip ipv6 udp bcnet"


def whole(value, bits):
    """A number, or text that is one, within the range."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return False
    if isinstance(value, str) and not re.fullmatch(r"-?\d+", value):
        return False
    return -(1 << bits) <= int(value) < 1 << bits


def real(value, largest, lenient):
    """A number, or text that is one; what is none only where a mapping says so."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return lenient and isinstance(value, str)
    return not isinstance(value, bool) and (lenient or (math.isfinite(number) and abs(number) <= largest))


def is_ip(value):
    """IPv4 or IPv6."""
    try:
        return bool(ipaddress.ip_address(value))
    except ValueError:
        return False


def takes(mapped, value):
    """Whether a field of that mapping takes one value."""
    kind = mapped["type"]
    lenient = mapped.get("ignore_malformed", False)
    if value is None:
        return True
    if kind in RANGES:
        return whole(value, RANGES[kind])
    if kind in ("float", "double"):
        return real(value, 3.4028235e38 if kind == "float" else 1.7e308, lenient)
    if kind == "boolean":
        return value in (True, False, "true", "false", "")
    if kind == "date":
        return isinstance(value, str) and DATE.fullmatch(value) is not None
    if kind == "ip":
        return isinstance(value, str) and is_ip(value)
    if kind == "keyword":
        length = len(value.encode()) if isinstance(value, str) else 1 << 30
        return length <= 32766 or "ignore_above" in mapped
    raise ValueError(f"no rule for the type {kind}")


def refusals(mapping, document, path=""):
    """(path, type, value) of all that the mapping does not take."""
    for key, value in document.items():
        mapped = mapping.get("properties", {}).get(key)
        if mapped is None:
            continue
        for each in value if isinstance(value, list) else [value]:
            if "properties" in mapped:
                if each is not None:
                    yield from refusals(mapped, each, f"{path}{key}.")
            elif not takes(mapped, each):
                yield f"{path}{key}", mapped["type"], each


def strict(pairs):
    """A JSON object; a key that occurs twice is an error."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(f"a key occurs twice: {sorted(key for key, _ in pairs)}")
    return found


def glossary(*arguments):
    """What tshark -G prints."""
    return run("tshark", "-G", *arguments).decode()


def tsharks_mapping():
    """As tshark has it."""
    return json.loads(glossary("elastic-mapping", "--elastic-mapping-filter", "bcnet"))


def our_mapping():
    """Corrected."""
    return elastic.corrected(tsharks_mapping(), elastic.registered(glossary("fields")))


def lines_of(capture, *options):
    """Lines of -T ek; what ends a line elsewhere (U+0085) may stand in one."""
    return [line for line in run("tshark", "-n", "-r", capture, "-T", "ek", *options).decode().split("\n") if line]


@functools.cache
def lines_of_captures():
    """Capture -> lines. All tests look at the same."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip(captures.all_captures(),
                        pool.map(lambda path: lines_of(path, "-J", LAYERS), captures.all_captures())))


def documents(lines):
    """Parsed documents of a bulk request, and its actions."""
    parsed = [json.loads(line, object_pairs_hook=strict) for line in lines]
    return parsed[1::2], parsed[::2]


@functools.cache
def documents_of_captures():
    """Capture -> documents and actions of its bulk request."""
    return {capture: documents(elastic.bulk(lines, None)) for capture, lines in lines_of_captures().items()}


class Mapping(unittest.TestCase):
    """The mapping against real output of all captures."""

    @classmethod
    def setUpClass(cls):
        cls.mapping = our_mapping()
        cls.lines = lines_of_captures()

    def all_refusals(self, mapping):
        found = {}
        for sources, _ in documents_of_captures().values():
            for document in sources:
                for path, kind, value in refusals(mapping["mappings"], document):
                    found.setdefault((path, kind), value)
        return found

    def test_nothing_is_refused(self):
        self.assertGreater(sum(map(len, self.lines.values())), 2000)
        self.assertEqual(self.all_refusals(self.mapping), {})

    @unittest.skipIf(version() >= (4, 6), "tshark 4.6 makes a mapping that fits")
    def test_without_the_corrections_much_is(self):
        """The check would notice: tshark's own mapping does not fit tshark's own output."""
        found = {(path.split(".")[-1], kind) for path, kind in self.all_refusals(tsharks_mapping())}
        for expected in (("bcnet_bcnet_opcode", "short"), ("bcnet_bcnet_frag_data", "byte"),
                         ("bcnet_bcnet_analysis_ack_rtt", "date")):
            self.assertIn(expected, found)

    def test_every_field_with_a_value_can_be_searched(self):
        ours = self.mapping["mappings"]["properties"]["layers"]["properties"]["bcnet"]["properties"]
        left_out = set()
        for sources, _ in documents_of_captures().values():
            for document in sources:
                for layer in as_list(document["layers"].get("bcnet", [])):
                    left_out.update(key for key, value in layer.items()
                                    if key not in ours and any(each is not None for each in as_list(value)))
        self.assertLessEqual(left_out, {"_ws_expert", "_ws_malformed"})

    def test_bulk_requests_are_well_formed(self):
        for capture, (sources, actions) in documents_of_captures().items():
            with self.subTest(capture=capture.stem):
                self.assertEqual(len(sources), len(actions))
                for action in actions:
                    self.assertEqual(list(action), ["index"])
                    self.assertEqual(list(action["index"]), ["_index"])
                    self.assertRegex(action["index"]["_index"], INDEX)
                for source in sources:
                    self.assertEqual(set(source), {"timestamp", "layers"})

    @unittest.skipIf(version() >= (4, 4), "tshark 4.4 names every key once")
    def test_tshark_repeats_keys(self):
        """The reason for the first half of the script; when this fails, it may not be needed any more."""
        with self.assertRaisesRegex(ValueError, "a key occurs twice"):
            for lines in self.lines.values():
                documents(lines)


def as_list(value):
    """A value or a list of them, as a list."""
    return value if isinstance(value, list) else [value]


class Bulk(unittest.TestCase):
    """What becomes of single lines."""

    def test_repeated_keys_keep_all_values_in_order(self):
        line = '{"timestamp":"1","layers":{"bcnet":{"a":"1","b":null,"a":["2","3"],"a":"4"}}}'
        made, = elastic.bulk([line], None)
        self.assertEqual(json.loads(made)["layers"]["bcnet"], {"a": ["1", "2", "3", "4"], "b": None})

    def test_no_value_is_lost(self):
        capture = SOURCE / "captures" / "session.pcapng"
        pairs = []

        def note(found):
            pairs.extend((key, str(each)) for key, value in found for each in as_list(value)
                         if not isinstance(each, dict))
            return dict(found)

        lines = [line for line in lines_of(capture, "-J", "bcnet") if '"layers"' in line]
        for line in lines:
            json.loads(line, object_pairs_hook=note)
        before, pairs[:] = sorted(pairs), []
        for line in elastic.bulk(lines, None):
            json.loads(line, object_pairs_hook=note)
        self.assertEqual(sorted(pairs), before)

    def test_name_of_the_index(self):
        line = '{"index":{"_index":"packets-2002-02-08","_type":"doc"}}'
        self.assertEqual(list(elastic.bulk([line], None)), ['{"index":{"_index":"packets-2002-02-08"}}\n'])
        self.assertEqual(list(elastic.bulk([line], "bc")), ['{"index":{"_index":"bc"}}\n'])

    def test_numbers_that_are_none(self):
        """NaN cannot be indexed, and must not cost the document."""
        capture = forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace  10.10.10.2:59405 id 2
            at 0 ace > host
                game 1C u32:0x3FFFFFFF f32:nan 01 f32:inf f32:1 f32:2 bits:0
            """)
        sources, _ = documents(elastic.bulk(lines_of(capture, "-J", LAYERS), None))
        layer = sources[0]["layers"]["bcnet"]
        self.assertEqual(layer["bcnet_bcnet_state_game_time"].strip("-"), "nan")
        self.assertEqual(layer["bcnet_bcnet_state_position_x"], "inf")
        self.assertEqual(list(refusals(our_mapping()["mappings"], sources[0])), [])


def occurring(sources):
    """What documents hold: all layers, the keys of all fields, and each type of message and each opcode."""
    layers = [layer for source in sources for layer in as_list(source["layers"].get("bcnet", []))]
    return {name for source in sources for name in source["layers"]} | {key for layer in layers for key in layer} | {
        (key, value) for layer in layers for key in ("bcnet_bcnet_msg_type", "bcnet_bcnet_opcode")
        for value in as_list(layer.get(key, []))}


def choice_of_captures():
    """Capture -> documents, of a few captures in which everything occurs that occurs in any."""
    left = {capture: sources for capture, (sources, _) in documents_of_captures().items()}
    holds = {capture: occurring(sources) for capture, sources in left.items()}
    chosen, seen, wanted = {}, set(), set().union(*holds.values())
    while seen != wanted:
        best = max(left, key=lambda capture: len(holds[capture] - seen))
        chosen[best] = left.pop(best)
        seen |= holds[best]
    return chosen


def numbers(values):
    """In order; some versions write them in documents without 0x."""
    return sorted(int(value, 0) for value in values)


class Messages(unittest.TestCase):
    """A capture of messages, as tshark -U writes it: a document each."""

    def test_a_document_is_a_message(self):
        mapping = our_mapping()["mappings"]
        for capture, originals in choice_of_captures().items():
            with self.subTest(capture=capture.stem):
                exported = scratch_file(".pcapng")
                tshark("-r", capture, "-U", "BCNET messages", "-w", exported)
                lines = lines_of(exported, "-2", "-J", "frame exported_pdu bcnet")
                sources, _ = documents(elastic.bulk(lines, None))
                self.assertEqual([each for source in sources for each in refusals(mapping, source)], [])
                originals = [source for source in originals if "bcnet_bcnet_captured_again" not in str(source)]
                expected = types_in(capture) if version() >= (4, 4) else types_of(originals)
                self.assertEqual(numbers(types_of(sources)), numbers(expected))
                for source in sources:
                    told = source["layers"]["exported_pdu"]
                    self.assertIn("exported_pdu_exported_pdu_orig_fno", told)
                    if told["exported_pdu_exported_pdu_prot_name"] == "bcnet.plain":    # others are damaged, and whole
                        self.assertLessEqual(len(types_of([source])), 1)


def types_of(sources):
    """Types of all messages of documents."""
    return [kind for source in sources for layer in as_list(source["layers"].get("bcnet", []))
            for kind in as_list(layer.get("bcnet_bcnet_msg_type", []))]


def types_in(capture):
    """The same of a capture, where 4.4 leaves the datagrams of an A-MSDU and of an ICMP error out of its documents."""
    words = tshark("-r", capture, "-2", "-Y", "!bcnet.captured_again", "-T", "fields", "-e", "bcnet.msg.type").replace("\n", ",").split(",")
    return [str(int(word, 0)) for word in words if word]


class Complaints(unittest.TestCase):
    """Sentences instead of tracebacks."""

    def complaint(self, *arguments, given=""):
        done = subprocess.run([sys.executable, SOURCE / "scripts" / "elastic.py", *arguments], input=given, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_no_tshark(self):
        self.assertIn("cannot be asked", self.complaint("mapping", "--tshark", "/nonexistent/tshark"))

    def test_no_plugin(self):
        with self.assertRaisesRegex(SystemExit, "has not loaded the plugin"):
            elastic.corrected({"mappings": {"properties": {"layers": {"properties": {}}}}}, {})

    def test_other_input(self):
        self.assertIn("Entry 1 is none", self.complaint("bulk", given="frame 1\n"))


class Rules(unittest.TestCase):
    """The rules themselves."""

    def test_what_types_take(self):
        for kind, good, bad in (
                ("short", ("28", 28, "-32768"), ("0x1c", "1.5", "40000", "", True, "x")),
                ("long", (str(2**63 - 1),), (str(2**63),)),
                ("float", ("0.5", "-1e-3", 2), ("nan", "inf", "1e39", "x", True)),
                ("date", ("1013169600000", "2002-02-08T12:00:00.000000000Z"), ("0.011000000", "0.5")),
                ("boolean", (True, False, "true"), ("1", 1.5, "yes")),
                ("ip", ("10.0.0.1", "fd00::1"), ("10.0.0", "host")),
                ("keyword", ("x", ""), ({"a": "b"}, "x" * 40000))):
            for value in good:
                self.assertTrue(takes({"type": kind}, value), (kind, value))
            for value in bad:
                self.assertFalse(takes({"type": kind}, value), (kind, value))


if __name__ == "__main__":
    main()
