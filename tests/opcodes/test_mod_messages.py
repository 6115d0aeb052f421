# SPDX-License-Identifier: GPL-2.0-or-later
"""Messages of a mod (70.14): every form, and whatever is none of them stays bytes."""

import struct

from bcnet_test import Cases, Label, main

MOD = "Kobayashi Maru (mod)"
cases = Cases("mod-messages")

# Number, name in the mod, length without texts, values in order: as the table of 70.14 has them. A text in brackets is
# closed by a zero, one alone has its length before it.
OBJECT, NUMBER, PLACE = "object", -2, 1.5
FORMS = (
    (66, "ADD_AI_TO_TEAM_MSG", 6, (["Team"], NUMBER)),
    (97, "CLIENT_OBJECT_DESTROYED", 2, (["Ship 1"],)),
    (189, "ASK_FOR_VALID_QBAUTOSTART_SCRIPTS", 2, (["Script"],)),
    (190, "REMOVE_POINTER_FROM_SET", 2, (["Ship 1"],)),
    (191, "REMOVE_TORP_MESSAGE_AT", 17, (2, PLACE, PLACE, PLACE)),
    (191, "SEND_TORP_CREATE_MSG", 23, (["A"], ["BC"], PLACE, PLACE, PLACE, 1, NUMBER)),
    (192, "NO_COLLISION_MESSAGE", 13, (OBJECT, 1, NUMBER)),
    (193, "DISABLE_TRACTOR_MESSAGE", 2, (["Ship 1"],)),
    (194, "SUBSYSTEM_SET_CONDITION", 10, (OBJECT, ["Phasers"], NUMBER)),
    (195, "MP_SET_TRACTOR_MODE", 9, (OBJECT, NUMBER)),
    (196, "SET_SCRIPT_MSG", 6, (OBJECT, ["Script"])),
    (197, "ET_CLIENT_SCAN", 5, (OBJECT,)),
    (199, "SET_SHIELD_CONDITION", 13, (OBJECT, 1, NUMBER)),
    (200, "MP_SET_POSITION_MSG", 45, (OBJECT, NUMBER, *[PLACE] * 9)),
    (201, "MP_SEND_WARP_SPEED_MSG", 9, (OBJECT, PLACE)),
    (202, "MP_SEND_PLASMA_FX", 25, (OBJECT, PLACE, PLACE, PLACE, NUMBER, PLACE)),
    (203, "PLAYER_NOW_USING_SHIP", 9, (1, NUMBER)),
    (205, "MP_NEW_NET_PLAYER_ID", 9, (OBJECT, NUMBER)),
    (206, "MP_WARP_ETA_MSG", 9, (OBJECT, PLACE)),
    (207, "MP_CONSTRUCT_MSG", 11, (1, NUMBER, "Dock")),
    (207, "MP_CONSTRUCT_MSG", 11, (2, NUMBER, "Dock")),
    (207, "MP_CONSTRUCT_MSG", 11, (3, NUMBER, "")),
    (207, "MP_CONSTRUCT_MSG", 11, (5, NUMBER, "Dock")),
    (207, "MP_CONSTRUCT_MSG", 13, (4, NUMBER, 1)),
    (208, "REPLACE_MODEL_MSG", 7, (OBJECT, "Akira")),
    (209, "SET_TARGETABLE_MSG", 9, (OBJECT, NUMBER)),
    (210, "ALERT_STATE_CHANGED_MSG", 9, (OBJECT, NUMBER)),
    (211, "DELETE_OBJECT_FROM_SET_MSG", 5, (OBJECT,)),
    (212, "SET_GET_SHIP_ATTR_MSG", 13, (0, 1, NUMBER)),
    (212, "SET_GET_SHIP_ATTR_MSG", 13, (1, 1, NUMBER)),
    (213, "SET_AUTO_AI_MSG", 5, (OBJECT,)),
    (214, "SET_STOP_AI_MSG", 5, (OBJECT,)),
    (215, "TRACTOR_STARTED_MSG", 9, (OBJECT, OBJECT)),
    (216, "MP_SET_TARGET_MSG", 9, (OBJECT, OBJECT)),
)
ID = 0x4003FFFF     # the first object of slot 1 (20.4)


def encoded(value):
    if value == OBJECT:
        return struct.pack("<I", ID)
    if isinstance(value, list):
        return value[0].encode("latin-1") + b"\0"
    if isinstance(value, str):
        return struct.pack("<H", len(value)) + value.encode("latin-1")
    return struct.pack("<f" if isinstance(value, float) else "<i", value)


