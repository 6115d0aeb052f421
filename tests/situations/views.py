# SPDX-License-Identifier: GPL-2.0-or-later
"""What each view shows of a capture, in words that can be compared: view -> fact -> rows. The facts are those of truth.py;
a view has those that it tells."""

import collections
import csv
import io
import json
import re

import pcapng
from bcnet_test import fields, frames, registered_fields, run, scratch_file, tshark
from dataset import Dataset
from truth import Within

TABLES = ("players", "ships", "chat", "relay", "cadence", "unacked", "stock", "damage", "files")
CHAT = {0x2C: "all", 0x2D: "team"}
SHOTS = {0x07: "beam", 0x19: "torpedo", 0x1A: "pulse"}
HOST, NEW = 1, 255


def number(text):
    return text if text == "" else int(text)


def seconds(text):
    return text if text == "" else round(float(text), 3)


def counted(rows):
    return list(collections.Counter(rows).items())


def tables(capture, streams=0):
    """All tables, the rows of all messages, the report's data, the tables for databases and what Follow shows, from one run."""
    data, dataset = scratch_file(".json"), Dataset()
    words = [word for name in TABLES for word in ("-z", f"bcnet,{name},csv")]
    words += [word for stream in range(streams) for word in ("-z", f"follow,bcnet,ascii,{stream}")]
    words += [word for name in STATISTICS for word in ("-z", name)]
    text = tshark("-r", capture, "-q", *words, "-z", "bcnet,csv,all", "-z", f"bcnet,world,{data}", "-z", f"bcnet,tables,{dataset.folder}")
    found, told, name = collections.defaultdict(list), {}, None
    for line in text.splitlines(keepends=True):
        name = "text" if line.startswith("===") else TITLES.get(",".join(line.split(",")[:3]), name)
        found[name].append(line)
    rows = {name: list(csv.DictReader(io.StringIO("".join(lines)))) for name, lines in found.items() if name != "text"}
    for name, cells in rows.items():
        told[name] = left_out(cells)
    return rows, json.loads(data.read_text(encoding="utf-8")), "".join(found["text"]), told, dataset


LEFT_OUT = re.compile(r"(?:(\d+) datagrams? captured again, left out)?(?:(?:; )?\d+ datagrams? of which nothing could be read)?")


def left_out(rows):
    """How many datagrams the last row says are left out. It is no row of the table."""
    cells = rows[-1].values() if rows else ()
    said = next(filter(None, (LEFT_OUT.fullmatch(cell) for cell in cells if cell)), None)
    if said:
        del rows[-1]
    return int(said[1] or 0) if said else 0


STATISTICS = ("bcnet,tree", "conv,bcnet", "endpoints,bcnet")
TITLES = {"id,name,address": "players", "object,player,class": "ships", "time_s,frame,from": "chat", "opcode,player,for": "relay",
          "object,ship,from": "cadence", "frame,sent_s,from": "unacked", "rule,sender,outcome": "stock",
          "time_s,frame,victim": "damage", "player,directory,file": "files", "frame,time,from": "csv"}


def how(text):
    """How a stay ended, in the words of truth.py."""
    return text.removeprefix("boot: ")


def players(rows):
    """The table of players."""
    stays = [row for row in rows if row["id"] != str(HOST)]
    return {
        "stays": [(row["host"], int(row["id"]), row["name"].strip(), row["address"]) for row in stays],
        "joined": [(int(row["id"]), seconds(row["joined_s"])) for row in stays],
        "left": [(int(row["id"]), seconds(row["left_s"])) for row in stays],
        "how": [(int(row["id"]), how(row["how"])) for row in stays],
        "scores": [(int(row["id"]), *(number(row[name]) for name in ("kills", "deaths", "score"))) for row in stays],
        "lines": sums((label(row["id"], row["name"]), int(row["chats"])) for row in rows),
        "taken": sums((label(row["id"], row["name"]), int(row["ships"])) for row in stays),
        "players' resends": [(sum(int(row["resends"]) for row in rows),)],
        "round trips": [(int(row["id"]), trip(row["rtt_median_ms"])) for row in stays],
        "reliable": [(int(row["id"]), int(row["reliable"]), int(row["lost"])) for row in stays],
        "waited": [(sum(float(row["held_up_s"] or 0) for row in stays),)],
        "messages": [(sum(int(row[name]) for row in rows if row["id"] == str(HOST)
                          for name in ("msgs_sent", "msgs_rcvd")),)],
    }


