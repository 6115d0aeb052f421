# SPDX-License-Identifier: GPL-2.0-or-later
"""The tables of -z bcnet,...: their totals are the counts of the fields, and a row of CSV is a game message."""

import collections
import csv
import io
import json
import os
import re
import unittest

from bcnet_test import SOURCE, fields, forge, frames, main, registered_fields, run, scratch, tool, tshark
from dissect import as_before_4_4

SESSION = SOURCE / "captures" / "session.pcapng"
ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
"""
COMMON = ["frame", "time", "from", "to", "seq", "resend", "opcode", "label", "summary", "type", "length", "actor",
          "copy_of", "acked_in", "ack_rtt", "retransmission_of", "payload_hash", "from_id", "to_id", "actor_id",
          "game", "link", "epoch", "killer", "victim"]
FULL = 1000
STATE_UPDATE = "0x1c"
DATAGRAMS = int(os.environ.get("BCNET_BATTLE", "4000"))


def battle():
    """A made-up battle: capture and truth."""
    capture, truth = scratch() / "battle.pcapng", scratch() / "battle.json"
    if not capture.exists():
        tool("bcnet-forge", "--battle", "--datagrams", DATAGRAMS, "--loss", 5, "--duplicate", 2, "--reorder", 2,
             "--truth", truth, capture)
    return capture, json.loads(truth.read_text())


def table(capture, name, *options):
    """Lines of cells of -z bcnet,players or ships."""
    lines = tshark("-r", capture, "-q", "-z", f"bcnet,{name}", *options).splitlines()
    rows = [[cell.strip() for cell in line.split("|")[:-1]] for line in lines if "|" in line]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def tree(capture):
    """{group: (total, {item: count})} of -z bcnet,tree."""
    groups = {}
    for line in tshark("-r", capture, "-q", "-z", "bcnet,tree").splitlines():
        found = re.match(r"( ?)(\S.*?)\s{2,}(\d+)\s", line)
        if found and found[1]:
            groups[group][1][found[2]] = int(found[3])
        elif found and "captured again" not in line:
            group = found[2]
            groups[group] = int(found[3]), {}
    return groups


def rows_of(capture, argument="", *options):
    """CSV as dictionaries; fails on a row of another width."""
    text = run("tshark", "-n", "-r", capture, "-q", "-z", f"bcnet,csv{argument}", *options).decode()
    lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert all(len(line) == len(lines[0]) for line in lines), "rows differ in width"
    assert lines[0][:len(COMMON)] == COMMON
    return [dict(zip(lines[0], line)) for line in lines[1:] if "Captured again" not in line]


def known_at_once(rows):
    """Without what a later frame tells: in one pass a message's ack has not been read when its row is written."""
    return [{**row, "acked_in": "", "ack_rtt": ""} for row in rows]


def headings(opcodes):
    """Opcode -> its columns, all in one run. Wireshark writes the tables in this order or, 4.0, the other way round."""
    asked = [STATE_UPDATE, *sorted(set(opcodes) - {STATE_UPDATE})]
    tables = [argument for opcode in asked for argument in ("-z", f"bcnet,csv,{opcode}")]
    text = run("tshark", "-n", "-r", SOURCE / "captures" / "gamespy-queries.pcapng", "-q", *tables).decode()
    rows = list(csv.reader(io.StringIO(text)))
    if "bcnet.state.flags" not in rows[0]:
        rows.reverse()
    assert [row for row in rows if "bcnet.state.flags" in row] == rows[:1]
    return dict(zip(asked, map(set, rows), strict=True))


def occurrences(capture, name, display_filter="bcnet.msg"):
    """How often each value of a field occurs."""
    counted = f"({display_filter}) && !bcnet.captured_again"
    return collections.Counter(value for row in fields(capture, [name], counted) for value in row[name])


