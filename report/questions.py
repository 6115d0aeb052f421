# SPDX-License-Identifier: GPL-2.0-or-later
"""Ten questions about a capture, with answers taken from it: which of them there are depends on what it holds.

A question is answered by a click on a byte, or by a word or number that is typed.
"""


def click(text, datagram, field, why, hint, first_byte=False):
    """Any byte of the field, or its first one, in its frame."""
    size = 1 if first_byte else field.size
    return {"text": text, "frame": datagram.frame, "bytes": [field.source, field.start, size], "why": why, "hint": hint}


def typed(text, datagram, field, answer, why, hint, near=0):
    """A number, or a word: `near` is how far off a number may be."""
    return {"text": text, "frame": datagram.frame, "answer": str(answer), "near": near,
            "bytes": [field.source, field.start, field.size], "why": why, "hint": hint}


def with_field(found, name, wanted=None):
    """(datagram, field) of the first field of that name, with that value."""
    for datagram in found:
        for field in datagram.fields:
            if field.name == name and wanted in (None, field.show):
                return datagram, field
    return None, None


def within(datagram, field, name):
    """The next field of a name behind another one."""
    behind = datagram.fields[datagram.fields.index(field) + 1:]
    return next((other for other in behind if other.name == name), None)


def before(datagram, field, name):
    """The last field of a name before another one."""
    return next((other for other in reversed(datagram.fields[:datagram.fields.index(field)]) if other.name == name), None)


def who_asks(found):
    datagram, nonce = with_field(found, "bcnet.connect.nonce")
    if datagram:
        yield click("Somebody wants to join. Find the datagram, and click the byte that says who sends it.", datagram,
                    datagram.first("bcnet.peer"),
                    f"Byte 0 is the sender: {datagram.first('bcnet.peer').show}, a client that has no id yet (10.1).",
                    "The datagram says Connect. Its first byte is never enciphered, and names the sender.")


def what_is_enciphered(found):
    for datagram in found:
        if datagram.enciphered and len(datagram.cipher) > 4:
            places = [at for at, (sent, meant) in enumerate(zip(datagram.cipher, datagram.sources[0])) if sent != meant]
            if places:
                yield {"text": f"In frame {datagram.frame} not all bytes are enciphered. Click the first one that is.",
                       "frame": datagram.frame, "bytes": [0, places[0], 1],
                       "why": f"Byte {places[0]} was sent as {datagram.cipher[places[0]]:02X} and means "
                              f"{datagram.sources[0][places[0]]:02X}; all before it are the same in both rows (10.2).",
                       "hint": "Compare the two rows: the small one above is what was sent."}
                return


def given_id(found):
    datagram, field = with_field(found, "bcnet.connect.assigned")
    if datagram:
        yield typed("Which network id does the host give to the newcomer?", datagram, field, field.show,
                    f"{field.show}, the last byte of the answer: from now on it is byte 0 of all this client sends (10.3).",
                    "The host's first datagram says: your id is ...")


def most_messages(found):
    counts = [(int(field.show), datagram, field) for datagram in found for field in [datagram.first("bcnet.count")] if field]
    if counts:
        count, datagram, field = max(counts, key=lambda one: (one[0], -one[1].frame))
        if count > 1:
            yield click(f"Frame {datagram.frame} holds {count} messages. Click the byte that says so.", datagram, field,
                        f"Byte 1 is the number of messages: {count} (10.3).", "It stands before all of them.")


def own_name(found):
    datagram, field = with_field(found, "bcnet.announce.name")
    if datagram and field.size > 2:
        yield click("A player tells its name. Click the first letter of it.", datagram, field,
                    "UTF-16LE: two bytes a letter, the lower one first, and 00 00 at the end (20.5).",
                    "The message is called Name; the letters stand to its end.", first_byte=True)


