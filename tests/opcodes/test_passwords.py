# SPDX-License-Identifier: GPL-2.0-or-later
"""Passwords are not shown, wherever they are, unless a preference says so (10.3, 70.14)."""

import unittest

from bcnet_test import Cases, forge, main, scratch_file, tshark

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

TestPasswords = cases.testcase()


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
