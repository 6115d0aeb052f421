# SPDX-License-Identifier: GPL-2.0-or-later
"""Mutants of the captures, read by tshark in many modes: `mutants.py COUNT [SEED]`, for tests/fuzz/mutants.sh.

A mutant is a capture in which something was changed: plain bytes below the cipher, whole datagrams, their order, times and
senders. Each plays in a network of its own, so that many of them fill a file, which is read once per mode. What a mode
must not do is crash, complain (a sanitizer does so on stderr), or speak of a bug."""

import dataclasses
import pathlib
import random
import re
import struct
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "tests" / folder) for folder in ("lib", "forge")]
import pcapng                                           # noqa: E402
from captures import all_captures                       # noqa: E402
from payloads import KEY                                # noqa: E402
from wireshark import BUILD, command, environment, scratch_file     # noqa: E402

PER_FILE = 400
HANGS = 3600    # seconds for one reading of a file
TABLES = ("players", "ships", "damage", "chat", "relay", "cadence", "unacked", "stock", "files")


def tables(form):
    """The options for all of them."""
    return [word for name in TABLES for word in ("-z", f"bcnet,{name}{form}")]


MODES = {
    "tree": ["-V"], "tree, two passes": ["-2", "-V"], "pdml": ["-T", "pdml"], "json": ["-2", "-T", "json"],
    "ek": ["-T", "ek"], "fields": ["-T", "fields", "-e", "bcnet.actor", "-e", "bcnet.copy_of", "-e", "_ws.col.Info"],
    "summary": [], "tables": ["-q", *tables("")], "tables, two passes": ["-2", "-q", *tables(",csv")],
    "rows": ["-2", "-q", "-z", "bcnet,csv,all"], "world": ["-q", "-z", "bcnet,world,/dev/null"],
    "report": ["-2", "-q", "-z", "bcnet,report,/dev/null"],
    "Wireshark's": ["-q", "-z", "bcnet,tree", "-z", "conv,bcnet", "-z", "endpoints,bcnet", "-z", "expert"],
    "follow": ["-q", "-z", "follow,bcnet,ascii,0"], "export": ["-U", "BCNET messages", "-w", "/dev/null"],
}
BAD = re.compile(rb"runtime error|Sanitizer|Dissector bug|Malformed Packet: (?:BCNET|GameSpy)|\*\* \(")


def converted(datagram, encipher):
    """Through the cipher (10.2), in one direction or the other."""
    key, total, carry, out = list(KEY), 0, 0, bytearray(datagram[:1])
    for byte in datagram[1:]:
        mask = word = 0
        for turn in range(5):
            word = (key[2 * turn] << 8 | key[2 * turn + 1]) ^ word
            product = word * 0x015A & 0xFFFF
            total = (total + turn) * 0x4E35 + carry + product & 0xFFFF
            carry = product
            word = word * 0x4E35 + 1 & 0xFFFF
            mask ^= total ^ word
        out.append(byte ^ mask & 0xFF ^ mask >> 8)
        key = [part ^ (byte if encipher else out[-1]) for part in key]
    return bytes(out)


@dataclasses.dataclass
class Datagram:
    """A packet, and the plain bytes of the game in it."""

    packet: pcapng.Packet
    plain: bytes
    text: bool


def datagrams_of(capture):
    """UDP over IPv4 only: the rest is Wireshark's own."""
    found = []
    for packet in pcapng.read(capture):
        offset = pcapng.udp_payload_offset(packet)
        if offset is not None and offset < len(packet.data):
            payload = packet.data[offset:]
            text = payload[:1] == b"\\"
            found.append(Datagram(packet, payload if text else converted(payload, False), text))
    return found


def changed_bytes(source, plain):
    """Some of them: other values, likely ones first, a piece more or less."""
    plain = bytearray(plain)
    for _ in range(source.choice((1, 1, 1, 2, 3, 8))):
        at, how = source.randrange(len(plain)), source.randrange(6)
        if how < 2:
            plain[at] = source.choice((0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF, source.randrange(256)))
        elif how == 2:
            plain[at] ^= 1 << source.randrange(8)
        elif how == 3:
            plain[at:at + 4] = source.choice((0, 1, 0x3FFFFFFF, 0x4003FFFF, 0x7FFFFFFF, 0xFFFFFFFF)).to_bytes(4, "little")
        elif how == 4:
            del plain[max(at, 1):at + source.randrange(1, 9)]
        else:
            begin = source.randrange(len(plain))
            plain[at:at] = plain[begin:begin + source.randrange(1, 40)]
    return bytes(plain[:1400]) or b"\1"


def mutated(source, all_datagrams):
    """A mutant of a list of datagrams."""
    found = [dataclasses.replace(datagram) for datagram in all_datagrams]
    for _ in range(source.choice((1, 2, 5, 20))):
        at, how = source.randrange(len(found)), source.randrange(12)
        other = source.choice(found)
        if how < 7:
            found[at].plain = changed_bytes(source, found[at].plain)
        elif how == 7 and len(found) > 1:
            del found[at]
        elif how == 8:
            found.insert(at, dataclasses.replace(other))
        elif how == 9:
            found[at].plain = other.plain
        elif how == 10:
            found[at].packet = dataclasses.replace(found[at].packet, time=other.packet.time)
        else:   # somebody else says it
            found[at].packet = other.packet
    return found


def packed(datagram, network):
    """A packet again, in a network of its own."""
    head = bytearray(datagram.packet.data[:pcapng.udp_payload_offset(datagram.packet)])
    payload = datagram.plain if datagram.text else converted(datagram.plain, True)
    network_layer = len(head) - 28
    if head[network_layer] != 0x45:
        return None
    for address in (network_layer + 12, network_layer + 16):
        head[address:address + 2] = struct.pack(">H", 0x0B00 + network)
    struct.pack_into(">H", head, network_layer + 2, 28 + len(payload))
    struct.pack_into(">HH", head, network_layer + 24, 8 + len(payload), 0)
    data = bytes(head) + payload
    return pcapng.Packet(datagram.packet.time, datagram.packet.link, data, len(data))


def read(path, options):
    """What is wrong with how tshark reads the file; empty: nothing."""
    done = subprocess.run(command("tshark", "-n", "-r", path, *options), env=environment(options), capture_output=True,
                          timeout=HANGS, check=False)
    words = BAD.search(done.stderr) or BAD.search(done.stdout)
    return f"ended with {done.returncode}: {done.stderr[-2000:].decode(errors='replace')}" \
        if done.returncode != 0 or words else ""


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    originals = [found for found in map(datagrams_of, all_captures()) if found]
    findings = datagrams = 0
    for first in range(0, count, PER_FILE):
        source, packets = random.Random(f"{seed} {first}"), []
        for network in range(min(PER_FILE, count - first)):
            made = [packed(datagram, network) for datagram in mutated(source, source.choice(originals))]
            packets += [packet for packet in made if packet]
        packets.sort(key=lambda packet: packet.time)
        path = scratch_file(".pcapng")
        pcapng.write(path, packets)
        datagrams += len(packets) * len(MODES)
        for mode, options in MODES.items():
            wrong = read(path, options)
            if wrong:
                findings += 1
                kept = BUILD / f"mutants-{seed}-{first}.pcapng"
                kept.write_bytes(path.read_bytes())
                print(f"{kept}, {mode}: {wrong}", flush=True)
        path.unlink()
        print(f"{first + network + 1} mutants in {len(MODES)} modes, {datagrams} readings of a datagram, {findings} findings",
              flush=True)
    sys.exit(findings > 0)


if __name__ == "__main__":
    main()