def trip(text):
    """Seconds, of a cell in thousandths."""
    return text if text == "" else float(text) / 1000


def label(identity, name):
    """As other tables have it."""
    return "host" if int(identity) == HOST else f"#{identity} {name}".strip()


def sums(pairs):
    """Pairs of a key and a number, one for each key whose sum is not 0."""
    total = collections.Counter()
    for key, value in pairs:
        total[key] += value
    return [pair for pair in total.items() if pair[1]]


def ships(rows):
    """The table of ships."""
    kinds = [(int(row["object"], 16), row["player"], row["class"] if row["how_known"] != "unknown" else "") for row in rows]
    return {
        "ships": kinds,
        "fates": [(int(row["object"], 16), row["fate"], seconds(row["died_s"])) for row in rows],
        "killers": [(int(row["object"], 16), row["killed_by"]) for row in rows],
        "deaths": [(seconds(row["died_s"]), int(row["object"], 16)) for row in rows if row["died_s"]],
        "updates": sums((int(row["object"], 16), int(row["updates"])) for row in rows),
        "taken": counted(row["player"] for row in rows if row["player"] not in ("nobody", "host", "")),
    }


def chat(rows):
    """The table of lines."""
    return {"chat": [(row["from"], row["to"], words(row["text"])) for row in rows],
            "lines": counted(row["from"] for row in rows)}


def opcode(text):
    """Of a cell such as "Chat (0x2c)"."""
    return int(text[-5:-1], 16)


def relay(rows):
    """The table of what the host did."""
    acts = [(row, opcode(row["opcode"]), int(row["sent"]) + int(row["relay_only"])) for row in rows
            if row["player"] != "host"]
    return {
        "players' lines": sums((row["player"], count) for row, code, count in acts if code in CHAT),
        "players' shots": sums(((row["player"], SHOTS[code]), count) for row, code, count in acts if code in SHOTS),
        "due": [(row["opcode"], row["player"], row["of"]) for row in rows if row["for"] in ("others", "all")],
        "dropped": [(row["opcode"], row["player"]) for row in rows if row["dropped"] not in ("", "0")],
    }


def cadence(rows):
    """The table of intervals."""
    return {"updates": sums((int(row["object"], 16), int(row["updates"])) for row in rows)}


def end(text):
    """Without the name."""
    return text.split(" ")[0] if text.startswith("#") else text


def unacked(rows):
    """The table of what was never acknowledged; ends without their names, which may have come later."""
    return {"unacked": [(end(row["from"]), end(row["to"]), row["number"]) for row in rows]}


def damage(rows):
    """The table of what fell."""
    return {"hits": hits((row["by"], float(row["points"] or 0)) for row in rows)}


def hits(told):
    """Pairs of who is seen firing and points -> their sums; views round them in their own ways."""
    found = collections.defaultdict(list)
    for by, points in told:
        found[by].append(points)
    return [(by, Within(sum(points) - 0.6 * len(points), sum(points) + 0.6 * len(points))) for by, points in found.items()]


def files(rows):
    """The table of files: how many each player told of, and what is thought of them."""
    return {"files": counted(row["player"] for row in rows if row["content"] != ""),
            "files' states": counted(row["status"] for row in rows)}


# Rules about datagrams and fragments: those of a capture with a frame per message are others.
OF_DATAGRAMS = {1, 2, 3, 4, 5, 6, 34}
# Clocks are not judged where both sides' captures are merged (90.8).
OF_ONE_CAPTURE = 28


