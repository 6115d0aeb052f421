#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the seeds of the fuzzers into folders of their names: seeds.py FOLDER."""

import io
import pathlib
import struct
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
TOP = TESTS.parent
sys.path += [str(TESTS / folder) for folder in ("lib", "forge", "trace", "import")]

import installations  # noqa: E402 the folders above hold these
import pcapng  # noqa: E402
import python15  # noqa: E402
import trace_log  # noqa: E402
from payloads import deciphered  # noqa: E402

DATAGRAMS = 24      # of an input
GAMESPY = 0x5C
LOG_MEGABYTES = 0.01
SCRIPT = b"""import App
Hull = App.HullProperty_Create("Hull")
Hull.SetMaxCondition(1500.0)
Hull.SetPrimary(1)
App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)
Tube = App.TorpedoTubeProperty_Create("Tube 1")
App.g_kModelPropertyManager.RegisterLocalTemplate(Tube)
ParentPath = "parent"
def LoadPropertySet(pObj):
    prop = App.g_kModelPropertyManager.FindByName("Hull", App.TGModelPropertyManager.LOCAL_TEMPLATES)
    if (prop != None):
        pObj.AddToSet("Scene Root", prop)
    for i in range(3):
        pObj.AddToSet("Scene Root", Tube)
"""


def payloads(capture):
    """(server's end?, port of the other end, UDP payload) of a capture's datagrams."""
    for packet in pcapng.read(capture):
        offset = pcapng.udp_payload_offset(packet)
        if offset is None or len(packet.data) == offset:
            continue
        source, destination = struct.unpack_from(">HH", packet.data, offset - 8)
        payload = packet.data[offset:]
        server = payload[0] == 1 if payload[0] != GAMESPY else source <= destination
        yield server, destination if server else source, payload


def conversations(capture):
    """Inputs of the dissector's fuzzer."""
    items, ports = [], {}
    for server, port, payload in payloads(capture):
        text = payload[0] == GAMESPY
        flags = server | ports.setdefault(port, len(ports) % 4) << 1 | text << 3
        plain = payload if text else deciphered(payload)
        items.append(struct.pack("<BH", flags, len(plain)) + plain)
    return [b"".join(items[start:start + DATAGRAMS]) for start in range(0, len(items), DATAGRAMS)]


def master_server():
    """An input of the dissector's fuzzer: a client asks for the list, in both ways, and gets it in two segments."""
    records = bytes([10, 10, 10, 1, 0x56, 0x55]) * 3
    question, end = rb"\list\cmp\gamename\bcommander", b"\\final\\"
    segments = [(0x81, rb"\basic\\secure\ABCDEF"),
                (0x80, rb"\gamename\bcommander\gamever\1.6\validate\aaaaaaaa" + end + question),
                (0x81, records[:8]), (0x81, records[8:] + end),
                (0x82, rb"\list\\gamename\bcommander" + end), (0x83, records + end)]
    return b"".join(struct.pack("<BH", flags, len(text)) + text for flags, text in segments)


def write(folder, name, content):
    """One seed."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


def hexadecimal(payload):
    """A datagram as people paste it."""
    return deciphered(payload).hex(" ").encode() + b"\n"


def scripts():
    """{name: hardpoint script}, written and compiled."""
    found = {"script": SCRIPT}
    for path in sorted((TESTS / "import" / "cases").glob("*.py")):
        found[path.stem] = path.read_bytes()
        try:
            found[f"{path.stem}-compiled"] = python15.compiled(path.read_text(encoding="utf-8"))
        except (SyntaxError, NotImplementedError, UnicodeEncodeError):
            pass    # Python 3 cannot parse it, or no script of the game has it
    return found


def games():
    """{name: input of the game folder's fuzzer}: the indexes are those of its list of paths."""
    three = installations.three_ships()
    table, ships, hulls = (list(three.values())[start:end] for start, end in ((0, 1), (1, 4), (5, 8)))
    forms = {"written": ([0, 2, 4, 10, 6, 8], [*table, *ships, *hulls[:2]]),
             "registry": ([11, 4, 8], [installations.registry([("Akira", "F"), ("Defiant", "F")]), ships[1], hulls[1]]),
             "loose": ([12], hulls[:1])}
    forms["compiled"] = ([1, 3, 5, 7, 9], [python15.compiled(text) for text in [*table, *ships[:2], *hulls[:2]]])
    found = {}
    for name, (places, texts) in forms.items():
        texts = [text if isinstance(text, bytes) else text.encode() for text in texts]
        found[name] = bytes([len(places) - 1]) + b"".join(
            bytes([place]) + (struct.pack("<H", len(text)) if place != places[-1] else b"") + text
            for place, text in zip(places, texts))
    return found


def main(target):
    """All seeds."""
    for capture in sorted((TOP / "captures").glob("*.pcapng")):
        for number, content in enumerate(conversations(capture)):
            write(target / "dissector", f"{capture.stem}-{number}", content)
        for number, (_, _, payload) in enumerate(list(payloads(capture))[:20]):
            name = f"{capture.stem}-{number}"
            if payload[0] == GAMESPY:
                write(target / "gamespy", name, payload)
            else:
                write(target / "wire", name, b"\0" + deciphered(payload))
                write(target / "paste", name, b"\0" + hexadecimal(payload))
    for scenario in (TOP / "captures" / "scenarios").glob("**/*.scn"):
        write(target / "forge", scenario.stem, scenario.read_bytes())
    for layout in (TOP / "layouts").glob("*.ini"):
        write(target / "layout", layout.stem, layout.read_bytes())
    write(target / "dissector", "master-server", master_server())
    for name, script in scripts().items():
        write(target / "hardpoint", name, script)
    for name, game in games().items():
        write(target / "game", name, game)
    log = io.BytesIO()
    trace_log.battle(int(LOG_MEGABYTES * 1_000_000), log)
    write(target / "trace", "battle", b"\x40" + log.getvalue())
    write(target / "names", "list", b"\1\x0dscripts\\mods\\scripts/ships/Foo.pyc\r\nFoo.pyc\n\xef\xbb\xbf\xc3\xbc.pyc\n")
    write(target / "infer", "block", bytes([5, 18]) + bytes.fromhex("08ff60ffffffffffffffffffffffffffffff") + b"\1")
    write(target / "primitives", "zeros", bytes(16))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
