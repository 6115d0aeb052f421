# SPDX-License-Identifier: GPL-2.0-or-later
"""A capture in which strangers try to be more than text: in player names, ship names, sets, maps, chat and the name of
the server. What they try would set window.hacked, or load something."""

from bcnet_test import forge
from world import ENDS, SOVEREIGN

TRICKS = [
    "</script><script>window.hacked=1</script>",
    "</SCRIPT ><img src=x onerror=window.hacked=2>",
    "<!--<script>window.hacked=3",
    "\"'`><svg/onload=window.hacked=4>",
    "javascript:window.hacked=5",
    "${window.hacked=6}{{window.hacked=6}}",
    "\\u003cscript\\u003ewindow.hacked=7",
    "\u202egnp.exe\u2066\u200f\ufeff",
    "]]></title></textarea></style><base href=http://10.0.0.1/>",
    "__proto__", "constructor", "&lt;b&gt;&#x3c;script&#x3e;",
]
LONG_CHAT = 65535


def utf16(text):
    """A name as a type 0x00 carries it."""
    return text.encode("utf-16-le").hex(" ") + " 00 00"


def latin(text):
    """Bytes of a text on the wire; what does not fit becomes a question mark."""
    return text.encode("latin-1", "replace").hex(" ")


def quoted(trick):
    """As text of a scenario, without the backslashes that end a value (80.2)."""
    return trick.encode("ascii", "replace").decode().replace('"', '""').replace("\\", "/")


def capture():
    """One player per trick, each with a name, a ship in a set, and a line of chat that is it."""
    lines = [ENDS.strip()]
    for i, trick in enumerate(TRICKS):
        peer, raw = 2 + i, latin(trick)
        ship, size = 0x3FFFFFFF + i * 0x40000, len(trick)
        name = utf16(trick)
        lines.append(f"""
            endpoint p{i} 10.10.11.{i + 1}:60000 id {peer}
            at {i} p{i} > host
                raw 00 {5 + 5 + len(name.split()):02x} C0 00 00 {peer:02x} 0A 0A 0B 01 {name}
            """)
        lines.append(f"""
            at {i}.1 p{i} > host
                game seq 1 03 i8:{i} u8:{peer} u32:0x8008 u32:{ship} u8:5 f32:{i * 10} f32:0 f32:0 f32:1 zeros:12 \\
                    zeros:3 f32:0 u8:{size} {raw} u8:{size} {raw} {SOVEREIGN}
            at {i}.2 p{i} > host
                game seq 2 2C i32:{peer} u16:{size} {raw}
                game 1C u32:{ship} f32:{i} 01 f32:{i * 10} f32:5 f32:0 bits:0
            at {i}.3 host > p{i}
                game seq 3 00 f32:{100 + i} bits:1,0,0 i8:{i} u16:{size} {raw}
            at {i}.4 host > p{i}
                text "\\gamename\\bcommander\\hostname\\" "{quoted(trick)}" "\\final\\"
            """)
    lines.append(f"""
            at 30 p0 > host
                split seq 9 size 490 every 0.001 2C 02 00 00 00 u16:{LONG_CHAT} str:"{"<b>" * 20000}"
            """)
    return forge("\n".join(lines))