def stock(rows):
    """The table of rules."""
    judged = [(int(row["rule"]), row["sender"], row["outcome"], row["checked"], row["held"]) for row in rows]
    return {"broken": [row[:2] for row in judged if row[2] == "broken"],
            "judged": [row for row in judged if row[0] not in {*OF_DATAGRAMS, OF_ONE_CAPTURE}]}


def messages(rows):
    """The rows of -z bcnet,csv,all."""
    acts = [(row, int(row["opcode"], 16)) for row in rows if row["opcode"] and row["copy_of"] == ""
            and row["resend"] in ("", "0") and row["payload_hash"]]     # those that the capture cut tell nothing
    spoken = [(row["actor"], CHAT[code], text_of(row["summary"])) for row, code in acts if code in CHAT]
    return {
        "chat as told": spoken,
        "lines as told": counted(row[0] for row in spoken),
        "shots as told": counted((row["actor"], SHOTS[code]) for row, code in acts if code in SHOTS),
        "resends": [(sum(row["resend"] == "1" for row in rows),)],
        "messages": [(sum(row["type"] != "GameSpy" for row in rows),)],
    }


def text_of(summary):
    """The line in a summary: Chat from Ace: "hello"."""
    found = re.search(r'"(.*)"', summary)
    return words(found[1]) if found else ""


def words(text):
    """The begin of a line without what some views write in another way."""
    return re.sub(r"\\u?\w*|[^ -~]", "", text.replace('\\"', '"'))[:40]


class Game:
    """A game of the report's data."""

    def __init__(self, data):
        self.data, self.players = data, data["players"]

    def label(self, place):
        """How the tables would name a player."""
        if place is None:
            return ""
        player = self.players[place]
        return label(player["id"], player.get("name", ""))

    def stays(self):
        return [player for player in self.players if player["id"] != HOST]

    def ships(self):
        for ship in self.data["ships"]:
            name = f" \"{ship['name']}\"" if "name" in ship else ""
            owner = self.label(ship["player"]) if "player" in ship else "nobody" if "name" in ship else ""
            kind = ship.get("class", "") if ship["how"] != "unknown" else ""
            yield ship, int(ship["object"], 16), owner, kind + name

    def events(self, *kinds):
        return [event for event in self.data["events"] if event["kind"] in kinds]


def world(data):
    """The report's data."""
    found, hurt = collections.defaultdict(list), {}
    for game in map(Game, data["games"]):
        host = game.data["host"]
        for player in game.stays():
            found["stays"].append((host, player["id"], player.get("name", "").strip(), player.get("address", "")))
            found["joined"].append((player["id"], seconds(player.get("joined", ""))))
            found["left"].append((player["id"], seconds(player.get("left", ""))))
            found["how"].append((player["id"], how(player.get("how", ""))))
            found["scores"].append((player["id"], *(player.get(name, "") for name in ("kills", "deaths", "score"))))
        for ship, obj, owner, kind in game.ships():
            found["ships"].append((obj, owner, kind))
            fate = ship["fate"] if ship["fate"] != "there" else "still there"
            found["fates"].append((obj, fate, seconds(ship.get("died", ""))))
            killer = game.label(ship["killer"]) if "killer" in ship else "nobody" if "died" in ship else ""
            found["killers"].append((obj, killer))
            if owner not in ("nobody", "host", ""):
                found["takers"].append(owner)
        found["side"].append((host, game.data.get("side", "")))
        found["rounds"].append((host, len(game.data["rounds"])))
        found["ends"] += [(host, turn["end"]) for turn in game.data["rounds"] if "end" in turn]
        for event in game.events("death"):
            found["deaths"].append((seconds(event["t"]), int(game.data["ships"][event["ship"]]["object"], 16)))
        for event in game.events("chat", "team_chat"):
            found["chat"].append((event["t"], game.label(event.get("player")),
                                  "all" if event["kind"] == "chat" else "team", words(event["text"])))
        for shot in game.data["shots"]:
            kind = shot["kind"] if shot["kind"] in ("torpedo", "pulse") else "beam"
            found["shooters"].append((game.label(shot.get("player")), kind))
        for event in game.events("kills", "deaths", "score"):
            found["score events"].append((seconds(event["t"]), game.label(event.get("player")), event["kind"],
                                          event["amount"]))
        found["resent"] += [value or 0 for link in game.data["network"]["links"] for end in ("client", "host")
                            for value in link[end]["resends"]]
        for hit in game.data["damage"]:
            by = "several" if hit.get("several") else game.label(hit.get("by"))
            found["hits"].append((by, hit["hull"] + hit["shields"] + hit["systems"]))
            hurt.setdefault((int(game.data["ships"][hit["ship"]]["object"], 16), by), []).append(hit["hull"] + hit["shields"] + hit["systems"])
    found["damage"] = [(*key, about(each)) for key, each in hurt.items() if sum(each)]
    found["hits"] = hits(found["hits"])
    found["chat"] = [row[1:] for row in sorted(found["chat"])]
    found["lines"] = counted(row[0] for row in found["chat"])
    found["again"] = [(data["capture"].get("captured_again", 0),)]
    found["messages"] = [(sum(kind["count"] for game in data["games"] for kind in game["network"]["kinds"]),)]
    found["updates"] = sums((int(ship["object"], 16), ship["updates"]) for game in data["games"] for ship in game["ships"])
    found["bursts"] = counted(found.pop("shooters", ()))
    found["taken"] = counted(found.pop("takers", ()))
    found["resends"] = [(sum(found.pop("resent", ())),)]
    for fact in ("stays", "joined", "left", "how", "scores", "ships", "fates", "killers", "deaths", "score events", "rounds",
                 "ends", "side"):
        found.setdefault(fact, [])
    return dict(found)


