# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of -z bcnet,csv: what they tell beside the message itself, and with "all" rows of everything."""

import csv
import io
import os
import re
import sqlite3
import subprocess
import unittest

from bcnet_test import SOURCE, forge, main, run
from captures import all_captures
from wireshark import command, environment

# Ace writes, the host passes it on to Sep and gives it back to Ace (10.10); one ack is late, so Ace sends it again.
CHAT = bytes.fromhex("2c 02 00 00 00 05 00") + b"hello"
LONG = bytes.fromhex("2c 03 00 00 00 58 02") + b"x" * 600
TEXT = r"\status" + "\\"
SCENARIO = f"""
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
    endpoint sep  10.10.10.3:59406 id 3
    at 0 ace > host
        game seq 0 2A 20
    at 0.1 sep > host
        game seq 0 2A 20
    at 1 ace > host
        game seq 1 {CHAT.hex(" ")}
    at 1.5 host > sep
        game seq 0 {CHAT.hex(" ")}
    at 1.6 host > ace
        game seq 0 {CHAT.hex(" ")}
    at 2 ace > host
        game seq 1 {CHAT.hex(" ")}
    at 2.25 host > ace
        ack 1
    at 2.5 ace > host
        ack 0
        keepalive
    at 3 sep > host
        split seq 1 size 400 {LONG.hex(" ")}
    at 4 ace > host
        cipher {TEXT.encode().hex(" ")}
    at 5 ace > host
        disconnect 2 10.10.10.2 seq 0
    at 6 host > sep
        announce 2 10.10.10.2 "Ace" seq 0
    at 7 host > ace
        boot 1 2 seq 1
"""


def fnv_1a(data):
    """The published algorithm, 64 bits."""
    found = 0xCBF29CE484222325
    for byte in data:
        found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{found:016x}"


def rows(capture, argument, *options):
    """The rows as dictionaries."""
    text = run("tshark", "-n", "-q", "-r", capture, "-z", f"bcnet,csv{argument}", *options).decode()
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


class Relations(unittest.TestCase):
    """What a message has to do with others."""

    @classmethod
    def setUpClass(cls):
        cls.capture = forge(SCENARIO)
        cls.rows = rows(cls.capture, "", "-2")

    def column(self, name, frames=(3, 4, 5, 6)):
        return [row[name] for row in self.rows if int(row["frame"]) in frames]

    def test_hash_is_the_published_one(self):
        self.assertEqual(fnv_1a(b"a"), "af63dc4c8601ec8c")

    def test_payloads(self):
        """Alike in the original, its copies and its resend; fragments are joined."""
        self.assertEqual(self.column("payload_hash"), [fnv_1a(CHAT)] * 4)
        self.assertEqual([row["payload_hash"] for row in self.rows if row["from"].startswith("#3")][1:], [fnv_1a(LONG)])
        self.assertEqual([row["payload_hash"] for row in rows(self.capture, "")],
                         [row["payload_hash"] for row in self.rows], "one pass")

    def test_lengths(self):
        """Type, flags and length, number: five bytes before the payload (10.3)."""
        self.assertEqual(self.column("length"), [str(5 + len(CHAT))] * 4)
        self.assertEqual(set(self.column("type")), {"Message"})

    def test_acks(self):
        self.assertEqual(self.column("acked_in"), ["7", "", "8", "7"])
        self.assertEqual([cell and float(cell) for cell in self.column("ack_rtt")], [1.25, "", 0.9, ""])
        self.assertEqual(self.column("retransmission_of"), ["", "", "", "3"])
        self.assertEqual(self.column("resend"), ["0", "0", "0", "1"])

    def test_acts(self):
        self.assertEqual(self.column("actor", (3, 4, 5)), ["#2"] * 3)
        self.assertEqual(self.column("copy_of", (3, 4, 5)), ["", "3", "3"])

    def test_everything(self):
        """Every message of every datagram, and the text."""
        everything = rows(self.capture, ",all")
        self.assertEqual([row["type"] for row in everything],
                         ["Message"] * 6 + ["Ack", "Ack", "Keepalive", "Message", "Message", "GameSpy", "Disconnect",
                                            "Peer announcement", "Boot"])
        sizes = {"Ack": 4, "Keepalive": 1, "GameSpy": len(TEXT), "Disconnect": 10, "Boot": 7,
                 "Peer announcement": 10 + len("Ace\0".encode("utf-16-le"))}
        for row in everything:
            if row["type"] in sizes:
                self.assertEqual((row["length"], row["opcode"], row["payload_hash"]), (str(sizes[row["type"]]), "", ""))
        said = [row["summary"] for row in everything if row["type"] == "GameSpy"]
        self.assertEqual(said, [r"GameSpy query \status" + "\\"])

    def test_everything_of_some_frames(self):
        self.assertEqual([row["type"] for row in rows(self.capture, ",all,frame.number >= 8 && frame.number != 9")],
                         ["Ack", "Keepalive", "Message", "GameSpy", "Disconnect", "Peer announcement", "Boot"])