def message_length(found):
    for datagram in found:
        field = datagram.first("bcnet.opcode")
        length = field and before(datagram, field, "bcnet.msg.length")
        if length and length.size == 2:
            raw = before(datagram, field, "bcnet.msg.flags_len")
            yield typed(f"In frame {datagram.frame} the bytes {bytes.fromhex(raw.value).hex(' ').upper()} are flags and length of a "
                        "message. How many bytes has it?", datagram, raw, length.show,
                        f"{raw.show}: the upper bits are flags, the lower 13 are the length, {length.show} (10.3).",
                        "The lower byte comes first. Take away the flag 0x8000: reliable.")
            return


def pieces(found):
    datagram, field = with_field(found, "bcnet.frag.total")
    if datagram:
        yield typed("One message was too long and came in pieces. In how many?", datagram, field, field.show,
                    f"{field.show}: it stands in piece 0 only, behind the index (10.5).", "Look for Fragment 0.")


def last_round(found):
    rounds = [(datagram, field) for datagram in found for field in datagram.fields if field.name == "bcnet.checksum.round"
              and (before(datagram, field, "bcnet.opcode") or field).show == "0x20"]
    if rounds:
        datagram, field = rounds[-1]
        yield click("The host asks about files in rounds. Click the byte that is the number of the last round it asks.", datagram,
                    field, f"Behind the opcode 0x20: round {field.show} (35.2).",
                    "The last datagram that says ChecksumRequest; the round stands behind the opcode.")


def shared_byte(found):
    datagram, clock = with_field(found, "bcnet.settings.game_time")
    bits = datagram and within(datagram, clock, "bcnet.bits")
    if bits:
        yield click("In Settings several yes-or-no values share one byte. Click it.", datagram, bits,
                    f"{bits.show}: the upper three bits say how many, and the rest are the values, from bit 0 on; the last of them "
                    "is written far behind its byte (20.1).", "It stands right behind the clock.")


def the_clock(found):
    datagram, clock = with_field(found, "bcnet.settings.game_time")
    if datagram:
        yield typed("What does the host's clock say in Settings, in seconds?", datagram, clock, clock.show,
                    f"{clock.show}: a float of four bytes, and the client sets its own clock by it (30.3).",
                    "Game time is the first field of Settings.", near=0.01)


def ready(found):
    datagram, field = with_field(found, "bcnet.opcode", "0x2a")
    if datagram:
        yield click("The newcomer says that it is ready. Click the opcode of that message.", datagram, field,
                    "0x2A, NewPlayerInGame: from here on the host hands on to it what others do (30.9).",
                    "The message is called NewPlayerInGame.")


def first_shot(found):
    for name, words in (("bcnet.torpedo.subsystem", "A torpedo leaves a tube"), ("bcnet.fire.target", "A beam is switched on")):
        datagram, field = with_field(found, name)
        if datagram:
            opcode = before(datagram, field, "bcnet.opcode")
            yield click(f"{words}. Click the opcode of the first such message.", datagram, opcode,
                        f"{opcode.show}, frame {datagram.frame} (30.2).", "TorpedoFire or StartFiring, in the list on the left.")


def first_chat(found):
    datagram, field = with_field(found, "bcnet.chat.text_len")
    if datagram:
        yield typed("How many bytes long is the first line of chat?", datagram, field, field.show,
                    f"{field.show}: it stands before the text (70.4).", "The list says Chat.")


def hull(found):
    datagram, field = with_field(found, "bcnet.state.flags")
    if datagram:
        yield click("A StateUpdate says in one byte which parts follow. Click it in the first one.", datagram, field,
                    f"{field.show}, behind the object id and the clock (60.1).", "It is called Flags.")


KINDS = (who_asks, what_is_enciphered, given_id, most_messages, own_name, message_length, pieces, last_round, shared_byte, the_clock,
         ready, first_shot, first_chat, hull)
MOST = 10


def of(found):
    """The questions that the capture has an answer to, ten at most."""
    return [question for kind in KINDS for question in kind(found)][:MOST]