def about(numbers):
    """Their sum; each of three in one of them is rounded."""
    return Within(sum(numbers) - 0.16 * len(numbers), sum(numbers) + 0.16 * len(numbers))


# Tables for databases.

def dataset_facts(data):
    """The rows of -z bcnet,tables."""
    stays = {row["stay"]: row for row in data["stays"]}
    hosts = {row["game"]: row["host_address"] for row in data["games"]}
    objects = {row["ship"]: row["object"] for row in data["ships"]}

    def who(number):
        return label(stays[number]["id"], stays[number]["name"] or "") if number else ""

    def told(row, *names):
        return tuple("" if row[name] is None else row[name] for name in names)

    def rounded(row, name):
        return "" if row[name] is None else round(row[name], 3)

    guests = [{**row, "id": row["id"] or NEW} for row in data["stays"] if row["id"] != HOST]
    ships_told = [(row, f'"{row["name"]}"' if row["name"] else "") for row in data["ships"]]
    messages_told = [row for row in data["messages"] if row["type"] not in ("Captured again", "Not read")]
    hurt, fell = collections.Counter(), []
    for row in data["damage"]:
        by = "several" if row["attackers"] == "several" else who(row["by_stay"])
        hurt[objects[row["ship"]], by] += row["points"] or 0
        fell.append((by, row["points"] or 0))
    facts = {
        "stays": [(hosts[row["game"]], row["id"], (row["name"] or "").strip(), row["address"] or "") for row in guests],
        "joined": [(row["id"], rounded(row, "joined")) for row in guests],
        "left": [(row["id"], rounded(row, "gone")) for row in guests],
        "how": [(row["id"], how(row["how"] or "")) for row in guests],
        "scores": [(row["id"], *told(row, "kills", "deaths", "score")) for row in guests],
        "ships": [(row["object"], who(row["stay"]) or ("nobody" if name else ""),
                   " ".join(filter(None, (row["class"] if row["how_known"] != "unknown" else "", name))))
                  for row, name in ships_told],
        "fates": [(row["object"], row["fate"], rounded(row, "died")) for row, _ in ships_told],
        "killers": [(row["object"], who(row["killer_stay"]) or ("nobody" if row["died"] is not None else ""))
                    for row, _ in ships_told],
        "deaths": [(rounded(row, "died"), row["object"]) for row, _ in ships_told if row["died"] is not None],
        "updates": sums((row["object"], row["updates"]) for row, _ in ships_told),
        "taken": counted(who(row["stay"]) for row, _ in ships_told if row["stay"] and row["player_id"] != HOST),
        "scored": [tuple(row[name] or 0 for name in ("killer_id", "kills", "score", "victim_id", "deaths"))
                   for row in data["kills"]],
        "chat": [(who(row["stay"]), "team" if row["team"] else "all", words(row["text"] or "")) for row in data["chat"]],
        "bursts": counted((who(row["stay"]), row["kind"] if row["kind"] in ("torpedo", "pulse") else "beam")
                          for row in data["shots"]),
        "rounds": sorted(collections.Counter(hosts[row["game"]] for row in data["rounds"]).items()),
        "ends": [(hosts[row["game"]], row["reason"]) for row in data["rounds"] if row["reason"]],
        "resends": [(sum(row["resend"] for row in messages_told),)],
        "messages": [(len(messages_told),)],
        "waited": [(float(sum(row["held_up_s"] or 0 for row in data["links"])),)],
        "again": [(sum(row["type"] == "Captured again" for row in data["messages"]),)],
        "damage": [(*key, float(points)) for key, points in hurt.items() if points],
        "hits": hits(fell),
        "files' states": counted(row["status"] or "not known" for row in data["files"]),
    }
    facts["lines"] = counted(row[0] for row in facts["chat"])
    return facts


