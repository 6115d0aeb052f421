# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-forge as a program: files, errors, determinism, pasted hex."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

from bcnet_test import BUILD, SOURCE, fields, main, scratch
from payloads import deciphered, on_the_wire, plain

FORGE = BUILD / "tools" / "bcnet-forge"
SCENARIO = """
endpoint host 10.10.10.1:22101 id 1
endpoint ace 10.10.10.239:59405 id 2
at 0 ace > host duplicate
    connect 10.10.10.239 0x0A5F
at +1 host > ace
    accept 2
"""
CHAT = "03 01 32 14 80 2B 00 2C 03 00 00 00 08 00 49 54 20 57 4F 52 4B 53"    # 70.10, S1
ACK = "01 01 01 02 00 02"                                                       # 10.6


def forge(*arguments, stdin=None, folder=None):
    """Run it; returns exit code, stdout as bytes, stderr as text."""
    done = subprocess.run([str(FORGE), *map(str, arguments)], input=stdin, capture_output=True, check=False,
                          cwd=folder, env={**os.environ, "LC_ALL": "C.UTF-8"})
    return done.returncode, done.stdout, done.stderr.decode()


class Files(unittest.TestCase):
    """What is read and written."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        self.scenario = self.folder / "a.scn"
        self.scenario.write_text(SCENARIO)
        self.output = self.folder / "a.pcapng"

    def test_a_good_run_is_silent(self):
        self.assertEqual(forge(self.scenario, self.output), (0, b"", ""))
        self.assertEqual(len(plain(self.output)), 3)

    def test_the_same_scenario_gives_the_same_bytes(self):
        forge(self.scenario, self.output)
        first = self.output.read_bytes()
        elsewhere = pathlib.Path(tempfile.mkdtemp(dir=scratch())) / "b.pcapng"
        forge("a.scn", elsewhere, folder=self.folder)
        self.assertEqual(elsewhere.read_bytes(), first)
        self.assertNotIn(b"a.scn", first)

    def test_standard_input_and_output(self):
        forge(self.scenario, self.output)
        self.assertEqual(forge("-", "-", stdin=SCENARIO.encode()), (0, self.output.read_bytes(), ""))

    def test_an_error_leaves_no_file(self):
        self.scenario.write_text(SCENARIO + "    nonsense\n")
        code, _, message = forge(self.scenario, self.output)
        self.assertEqual(code, 1)
        self.assertTrue(message.startswith(f"{self.scenario}:8:5: \"nonsense\" is no statement."), message)
        self.assertEqual(os.listdir(self.folder), ["a.scn"])

    def test_an_error_leaves_the_former_file(self):
        self.output.write_bytes(b"former")
        self.scenario.write_text("nonsense\n")
        self.assertEqual(forge(self.scenario, self.output)[0], 1)
        self.assertEqual(self.output.read_bytes(), b"former")

    def test_a_full_disk_leaves_no_file(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("There is no /dev/full.")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([str(FORGE), str(self.scenario), "-"], stdout=full, stderr=subprocess.PIPE,
                                  check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.splitlines()[0],
                         b"standard output: The file cannot be written (No space left on device).")

    def test_a_device_is_not_replaced(self):
        self.assertEqual(forge(self.scenario, "/dev/null"), (0, b"", ""))
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_what_has_no_end(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for path, words in (("/dev/zero", "it is a device"), (pipe, "it is a pipe; the name - reads standard input")):
            code, _, message = forge(path, self.output)
            self.assertEqual(code, 1)
            self.assertIn(words, message)
        self.assertEqual(forge("/dev/stdin", self.output, stdin=SCENARIO.encode())[0], 0)

    def test_an_empty_scenario(self):
        for text in ["", "# nothing\n", "endpoint a 1.2.3.4:5\n",
                     SCENARIO.replace("duplicate", "drop").replace("ace\n    accept", "ace drop\n    accept")]:
            self.scenario.write_text(text)
            code, _, message = forge(self.scenario, self.output)
            self.assertEqual((code, message), (1, f"{self.scenario}: There is nothing to capture: the scenario is empty, or "
                                                  "all of it gets lost.\n"))
            self.assertEqual(os.listdir(self.folder), ["a.scn"])

    def test_a_capture_in_place_of_a_text(self):
        forge(self.scenario, self.output)
        for options in [[], ["--paste"]]:
            code, _, message = forge(*options, self.output, self.folder / "b.pcapng")
            self.assertEqual((code, message), (1, f"{self.output}: This is a capture already; what is wanted here is a "
                                                  "text to make one of.\n"))

    def test_the_input_is_not_replaced(self):
        """Nor under another name."""
        (self.folder / "link.scn").symlink_to("a.scn")
        (self.folder / "hard.scn").hardlink_to(self.scenario)
        for name in ["a.scn", "link.scn", "hard.scn", "../" + self.folder.name + "/a.scn"]:
            code, _, message = forge(self.scenario, self.folder / name)
            self.assertEqual((code, message), (2, "bcnet-forge: The capture would replace the input. See bcnet-forge --help.\n"))
        self.assertEqual(self.scenario.read_text(), SCENARIO)

    def test_files_that_a_scenario_may_read(self):
        """Those below its own folder, and others only when allowed; sizes are looked at first."""
        other = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        (other / "secret").write_bytes(b"\x2A\x20")
        (self.folder / "in").mkdir()
        (self.folder / "in" / "own").write_bytes(b"\x2A\x20")
        (self.folder / "link").symlink_to(other / "secret")
        (self.folder / "huge").touch()
        os.truncate(self.folder / "huge", 1 << 40)
        (self.folder / "source.scn").write_text("let x 01\n")
        os.mkfifo(self.folder / "pipe")
        outside = "it is not below the folder of the scenario; --allow names further folders."
        cases = [("in/own", None), (self.folder / "in/own", None), (other / "secret", outside), ("../../etc/passwd", "No such"),
                 ("link", outside), ("/dev/zero", outside), ("huge", "it is too large."), ("pipe", "it is no regular file."),
                 ("a.pcapng", "the capture is to be written to it.")]
        for name, words in cases:
            with self.subTest(name=name):
                self.output.write_bytes(b"")
                self.scenario.write_text(SCENARIO + f"    game file:\"{name}\"\n")
                code, _, message = forge(self.scenario, self.output)
                self.assertEqual(code, 1 if words else 0, message)
                self.assertIn(words or "", message)
        self.scenario.write_text(SCENARIO + f"    game file:\"{other / 'secret'}\"\n")
        self.assertEqual(forge("--allow", self.folder, "--allow", other, self.scenario, self.output)[0], 0)
        self.scenario.write_text(f"include \"{other}/x.scn\"\n")
        (other / "x.scn").write_text(SCENARIO)
        self.assertIn(outside, forge(self.scenario, self.output)[2])

    def test_an_interrupted_run_leaves_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
            for former in (None, b"former"):
                if former:
                    self.output.write_bytes(former)
                process = subprocess.Popen([str(FORGE), "--battle", "--datagrams", "100000000", "--truth",
                                            str(self.folder / "truth.json"), str(self.output)])
                while len(os.listdir(self.folder)) < (4 if former else 3):     # the temporary files are there
                    time.sleep(0.01)
                process.send_signal(number)
                self.assertEqual(process.wait(), -number)
                self.assertEqual(sorted(os.listdir(self.folder)), ["a.pcapng", "a.scn"] if former else ["a.scn"])
                if former:
                    self.assertEqual(self.output.read_bytes(), former)
                    self.output.unlink()

    def test_truth(self):
        """It goes where it may, and replaces neither the capture nor devices."""
        few = ["--battle", "--datagrams", "200"]
        for name in [self.output, self.folder / "." / "a.pcapng"]:
            code, _, message = forge(*few, "--truth", name, self.output)
            self.assertEqual((code, message), (2, "bcnet-forge: The truth would replace the capture. See bcnet-forge --help.\n"))
        self.assertEqual(forge(*few, "--truth", "/dev/null", self.output)[0], 0)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        process = subprocess.Popen([str(FORGE), *few, "--truth", str(pipe), str(self.output)])
        self.assertIn("totals", json.loads(pipe.read_text()))
        self.assertEqual((process.wait(), pipe.is_fifo()), (0, True))
        self.output.unlink()
        self.assertEqual(forge(*few, "--truth", self.folder / "no" / "truth", self.output)[0], 1)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.scn", "pipe"])

    def test_a_folder_that_does_not_exist(self):
        code, _, message = forge(self.scenario, self.folder / "no" / "a.pcapng")
        self.assertEqual(code, 1)
        self.assertIn("cannot be written", message)

    def test_a_scenario_that_does_not_exist(self):
        code, _, message = forge(self.folder / "no.scn", self.output)
        self.assertEqual(code, 1)
        self.assertIn("no.scn: The file cannot be read", message)

    def test_wrong_arguments(self):
        for arguments in ([], ["a"], ["a", "b", "c"], ["--nonsense", "a", "b"], ["--as", "cipher", "a", "b"],
                          ["--sender", "1", "a.scn", "b"], ["--battle", "--as", "cipher", "b"],
                          ["--paste", "--as", "x", "a", "b"],
                          ["--paste", "--sender", "256", "a", "b"], ["--truth", "b", "a.scn", "b"],
                          ["--battle", "--allow", ".", "b"], ["--paste", "--allow", ".", "a", "b"],
                          ["--loss", "2", "a.scn", "b"], ["--seed", "2", "a.scn", "b"]):
            code, _, message = forge(*arguments, folder=self.folder)
            with self.subTest(arguments=arguments):
                self.assertEqual((code, len(message) > 20), (2, True))
                self.assertTrue(message.startswith("bcnet-forge: ") and message.endswith(" See bcnet-forge --help.\n"), message)
        self.assertEqual(os.listdir(self.folder), ["a.scn"])

    def test_help_and_version(self):
        self.assertEqual(forge("--help")[0], 0)
        self.assertRegex(forge("--version")[1].decode(), r"^bcnet-forge \d+\.\d+\.\d+\n$")

    def test_included_files_are_found_beside_the_including_one(self):
        (self.folder / "sub").mkdir()
        (self.folder / "sub" / "b.scn").write_text("let x 01 file:\"c.bin\"\ninclude \"d.scn\"\n")
        (self.folder / "sub" / "c.bin").write_bytes(b"\x02\x00\xff")
        (self.folder / "sub" / "d.scn").write_text("let y 09\n")
        self.scenario.write_text("include \"sub/b.scn\"\n" + SCENARIO + "at 9 ace > host\n    cipher $x $y\n")
        self.assertEqual(forge(self.scenario, self.output)[0], 0)
        self.assertEqual(on_the_wire(self.output)[-1], b"\x01\x02\x00\xff\x09")

    def test_errors_in_included_files_name_them(self):
        (self.folder / "b.scn").write_text("\n  let\n")
        self.scenario.write_text("include \"b.scn\"\n")
        self.assertIn("b.scn:2:6: A name", forge(self.scenario, self.output)[2])
        (self.folder / "b.scn").write_text("include \"a.scn\"\n")
        self.assertIn("Does a file include itself?", forge(self.scenario, self.output)[2])


class Paste(unittest.TestCase):
    """Hex in the forms people paste."""

    def paste(self, text, *options):
        output = pathlib.Path(tempfile.mkdtemp(dir=scratch())) / "p.pcapng"
        code, _, message = forge("--paste", *options, "-", output, stdin=text.encode())
        self.assertEqual((code, message), (0, ""))
        return output

    def check(self, text, *expected, options=()):
        self.assertEqual([datagram.hex(" ").upper() for datagram in plain(self.paste(text, *options))], list(expected))

    def test_one_datagram_per_line(self):
        self.check(f"{CHAT}\n{ACK}\n", CHAT, ACK)
        self.check(f"{CHAT}\n\n\n{ACK}", CHAT, ACK)
        self.check(f"{CHAT}\r\n{ACK}\r\n", CHAT, ACK)

    def test_wrapped_lines(self):
        words = CHAT.split()
        self.check(" ".join(words[:10]) + "\n" + " ".join(words[10:20]) + "\n" + " ".join(words[20:]), CHAT)
        self.check(" ".join(words[:10]) + "\n" + " ".join(words[10:]) + "\n" + ACK, CHAT, ACK)

    def test_styles(self):
        words = ACK.split()
        for style in (ACK.lower(), "".join(words), "-".join(words), ":".join(words), "0x" + ", 0x".join(words),
                      "{ 0x" + ",0x".join(words) + " };", "\\x" + "\\x".join(words), "0101 0102 0002", f"> {ACK}",
                      f">> {ACK}", f"`{ACK}`", f"\t{ACK}  ", "01 01 | 01 02 00 02", "0x1, 0x1, 0x1, 0x2, 0x0, 0x2",
                      f"host to client: {ACK}", "01 01 01 02 00 02   ......", f"[{ACK}]", f"\"{ACK}\""):
            with self.subTest(style=style):
                self.check(style, ACK)

    def test_dumps(self):
        wireshark = ("0000   03 01 32 14 80 2b 00 2c 03 00 00 00 08 00 49 54   ..2..+.,......IT\n"
                     "0010   20 57 4f 52 4b 53                                  WORKS\n")
        hexdump = ("00000000  03 01 32 14 80 2b 00 2c  03 00 00 00 08 00 49 54  |..2..+.,......IT|\n"
                   "00000010  20 57 4f 52 4b 53                                 | WORKS|\n"
                   "00000016\n")
        xxd = ("00000000: 0301 3214 802b 002c 0300 0000 0800 4954  ..2..+.,......IT\n"
               "00000010: 2057 4f52 4b53                            WORKS\n")
        plain_offsets = "000: 03 01 32 14 80 2b 00 2c\n008: 03 00 00 00 08 00 49 54\n010: 20 57 4f 52 4b 53\n"
        for dump in (wireshark, hexdump, xxd, plain_offsets):
            with self.subTest(dump=dump):
                self.check(dump, CHAT)
                self.check(dump + "\n" + dump, CHAT, CHAT)
        self.check(wireshark * 2, CHAT, CHAT)
        self.check(hexdump * 2, CHAT, CHAT)

    def test_ascii_that_looks_like_hex(self):
        self.check("0000  02 02 32 0b 00 61 62 63 64 20 65 66 20 02        abcd ef\n",
                   "02 02 32 0B 00 61 62 63 64 20 65 66 20 02")
        self.check("00000000  02 01 32 17 00 61 62 20  63 64 20 65 66 20 61 62  |ab cd ef ab|\n"
                   "00000010  20 63 64 20 65 66 20 61  62                       | cd ef ab|\n",
                   "02 01 32 17 00 61 62 20 63 64 20 65 66 20 61 62 20 63 64 20 65 66 20 61 62")
        # Two blanks in the middle of a row are none.
        self.check("00000000  02 01 32 0a 00 61 62 63  64 65 66 67\n", "02 01 32 0A 00 61 62 63 64 65 66 67")
        # A column so close that only the next offset tells.
        self.check("0000 02 01 32 09 00 61 62 63 63 63\n0009 64 65\n", "02 01 32 09 00 61 62 63 63 64 65")

    def test_prose_becomes_a_comment(self):
        prose = "Dead ships do not talk, I thought.\nBut look at this:"
        capture = self.paste(f"{prose}\n\n{CHAT}\n\nand then\nhost: {ACK}\n")
        comments = [row["frame.comment"] for row in fields(capture, ["frame.comment"])]
        self.assertEqual(comments, [[prose.replace("\n", " ")], ["and then host"]])

    def test_what_nobody_wrote_down(self):
        """The packet is cut there; its length tells of the rest: of XX what was counted, of dots at least what follows."""
        for text, known, options in (("36 02 00 XX XX XX", "36 02 00", ["--as", "payloads"]),
                                     ("1C FF FF FF 3F ... 42", "1C FF FF FF 3F", ["--as", "payloads"]),
                                     ("host: 01 01 32 0A 80 08 00 35 08 ??", "01 01 32 0A 80 08 00 35 08", []),
                                     ("01 01 32 0A 80 08 00 35 \u2026", "01 01 32 0A 80 08 00 35", [])):
            with self.subTest(text=text):
                capture = self.paste(text, *options)
                row, = fields(capture, ["frame.len", "frame.cap_len", "bcnet.opcode", "_ws.malformed"])
                self.assertTrue(plain(capture)[0].hex(" ").upper().endswith(known))
                self.assertGreater(int(row["frame.len"][0]), int(row["frame.cap_len"][0]))
                self.assertTrue(row["bcnet.opcode"], row)
                self.assertFalse(row["_ws.malformed"], row)

    def test_gamespy_text(self):
        capture = self.paste("\\status\\\n\\gamename\\bcommander\\final\\\\queryid\\1.1\n5C 73 74 61 74 75 73 5C\n")
        self.assertEqual(plain(capture), [b"\\status\\", rb"\gamename\bcommander\final\\queryid\1.1", b"\\status\\"])
        sources = [row["udp.srcport"][0] for row in fields(capture, ["udp.srcport"])]
        self.assertEqual([source == "22101" for source in sources], [False, True, False])

    def test_who_sent_it(self):
        capture = self.paste(f"FF 01 02\n\n{ACK}\n\n{CHAT}\n\n{ACK}\n")
        rows = fields(capture, ["ip.src", "udp.srcport", "ip.dst"])
        host = "10.10.10.1"
        self.assertEqual([row["ip.src"][0] == host for row in rows], [False, True, False, True])
        self.assertEqual(rows[0]["ip.src"], rows[1]["ip.dst"])
        self.assertEqual(rows[2]["ip.src"], rows[3]["ip.dst"])
        self.assertNotEqual(rows[0]["ip.src"], rows[2]["ip.src"])
        self.assertEqual([row["udp.srcport"] for row in rows[1:3]], [["22101"], ["59403"]])
        self.assertEqual(rows[2]["ip.src"], ["10.10.10.3"])

    def test_kinds(self):
        self.check("01 02 00 02 02\n", "02 02 01 02 00 02 02", options=["--as", "messages"])
        self.check("01 02 00 02 02\n", "01 02 01 02 00 02 02", options=["--as", "messages", "--sender", "1"])
        self.check("2A 20\n28\n1C FF FF FF 3F\n", "02 01 32 07 80 00 00 2A 20", "02 01 32 06 80 01 00 28",
                   "02 01 32 08 00 1C FF FF FF 3F", options=["--as", "payloads"])
        wire = "01 d7 33 68 c3 bf 76 db"    # real, 10.2
        capture = self.paste(wire, "--as", "cipher")
        self.assertEqual(on_the_wire(capture)[0].hex(" "), wire)
        self.assertEqual(deciphered(bytes.fromhex(wire)).hex(" "), "01 01 03 06 c0 00 00 02")

    def test_incomplete_datagrams_are_taken_and_told(self):
        output = scratch() / "incomplete.pcapng"
        code, _, message = forge("--paste", "-", output, stdin=b"01 02 01 02 00 02\n")
        self.assertEqual(code, 0)
        self.assertRegex(message, r"^standard input:1: The bytes from here on do not look like a complete datagram")
        self.assertEqual(plain(output), [bytes.fromhex("010201020002")])

    def test_errors_name_the_place(self):
        output = scratch() / "error.pcapng"
        for text, place in ((f"{ACK}\n01 02 0G 03\n", "2:7: Two hexadecimal digits"), ("01 02 3\n", "1:7: Two"),
                            ("> 01 02 zz\n", "1:9: Two"), ("only words\n", " There is no row of hex"),
                            ("0000  01 02 03 04\n0010  05\n",
                             "2:1: This row has the offset 0x10, but the rows before end at 0x4")):
            code, _, message = forge("--paste", "-", output, stdin=text.encode())
            with self.subTest(text=text):
                self.assertEqual(code, 1)
                self.assertTrue(message.startswith(f"standard input:{place}"), message)
                self.assertFalse(output.exists())


class Manual(unittest.TestCase):
    """What docs/forge.md shows is what happens."""

    def setUp(self):
        text = (SOURCE / "docs" / "forge.md").read_text(encoding="utf-8")
        self.blocks = ["".join(line[4:] or "\n" for line in block.splitlines(keepends=True))
                       for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)]

    def block(self, word):
        return next(block.strip("\n") + "\n" for block in self.blocks if word in block)

    def test_the_forum_post(self):
        output = scratch() / "post.pcapng"
        self.assertEqual(forge("--paste", "-", output, stdin=self.block("The client says").encode()), (0, b"", ""))
        self.assertEqual([datagram[:2].hex() for datagram in plain(output)], ["0201", "0103"])
        comments = [row["frame.comment"] for row in fields(output, ["frame.comment"])]
        self.assertEqual(comments, [["The client says"], ["and the host answers"]])

    def test_the_scenario(self):
        output = scratch() / "hello.pcapng"
        self.assertEqual(forge("-", output, stdin=self.block("Who takes part").encode()), (0, b"", ""))
        # The captured request and, but for its ack, the captured answer (10.6).
        self.assertEqual([datagram.hex() for datagram in plain(output)],
                         ["ff01030fc000000a0a0aef5f0a00000000",
                          "0103010000020306c0000002321b80000020000800736372697074732f07004170702e70796320"])

    def test_the_error(self):
        scenario = self.block("Who takes part").replace(" 20 00 str16", " 20 0 str16")
        message = forge("-", "-", stdin=scenario.encode())[2]
        self.assertEqual(message.replace("standard input", "hello.scn"), self.block("hello.scn:10:"))

    def test_every_word_is_in_it(self):
        """The words the program names in its error messages are all explained."""
        text = (SOURCE / "docs" / "forge.md").read_text(encoding="utf-8")
        statements = re.search(r"Expected is one of (.*)\.", forge("-", "-", stdin=b"x\n")[2])[1]
        types = re.search(r"There are (.*)\.", forge("-", "-", stdin=b"let a x:1\n")[2])[1]
        words = re.sub(r"; or in a datagram one of", ",", statements).split(", ") + types.split()
        self.assertGreater(len(words), 40)
        for word in words:
            with self.subTest(word=word):
                self.assertRegex(text, rf"`{word}[ `:\[]")


if __name__ == "__main__":
    main()
