# SPDX-License-Identifier: GPL-2.0-or-later
"""One name for one thing: a message is called the same in the tree, in Info, in rows, tables and filters; the game's own name
and the community's can be searched for, too (protocol chapter 30.2)."""

import csv
import re
import unittest

from bcnet_test import SOURCE, columns, fields, frames, main, registered_fields, run, tshark

# Every kind of message, and a whole game.
CAPTURES = [SOURCE / "captures" / f"{name}.pcapng" for name in ("messages", "session")]
# Label, the community's name, the game's own: of script messages both are the scripts' constants.
NAMES = [(0x2C, "Chat", "CHAT_MESSAGE", "CHAT_MESSAGE"), (0x1C, "StateUpdate", "StateUpdate", "SHIP_UPDATE"),
         (0x36, "ScoreChange", "SCORE_CHANGE_MESSAGE", "SCORE_CHANGE_MESSAGE"),
         (0x19, "TorpedoFire", "TorpedoFire", "CREATE_TORP"),
         (0x17, "PlayerJoined", "DeletePlayerUI", "NEW_PLAYER_IN_GAME"),
         (0x1D, "EnteredSet", "ObjNotFound", "VERIFY_ENTER_SET"), (0x29, "DamageMark", "Explosion", "DAMAGE_VOLUME"),
         (0x1A, "PulseFire", "BeamFire", "CREATE_PULSE"), (0x13, "SelfDestruct", "HostMsg", "SELF_DESTRUCT_REQUEST")]
REMARKS = re.compile(r"^(\[[^\]]*\] )+")


def table():
    """Opcode -> label, the community's name, the game's own; from the table of chapter 30.2, rows of messages only."""
    text = (SOURCE / "docs" / "protocol" / "30-session.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (0x[0-9A-F]{2}) \| ([^|]+) \| (\w[\w ]*) \| ([A-Z_]+|the same) \|", text, re.M)
    return {int(number, 16): (label, *(label if name == "the same" else name for name in names))
            for number, label, *names in rows if label != "-"}


def rows(capture, argument=""):
    """What -z bcnet,csv prints."""
    return list(csv.DictReader(tshark("-q", "-r", capture, "-z", f"bcnet,csv{argument}").splitlines()))


class Labels(unittest.TestCase):
    """Against the protocol's table, and against each other."""

    def test_the_trees_label_is_the_tables(self):
        shown = {}
        for capture in CAPTURES:
            for frame in frames(capture, "bcnet.opcode"):
                for message in frame.messages():
                    fields_of = {name: (showname, value) for name, showname, _, value in message.fields()}
                    if "bcnet.opcode" in fields_of:
                        words, value = fields_of["bcnet.opcode"]
                        others = [fields_of.get(f"bcnet.opcode.{whose}_name", (None,))[0] for whose in ("community", "game")]
                        shown[int(value, 16)] = words, *others
        known = {opcode: names for opcode, names in table().items() if opcode in shown}
        self.assertGreater(len(known), 40)
        for opcode, (label, community, own) in known.items():
            self.assertEqual(shown[opcode], (
                f"Opcode: {label} ({opcode:#04x})", None if community in (label, own) else f"Community's name: {community}",
                None if own == label else f"Game's own name: {own}"))

    def test_info_and_rows_use_it(self):
        labels, seen = {opcode: label for opcode, (label, *_) in table().items()}, set()
        for capture in CAPTURES:
            for row in rows(capture):
                opcode = int(row["opcode"], 16)
                self.assertEqual(row["label"], labels.get(opcode, ""))
                self.assertTrue(REMARKS.sub("", row["summary"]).startswith(row["label"]), row)
                seen.add(opcode)
        self.assertGreater(len(seen & set(labels)), 40)

    def test_the_tree_of_statistics_uses_it(self):
        text = tshark("-q", "-r", CAPTURES[1], "-z", "bcnet,tree")
        for label in ("Chat (0x2c)", "ScoreChange (0x36)", "TeamScore (0x40)", "StateUpdate (0x1c)"):
            self.assertRegex(text, rf"(?m)^ {re.escape(label)} +\d+")
        self.assertNotIn("_MESSAGE", text)

    def test_every_name_can_be_asked_for(self):
        """The list that a filter is read with; the label stands first, so that it is what is shown."""
        listed = {}
        for line in run("tshark", "-G", "values").decode("utf-8").split("\n"):
            kind, name, *rest = line.split("\t") + [""]
            if kind == "V" and name == "bcnet.opcode":
                listed.setdefault(int(rest[0], 16), []).append(rest[1])
        for opcode, (label, *others) in table().items():
            if not label.startswith("("):
                self.assertEqual(listed[opcode][0], label)
                self.assertEqual(set(listed[opcode]), {label, *others})
        everything = [name.lower() for names in listed.values() for name in names]
        self.assertEqual(len(everything), len(set(everything)), "a name stands for one opcode")

    def test_filters(self):
        for opcode, *names in NAMES:
            wanted = fields(CAPTURES[1], ["frame.number"], f"bcnet.opcode == {opcode:#x}")
            self.assertGreater(len(wanted), 0, names)
            for name in set(names):
                self.assertEqual(fields(CAPTURES[1], ["frame.number"], f'bcnet.opcode == "{name}"'), wanted, name)

    def test_every_message_has_a_field_of_its_own(self):
        """bcnet.op.torpedo_fire: in every such message and in no other, and completion finds it."""
        named = {re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])| ", "_", label).lower(): opcode
                 for opcode, (label, *_) in table().items() if not label.startswith("(")}
        registered = {field.name.removeprefix("bcnet.op.") for field in registered_fields() if field.name.startswith("bcnet.op.")}
        self.assertEqual(registered, set(named))
        for name in ("torpedo_fire", "player_joined", "chat", "ui_collision_setting", "file_transfer_ack"):
            for capture in CAPTURES:
                self.assertEqual(fields(capture, ["frame.number"], f"bcnet.op.{name}"),
                                 fields(capture, ["frame.number"], f"bcnet.opcode == {named[name]:#x}"), name)

    def test_acts_are_there_once(self):
        """Neither as copies nor as what was sent again."""
        for opcode in (0x2C, 0x19, 0x03):
            acts = fields(CAPTURES[1], ["frame.number"], f"bcnet.act == {opcode:#x}")
            rows_ = [row for row in rows(CAPTURES[1], f",{opcode:#04x}") if not row["copy_of"] and row["resend"] in ("", "0")]
            self.assertEqual([row["frame.number"][0] for row in acts], list(dict.fromkeys(row["frame"] for row in rows_)))

    def test_rows_are_asked_for_by_any_name(self):
        for _, *names in NAMES:
            first, *others = [rows(CAPTURES[1], f",{name}") for name in dict.fromkeys(names)]
            self.assertGreater(len(first), 0)
            self.assertTrue(all(other == first for other in others), names)

    def test_announcements(self):
        """Info says Name; the type has a longer one, and both can be asked for."""
        wanted = [row["frame.number"] for row in fields(CAPTURES[1], ["frame.number"], "bcnet.announce.name")]
        for name in ("Name", "Peer announcement"):
            found = fields(CAPTURES[1], ["frame.number"], f'bcnet.msg.type == "{name}"')
            self.assertEqual([row["frame.number"] for row in found], wanted)
        self.assertIn('Name "Ace"', columns(CAPTURES[1], "bcnet.announce.name")[0][1])


if __name__ == "__main__":
    main()