# The tree.

INTERESTING = "bcnet.opcode in {0x06, 0x07, 0x19, 0x1a, 0x2c, 0x2d, 0x36}"
EXPLODES, EVENT, SCORES = 0x80004E, 0x06, 0x36


SCORE_FIELDS = ("killer", "killer.kills", "killer.score", "victim", "victim.deaths")


def tree(capture):
    """Fields of the tree, message by message."""
    spoken, shots, exploded, scored = [], [], [], []
    for frame in frames(capture, INTERESTING):
        for message in frame.messages():
            shown = {name: show for name, _, show, _ in message.fields()}
            code = int(shown.get("bcnet.opcode", "0"), 0)
            if "bcnet.actor" not in shown or "bcnet.copy_of" in shown or "bcnet.analysis.retransmission_of" in shown or \
                    "bcnet.captured_again" in shown:
                continue
            if code in CHAT and "bcnet.chat.text" in shown:
                spoken.append((shown["bcnet.actor"], CHAT[code], words(shown["bcnet.chat.text"])))
            elif code in SHOTS:
                shots.append((shown["bcnet.actor"], SHOTS[code]))
            elif code == EVENT and int(shown.get("bcnet.event.code", "0"), 0) == EXPLODES:
                exploded.append((int(shown["bcnet.event.destination"], 0), int(shown.get("bcnet.event.killer", "0"))))
            elif code == SCORES and shown["bcnet.actor"] == "host":
                scored.append(tuple(int(shown.get(f"bcnet.score.{name}", "0")) for name in SCORE_FIELDS))
    return {"exploded": exploded, "scored": scored,
            "chat as told": spoken, "lines as told": counted(row[0] for row in spoken), "shots as told": counted(shots)}


ANALYSIS = "bcnet.analysis."
JUDGED = ("number_reused", "stalled", "needless_resend")


def waits(capture):
    """What a receiver does with numbers, of the tree when all of the capture is known."""
    held, judged, start = [], [], None
    packets = pcapng.read(capture)
    times = [packet.time - packets[0].time for packet in packets]
    names = ("held_up", *JUDGED)
    for frame in frames(capture, " || ".join(ANALYSIS + name for name in names), ["-2"]):
        sender = "host" if frame.shows("bcnet.peer")[0] == "0x01" else "client"
        for message in frame.messages():
            shown = {name.removeprefix(ANALYSIS): (show, label) for name, label, show, _ in message.fields()}
            told = round(times[frame.number - 1], 3), sender, int(shown["bcnet.msg.seq"][0]) if "bcnet.msg.seq" in shown else ""
            if "held_up" in shown:
                held.append((*told, float(shown["held_up"][0]), round(times[int(shown["held_up_by"][0]) - 1], 3),
                             str("about" in shown["held_up"][1])))
            judged += [(*told, name) for name in JUDGED if name in shown]
    return {"held up": held, "judged numbers": judged}