class Captures(unittest.TestCase):
    """No capture vanishes, and all rows go into the table that the document gives."""

    def test_all(self):
        text = (SOURCE / "docs" / "csv-columns.md").read_text(encoding="utf-8")
        database = sqlite3.connect(":memory:")
        self.addCleanup(database.close)
        database.execute(re.search(r"CREATE TABLE.*?;", text, re.DOTALL)[0])
        columns = [(row[1], row[2]) for row in database.execute("PRAGMA table_info(messages)")]
        for capture in all_captures():
            found = rows(capture, ",all", "-2")
            self.assertTrue(found, capture.stem)
            self.assertEqual(list(found[0]), [name for name, _ in columns])
            database.executemany(f"INSERT INTO messages VALUES ({','.join('?' * len(columns))})",
                                 [[cell or None for cell in row.values()] for row in found])
        for name, kind in columns:      # an INTEGER column of SQLite keeps what is no number as text
            kinds = {row[0] for row in database.execute(f'SELECT DISTINCT typeof("{name}") FROM messages')}
            self.assertLessEqual(kinds, {kind.lower(), "null"}, name)


class LongFrames(unittest.TestCase):
    """Wireshark hands on 5000 records of a frame, and complains of each that is one more; here they are counted and said."""

    def test_what_is_left_out(self):
        acks = "".join(f" ack {number}\n" for number in range(255))
        datagrams = "".join(f"at 0 ace > host{' joined' if number else ''}\n{acks}" for number in range(24))
        capture = forge("endpoint host 10.10.10.1:22101 id 1\nendpoint ace 10.10.10.2:50002 id 2\n" + datagrams +
                        "at 1 ace > host\n game seq 0 2C i32:2 str16:\"behind it\"\n")
        words = f"{24 * 255 - 4500} messages in too long frames"
        for table in ("players", "chat", "relay,csv", "csv", "stock"):
            done = subprocess.run(command("tshark", "-r", capture, "-q", "-z", f"bcnet,{table}"), capture_output=True,
                                  env=environment(), check=True, text=True)
            self.assertEqual([line for line in done.stderr.splitlines() if not line.startswith("Running as")], [], table)
            self.assertEqual(done.stdout.count(words), 1, table)
            self.assertEqual("behind it" in done.stdout, table in ("chat", "csv"))
            for option in ([], ["-2"]):
                self.assertIn(words, run("tshark", "-r", capture, "-q", "-z", f"bcnet,{table}", *option).decode())


class FullDisk(unittest.TestCase):
    """What is not complete does not look like it: an exit code, and why."""

    def test_rows_and_tables(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("There is no /dev/full.")
        for table in ("csv", "ships,csv"):
            with open("/dev/full", "wb") as full:
                done = subprocess.run(command("tshark", "-r", SOURCE / "captures" / "session.pcapng", "-q", "-z", f"bcnet,{table}"),
                                      stdout=full, stderr=subprocess.PIPE, env=environment(), check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(b"cannot be written: No space left", done.stderr)


if __name__ == "__main__":
    main()
