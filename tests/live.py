# SPDX-License-Identifier: GPL-2.0-or-later
"""Replays a capture on loopback while tshark captures with the plugin; started by live.sh in a namespace of its own."""

import argparse
import fcntl
import os
import pathlib
import select
import socket
import struct
import subprocess
import sys
import time

TOP = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "tests" / "lib"))

import pcapng  # noqa: E402 the folder above holds it

SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1
HOST_PORT = 22101
PATIENCE = 20           # seconds for anything that should come at once
MARK = b"\\mark\\"      # text that is not in the captures


def raise_loopback():
    """In a new network namespace even loopback is down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        request = struct.pack("16sh", b"lo", 0)
        flags = struct.unpack("16sh", fcntl.ioctl(probe, SIOCGIFFLAGS, request)[:18])[1]
        fcntl.ioctl(probe, SIOCSIFFLAGS, struct.pack("16sh", b"lo", flags | IFF_UP))


class Replay:
    """Sends datagrams between sockets on loopback, one for every endpoint of the capture."""

    def __init__(self, capture):
        self.sockets = {}
        self.steps = []
        for packet in pcapng.read(capture):
            offset = pcapng.udp_payload_offset(packet)
            if offset is None:
                continue
            ports = struct.unpack_from(">HH", packet.data, offset - 8)
            sender = self.socket(packet.data[offset - 16:offset - 12], ports[0])
            receiver = self.socket(packet.data[offset - 12:offset - 8], ports[1])
            self.steps.append((packet.time, sender, receiver.getsockname(), packet.data[offset:]))
        if not self.steps:
            sys.exit(f"{capture} holds no UDP datagrams.")

    def socket(self, address, port):
        """The socket that stands for an endpoint: addresses 127.x.y.z with the same last bytes."""
        key = address, port
        if key not in self.sockets:
            end = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            last = min(address[3], 254)     # broadcasts become datagrams to a single receiver
            end.bind((socket.inet_ntoa(b"\x7F" + address[1:3] + bytes([last])), port))
            self.sockets[key] = end
        return self.sockets[key]

    def send_mark(self):
        """A datagram that tells how far the capture has come."""
        _, sender, _, _ = self.steps[0]
        sender.sendto(MARK, ("127.0.0.1", HOST_PORT))

    def run(self, rate):
        """Send everything; `rate` datagrams a second, or in the capture's own time. Returns the seconds it took."""
        start, first = time.monotonic(), self.steps[0][0]
        for number, (moment, sender, receiver, payload) in enumerate(self.steps):
            wait = start + (number / rate if rate else moment - first) - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            sender.sendto(payload, receiver)
        return time.monotonic() - start


class Tshark:
    """tshark that captures on loopback, and what it prints."""

    def __init__(self, build, config, buffer):
        command = [TOP / "scripts" / "with-plugin.sh", build, "tshark", "-n", "-l", "-i", "lo", "-B", str(buffer), "-f",
                   "udp", "-T", "fields", "-e", "frame.protocols", "-e", "_ws.col.Info"]
        self.errors = open(config / "stderr", "w+b")
        self.process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=self.errors,
                                        env={**os.environ, "BCNET_CONFIG": str(config)})
        os.set_blocking(self.process.stdout.fileno(), False)
        self.lines, self.rest = [], b""

    def read(self, seconds):
        """Take over what comes within some time; False when nothing does."""
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return False
        piece = self.process.stdout.read() or b""
        *lines, self.rest = (self.rest + piece).split(b"\n")
        self.lines += lines
        return bool(piece)

    def wait_for_mark(self, replay, every=None):
        """Read until a mark is printed; returns the seconds that took. `every`: send it again and again."""
        start = sent = time.monotonic()
        replay.send_mark()
        while not any(b"mark" in line for line in self.lines[-50:]):
            if time.monotonic() - start > PATIENCE:
                sys.exit(f"tshark did not print a datagram within {PATIENCE} s: {self.complaints()}")
            self.read(0.05)
            if every and time.monotonic() - sent > every:
                sent = time.monotonic()
                replay.send_mark()
        return time.monotonic() - start

    def drain(self, count):
        """Read until there are so many lines, or nothing more comes."""
        while len(self.lines) < count and self.read(PATIENCE / 4):
            pass

    def stop(self):
        """Ends the capture."""
        self.process.terminate()
        self.process.wait(PATIENCE)

    def complaints(self):
        """What it said on stderr."""
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")


def main():
    """Replay and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("capture", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--config", type=pathlib.Path, required=True)
    parser.add_argument("--rate", type=float, default=0)
    options = parser.parse_args()
    raise_loopback()
    replay = Replay(options.capture)
    tshark = Tshark(options.build, options.config, buffer=64)
    tshark.wait_for_mark(replay, every=0.5)
    time.sleep(1)
    tshark.read(0)
    tshark.lines.clear()
    delay = tshark.wait_for_mark(replay)
    tshark.lines.clear()
    # While tshark's output is a pipe of limited size, somebody must read: this process does in between.
    sender = os.fork()
    if sender == 0:
        took = replay.run(options.rate)
        print(f"{len(replay.steps)} datagrams sent in {took:.1f} s, {len(replay.steps) / took:.0f} a second", flush=True)
        os._exit(0)
    tshark.drain(len(replay.steps))
    os.waitpid(sender, 0)
    tshark.drain(len(replay.steps))
    tshark.stop()
    seen = len(tshark.lines)
    ours = sum(b":bcnet" in line for line in tshark.lines)
    print(f"{seen} printed, {ours} of them dissected by bcnet; a single one was printed after {delay * 1000:.0f} ms")
    dropped = [line for line in tshark.complaints().splitlines() if "drop" in line]
    if seen != len(replay.steps) or ours != seen or dropped:
        sys.exit(f"Datagrams were missed. {' '.join(dropped)}")
    if delay > 2:
        sys.exit("The output is not line-buffered.")


if __name__ == "__main__":
    main()
