# SPDX-License-Identifier: GPL-2.0-or-later
"""Plays a capture on this machine's loopback, in its own time: python3 docs/learn/replay.py CAPTURE [SPEED]

Needs tshark. An address a.b.c.d becomes 127.b.c.d, ports stay. Works where all of 127.0.0.0/8 is the machine itself (Linux).
"""
import socket
import subprocess
import sys
import time


def datagrams(capture):
    """(seconds, sender, receiver, bytes) of every UDP datagram to a single receiver."""
    names = ["frame.time_relative", "ip.src", "udp.srcport", "ip.dst", "udp.dstport", "udp.payload"]
    rows = subprocess.run(["tshark", "-n", "-r", capture, "-Y", "udp && ip", "-T", "fields"] + [
        word for name in names for word in ("-e", name)], check=True, stdout=subprocess.PIPE, text=True).stdout
    for moment, source, source_port, target, target_port, payload in (row.split("\t") for row in rows.splitlines()):
        if target != "255.255.255.255":
            yield float(moment), (here(source), int(source_port)), (here(target), int(target_port)), bytes.fromhex(payload)


def here(address):
    """The address on this machine that stands for another one."""
    return "127." + address.split(".", 1)[1]


def main(capture, speed):
    played = list(datagrams(capture))
    ends = {place: socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _, *places, _ in played for place in places}
    for place, end in ends.items():
        end.bind(place)
        end.settimeout(5)
    start, arrived = time.monotonic(), 0
    for moment, sender, receiver, payload in played:
        time.sleep(max(0, start + moment / speed - time.monotonic()))
        ends[sender].sendto(payload, receiver)
        arrived += ends[receiver].recv(65536) == payload
    print(f"{len(played)} datagrams sent, {arrived} arrived.")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) == 3 else 1.0)
