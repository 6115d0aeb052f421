# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes logs of the form of protocol chapter 95, as the community's logging server does.

    python3 trace_log.py MEGABYTES OUT      # a synthetic battle of that size, always the same
"""

import dataclasses
import datetime
import random
import sys

DUMPED_AT_MOST = 2048


@dataclasses.dataclass(frozen=True)
class Datagram:
    """A datagram as the logger sees it: plain bytes (text: bytes as sent), time in seconds since 1970."""

    time: float
    from_server: bool
    peer: str       # "Peer#0(10.0.0.2:59405)", "10.0.0.2:59405", "unknown"
    data: bytes
    text: bool = False
    result: int = None


def clock(milliseconds):
    """hh:mm:ss.mmm"""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}"


def dump(data):
    """Lines of a hex dump."""
    for offset in range(0, len(data), 16):
        row = data[offset:offset + 16]
        shown = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in row)
        yield f"    {offset:04X}: {row.hex(' ').upper():<47}  |{shown}|"


def record(number, datagram):
    """Lines of a record, with the empty line behind it."""
    direction = ("S->?" if datagram.peer == "unknown" else "S->C") if datagram.from_server else "C->S"
    result = len(datagram.data) if datagram.result is None else datagram.result
    kind = "GAMESPY" if datagram.text else "DATA"
    yield (f"[{clock(round(datagram.time * 1000))}] #{number} {direction} {datagram.peer} len={len(datagram.data)} "
           f"rc={result} {kind}")
    if datagram.text:
        yield f"  Text: {datagram.data.decode('latin-1')}"
    yield "  Hex:" if datagram.text else "  Decrypted:"
    yield from dump(datagram.data[:DUMPED_AT_MOST])
    if len(datagram.data) > DUMPED_AT_MOST:
        yield f"    ... ({len(datagram.data) - DUMPED_AT_MOST} bytes truncated)"
    if not datagram.text:
        yield f"  peer_id={datagram.data[0]} messages={datagram.data[1] if len(datagram.data) > 1 else 0}"
    yield ""


def session(time):
    """The first lines of a log."""
    started = datetime.datetime.fromtimestamp(int(time), datetime.timezone.utc)
    yield "# STBC Dedicated Server - Packet Trace (DECRYPTED)"
    yield f"# Session started: {started:%Y-%m-%d %H:%M:%S}"


def log(datagrams, line_end="\n"):
    """The bytes of a log. Its session starts with the first datagram."""
    lines = list(session(datagrams[0].time))
    for number, datagram in enumerate(datagrams, 1):
        lines += record(number, datagram)
    return (line_end.join(lines) + line_end).encode("latin-1")


def battle(size, file):
    """Writes a log of about `size` bytes; returns the number of its datagrams."""
    source = random.Random(95)
    peers = [f"Peer#{index}(10.0.{index}.9:{50000 + index})" for index in range(8)]
    time, number, written = 1771106888.0, 0, 0
    for line in session(time):
        written += file.write(line.encode() + b"\n")
    while written < size:
        number += 1
        time += source.random() * 0.03
        data = bytes([source.choice([1, 2, 3]), 2]) + source.randbytes(source.choice([14, 28, 35, 60, 90, 120, 300]))
        lines = record(number, Datagram(time, source.random() < 0.5, source.choice(peers), data))
        written += file.write("\n".join(lines).encode() + b"\n")
    return number


if __name__ == "__main__":
    with open(sys.argv[2], "wb") as output:
        print(f"{battle(int(float(sys.argv[1]) * 1_000_000), output)} datagrams", file=sys.stderr)
