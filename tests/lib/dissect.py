# SPDX-License-Identifier: GPL-2.0-or-later
"""Captures from scenarios, and what tshark makes of a capture."""

import dataclasses
import functools
import re

import pdml
from wireshark import SOURCE, require_plugin, run, scratch_file, tool, tshark

SEPARATOR = "\x1f"


def forge(scenario):
    """A capture (path) made by bcnet-forge from the text of a scenario."""
    text = scratch_file(".scn")
    text.write_text(scenario, encoding="utf-8")
    capture = scratch_file(".pcapng")
    tool("bcnet-forge", "--allow", SOURCE / "captures", text, capture)
    return capture


def fields(capture, names, display_filter=None, options=()):
    """One dictionary per frame: field name -> list of its values as tshark prints them, in order.

    Fields without text of their own (FT_NONE) and empty strings are not told apart from absent ones: use frames().
    """
    arguments = ["-r", capture, "-T", "fields", "-E", "occurrence=a", "-E", f"aggregator={SEPARATOR}", *options]
    if display_filter:
        arguments += ["-Y", display_filter]
    for name in names:
        arguments += ["-e", name]
    rows = []
    for line in tshark(*arguments).splitlines():
        cells = map(as_before_4_4, names, line.split("\t"))
        rows.append({name: cell.split(SEPARATOR) if cell else [] for name, cell in zip(names, cells)})
    return rows


@functools.cache
def version():
    """Major and minor version of tshark."""
    return tuple(map(int, re.search(rb"(\d+)\.(\d+)", run("tshark", "--version")).groups()))


@functools.cache
def _names(kind):
    return {field.name for field in registered_fields() if field.type == kind}


def as_before_4_4(name, cell):
    """A cell of -T fields, or of a table made with Wireshark's own functions, as 4.0 writes it.

    Since 4.4 backslashes are doubled, and booleans are words instead of 1 and 0; 4.6 gives floats more digits.
    """
    if version() < (4, 4) or not cell:
        return cell
    if name in _names("BOOLEAN"):
        return cell.replace("True", "1").replace("False", "0")
    if name in _names("FLOAT"):
        return SEPARATOR.join(f"{float(value):g}" for value in cell.split(SEPARATOR))
    return cell.replace("\\\\", "\\")


def _node_as_before_4_4(node):
    """Booleans are words since 4.4, and 4.6 shows short times in milliseconds."""
    if node.name in _names("BOOLEAN"):
        node.show = as_before_4_4(node.name, node.show)
    elif node.name in _names("RELATIVE_TIME"):
        node.showname = re.sub(r"([\d.]+) milliseconds", lambda found: f"{float(found[1]) / 1000:.9f} seconds",
                               node.showname)


# Single messages, made up: no stock game would send most of them like that, and it is not the question.
UNJUDGED = ("-o", "bcnet.judge:false")


def frames(capture, display_filter=None, options=()):
    """The frames of a capture as pdml.Frame: trees, messages, expert infos."""
    arguments = ["-r", capture, "-T", "pdml", *UNJUDGED, *options]
    if display_filter:
        arguments += ["-Y", display_filter]
    found = list(pdml.read(tshark(*arguments)))
    if version() >= (4, 4):
        for node in (node for frame in found for node in frame.walk()):
            _node_as_before_4_4(node)
    return found


def experts(capture, options=()):
    """Frame number -> expert infos (name, severity, text) of bcnet, frames without any left out."""
    found = {frame.number: frame.experts() for frame in frames(capture, options=options)}
    return {number: infos for number, infos in found.items() if infos}


def columns(capture, display_filter=None, options=()):
    """(Protocol, Info) of every frame."""
    rows = fields(capture, ["_ws.col.Protocol", "_ws.col.Info"], display_filter, options)
    return [("".join(row["_ws.col.Protocol"]), "".join(row["_ws.col.Info"])) for row in rows]


def tree(capture, frame, options=()):
    """The lines of our protocol in the tree of one frame, as `tshark -O bcnet` prints them."""
    lines = tshark("-r", capture, "-Y", f"frame.number=={frame}", "-O", "bcnet", *options).splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("Bridge Commander Network Protocol")]
    return "\n".join(lines[starts[0]:]).rstrip() if starts else ""


@dataclasses.dataclass
class RegisteredField:
    """A line of tshark -G fields; type without FT_."""

    label: str
    name: str
    type: str
    base: str
    blurb: str


@functools.cache
def registered_fields():
    """All fields of the protocol. tshark lists a name once, however often it is registered."""
    require_plugin()
    # Of 200,000 lines; only ours are worth taking apart.
    rows = [line.decode().split("\t") for line in run("tshark", "-G", "fields").splitlines() if b"\tbcnet\t" in line]
    return [RegisteredField(row[1], row[2], row[3].replace("FT_", "", 1), row[5], row[7])
            for row in rows if row[0] == "F" and row[4] == "bcnet"]
