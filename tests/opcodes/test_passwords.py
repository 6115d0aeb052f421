# SPDX-License-Identifier: GPL-2.0-or-later
"""Passwords are not shown, wherever they are, unless a preference says so (10.3, 70.14)."""

import unittest

from bcnet_test import Cases, fields, forge, main, scratch_file, tshark

NOTE = "bcnet.expert.password"
MOD = r"Kobayashi Maru \(mod\) MP_REMOTE_CONTROL"
cases = Cases("passwords")


def connect(password):
    """A connect request: address, nonce, the password in UTF-16LE and 00 00 (10.3)."""
    text = password.encode("utf-16-le") + b"\0\0"
    return bytes([0xFF, 1, 3, 13 + len(text) , 0xC0, 0, 0, 10, 10, 10, 0xEF, 0x5F, 10, 0, 0]) + text


def request(name, password, shown, **rest):
    data = connect(password)
    data = data[:3] + bytes([len(data) - 2]) + data[4:]
    cases.datagram(name, data, sender="new", expect={"bcnet.connect.password": shown}, **rest)


request("none", "", "", info="Connect, ip 10.10.10.239$")
request("one letter", "x", "(password, 1 letter)", experts=[NOTE], info="Connect, ip 10.10.10.239, with a password$")
request("seven letters", "Secret7", "(password, 7 letters)", experts=[NOTE], info=", with a password$")
request("letters beyond the first 256", "\u0416\u20ac", "(password, 2 letters)", experts=[NOTE])
request("one that looks like no password", "(password, 3 letters)", "(password, 21 letters)", experts=[NOTE])

# 198: password and command with their lengths, then 1 for "run now".
cases.payload("a mod's", "C6 06 00 73 65 63 72 65 74 04 00 6B 69 63 6B 01 00 00 00", "client", experts=[NOTE],
              expect={"bcnet.mod.text": ["(password, 6 letters)", "kick"], "bcnet.mod.text_len": [6, 4], "bcnet.mod.int": 1},
              info=rf"{MOD} \(password, 6 letters\) \"kick\" 1$")
cases.payload("a mod's without one", "C6 00 00 04 00 6B 69 63 6B 00 00 00 00", "client",
              expect={"bcnet.mod.text": ["", "kick"], "bcnet.mod.int": 0}, info=rf"{MOD} \(no password\) \"kick\" 0$")

# Where the rest is no form, too: what is no letter, or has none, is not taken for one.
cases.payload("a mod's with a byte too many", "C6 06 00 73 65 63 72 65 74 04 00 6B 69 63 6B 01 00 00 00 EE", "client", experts=[NOTE],
              expect={"bcnet.mod.text": "(password, 6 letters)", "bcnet.mod.text_len": 6,
                      "bcnet.unparsed": bytes.fromhex("04 00 6B 69 63 6B 01 00 00 00 EE")}, absent=["bcnet.mod"],
              info=r": Script message 0xc6: 19 bytes, starts with \(password, 6 letters\)$")
cases.payload("a mod's that ends behind it", "C6 02 00 78 79", "client", experts=[NOTE],
              expect={"bcnet.mod.text": "(password, 2 letters)", "bcnet.mod.text_len": 2})
cases.payload("a mod's with more letters promised", "C6 09 00 78 79 7A", "client", experts=[NOTE],
              expect={"bcnet.mod.text": "(password, at least 3 letters)", "bcnet.mod.text_len": 9})
for name, data in (("no letters", "03 00 78 01 7A 00"), ("none", "00 00 78 79"), ("a length alone", "03 00"), ("half of one", "03")):
    cases.payload(f"another mod's: {name}", f"C6 {data}", "client", expect={"bcnet.unparsed": bytes.fromhex(data)},
                  absent=["bcnet.mod.text"], info=r"0xc6: \d bytes?$")

TestPasswords = cases.testcase()


class Cut(unittest.TestCase):
    """Of a password that goes on behind the end of what was captured nobody knows how long it is."""

    def test_cut(self):
        lines, expected = ["endpoint host 10.10.10.1:22101 id 1", "endpoint ace 10.10.10.2:59405 id 2"], []
        # Letters begin at 15, behind address and nonce, or at 10, behind opcode and length.
        for length, field, shown in ((17, "connect.password", "at least 1 letter"), (18, "connect.password", "at least 1 letter"),
                                         (21, "connect.password", "at least 3 letters"), (26, "connect.password", "at least 5 letters"),
                                         (13, "mod.text", "at least 3 letters"), (15, "mod.text", "5 letters"),
                                         (16, "mod.text", "5 letters")):
            message = 'connect 10.10.10.2 0x11111111 "Hush4"' if field.startswith("connect") else \
                "game seq 0 C6 05 00 51 75 69 65 74 04 00 6B 69 63 6B 01 00 00 00"
            lines.append(f"at {len(expected)} ace > host cut {length}\n    {message}")
            expected.append({"bcnet.connect.password": [], "bcnet.mod.text": [], f"bcnet.{field}": [f"(password, {shown})"], NOTE: ["1"]})
        rows = fields(forge("\n".join(lines) + "\n"), ["bcnet.connect.password", "bcnet.mod.text", NOTE])
        self.assertEqual(rows, expected)


class Views(unittest.TestCase):
    """Wherever text comes out."""

    @classmethod
    def setUpClass(cls):
        cls.capture = forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace  10.10.10.2:59405
            at 0 ace > host
                connect 10.10.10.2 0x11111111 "Hush4"
            at 0.01 host > ace
                raw 03 06 C0 00 00 02
            at 1 ace > host id 2
                game seq 0 C6 05 00 51 75 69 65 74 04 00 6B 69 63 6B 01 00 00 00
        """)

    def said(self, *options):
        report = scratch_file("report.html")
        outputs = [tshark("-r", self.capture, *options, *more) for more in (
            ["-V"], [], ["-T", "pdml"], ["-T", "json"], ["-q", "-z", "bcnet,csv"], ["-q", "-z", "bcnet,csv,0xC6"],
            ["-q", "-z", "bcnet,players"], ["-q", "-z", "expert"], ["-q", "-z", "bcnet,world,-"],
            ["-q", "-z", "follow,bcnet,ascii,0"], ["-q", "-z", f"bcnet,report,{report}"],
            ["-T", "fields", "-e", "bcnet.connect.password", "-e", "bcnet.mod.text"])]
        with open(report, encoding="utf-8") as file:
            return "\n".join([*outputs, file.read()])

    def test_nowhere(self):
        said = self.said()
        for password in ("Hush4", "Quiet"):
            self.assertNotIn(password, said)
        self.assertIn("(password, 5 letters)\t\n", said)
        self.assertIn("Kobayashi Maru (mod) MP_REMOTE_CONTROL (password, 5 letters)", said)

    def test_a_preference_shows_them(self):
        """The note stays."""
        shown = tshark("-r", self.capture, "-o", "bcnet.passwords:TRUE", "-T", "fields", "-e", "bcnet.connect.password",
                       "-e", "bcnet.mod.text", "-e", NOTE)
        self.assertEqual([line.split("\t")[:2] for line in shown.splitlines()],
                         [["Hush4", ""], ["", ""], ["", "Quiet,kick"]])
        self.assertEqual(tshark("-r", self.capture, "-o", "bcnet.passwords:TRUE", "-Y", NOTE, "-T", "fields", "-e",
                                "frame.number"), "1\n3\n")


if __name__ == "__main__":
    main()
