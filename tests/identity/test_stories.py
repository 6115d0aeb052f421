# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is who, in captures that one can look at: the spoof, the stale resends, the quotes, the ends, the letters (10.9)."""

import csv
import unittest

from bcnet_test import SOURCE, Sharkd, columns, experts, fields, main, tshark

RETRANSMISSION = "bcnet.analysis.retransmission"


def bundled(name):
    """One of the project's captures."""
    return SOURCE / "captures" / f"{name}.pcapng"


def infos(name, *options):
    """The Info column of every frame of one."""
    return [info for _, info in columns(bundled(name), options=options)]


def notes(name):
    """(frame, name) of every expert info of one."""
    return [(frame, info.name) for frame, found in sorted(experts(bundled(name)).items()) for info in found]


class Spoof(unittest.TestCase):
    """identity-spoof: a client announces itself with the id of another, and with the host's."""

    def test_who_speaks(self):
        for options in ([], ["-2"]):
            with self.subTest(options=options):
                ends = [info.split(": ")[0] for info in infos("identity-spoof", *options)]
                self.assertEqual(ends[6:], ["#3 → host", "host → #3 Thief", "host → #2 Ace", "#3 Thief → host",
                                            "#2 Ace → host", "host → #3 Boss", "#3 Boss → host", "#3 Boss → host",
                                            "#3 Boss → host", "host → #3 Boss"])

    def test_chat_has_the_right_author(self):
        self.assertEqual(infos("identity-spoof")[11].split(" | ")[0].split(": ", 1)[1], 'Chat from Ace: "still me"')
        names = fields(bundled("identity-spoof"), ["bcnet.player.name"], "bcnet.chat")
        self.assertEqual([row["bcnet.player.name"] for row in names], [["Ace"]] * 3)

    def test_contradictions_are_noted_once_each(self):
        self.assertEqual(notes("identity-spoof"), [*((frame, "bcnet.expert.identity") for frame in (7, 10, 13)),
                                                   *((frame, "bcnet.expert.direction") for frame in (14, 15, 15, 15))])

    def test_the_table_of_players(self):
        """Nobody was thrown out, joined or scored, and none of them left: only the host could have said so."""
        lines = tshark("-r", bundled("identity-spoof"), "-q", "-z", "bcnet,players").splitlines()
        rows = [[cell.strip() for cell in line.split("|")] for line in lines if line[:1].isdigit()]
        self.assertEqual([row[:2] for row in rows], [["1", "host"], ["2", "Ace"], ["3", "Boss"]])
        self.assertEqual({cell for row in rows for cell in (*row[3:6], *row[7:10])}, {""})


class Stale(unittest.TestCase):
    """identity-stale: resends of announcements and goodbyes reach somebody after the id has a new owner."""

    def test_nobody_is_renamed(self):
        found = infos("identity-stale")
        self.assertEqual(found[12:], ['#2 Kim → host: Chat: "here I am"', 'host → #3: Chat from Kim: "here I am"'])

    def test_resends_speak_of_the_one_who_was_meant(self):
        found = infos("identity-stale")
        for frame in (9, 11):
            self.assertIn("[Retransmission] Disconnect #2 Ace", found[frame - 1])
        row = fields(bundled("identity-stale"), ["bcnet.player.name"], "frame.number==11")[0]
        self.assertEqual(row["bcnet.player.name"], ["Ace"])

    def test_no_stay_is_ended(self):
        lines = tshark("-r", bundled("identity-stale"), "-q", "-z", "bcnet,players").splitlines()
        rows = [[cell.strip() for cell in line.split("|")] for line in lines if line.startswith("2 ")]
        self.assertEqual([(row[1], row[4], row[5]) for row in rows], [("Ace", "0.510", "disconnect"), ("Kim", "", "")])

    def test_notes(self):
        self.assertEqual(notes("identity-stale"), [(9, RETRANSMISSION)] * 2 + [(11, RETRANSMISSION), (12, RETRANSMISSION)])


