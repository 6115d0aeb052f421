# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the page of bytes of a capture (bcnet-report --bytes): every datagram, every byte, what it belongs to.

    python3 bytes_page.py TSHARK CAPTURE OUTPUT [TSHARK-OPTION]...

tshark says it all: the words of fields as PDML, where they stand and what their bytes are as JSON, which of them are computed as
text (in brackets), what they mean as its glossary. The page is put together from the files of this folder.
"""

import base64
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

import questions

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = ("words", "sections", "palette", "bytes", "quiz", "bytes-main")
MOST = 1000     # datagrams of a page: some 10 MB
COMPUTED, REMARK = 1, 2
LEFT_OUT = "bcnet.known"     # what earlier datagrams told of a ship: much, and no byte of this one
OUR_LINE = re.compile(r"^(Bridge Commander Network Protocol|GameSpy)")
SECTION = re.compile(r" *\((\d\d\.[\d.]*\d)[^()]*\)$")
COLUMNS = ("-o", 'gui.column.format:"Number","%m","Info","%i"')


class Field:
    """A line of the tree: how deep it stands, the bytes it marks, its name and its words."""

    def __init__(self, element, depth, hidden):
        self.name, self.depth, self.hidden = element.get("name", ""), depth, hidden
        self.label = element.get("showname") or element.get("show") or ""
        self.show, self.value = element.get("show", ""), ""
        self.start = self.size = self.source = self.flags = 0


def fields_below(element, depth=0, hidden=False):
    """All there is, in the order of the tree."""
    hidden = hidden or element.get("hide") == "yes" or element.get("name", "").startswith(LEFT_OUT)
    field = Field(element, depth, hidden)
    yield field
    if field.name == "_ws.expert":
        field.flags, depth, hidden = REMARK, depth - 1, True
    for child in element:
        yield from fields_below(child, depth + 1, hidden)


def places_in(pairs):
    """(name, (hex, begin, size)) of what is named in a layer of tshark's JSON, in the order of the tree. Places come from
    there: where a bit stands before what it belongs to, PDML adds the two."""
    raw = None
    for name, value in pairs:
        if name.endswith("_raw"):
            raw = value
            continue
        if name.startswith("bcnet.") and not name.endswith("_tree"):
            yield name, raw
        raw = None
        if isinstance(value, list) and value and isinstance(value[0], tuple):
            yield from places_in(value)


class Datagram:
    """One datagram: where it stands, its fields, and its bytes as sent and as they are meant."""

    def __init__(self, frame, seconds, layer):
        self.frame, self.seconds, self.info = frame, seconds, ""
        self.fields = list(fields_below(layer))
        self.cipher, self.enciphered, self.sources = b"", False, []

    def place(self, layers):
        """Bytes and places of the fields, from the same datagram in JSON."""
        raw = dict(layers)["bcnet_raw"]
        self.cipher = bytes.fromhex(dict(dict(layers)["udp"])["udp.payload_raw"][0])
        self.enciphered = raw[1] == 0
        self.sources = [bytearray.fromhex(raw[0])]
        self.fields[0].size = len(self.sources[0])
        named = [field for field in self.fields if field.name.startswith("bcnet.")]
        for field, (name, place) in zip(named, places_in(dict(layers)["bcnet"])):
            if field.name != name:
                sys.exit("bcnet-report: tshark's JSON is not in the order of its PDML")
            if place:
                field.value, field.start, field.size = place[0], place[1] - raw[1], place[2]
        self.find_joined()
        self.fields = [field for field in self.fields if not field.hidden]

    def find_joined(self):
        """Behind the last piece of a message stand the fields of the whole: their bytes are a source of their own."""
        source, joined = 0, None
        for field in self.fields:
            if field.name == "bcnet.msg":
                source, joined = 0, None
            if field.name == "bcnet.fragments":
                self.sources.append(bytearray(field.size))
                joined = len(self.sources) - 1
                field.flags, field.size = COMPUTED, 0
            if field.name == "bcnet.fragment" and joined:
                field.source, field.flags = joined, COMPUTED
                self.sources[joined][field.start:field.start + field.size] = bytes.fromhex(field.value)
                continue
            field.source = source
            if field.name == "bcnet.frag.data" and joined:
                source = joined

    def mark_computed(self, lines):
        """By the lines of the same tree as text, where what is computed stands in brackets."""
        at = 0
        for field in self.fields:
            for place in range(at, min(at + 40, len(lines))):
                if lines[place] in (field.label, f"[{field.label}]"):
                    field.flags |= COMPUTED if lines[place].startswith("[") and not field.label.startswith("[") else 0
                    at = place + 1
                    break
            if field.size == 0 and not field.flags & REMARK:
                field.flags |= COMPUTED

    def first(self, name):
        """The first field of that name, or None."""
        return next((field for field in self.fields if field.name == name), None)


def datagrams(stream):
    """Those of tshark's PDML, in order."""
    for _, element in xml.iterparse(stream):
        if element.tag != "packet":
            continue
        layers = {layer.get("name"): layer for layer in reversed(element)}
        if "bcnet" in layers and "udp" in layers and "icmp" not in layers:
            facts = {field.get("name"): field for field in layers["geninfo"]}
            yield Datagram(int(facts["num"].get("show")), float(facts["timestamp"].get("value")), layers["bcnet"])
        element.clear()


