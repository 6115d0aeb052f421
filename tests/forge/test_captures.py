# SPDX-License-Identifier: GPL-2.0-or-later
"""The captures of the project: up to date, described, and with the real bytes they claim to have."""

import re
import subprocess
import unittest

from bcnet_test import BUILD, fields, main, scratch
from captures import FOLDER, all_captures, expected_experts
from payloads import plain

# Datagrams of the unmodified game, deciphered, as the protocol description quotes them (10.6, 30.11, 35.9).
REAL_JOIN = [bytes.fromhex(text) for text in """
ff 01 030fc000000a0a0aef5f0a00000000
01 03 01000002 0306c0000002 321b80000020000800736372697074732f07004170702e70796320
01 02 01000000 322080010020010800736372697074732f0c004175746f657865632e70796320
02 01 321680010021012fcbaf4d0100a1e601854900931700
01 01 321e80020020020d00736372697074732f736869707305002a2e70796321
01 03 0102000101 0102000102 322180030020031000736372697074732f6d61696e6d656e7505002a2e70796320
01 02 01030000 322480040020ff1300536372697074732f4d756c7469706c6179657205002a2e70796321
01 03 320680050028 32338006000000000542610025004d756c7469706c617965722e457069736f64652e4d697373696f6e312e4d6973\
73696f6e31 320680070001
02 01 32078005002a20
01 03 01050000 320a800800350801ffff 32178009001766080000f1008000000000009107000002
""".strip().splitlines()]

ROUND_2_BEGIN = bytes.fromhex("329ca102000003 2102c4d117c03300ba3eb23e7071d3cc9775fc")
ROUND_2_MESSAGES = [412, 412, 27]


class Captures(unittest.TestCase):
    """All of them."""

    def make(self, *arguments, copy=None):
        script = (copy or FOLDER) / "make.sh"
        return subprocess.run([str(script), str(BUILD / "tools" / "bcnet-forge"), *arguments], capture_output=True,
                              text=True, check=False)

    def test_are_up_to_date(self):
        done = self.make("--check")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_the_check_notices(self):
        copy = scratch() / "captures"
        (copy / "scenarios").mkdir(parents=True)
        (copy / "make.sh").write_bytes((FOLDER / "make.sh").read_bytes())
        (copy / "make.sh").chmod(0o755)
        (copy / "scenarios" / "one.scn").write_text("endpoint a 10.0.0.1:1\nat 0 a > a\n    cipher 01\n")
        self.assertIn("one.pcapng is not", self.make("--check", copy=copy).stderr)
        self.assertEqual(self.make(copy=copy).stdout, "captures/one.pcapng\n")
        self.assertEqual(self.make("--check", copy=copy).returncode, 0)
        (copy / "two.pcapng").write_bytes((copy / "one.pcapng").read_bytes())
        self.assertIn("two.pcapng has no scenario", self.make("--check", copy=copy).stderr)
        (copy / "scenarios" / "one.scn").write_text("nonsense\n")
        self.assertIn("one.scn:1:1:", self.make("--check", copy=copy).stderr)

    def test_there_are_some(self):
        self.assertGreater(len(all_captures()), 40)

    def test_the_readme_describes_each(self):
        readme = (FOLDER / "README.md").read_text(encoding="utf-8")
        rows = {name: set(re.findall(r"`([a-z._]+)`", experts))
                for name, experts in re.findall(r"^\| `([a-z0-9-]+)` \|.*\|(.*)\|$", readme, re.MULTILINE)}
        self.assertEqual(rows, {capture.stem: expected_experts(capture) for capture in all_captures()})

    def test_wireshark_finds_the_checksums_right(self):
        options = [word for layer in ("ip", "udp", "tcp") for word in ("-o", f"{layer}.check_checksum:TRUE")]
        names = ["ip.checksum.status", "udp.checksum.status", "tcp.checksum.status"]
        for name, expected in (("join", "1 1 -"), ("ipv6", "- 1 -"), ("gamespy-master", "1 - 1")):
            rows = fields(FOLDER / f"{name}.pcapng", names, options=options)
            found = {" ".join("".join(row[field]) or "-" for field in names) for row in rows}
            with self.subTest(capture=name):
                self.assertEqual(found, {expected})

    def test_comments_are_shown(self):
        rows = fields(FOLDER / "join.pcapng", ["frame.comment"], "frame.number==5")
        self.assertEqual(rows, [{"frame.comment": ["Real: connect request"]}])


class Join(unittest.TestCase):
    """join.pcapng."""

    def setUp(self):
        self.datagrams = plain(FOLDER / "join.pcapng")

    def test_has_the_real_datagrams_in_order(self):
        self.assertEqual([datagram for datagram in self.datagrams if datagram in REAL_JOIN], REAL_JOIN)

    def test_round_2(self):
        fragments = [datagram for datagram in self.datagrams if len(datagram) > 400 or len(datagram) == 29][:3]
        # Two bytes of header each; the first one begins with an ack of four bytes (10.3, 35.9).
        self.assertEqual(fragments[0][:6], bytes.fromhex("02 02 01020000"))
        self.assertTrue(fragments[0][6:].startswith(ROUND_2_BEGIN))
        messages = [fragments[0][6:], fragments[1][2:], fragments[2][2:]]
        self.assertEqual([len(message) for message in messages], ROUND_2_MESSAGES)
        answer = messages[0][7:] + messages[1][6:] + messages[2][6:]
        self.assertEqual(len(answer), 832)
        self.assertEqual(answer[416:425].hex(), "01d4fdafca3300" + answer[423:425].hex())
        self.assertEqual(answer[-1], 0)

    def test_gamespy(self):
        self.assertEqual(self.datagrams[0], b"\\status\\")
        self.assertEqual(len(self.datagrams[1]), 267)
        self.assertTrue(self.datagrams[1].endswith(rb"\player_0\Dedicated Server\final\\queryid\2.1"))


if __name__ == "__main__":
    main()
