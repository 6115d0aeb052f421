# SPDX-License-Identifier: GPL-2.0-or-later
"""The collected game of a capture, for the tests of this folder."""

import json
import math

from bcnet_test import run, scratch_file

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
    endpoint sep  10.10.10.77:61022 id 3
"""
ACE_SHIP, SEP_SHIP = 0x3FFFFFFF, 0x4003FFFF
# Snapshots of undamaged ships (40.4), as captured (40.13).
AKIRA = "FF FF 64 FF FF FF FF FF FF FF 64 FF FF FF FF FF FF 64 FF FF FF FF FF FF FF FF FF 64 60 01 FF FF FF 64 FF " \
    "FF FF FF FF FF FF 64 00 FF 64 FF FF FF 64 01 FF"
SOVEREIGN = "FF FF 64 FF FF FF FF FF FF FF 64 FF FF FF FF FF FF 64 FF FF FF FF FF FF FF 64 60 00 FF 64 FF FF FF FF " \
    "FF FF FF FF FF 64 01 FF FF FF FF FF 64 01 FF FF FF 64 FF"
PHASERS_OF_AKIRA = 0x40040005      # the Akira's phaser system is its sixth subsystem (layout: offset 6)
# Ace takes a Sovereign and Sep an Akira; everything is seen from the host's side.
FLEET = ENDS + f"""
    at 0 ace > host
        game seq 1 03 i8:0 u8:2 u32:0x8008 u32:{ACE_SHIP} u8:5 f32:0 f32:0 f32:0 f32:1 zeros:12 zeros:3 f32:0 \\
            str8:"Ace" str8:"Multi1" {SOVEREIGN}
    at 0 sep > host
        game seq 1 03 i8:1 u8:3 u32:0x8008 u32:{SEP_SHIP} u8:1 f32:100 f32:0 f32:0 f32:1 zeros:12 zeros:3 f32:0 \\
            str8:"Sep" str8:"Multi1" {AKIRA}
"""


def refuse(constant):
    """NaN and infinities are no JSON."""
    raise ValueError(constant)


def world(capture, *options):
    """The JSON of -z bcnet,world, strictly read."""
    path = scratch_file(".json")
    run("tshark", "-n", "-q", "-r", capture, "-z", f"bcnet,world,{path}", *options)
    return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)


def game(capture, *options):
    """The only game of a capture."""
    games = world(capture, *options)["games"]
    assert len(games) == 1, f"{len(games)} games"
    return games[0]


def whole_percent(condition):
    """As the tables show it: what is not quite 0 or 100 never reads so."""
    if condition in (0, 255):
        return 0 if condition == 0 else 100
    return min(99, max(1, math.floor(condition * 100 / 255 + 0.5)))


def name_of(game_, state):
    """The name of what a state is about, as the table of ships has it."""
    ship = state["of"]
    entry = game_["layouts"][ship["layout"]]["entries"][state["entry"]]
    if "facing" in state:
        return ("Front", "Rear", "Top", "Bottom", "Left", "Right")[state["facing"]] + " shields"
    return entry["parts"][state["part"]]["name"] if "part" in state else entry["name"]