def texts(stream):
    """Frame -> (Info, lines of our trees) of tshark's text."""
    found, frame, ours, info = {}, None, False, {}
    for line in stream:
        line = line.rstrip("\n")
        begin = re.match(r"Frame (\d+)[: ]", line)
        summary = re.match(r" *(\d+) (.*)", line)
        if begin:
            frame, ours = int(begin[1]), False
            found[frame] = (info.get(frame, ""), [])
        elif not line.startswith(" ") and line:
            ours = bool(OUR_LINE.match(line))
        if summary and not begin and not ours:
            info[int(summary[1])] = summary[2].strip()
        if ours and frame:
            found[frame][1].append(line.strip())
        if not line:
            ours = False
    return found


class Tshark:
    """Runs it."""

    def __init__(self, program, capture, options):
        self.program, self.arguments = program, ["-n", "-2", "-r", capture, *options]

    def lines(self, *arguments, text=True):
        return subprocess.Popen([self.program, *arguments], stdout=subprocess.PIPE, text=text,
                                **({"encoding": "utf-8", "errors": "replace"} if text else {}))

    def first(self, *options):
        """(datagrams, whether there are more than a page takes)"""
        found, more = [], False
        with self.lines(*self.arguments, *options, "-T", "pdml", text=False) as process:
            for datagram in datagrams(process.stdout):
                if len(found) == MOST:
                    more = True
                    process.kill()
                    break
                found.append(datagram)
        if not more and process.returncode != 0:
            sys.exit(1)
        return found, more

    def read(self):
        """The same, with all that is known of them. Where there are more, the capture ends behind the last one that is taken:
        each run of tshark must tell the same, also of what comes later."""
        found, more = self.first()
        last = ("-c", str(found[-1].frame)) if more else ()
        if more:
            found, _ = self.first(*last)
        with self.lines(*self.arguments, *last, "-T", "json", "-x", "-J", "frame udp bcnet") as process:
            frames = [dict(dict(frame)["_source"])["layers"] for frame in json.load(process.stdout, object_pairs_hook=list)]
        placed = {dict(dict(layers)["frame"])["frame.number"]: layers for layers in frames}
        with self.lines(*self.arguments, *last, "-P", "-O", "bcnet", *COLUMNS) as process:
            told = texts(process.stdout)
        for datagram in found:
            datagram.place(placed[str(datagram.frame)])
            datagram.info, lines = told.get(datagram.frame, ("", []))
            datagram.mark_computed(lines)
        return found, more

    def glossary(self):
        """Filter name -> (title, meaning)."""
        with self.lines("-G", "fields") as process:
            rows = (line.rstrip("\n").split("\t") for line in process.stdout if "\tbcnet" in line)
            return {row[2]: (row[1], row[7]) for row in rows if row[0] == "F"}

    def version(self):
        """That of the plugin."""
        with self.lines("-G", "plugins") as process:
            return next((line.split("\t")[1] for line in process.stdout if line.startswith("bcnet.so")), "")


def meaning(row):
    """(title, sentence, section) of a line of the glossary."""
    title, sentence = row
    cited = SECTION.search(sentence) or SECTION.search(title)
    return SECTION.sub("", title), SECTION.sub("", sentence), cited[1] if cited else ""


def world_of(tshark, capture):
    """What the page shows, as JSON."""
    found, more = tshark.read()
    known, names, labels = tshark.glossary(), {}, {}
    begin = found[0].seconds if found else 0

    def number(name, table):
        return table.setdefault(name, len(table))

    frames = []
    for datagram in found:
        rows = [[field.depth, field.source, field.start, field.size, number(field.name, names), number(field.label, labels), field.flags]
                for field in datagram.fields]
        frames.append({"n": datagram.frame, "t": round(datagram.seconds - begin, 6), "info": datagram.info,
                       "cipher": datagram.cipher.hex() if datagram.enciphered else None,
                       "sources": [bytes(source).hex() for source in datagram.sources], "fields": rows})
    return {"format": "bcnet-bytes", "version": 1, "program": f"bcnet {tshark.version()}".strip(),
            "capture": {"start": f"{begin:.6f}", "name": pathlib.Path(capture).name}, "more": more,
            "names": [[name, *meaning(known.get(name, (name, "")))] for name in names], "labels": list(labels),
            "frames": frames, "questions": questions.of(found)}


def in_script(data):
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def page(data):
    """The page; only its own script may run, and nothing may be fetched."""
    read = {name: (HERE / name).read_text(encoding="utf-8") for name in ("bytes.html", "style.css", "bytes.css")}
    script = "\n'use strict';\n" + "\n".join((HERE / "js" / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS) + "\n"
    total = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    parts = {"@SUM@": f"'sha256-{total}'", "@STYLE@": read["style.css"] + read["bytes.css"], "@SCRIPT@": script,
             "@DATA@": in_script(data)}
    return re.sub("@(SUM|STYLE|SCRIPT|DATA)@", lambda found: parts[found[0]], read["bytes.html"])


def main():
    program, capture, output, *options = sys.argv[1:]
    text = page(world_of(Tshark(program, capture, options), capture))
    if output == "-":
        sys.stdout.buffer.write(text.encode())
    else:
        pathlib.Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
