# SPDX-License-Identifier: GPL-2.0-or-later
"""Declarative dissection tests: bytes in, expected fields out.

All cases of a Cases object go into one capture, each with endpoints of its own, so that no case sees the state of
another one, and into one run of tshark.
"""

import dataclasses
import re
import unittest

import contract
import pdml
from dissect import columns, forge, frames

HOST_PORT = 22101
CLIENT_PORT = 59405     # no protocol of Wireshark is bound to it
NEW_CLIENT = 255
FIRST_CLIENT = 2
UNRELIABLE_OPCODES = (0x1C,)
SENDERS = {"host": 1, "client": FIRST_CLIENT, "new": NEW_CLIENT}


@dataclasses.dataclass
class Label:
    """Expected: the line of the tree (showname) matches the regular expression."""

    pattern: str


@dataclasses.dataclass
class Has:
    """Expected: among all occurrences of the field there is one like this (value or Label)."""

    expected: object


@dataclasses.dataclass
class Step:
    """A datagram before the one under test.

    kind "payload": a game message (opcode first); "datagram": a plain datagram, encrypted on the way;
    "wire": bytes as they are on the wire.
    """

    data: object
    sender: object = None
    kind: str = "payload"
    reliable: bool = None
    to: int = FIRST_CLIENT


@dataclasses.dataclass
class Case:
    """A named case: datagrams, the last of which is under test, and what is expected of it."""

    name: str
    steps: list
    expect: dict
    experts: list
    absent: list
    info: str
    protocol: str
    messages: list


def octets(data):
    """Bytes of hex text; blanks and | are for the eye only."""
    return data if isinstance(data, bytes) else bytes.fromhex(re.sub(r"[\s|`]", "", data))


def network_id(sender):
    """Byte 0 of the datagrams of a sender: "host", "client", "new" or a number."""
    return SENDERS.get(sender, sender)


class Cases:
    """A list of cases; `testcase()` makes the unittest class that runs them."""

    def __init__(self, name):
        self.name = name
        self.cases = []

    def payload(self, name, data, sender="host", **rest):
        """A game message with this payload (opcode first), alone in its datagram."""
        reliable = rest.pop("reliable", None)
        self._add(name, Step(data, sender, "payload", reliable), rest)

    def datagram(self, name, data, sender=None, **rest):
        """A whole plain datagram, from byte 0 on. The sender follows from byte 0."""
        self._add(name, Step(data, sender, "datagram"), rest)

    def wire(self, name, data, sender="client", **rest):
        """A datagram as it is on the wire (bytes or hex), for example GameSpy text."""
        self._add(name, Step(data, sender, "wire"), rest)

    def _add(self, name, step, rest):
        if any(case.name == name for case in self.cases):
            raise ValueError(f"There are two cases named {name}.")
        preface = [self._preface(item, step) for item in rest.pop("preface", ())]
        options = {"expect": {}, "experts": [], "absent": [], "info": None, "protocol": "BCNET", "messages": None}
        unknown = set(rest) - set(options)
        if unknown:
            raise TypeError(f"Case {name}: unknown arguments {sorted(unknown)}.")
        self.cases.append(Case(name, [*preface, step], **{**options, **rest}))

    @staticmethod
    def _preface(item, step):
        if isinstance(item, Step):
            return item
        if isinstance(item, tuple):
            return Step(item[1], item[0])
        return Step(item, step.sender if step.kind == "payload" else "host")

    def scenario(self):
        """The scenario text of all cases, and for each case the number of the frame under test."""
        lines, numbers, frame = [], [], 0
        for index, case in enumerate(self.cases):
            writer = _CaseWriter(index)
            for step in case.steps:
                writer.step(step)
            frame += len(case.steps)
            numbers.append(frame)
            lines += [f"# {case.name}", *writer.lines()]
        return "\n".join(lines) + "\n", numbers

    def testcase(self):
        """The unittest class: one test method per case."""
        cases = self

        class Generated(unittest.TestCase):
            """One method per case; the capture is made and dissected once."""

            @classmethod
            def setUpClass(cls):
                cls.results = _dissect(cases)

        for index, case in enumerate(self.cases):
            setattr(Generated, "test_" + re.sub(r"\W", "_", case.name), _method(index, case))
        Generated.__name__ = Generated.__qualname__ = "Cases_" + re.sub(r"\W", "_", self.name)
        return Generated


class _CaseWriter:
    """Writes one case as scenario text, with endpoints that belong to this case alone."""

    def __init__(self, index):
        self.index = index
        self.network = f"10.{index >> 8}.{index & 255}"
        self.clients = set()
        self.sequence = {}
        self.body = []

    def _endpoint(self, ident):
        if ident == 1:
            return f"host{self.index}"
        number = FIRST_CLIENT if ident == NEW_CLIENT else ident
        self.clients.add(number)
        return f"client{self.index}_{number}"

    def step(self, step):
        """Add one datagram."""
        data = octets(step.data)
        ident = network_id(step.sender) if step.sender is not None else data[0]
        receiver = step.to if ident == 1 else 1
        time = self.index * 10 + len(self.body) * 0.01
        option = f" id {ident}" if step.kind == "payload" else ""
        self.body.append(f"at {time:.3f} {self._endpoint(ident)} > {self._endpoint(receiver)}{option}\n"
                         f"    {self._content(step, data, (ident, receiver))}")

    def _content(self, step, data, direction):
        text = data.hex(" ")
        if step.kind == "wire":
            return f"cipher {text}"
        if step.kind == "datagram":
            return f"plain {text}"
        reliable = step.reliable if step.reliable is not None else data[:1] and data[0] not in UNRELIABLE_OPCODES
        if not reliable:
            return f"game {text}"
        number = self.sequence.get(direction, 0)
        self.sequence[direction] = number + 1
        return f"game seq {number} {text}"

    def lines(self):
        """The scenario text: endpoints first."""
        yield f"endpoint host{self.index} {self.network}.1:{HOST_PORT} id 1"
        for number in sorted(self.clients):
            yield f"endpoint client{self.index}_{number} {self.network}.{number}:{CLIENT_PORT} id {number}"
        yield from self.body