def expected(name, values):
    """Filter name -> all values in order."""
    numbers = [value for value in values if isinstance(value, int)]
    counted = [value for value in values if isinstance(value, str) and value != OBJECT]
    texts = [value[0] if isinstance(value, list) else value for value in values
             if isinstance(value, list) or value in counted]
    objects = [ID for value in values if value == OBJECT]
    fields = {"int": numbers, "float": [value for value in values if isinstance(value, float)], "text": texts,
              "text_len": [len(text) for text in counted], "object": objects}
    return {"bcnet.mod": Label(f"Message of a mod: Kobayashi Maru \\(mod\\) {name}$"), "bcnet.mod.name": f"{MOD} {name}",
            **{f"bcnet.mod.{key}": found for key, found in fields.items() if found},
            **({"bcnet.object.slot": [1] * len(objects)} if objects else {})}


def body(values):
    return b"".join(map(encoded, values))


def bytes_only(name, number, payload):
    """No form takes it: shown as bytes, without a word of trouble."""
    cases.payload(name, f"{number:02X} {payload.hex()}", sender="client", expect={"bcnet.unparsed": payload},
                  absent=["bcnet.mod", "bcnet.mod.name"], info=f": Script message 0x{number:02x}: {len(payload)} byte")


for index, (number, name, length, values) in enumerate(FORMS):
    payload = body(values)
    texts = sum(len(value[0]) if isinstance(value, list) else len(value) for value in values
                if isinstance(value, list) or (isinstance(value, str) and value != OBJECT))
    assert 1 + len(payload) == length + texts, f"{name}: 70.14 says {length} and texts"
    sender = ("client", "host")[index % 2]
    cases.payload(f"{index} {name}", f"{number:02X} {payload.hex()}", sender=sender, expect=expected(name, values),
                  info=rf": Script message 0x{number:02x}: Kobayashi Maru \(mod\) {name}")
    bytes_only(f"{index} {name} and a byte", number, payload + b"\x01")

bytes_only("a text that nothing closes", 97, b"Ship 1")
bytes_only("a text longer than what is left", 208, encoded(OBJECT) + b"\x06\x00Akira")
bytes_only("half of a length", 208, encoded(OBJECT) + b"\x05")
bytes_only("a mode of none", 207, body((6, NUMBER, "Dock")))
bytes_only("the mode of the other form", 207, body((4, NUMBER, "Dock")))
bytes_only("the other way round", 207, body((1, NUMBER, 0x10000)))
bytes_only("neither get nor set", 212, body((2, 1, NUMBER)))
bytes_only("a mode beyond all bits", 212, body((32, 1, NUMBER)))
bytes_only("a number whose body nobody knows", 67, b"\x01\x02")
bytes_only("another", 198, body((OBJECT,)))

# Another mod has this number for AI_LIST: ships left, wave, and so many objects.
REMASTERED = "Bridge Commander Remastered (mod) AI_LIST"
for objects in ((), (ID,), (ID, ID + 0x40000)):
    cases.payload(f"AI_LIST of {len(objects)}", f"42 {struct.pack(f'<{3 + len(objects)}i', 7, 3, len(objects), *objects).hex()}",
                  sender="host", expect={"bcnet.mod.name": REMASTERED, "bcnet.mod": Label(r": Bridge Commander Remastered \(mod\) AI_LIST$"),
                                         "bcnet.mod.int": [7, 3, len(objects)],
                                         **({"bcnet.mod.object": list(objects),
                                             "bcnet.object.slot": [1, 2][:len(objects)]} if objects else {})},
                  info=rf"0x42: Bridge Commander Remastered \(mod\) AI_LIST 7 3 {len(objects)}")
bytes_only("AI_LIST of fewer than it says", 66, struct.pack("<4i", 7, 3, 2, ID))
bytes_only("AI_LIST of more than it says", 66, struct.pack("<5i", 7, 3, 1, ID, ID))
bytes_only("AI_LIST of less than none", 66, struct.pack("<3i", 7, 3, -1))
bytes_only("AI_LIST of so many that four times as much is none", 66, struct.pack("<3i", 7, 3, 0x40000000))
bytes_only("AI_LIST without its wave", 66, body((7, 1, 0x01010101)))

TestModMessages = cases.testcase()

if __name__ == "__main__":
    main()