AGAIN, RESENT = "bcnet.captured_again", "bcnet.analysis.retransmission_of"


def counts(capture):
    """Fields that are only counted."""
    there = [name for name in (RESENT, AGAIN) if name == RESENT or name in {field.name for field in registered_fields()}]
    rows = fields(capture, there, " || ".join(there))
    again, resent = (sum(len(row.get(name, ())) for row in rows) for name in (AGAIN, RESENT))
    return {"again": [(again,)], "resends": [(resent,)]}


FOLLOWED = re.compile(r'^-?\d+\.\d+ ([^:]*): (?!\[)(?:Chat|TeamChat)(?: from [^:]*)?: "(.*)"$', re.MULTILINE)


def follow(text):
    """What Follow shows of all streams, with copies."""
    return {"passed": counted(line for _, line in FOLLOWED.findall(text))}


# Columns with numbers of frames.
PLACES = {"frame", "first_frame", "last_frame", "first_broken", "copy_of", "acked_in", "retransmission_of",
          "frames", "found"}


# Lines of Wireshark's own tables: a topic and a count, or ends and figures.
COUNTED = re.compile(r"^(?: *[A-Z].*? {2,}\d+|[\d.:]+ +(?:<-> )?[\d.:]+ .*)", re.MULTILINE)


def whole_rows(rows):
    """All cells of a table but for numbers of frames."""
    return [tuple(value for name, value in row.items() if name not in PLACES) for row in rows
            if row.get("rule") != str(OF_ONE_CAPTURE)]


def statistics(text):
    """Wireshark's own tables of ours."""
    lines = [" ".join(line.split()) for line in COUNTED.findall(text[:text.find("Follow:")])]
    told = [int(line.split()[-1]) for line in lines if line.startswith("Datagrams captured again")]
    return {"rows": [line for line in lines if not line.startswith("Datagrams captured again")], "again": [(sum(told),)]}


def every(capture, streams=0):
    """All views of a capture; `rows` are whole rows of tables, for those who compare two captures."""
    rows, data, text, again, dataset = tables(capture, streams)
    found = {name: {**reader(rows.get(name, [])), "rows": whole_rows(rows.get(name, [])), "again": [(again.get(name, 0),)]}
             for name, reader in READERS.items()}
    found |= {"tree": {**tree(capture), **counts(capture), **waits(capture)}, "follow": follow(text), "world": world(data),
              "dataset": dataset_facts(dataset.read()), "statistics": statistics(text)}
    for facts in found.values():
        by_number(facts)
    return found


def exported(capture):
    """The tables of a capture with a frame per message."""
    path = scratch_file(".pcapng")
    run("tshark", "-n", "-r", capture, "-U", "BCNET messages", "-w", path)
    rows, data, _, _, dataset = tables(path)
    return {"world": world(data), "dataset": dataset_facts(dataset.read()), **{name: reader(rows.get(name, [])) for name, reader in READERS.items()}}


def by_number(facts):
    """What players did by their ids alone: what is shown with an act is the name at that time."""
    for fact in ("players' lines", "lines", "lines as told"):
        if fact in facts:
            facts["lines by id"] = sums((end(who), count) for who, count in facts[fact] if who != "host")
    for fact in ("players' shots", "shots as told"):
        if fact in facts:
            facts["shots by id"] = sums(((end(who), kind), count) for (who, kind), count in facts[fact] if who != "host")


READERS = {"players": players, "ships": ships, "chat": chat, "relay": relay, "cadence": cadence, "unacked": unacked,
           "stock": stock, "damage": damage, "files": files, "csv": messages}