@dataclasses.dataclass
class _Result:
    frame: pdml.Frame
    protocol: str
    info: str


def _dissect(cases):
    scenario, numbers = cases.scenario()
    capture = forge(scenario)
    by_number = {frame.number: frame for frame in frames(capture)}
    texts = columns(capture)
    if len(texts) != len(by_number) or numbers and max(numbers) != len(texts):
        raise AssertionError(f"{len(texts)} frames where {max(numbers)} were described.")
    return [_Result(by_number[number], *texts[number - 1]) for number in numbers]


def _method(index, case):
    def method(self):
        result = self.results[index]
        problems = list(_problems(case, result))
        if problems:
            self.fail("\n".join([f"case {case.name}:", *("  " + problem for problem in problems),
                                 f"  Info: {result.info}", result.frame.outline()]))
    method.__doc__ = case.name
    return method


def _problems(case, result):
    """What is wrong with the result, in sentences."""
    frame = result.frame
    if not frame.dissected:
        yield "bcnet did not take the datagram."
        return
    if frame.malformed:
        yield "The frame is malformed."
    if result.protocol != case.protocol:
        yield f"The column Protocol says {result.protocol!r}, not {case.protocol!r}."
    if case.info is not None and not re.search(case.info, result.info):
        yield f"The column Info does not match {case.info!r}."
    yield from _expert_problems(case, frame)
    everything = list(frame.walk())
    yield from _field_problems(case.expect, everything)
    expected_anywhere = set(case.expect).union(*(case.messages or ()))
    for name in [*case.absent, *({"bcnet.unparsed"} - expected_anywhere)]:
        for node in everything:
            if node.name == name:
                yield f"{name} should not be there: {node.show!r}."
    if case.messages is not None:
        yield from _message_problems(case.messages, frame.messages())


def _message_problems(expected, messages):
    if len(expected) != len(messages):
        yield f"{len(messages)} messages instead of {len(expected)}."
    for number, (wanted, message) in enumerate(zip(expected, messages), 1):
        for problem in _field_problems(wanted, list(message.walk())):
            yield f"Message {number}: {problem}"


def _expert_problems(case, frame):
    found = frame.experts()
    if sorted(expert.name for expert in found) != sorted(case.experts):
        texts = [f"{expert.name} ({expert.severity}: {expert.text})" for expert in found]
        yield f"Expert infos: {texts or 'none'}, expected: {case.experts or 'none'}."
    for expert in found:
        allowed = contract.severities().get(expert.name)
        if allowed and expert.severity not in allowed:
            yield f"{expert.name} is a {expert.severity}, it should be a {' or '.join(sorted(allowed))}."


def _field_problems(expect, nodes):
    for name, expected in expect.items():
        found = [node for node in nodes if node.name == name]
        shown = [node.show for node in found]
        if isinstance(expected, Has):
            if not any(matches(expected.expected, node) for node in found):
                yield f"{name}: none of {shown} is like {expected.expected!r}."
            continue
        wanted = expected if isinstance(expected, list) else [expected]
        if len(wanted) != len(found):
            yield f"{name}: {shown}, expected {wanted}."
        else:
            for number, (value, node) in enumerate(zip(wanted, found)):
                if not matches(value, node):
                    where = f"[{number}]" if len(wanted) > 1 else ""
                    yield f"{name}{where}: {node.show!r} ({node.showname}), expected {value!r}."


def matches(expected, node):
    """Whether a field is as expected: text, number (with the precision it is written with), bool, bytes, Label."""
    if isinstance(expected, Label):
        return re.search(expected.pattern, node.showname) is not None
    if expected is None:
        return True
    if isinstance(expected, bool):
        return node.show == str(int(expected)) or node.show == str(expected)
    if isinstance(expected, bytes):
        return node.show.replace(":", "") == expected.hex()
    return node.show == str(expected) or _same_number(str(expected), node.show)


def _same_number(expected, shown):
    if re.fullmatch(r"(0x[0-9a-fA-F]+|-?\d+)", expected) and re.fullmatch(r"(0x[0-9a-fA-F]+|-?\d+)", shown):
        return int(expected, 0 if "x" in expected else 10) == int(shown, 0 if "x" in shown else 10)
    try:
        wanted, value = float(expected), float(shown)
    except ValueError:
        return False
    if wanted != wanted or value != value:
        return wanted != wanted and value != value
    decimals = re.fullmatch(r"-?\d*\.(\d+)", expected)
    written = 0.6 * 10.0 ** -len(decimals[1]) if decimals else 0.0
    return wanted == value or abs(wanted - value) <= max(written, 1e-5 * abs(wanted))
