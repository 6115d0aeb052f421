# SPDX-License-Identifier: GPL-2.0-or-later
"""scripts/bcnet-redact: what is private goes, all else stays (docs/before-you-post.md)."""

import importlib.machinery
import importlib.util
import ipaddress
import re
import subprocess
import sys
import unittest

from bcnet_test import SOURCE, forge, main, scratch_file, tshark
from captures import per_capture

TOOL = SOURCE / "scripts" / "bcnet-redact"
LOADER = importlib.machinery.SourceFileLoader("bcnet_redact", str(TOOL))
redact = importlib.util.module_from_spec(importlib.util.spec_from_loader("bcnet_redact", LOADER))
sys.dont_write_bytecode = True
LOADER.exec_module(redact)

# The layers below print addresses in many forms; what they say of checksums is asked for by itself.
LOOK = ["-n", "-O", "bcnet,bcnet.gamespy", "-o", "bcnet.passwords:TRUE"]
CHECKS = ["-n", "-o", "udp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-T", "fields", "-e", "frame.len",
          "-e", "frame.time_relative", "-e", "ip.checksum.status", "-e", "udp.checksum.status", "-e", "icmp.checksum.status",
          "-e", "icmpv6.checksum.status", "-e", "tcp.checksum.status"]
TOKEN = re.compile(r"\d+\.\d+\.\d+\.\d+|[0-9a-f]*:[0-9a-f:]+|\w+|\W")

BYTES = re.compile(r" *(Fragment data|Unparsed bytes): ")


def redacted(capture):
    """The new capture, and what became of what."""
    data, cleaner = capture.read_bytes(), redact.Cleaner()
    blocks, work = redact.redact_pcapng(data, cleaner)
    cleaner.finish()
    for block, at, frame, after in work:
        for step in after:
            step()
        block[at:at + len(frame)] = frame
    path = scratch_file("redacted.pcapng")
    with open(path, "wb") as file:
        file.writelines(blocks)
    return path, cleaner


def ours(text):
    """Lines of our layers."""
    lines, inside = [], False
    for line in text.splitlines():
        if line and not line[0].isspace():
            inside = line.startswith(("Bridge Commander", "GameSpy"))
        if inside:
            lines.append(line)
    return lines


def written(address):
    """As Wireshark writes it."""
    if len(address) == 4:
        return ".".join(map(str, address))
    return str(ipaddress.IPv6Address(address)) if len(address) == 16 else address.hex(":")


def pairs_of(cleaner):
    """What may have become what, word by word."""
    pairs = {(old, new) for one, other in cleaner.words.known.items()
             for old, new in zip(TOKEN.findall(one), TOKEN.findall(other))}
    return pairs | {(written(old), written(cleaner.addresses.other(old))) for known in cleaner.addresses.known.values()
                    for old in known}


@per_capture
class Redacted(unittest.TestCase):
    """All captures dissect as before, but for the words."""

    def check(self, capture):
        path, cleaner = redacted(capture)
        before, after = (ours(tshark("-r", file, *LOOK)) for file in (capture, path))
        self.assertEqual(len(before), len(after))
        pairs = pairs_of(cleaner)
        long = [(one, other) for one, other in pairs if len(one) > 40]      # may be shown in part
        for old, new in zip(before, after):
            words = list(zip(TOKEN.findall(old), TOKEN.findall(new)))
            if re.search(r"\\[ux]|[^\0-\x7f]", old):     # letters that are shown in other ways
                words = [pair for pair in words[:1] if ":" in old]
            wrong = [(one, other) for one, other in words if one != other and (one, other) not in pairs
                     and not any(whole.startswith(one) and new_whole.startswith(other) for whole, new_whole in long)]
            if wrong and BYTES.match(old):      # words that are shown as bytes
                wrong = [(one, other) for one, other in wrong if len(one) != len(other)]
            self.assertEqual(wrong, [], f"\n{old}\n{new}")
        self.assertEqual(tshark("-r", capture, *CHECKS), tshark("-r", path, *CHECKS))


NAMES = ["Margarethe", "Bartholomew", "Vanquished", "Workbenches"]
CHAT = "meet me at the usual place"
PASSWORDS = ["Hushhushhush", "Quietquietquiet"]


def utf16(text):
    return text.encode("utf-16-le").hex(" ")


