# SPDX-License-Identifier: GPL-2.0-or-later
"""tshark's PDML as Python objects: a tree of fields per frame, several messages of one datagram kept apart."""

import dataclasses
import io
import xml.etree.ElementTree as ElementTree

SEVERITIES = {"1048576": "comment", "2097152": "chat", "4194304": "note", "6291456": "warning", "8388608": "error"}
# Nodes under an expert item that describe it and are no fields of their own.
EXPERT_DETAILS = ("_ws.expert.message", "_ws.expert.severity", "_ws.expert.group")


@dataclasses.dataclass
class Expert:
    """An expert info: filter name, severity in words, text."""

    name: str
    severity: str
    text: str


@dataclasses.dataclass
class Node:
    """A field of the tree. `show` is what -T fields would print, `showname` the line of the tree, `value` hex."""

    name: str
    showname: str
    show: str
    value: str
    position: int
    size: int
    hidden: bool
    children: list

    def walk(self):
        """This node and everything below it, in order of the tree."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, name):
        """All nodes of that filter name below this one, itself included."""
        return [node for node in self.walk() if node.name == name]

    def fields(self):
        """(name, showname, show, value) of everything below this node."""
        return [(node.name, node.showname, node.show, node.value) for child in self.children for node in child.walk()]

    def outline(self, depth=0):
        """The subtree as text, with filter names, for failure reports."""
        lines = [f"{'    ' * depth}{self.showname or self.show}  <{self.name}> {self.show!r}"]
        return lines + [line for child in self.children for line in child.outline(depth + 1)]


class Frame:
    """A frame: its number, its protocol layers, and the frame it was exported from, if it was."""

    def __init__(self, number, layers, origin=None):
        self.number = number
        self.layers = layers
        self.origin = origin

    def walk(self):
        """All nodes of the bcnet layers and of layers that report trouble."""
        for layer in self.layers:
            yield from layer.walk()

    def all(self, name):
        """All nodes of that filter name."""
        return [node for node in self.walk() if node.name == name]

    def shows(self, name):
        """`show` of all nodes of that filter name."""
        return [node.show for node in self.all(name)]

    def messages(self):
        """The messages of the datagram in order, each a Node with its fields below it."""
        return self.all("bcnet.msg")

    @property
    def dissected(self):
        """Whether bcnet took the frame."""
        return any(layer.name == "bcnet" for layer in self.layers)

    @property
    def malformed(self):
        """Whether dissection ended in an exception."""
        return any(layer.name == "_ws.malformed" for layer in self.layers)

    def experts(self):
        """The expert infos of bcnet fields."""
        return experts_in(self.walk())

    def outline(self):
        """The tree as text, for failure reports."""
        return "\n".join(line for layer in self.layers for line in layer.outline())


def experts_in(nodes):
    """Expert infos among nodes, without those of Wireshark itself."""
    found = []
    for node in nodes:
        if node.name == "_ws.expert":
            details = {child.name: child.show for child in node.children}
            names = [child.name for child in node.children if child.name not in EXPERT_DETAILS]
            severity = details.get("_ws.expert.severity", "")
            found.append(Expert(names[0] if names else "", SEVERITIES.get(severity, severity),
                                details.get("_ws.expert.message", "")))
    return [expert for expert in found if not expert.name.startswith("_ws.")]


def _node(element):
    return Node(element.get("name", ""), element.get("showname", ""), element.get("show", ""),
                element.get("value", ""), int(element.get("pos", 0)), int(element.get("size", 0)),
                element.get("hide") == "yes", [_node(child) for child in element])


# Since 4.4 datagrams of an A-MSDU, and those that an ICMP error quotes, stand in the tree of that layer.
HOLDERS = ("wlan_aggregate", "icmp", "icmpv6")


def _frame(packet):
    number, origin = 0, None
    layers = []
    for layer in packet:
        if layer.get("name") == "geninfo":
            number = int(layer[0].get("show"))
        elif layer.get("name") == "exported_pdu":
            origin = next((int(field.get("show")) for field in layer.iter()
                           if field.get("name") == "exported_pdu.orig_fno"), None)
        elif layer.get("name") == "bcnet" or layer.get("name").startswith("_ws."):
            layers.append(_node(layer))
        elif layer.get("name") in HOLDERS:
            layers.extend(_node(child) for child in layer.iter("proto") if child.get("name") == "bcnet")
        elif layer.get("name") == "fake-field-wrapper":
            layers.extend(_node(child) for child in layer if child.get("name", "").startswith("bcnet."))
    return Frame(number, layers, origin)


def read(source):
    """Frames of a PDML text (bytes or str) or of an open binary file."""
    if isinstance(source, str):
        source = source.encode()
    if isinstance(source, bytes):
        source = io.BytesIO(source)
    for _, element in ElementTree.iterparse(source):
        if element.tag == "packet":
            yield _frame(element)
            element.clear()
