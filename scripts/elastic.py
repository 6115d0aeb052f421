#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Prepares captures for a search cluster (Elasticsearch, OpenSearch).

    elastic.py mapping > mapping.json                        the body that creates the index
    tshark -r FILE -T ek | elastic.py bulk > FILE.ndjson     the body of _bulk requests

With FILE made by tshark -U "BCNET messages" -w FILE, a document is a message; with any other capture, a frame.

tshark has both already, but a cluster refuses them as they are:

- `tshark -G elastic-mapping` calls byte strings numbers, durations dates, and fields with hexadecimal display numbers
  (up to 4.4), although -T ek writes them as "0a:0b", "0.011" and "0x1c". Here the first and the last are keywords,
  durations are doubles, and texts, which tshark leaves out, can be searched. Floating-point values that are no number
  (NaN, infinite), which nobody can index, do not make a document fail.
- `tshark -T ek` repeats a key when a field occurs at several places of the tree (up to 4.2), which a cluster takes for
  an error, and names a document type, which present versions do not know any more. Here the values of a key stand in
  one list.
"""

import argparse
import json
import subprocess
import sys

LONGEST = 1024      # characters; what is longer is stored, but cannot be searched for
KEYWORD = {"type": "keyword", "ignore_above": LONGEST}
TEXT = {**KEYWORD, "fields": {"words": {"type": "text"}}}
# Of the layers below, what one asks for: whose frame, from where to where.
BELOW = {
    "frame": {"frame_frame_number": "long", "frame_frame_len": "long", "frame_frame_time_relative": "double"},
    "ip": {"ip_ip_src": "ip", "ip_ip_dst": "ip"},
    "ipv6": {"ipv6_ipv6_src": "ip", "ipv6_ipv6_dst": "ip"},
    "exported_pdu": {
        "exported_pdu_exported_pdu_orig_fno": "long",
        "exported_pdu_exported_pdu_ipv4_src": "ip", "exported_pdu_exported_pdu_ipv4_dst": "ip",
        "exported_pdu_exported_pdu_ipv6_src": "ip", "exported_pdu_exported_pdu_ipv6_dst": "ip",
        "exported_pdu_exported_pdu_src_port": "integer", "exported_pdu_exported_pdu_dst_port": "integer",
        "ip_ip_addr": "ip", "ip_ip_src": "ip", "ip_ip_dst": "ip",
    },
    "udp": {"udp_udp_srcport": "integer", "udp_udp_dstport": "integer", "udp_udp_stream": "long"},
}
PROTOCOL = "bcnet"


def glossary(tshark, *arguments):
    """What tshark -G prints."""
    try:
        return subprocess.run([tshark, "-G", *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, encoding="utf-8").stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"elastic.py: {tshark} cannot be asked for its fields: {error}")


def registered(listing):
    """Key of -T ek -> (field type, display base), from tshark -G fields."""
    rows = (line.split("\t") for line in listing.splitlines() if line.startswith("F\t"))
    return {f"{PROTOCOL}_{row[2].replace('.', '_')}": (row[3], row[5]) for row in rows if row[4] == PROTOCOL}


def fitting(mapped, kind, base):
    """A type that takes what -T ek writes for the field."""
    if kind == "FT_BYTES" or (kind.startswith(("FT_UINT", "FT_INT")) and "HEX" in base):
        return KEYWORD
    if kind == "FT_RELATIVE_TIME":
        return {"type": "double"}
    if kind in ("FT_FLOAT", "FT_DOUBLE"):
        return {**mapped, "ignore_malformed": True}
    return mapped


def corrected(mapping, fields):
    """The mapping of tshark -G elastic-mapping, made to fit."""
    layers = mapping["mappings"]["properties"]["layers"]["properties"]
    if PROTOCOL not in layers:
        sys.exit(f"elastic.py: This tshark has no fields of {PROTOCOL}: it has not loaded the plugin. "
                 "(As root it loads none from a home folder.)")
    ours = layers[PROTOCOL]["properties"]
    for key, mapped in ours.items():
        ours[key] = fitting(mapped, *fields[key])
    ours.update({key: TEXT for key, (kind, _) in fields.items() if "STRING" in kind})
    ours.update({key: KEYWORD for key, (kind, _) in fields.items() if kind == "FT_BYTES"})  # 4.6 leaves them out
    layers.update({layer: {"properties": {key: {"type": kind} for key, kind in keys.items()}}
                   for layer, keys in BELOW.items()})
    return mapping


def merged(pairs):
    """A JSON object whose repeated keys have become lists."""
    found = {}
    for key, value in pairs:
        if key not in found:
            found[key] = value
            continue
        before, now = ([each] if not isinstance(each, list) else each for each in (found[key], value))
        found[key] = before + now
    return found


def bulk(lines, index):
    """Lines of -T ek as lines of a bulk request."""
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line, object_pairs_hook=merged)
        except ValueError as error:
            sys.exit(f"elastic.py: Entry {number} is none of tshark -T ek: {error}")
        if "index" in entry:
            entry = {"index": {"_index": index or entry["index"]["_index"]}}
        yield json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    mapping = commands.add_parser("mapping", help="the body that creates the index")
    mapping.add_argument("--tshark", default="tshark", help="the program to ask")
    loading = commands.add_parser("bulk", help="standard input, of tshark -T ek, as a bulk request")
    loading.add_argument("--index", help="name of the index; without it one per day, as tshark says")
    arguments = parser.parse_args()
    if arguments.command == "mapping":
        tsharks = json.loads(glossary(arguments.tshark, "elastic-mapping", "--elastic-mapping-filter", PROTOCOL))
        print(json.dumps(corrected(tsharks, registered(glossary(arguments.tshark, "fields"))), indent=2))
    else:
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.writelines(bulk((line for line in sys.stdin if line.strip()), arguments.index))


if __name__ == "__main__":
    main()