class Private(unittest.TestCase):
    """Nothing of it is left, in whatever message it was."""

    @classmethod
    def setUpClass(cls):
        margarethe, bartholomew, vanquished, workbenches = NAMES
        cls.capture = forge(f"""
            endpoint host 198.51.100.7:22101 id 1
            endpoint ace  203.0.113.99:59405 id 2
            at 0 ace > host id 255
                connect 203.0.113.99 0x11111111 "{PASSWORDS[0]}"
            at 0.1 host > ace
                comment "{margarethe} joins"
                raw 03 06 C0 00 00 02
            at 0.2 ace > host
                announce 2 203.0.113.99 "{margarethe}"
            at 0.3 host > ace
                game seq 0 00 f32:1.0 bits:1,0,1 i8:0 str16:"Multi" i32:{len(bartholomew)} {utf16(bartholomew)}
                game seq 1 18 i32:{len(vanquished)} str:"{vanquished}"
                game seq 2 18 u16:{len(vanquished)} str:"{vanquished}"
            at 1 ace > host
                game seq 0 2C i32:2 str16:"{CHAT}"
                game seq 1 2D i32:2 str16:"{CHAT}"
                game seq 2 C6 str16:"{PASSWORDS[1]}" str16:"kick {margarethe}" i32:1
                game seq 3 BE str:"{margarethe}" 00
            at 2 ace > host
                split seq 4 every 0.01 2C i32:2 str16:"{CHAT * 20}"
            at 3 host > ace
                game seq 3 03 00 02 08 80 00 00 FF FF FF 3F 01 f32:1 f32:1 f32:1 f32:1 f32:0 f32:0 f32:0 00 00 00 f32:0 u8:11 str:"{workbenches}" u8:6 str:"Multi1"
            at 4 host > ace
                text "\\hostname\\*{vanquished}\\numplayers\\1\\player_0\\{margarethe}\\hostaddr\\203.0.113.99\\final\\\\queryid\\1.1"
        """)
        cls.path = scratch_file("public.pcapng")
        subprocess.run([TOOL, cls.capture, cls.path], check=True)

    def test_nothing_is_left(self):
        with open(self.path, "rb") as file:
            said = file.read().decode("latin-1")
        said += tshark("-r", self.path, "-V", "-o", "bcnet.passwords:TRUE") + tshark("-r", self.path)
        for word in [*NAMES, "meet", "usual", *PASSWORDS, "203.0.113", "198.51.100", "203"]:
            self.assertNotIn(word, said if word != "203" else "")
            self.assertNotIn("\0".join(word), said)

    def test_a_message_of_which_a_part_is_lost(self):
        """Of what comes behind the gap nobody knows what it is: it is blanked, and that is said."""
        for lost, words in ((0, "2 packets of a"), (1, "1 packet of a"), (2, None)):
            capture = forge(f"""
                endpoint host 198.51.100.7:22101 id 1
                endpoint ace  203.0.113.99:59405 id 2
                at 0 ace > host
                    split seq 0 every 0.01 2C i32:2 str16:"{CHAT * 40}"
            """)
            cut, path = scratch_file("cut.pcapng"), scratch_file("public.pcapng")
            tshark("-r", capture, "-Y", f"frame.number != {lost + 1}", "-w", cut)
            done = subprocess.run([TOOL, cut, path], check=True, capture_output=True, text=True)
            self.assertEqual(done.stderr, f"bcnet-redact: {words} message whose first piece is missing, blanked.\n" if words else "")
            said = tshark("-r", path, "-T", "fields", "-e", "bcnet.frag.data").replace(":", "")
            self.assertNotIn(b"meet".hex(), said)
            self.assertEqual(len(said.split()), 2)

    def test_what_was_the_same_is_the_same(self):
        old, new = (tshark("-r", file, "-o", "bcnet.passwords:TRUE", "-T", "fields", "-e", "bcnet.chat.text", "-e",
                           "bcnet.announce.name", "-e", "bcnet.mod.text", "-e", "ip.src", "-e", "bcnet.connect.ip",
                           "-e", "bcnet.announce.ip") for file in (self.capture, self.path))
        one, other = ([re.split(r"[\t,\n]", text)] for text in (old, new))
        became = {}
        for before, after in zip(*one, *other, strict=True):
            self.assertEqual(became.setdefault(before, after), after)
            self.assertEqual(len(before) if not before[:1].isdigit() else 0, len(after) if not after[:1].isdigit() else 0)
        self.assertEqual(len(set(became)), len(set(became.values())))

    def test_pcap_and_what_is_none(self):
        old = scratch_file("old.pcap")
        tshark("-r", self.capture, "-F", "pcap", "-w", old)
        new = scratch_file("new.pcap")
        subprocess.run([TOOL, old, new], check=True)
        self.assertEqual(len(tshark("-r", new).splitlines()), len(tshark("-r", old).splitlines()))
        self.assertNotIn(NAMES[0], tshark("-r", new, "-V"))
        for path, words in ((SOURCE / "README.md", "README.md is no capture in the form pcapng or pcap."),
                            ("/nowhere", "/nowhere: No such file or directory")):
            done = subprocess.run([TOOL, path, new], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr.endswith(words + "\n")), (1, True), done.stderr)

    def test_over_itself(self):
        """By whatever name: the capture stays."""
        capture, link = scratch_file("own.pcapng"), scratch_file("link.pcapng")
        before = self.capture.read_bytes()
        capture.write_bytes(before)
        link.unlink()
        link.symlink_to(capture)
        for name in (capture, f"{capture.parent}/./{capture.name}", link):
            done = subprocess.run([TOOL, capture, name], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr),
                             (1, f"bcnet-redact: {name} is the capture itself: write to another file.\n"))
            self.assertEqual(capture.read_bytes(), before)


if __name__ == "__main__":
    main()