class Totals(unittest.TestCase):
    """The tree and the tables against the fields, for a whole session and a battle."""

    def check(self, capture):
        groups = tree(capture)
        opcodes = occurrences(capture, "bcnet.opcode")
        types = occurrences(capture, "bcnet.msg.type")
        lengths = sum(int(value) * count for value, count in occurrences(capture, "bcnet.msg.length").items())
        self.assertEqual(groups["Transport messages"][0], sum(types.values()))
        self.assertEqual(sorted(groups["Transport messages"][1].values()), sorted(types.values()))
        self.assertEqual(groups["Bytes of messages"][0], lengths)
        by_opcode = collections.Counter({f"0x{name[-3:-1]}": count
                                         for name, count in groups["Game messages by opcode"][1].items()})
        self.assertEqual(by_opcode, opcodes)
        self.assertEqual(groups["Game messages by opcode"][0], sum(opcodes.values()))
        directions = collections.Counter()
        for row in fields(capture, ["bcnet.from_host", "bcnet.msg.type"], "bcnet.msg && !bcnet.captured_again"):
            directions[row["bcnet.from_host"][0]] += len(row["bcnet.msg.type"])
        self.assertEqual(groups["Direction"][1],
                         {"Host to clients": directions["1"], "Clients to host": directions["0"]})
        resends = sum(occurrences(capture, "bcnet.analysis.retransmission_of").values())
        self.assertEqual(groups["Retransmissions"][0], resends)
        self.assertGreater(resends, 0)
        for group in groups.values():
            self.assertEqual(group[0], sum(group[1].values()))
        return groups, directions

    def check_players(self, capture):
        groups, directions = self.check(capture)
        rows = table(capture, "players")
        hosts, clients = ([row for row in rows if (row["Id"] == "1") == host] for host in (True, False))
        self.assertEqual(sum(int(row["Msgs sent"]) for row in hosts), directions["1"])
        self.assertEqual(sum(int(row["Msgs rcvd"]) for row in hosts), directions["0"])
        self.assertEqual(sum(int(row["Resends"]) for row in rows), groups["Retransmissions"][0])
        self.assertLessEqual(sum(int(row["Msgs rcvd"]) for row in clients), directions["1"])
        self.assertEqual(sum(int(row["Bytes sent"]) + int(row["Bytes rcvd"]) for row in hosts),
                         groups["Bytes of messages"][0])
        return rows

    def test_session(self):
        self.check_players(SESSION)

    def check_lost(self, rows, truth):
        """The host's losses are seen at the host, all of them; the clients' only where a higher number came before."""
        for row in rows:
            sent = [message for message in truth["messages"] if str(message["from"]) == row["Id"] and message["frames"]]
            again = sum(message["sent"] > 1 and (message["from"] != 1 or len(message["frames"]) > 1) for message in sent)
            if row["Id"] != "1":
                sent = sent[1:]     # the request: he had no id yet
            self.assertEqual(int(row["Reliable"]), len(sent))
            (self.assertEqual if row["Id"] == "1" else self.assertLessEqual)(int(row["Lost"]), again)
            self.assertAlmostEqual(float(row["Resent (%)"]), 100 * int(row["Lost"]) / len(sent), places=2)

    def test_battle(self):
        capture, truth = battle()
        rows = self.check_players(capture)
        self.assertEqual({row["Id"] for row in rows}, {str(peer["id"]) for peer in truth["peers"]})
        rtts = [message["rtt"] * 1000 for message in truth["messages"]
                if message["from"] == 1 and message["to"] == 2 and message["frames"] and message["acks"]
                and sum(frame < message["acks"][0] for frame in message["frames"]) == 1]
        self.check_lost(rows, truth)
        ace = next(row for row in rows if row["Id"] == "2")
        self.assertAlmostEqual(float(ace["RTT min (ms)"]), min(rtts), places=2)
        self.assertAlmostEqual(float(ace["RTT max (ms)"]), max(rtts), places=2)
        self.assertAlmostEqual(float(ace["RTT avg (ms)"]), sum(rtts) / len(rtts), places=2)
        median = sorted(rtts)[(len(rtts) - 1) // 2]
        self.assertAlmostEqual(float(ace["RTT median (ms)"]) / median, 1, delta=0.017)
        self.assertEqual(collections.Counter({f"0x{name[-3:-1]}": count for name, count
                                              in tree(capture)["Game messages by opcode"][1].items()}),
                         collections.Counter(truth["opcodes"]))

    def test_ships(self):
        """One line per ship and life; StateUpdates that came again do not count twice."""
        capture, _ = battle()
        rows = table(capture, "ships")
        created = {row["Object"] for row in rows if row["How known"] == "created"}
        self.assertGreater(len(created), 2)
        self.assertLessEqual(created, set(occurrences(capture, "bcnet.object.id", "bcnet.opcode in {2, 3}")))
        self.assertEqual(sum(int(row["Updates"]) for row in rows), occurrences(capture, "bcnet.opcode")["0x1c"])

    def test_conversations_and_endpoints(self):
        total = sum(occurrences(SESSION, "bcnet.msg.type").values())
        endpoints = tshark("-r", SESSION, "-q", "-z", "endpoints,bcnet")
        host = re.search(r"10\.10\.10\.1 +(\d+) +(\d+)", endpoints)
        self.assertEqual(int(host[1]), total)
        talks = re.findall(r"<-> 10\.10\.10\.1 .*?bytes .*?bytes +(\d+) ",
                           tshark("-r", SESSION, "-q", "-z", "conv,bcnet"))
        self.assertEqual(sum(map(int, talks)), total)

    def test_headings_line_up(self):
        for name in ("players", "ships", "chat"):
            lines = [line for line in tshark("-r", SESSION, "-q", "-z", f"bcnet,{name}").splitlines() if "|" in line]
            bars = [[place for place, letter in enumerate(line) if letter == "|"] for line in lines]
            count = len(bars[0]) - 2    # the last column but one, before the game, may be as long as it likes
            self.assertTrue(all(places[:count] == bars[0][:count] for places in bars), name)

    def test_full_table(self):
        """A capture cannot make the tables grow without end; what is left out is said."""
        capture = forge(ENDS + f"""
            repeat {FULL + 200} every 0.01
                at 0 ace > host
                    game 1C u32:$i*64+0x40000000 f32:1 00
            end
            """)
        rows = table(capture, "ships")
        self.assertEqual(len(rows), FULL + 1)
        self.assertEqual(rows[-1]["Object"], "more were left out")

    def test_more_senders_than_the_tree_has_lines_for(self):
        """A line each for the first thousand; the others have one."""
        ends = [f"10.9.{number // 250}.{number % 250 + 1}:59405" for number in range(FULL + 2)]
        capture = forge(ENDS + "".join(f"endpoint e{number} {end} id 2\n" for number, end in enumerate(ends)) + "".join(
            f"at {number / 10} e{number} > host\n keepalive\n" for number in (*range(FULL + 2), 0)))
        total, senders = tree(capture)["Sender"]
        self.assertEqual((total, len(senders), senders["others"]), (FULL + 3, FULL + 1, 2))


class Rows(unittest.TestCase):
    """CSV: one row per game message."""

    maxDiff = 2000

    def check(self, capture):
        rows = rows_of(capture)
        found = collections.Counter((int(row["frame"]), row["opcode"]) for row in rows)
        expected = collections.Counter()
        for row in fields(capture, ["frame.number", "bcnet.opcode"], "bcnet.opcode && !bcnet.captured_again"):
            expected.update((int(row["frame.number"][0]), opcode) for opcode in row["bcnet.opcode"])
        self.assertEqual(found, expected)
        return rows

    def test_session(self):
        rows = self.check(SESSION)
        self.assertEqual(sum(row["resend"] == "1" for row in rows),
                         len(fields(SESSION, ["frame.number"], "bcnet.analysis.retransmission && bcnet.opcode")))

    def test_battle(self):
        capture, truth = battle()
        rows = self.check(capture)
        self.assertEqual(collections.Counter(row["opcode"] for row in rows), collections.Counter(truth["opcodes"]))
        self.assertEqual(known_at_once(rows_of(capture, "", "-2")), known_at_once(rows))

    def test_two_passes(self):
        one, two = rows_of(SESSION), rows_of(SESSION, "", "-2")
        self.assertEqual(known_at_once(one), known_at_once(two))
        self.assertGreater(sum(row["acked_in"] != "" for row in two), 100)

    def test_values_of_one_opcode(self):
        """The columns hold what -T fields shows."""
        for argument, name in ((",0x1c", "bcnet.state.object"), (",StateUpdate", "bcnet.state.game_time"),
                               (",28", "bcnet.state.flags"), (",CHAT_MESSAGE", "bcnet.chat.text"),
                               (",chat", "bcnet.chat.sender"), (",0x17", "bcnet.event.player")):
            with self.subTest(argument=argument, name=name):
                rows = rows_of(SESSION, argument)
                self.assertEqual(len({row["opcode"] for row in rows}), 1)
                opcode = rows[0]["opcode"]
                self.assertEqual(len(rows), occurrences(SESSION, "bcnet.opcode")[opcode])
                shown = collections.Counter(as_before_4_4(name, row[name]) for row in rows if row[name])
                self.assertEqual(shown, occurrences(SESSION, name, f"bcnet.opcode == {opcode}"))

    def test_all_fields_of_a_message_have_a_column(self):
        """Every field with a value below a message, but for those that docs/csv-columns.md names."""
        elsewhere = re.compile(r"bcnet\.(msg|frag|fragments?|reassembled|analysis|bits|vector|known|damage|opcode)(\.|$)|"
                               r"bcnet\.(actor|copy|copy_of|copied_in)(\.|$)|"
                               r"bcnet\.(act|death|expert\..*|player\.(left|joined)_in|object\.(slot|serial)|ship\.created_in)$")
        kinds = {field.name: field.type for field in registered_fields()}
        shown = {}
        for name in ("session", "state-bad", "state-mod", "boot"):
            capture = SOURCE / "captures" / f"{name}.pcapng"
            for message in (message for frame in frames(capture) for message in frame.messages()):
                for opcode in (node.show for node in message.all("bcnet.opcode")):
                    shown.setdefault(opcode, set()).update(
                        node.name for node in message.walk()
                        if node.name.startswith("bcnet.") and kinds.get(node.name, "NONE") != "NONE"
                        and not elsewhere.match(node.name))
        columns = headings(shown)
        self.assertEqual({opcode: names - columns[opcode] for opcode, names in shown.items() if names - columns[opcode]}, {})
        self.assertGreater(len(shown), 35)

    def test_several_messages_of_a_datagram_stay_apart(self):
        capture = forge(ENDS + """
            at 0 ace > host
                game seq 0 2C u32:2 str16:"one"
                game 1C u32:0x3FFFFFFF f32:1.5 00
                game seq 1 2C u32:2 str16:"two"
            """)
        rows = rows_of(capture, ",0x2c")
        self.assertEqual([(row["frame"], row["seq"], row["bcnet.chat.text"]) for row in rows],
                         [("1", "0", "one"), ("1", "1", "two")])

    def test_quoting(self):
        """Commas, quotes and line ends come from strangers."""
        capture = forge(ENDS + '\n'.join([
            'at 0 ace > host', '    announce 2 10.10.10.239 "A, ""B"""',
            'at 1 ace > host', '    game seq 0 2C u32:2 u16:13 str:"a,b ""c""" 0D 0A 3B 0A str:"dd"']))
        row, = rows_of(capture, ",0x2c")
        self.assertEqual(row["from"], '#2 A, "B"')
        self.assertTrue(row["bcnet.chat.text"].startswith('a,b "c"'), row)
        text = run("tshark", "-n", "-r", capture, "-q", "-z", "bcnet,csv,0x2c").decode()
        self.assertEqual(text.count("\n"), 2, "a row is a line")
        self.assertNotIn("\r", text)

    def test_control_characters(self):
        """A terminal that shows the rows must not obey strangers."""
        capture = forge(ENDS + """
            at 0 ace > host
                game seq 0 2C u32:2 u16:8 str:"a" 1B 9B str:"b" E9 9F A0 str:"c"
            """)
        row, = rows_of(capture, ",0x2c")
        self.assertEqual(row["bcnet.chat.text"], "a  b\u00e9 \u00a0c")

    def test_filter(self):
        rows = rows_of(SESSION, ",bcnet.peer == 3")
        self.assertTrue(rows)
        self.assertTrue(all(row["from"].startswith("#3") for row in rows))

    def test_opcode_and_filter(self):
        rows = rows_of(SESSION, ",0x2c,bcnet.peer == 3")
        self.assertTrue(rows)
        self.assertTrue(all(row["opcode"] == "0x2c" and row["from"].startswith("#3") for row in rows))

    def test_empty_argument(self):
        self.assertEqual(rows_of(SESSION, ","), rows_of(SESSION))

    def test_nonsense(self):
        for argument in (",bogus", ",300", ",0x1c 1", ",bcnet.peer ==", "x", ",0x1c,bogus"):
            with self.subTest(argument=argument), self.assertRaisesRegex(
                    AssertionError, "is neither an opcode nor a display filter"):
                run("tshark", "-n", "-r", SESSION, "-q", "-z", f"bcnet,csv{argument}")

    def test_nothing_to_tell(self):
        """A capture without our protocol still has a heading."""
        self.assertEqual(rows_of(SOURCE / "captures" / "gamespy-queries.pcapng"), [])


if __name__ == "__main__":
    main()