class Quoted(unittest.TestCase):
    """quoted: what ICMP errors quote of the datagrams to a client that has crashed."""

    QUOTES = (5, 8, 10, 12, 14)

    def test_quotes_are_marked(self):
        rows = fields(bundled("quoted"), ["frame.number", "bcnet.msg.type"], "bcnet.quoted")
        self.assertEqual(tuple(int(row["frame.number"][0]) for row in rows), self.QUOTES)

    def test_whole_and_cut(self):
        whole = fields(bundled("quoted"), ["bcnet.chat.text", "frame.number"], "bcnet.quoted && bcnet.chat.text")
        self.assertEqual([(row["bcnet.chat.text"], row["frame.number"]) for row in whole], [(["are you there?"], ["5"])])
        trouble = fields(bundled("quoted"), ["frame.number"], "_ws.malformed || bcnet.expert.transport || "
                                                              "bcnet.expert.truncated")
        self.assertEqual(trouble, [])

    def test_only_what_the_host_sends_again_is_a_resend(self):
        self.assertEqual(notes("quoted"), [(frame, RETRANSMISSION) for frame in (9, 11, 13)])
        rows = fields(bundled("quoted"), ["bcnet.analysis.retransmission_of", "bcnet.analysis.resend_interval"],
                      RETRANSMISSION)
        self.assertEqual([row["bcnet.analysis.retransmission_of"] for row in rows], [["4"]] * 3)
        self.assertEqual([round(float(row["bcnet.analysis.resend_interval"][0]), 1) for row in rows], [1.0, 2.0, 3.0])

    def test_a_quote_names_nobody(self):
        """Frame 14 quotes an announcement that the capture does not hold."""
        lines = tshark("-r", bundled("quoted"), "-q", "-z", "bcnet,players")
        self.assertNotIn("Nobody", lines)
        self.assertEqual(infos("quoted")[-1], "host → client: Boot #2 Ace: timed out")

    def test_in_any_order(self):
        """Clicking on a quote before everything else changes nothing."""
        def tree(sharkd, frame):
            return sharkd.call("frame", frame=frame, proto=True)["tree"]

        with Sharkd() as sharkd:
            sharkd.call("load", file=str(bundled("quoted")))
            first = [tree(sharkd, frame) for frame in self.QUOTES]
            for frame in range(1, 16):
                tree(sharkd, frame)
            self.assertEqual([tree(sharkd, frame) for frame in self.QUOTES], first)


class Departures(unittest.TestCase):
    """departures: every way in which a stay can end."""

    def test_the_table_says_how(self):
        lines = tshark("-r", bundled("departures"), "-q", "-z", "bcnet,players").splitlines()
        rows = [[cell.strip() for cell in line.split("|")] for line in lines if line[:1].isdigit()]
        self.assertEqual([(row[0], row[1], row[4], row[5]) for row in rows], [
            ("1", "host", "", ""), ("2", "Goodbye", "2.000", "disconnect"),
            ("3", "Booted", "3.000", "boot: booted by the host"), ("4", "Told", "4.000", "others told 0x18"),
            ("5", "Event", "5.000", "others told 0x17"), ("6", "Timeout", "45.600", "boot: timed out"),
            ("7", "Silent", "0.500", "silence"), ("8", "Again", "0.600", "connected again"), ("9", "Stays", "", ""),
            ("8", "Again", "", "")])

    def test_stays_in_the_tree(self):
        """0x17 with the event of a deletion ends a stay in the tree too; the contradiction keeps its note."""
        row = fields(bundled("departures"), ["bcnet.player.joined_in", "_ws.col.Info"], "frame.number==15")[0]
        self.assertEqual(row["bcnet.player.joined_in"], ["11"])
        self.assertRegex(row["_ws.col.Info"][0], r"player 5 left \(Event\)$")
        self.assertEqual(notes("departures"), [(15, "bcnet.expert.event_code")])


class Letters(unittest.TestCase):
    """letters: names with signs that turn the direction of writing around."""

    ASTRAY = "\u202e\u2066\u2067\u2069\u200b\u2028\xad\x85\x07"

    def test_they_are_made_visible(self):
        found = infos("letters")
        self.assertEqual(found[4], '#2 Ace\\u202EpeS → host: Chat: "one"')
        self.assertEqual(found[5], '#3 \\u2067Sep\\u2069 → host: Chat: "two"')
        self.assertIn("Мэй שלום", found[7])

    def test_none_is_printed_raw(self):
        capture = bundled("letters")
        outputs = {"tree": tshark("-r", capture, "-V", "-O", "bcnet"), "list": tshark("-r", capture)}
        for table in ("chat", "players", "csv", "csv,all", "csv,Settings", "csv,Chat"):
            outputs[table] = tshark("-r", capture, "-q", "-z", f"bcnet,{table}")
        self.assertIn("Name: Ace\\u202EpeS\n", outputs["tree"])
        for name, output in outputs.items():
            with self.subTest(output=name):
                ours = "\n".join(line for line in output.split("\n") if "comment" not in line.lower())
                self.assertEqual([letter for letter in self.ASTRAY if letter in ours], [])
                self.assertIn("Ace\\", ours)

    def test_gamespy_texts_too(self):
        self.assertEqual(infos("letters")[10], 'GameSpy reply: "Open\\u00ADGame"')
        self.assertIn("    player_0: Ki\\u00ADm\n", tshark("-r", bundled("letters"), "-O", "bcnet"))

    def test_values_in_rows(self):
        header, row = tshark("-r", bundled("letters"), "-q", "-z", "bcnet,csv,Settings").splitlines()
        cells = dict(zip(header.split(","), next(csv.reader([row]))))
        self.assertEqual((cells["bcnet.settings.new_name"], cells["bcnet.settings.map"]), ("Ace\\u202Epe", "M\\u00AD1"))

    def test_fields_keep_what_was_sent(self):
        row = fields(bundled("letters"), ["bcnet.announce.name"], 'bcnet.announce.name == "Ace\u202epeS"')
        self.assertEqual([cell["bcnet.announce.name"] for cell in row], [["Ace\u202epeS"]])


if __name__ == "__main__":
    main()
