/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opcodes: what a message's payload is (protocol chapter 30.2).
 *
 * A family of opcodes is a file: the rows of its opcodes, their functions, and the fields these use. A new
 * opcode is a function and a row in its family's file:
 *   op-session.c  joining and leaving        op-checksum.c  file checks and transfer
 *   op-object.c   objects come and go        op-combat.c    torpedoes, pulses, damage
 *   op-event.c    events                     op-state.c     StateUpdate
 *   op-script.c   chat, mission, scores
 * Messages of a mod, in numbers that are free, are forms and no rows: mod-messages.c. */
#pragma once

#include "datagram/recognise.h"
#include "game/relays.h"
#include "reading/info.h"
#include "reading/opcode-numbers.h"

/* Who sends it. What a row leaves out is the first of its kind: from anybody, reliable, relayed nobody knows how. */
typedef enum {
    BCNET_FROM_ANYBODY,
    BCNET_FROM_HOST,
    BCNET_FROM_HOST_MOSTLY, /* in mission 5 clients end the round, too (70.4) */
    BCNET_FROM_CLIENT,
    BCNET_FROM_NOBODY /* no stock program sends it (90.7) */
} bcnet_direction_t;

/* How the game sends it: evidence when traffic is recognised, never a reason to complain (10.3). */
typedef enum {
    BCNET_RELIABLE,
    BCNET_UNRELIABLE, /* StateUpdate alone, certain */
    BCNET_LIKELY_UNRELIABLE /* either way is taken */
} bcnet_delivery_t;

/* What the game's own buffers hold (30.2, 90.3). */
enum {
    BCNET_SCRIPT_BUFFER = 256,
    BCNET_SETTINGS_BUFFER = 256,
    BCNET_STATE_BUFFER = 512,
    BCNET_EVENT_BUFFER = 1024,
    BCNET_OBJECT_BUFFER = 1024
};

/* Above each function stand the bytes that it reads: offsets, names, types. [optional]; 4/8: without and with the optional
 * part before it. Integers and floats are little-endian (20); n, 2n: as many bytes; bits: a bit group, the byte that its
 * booleans share (20.1); cf16: a float of 16 bits (20.2); ipv4: in network order. tests/meta/test_layouts.py adds up. */
struct bcnet_opcode {
    uint8_t           value;
    const char       *name; /* in the community's documents */
    const char       *label; /* what it is called everywhere here; NULL: as the community does */
    const char       *game_name; /* the game's own constant; NULL: as the community calls it */
    bcnet_direction_t direction;
    bcnet_delivery_t  delivery;
    bcnet_weight_t    weight; /* its place in Info, where that does not depend on what it says */
    bcnet_relay_t     relay; /* what the host does with it, or to whom it sends it (10.10) */
    bcnet_ownership_t own; /* what it must be about when a client sends it (10.12) */
    struct {
        uint16_t shortest, longest; /* 0: no limit */
    } length; /* of the payload with the opcode byte */
    void (*dissect)(bcnet_msg_t *msg); /* NULL: the opcode is all there is, or has a form */
    const int *below; /* the field of the item that `dissect` reads below; NULL: below the message itself */
    /* For -z bcnet,csv: names behind "bcnet.", with the fields below them; blanks between. Left out: raw bytes whose
     * meaning has a column (vector, bits), what is known from earlier messages (known), the transport's own. */
    const char *columns;
    const char *form; /* without a function: what the body consists of, see mod-messages.c */
    /* Where its values go. None: a message of a mod, as likely as not (70.14), of which besides: */
    const int  *fields[8];
    const char *mod; /* whose it is; NULL: of the one with most of them */
    uint8_t     modes; /* bits: the first number is one of these; 0: any */
};
/* The head of a row. */
#define BCNET_OPCODE(opcode, community_name, constant)                                                                 \
    .value = (opcode), .name = (community_name), .game_name = (constant)

/* What a file brings in. */
typedef struct {
    const bcnet_opcode_t *opcodes;
    unsigned              opcode_count;
    hf_register_info     *fields[8]; /* lists of BCNET_FIELDS, up to NULL */
} bcnet_family_t;

extern const bcnet_family_t bcnet_family_session, bcnet_family_object, bcnet_family_event, bcnet_family_combat,
    bcnet_family_state, bcnet_family_checksum, bcnet_family_script, bcnet_family_mods;
/* What several families show: without opcodes. */
extern const bcnet_family_t bcnet_shown_subsystems, bcnet_shown_state_subsystems;

/* Shows a plain payload: of one message, or joined from fragments. */
void bcnet_dissect_payload(bcnet_msg_t *msg);

/* The row of an opcode, or NULL for numbers that are free for mods. */
const bcnet_opcode_t *bcnet_opcode_row(uint8_t value);
static inline bool    bcnet_opcode_is_of(const bcnet_opcode_t *row, const bcnet_family_t *family)
{
    return row && row >= family->opcodes && row < family->opcodes + family->opcode_count;
}
/* Delivery and length by opcode: evidence for the recogniser (10.6). */
extern bcnet_payload_form_t bcnet_payload_forms[BCNET_PAYLOAD_FORMS];

/* THE name: in the tree, in Info, in filters, rows and tables. "Chat" for CHAT_MESSAGE. */
const char *bcnet_opcode_label(const bcnet_opcode_t *row);
/* Whether the text is one of its names, the community's and the game's own included; case does not matter. */
bool bcnet_opcode_is_called(const bcnet_opcode_t *row, const char *text);

void bcnet_register_opcodes(int proto);

/* Reads a body by the form of its row, into the row's fields or those of mods, and says what it holds. */
void bcnet_read_form(bcnet_msg_t *msg, const bcnet_opcode_t *row);
/* Of a number that no row has: by the only form of a mod that takes the body, or as bytes. */
void bcnet_read_mods_form(bcnet_msg_t *msg, uint8_t value);

/* ---- event-names.c: event codes and classes in words (50.2, 50.7, 50.14); of classes all of the game, events or not ---- */

extern value_string_ext bcnet_event_code_names;
extern value_string_ext bcnet_event_class_names;
/* Before fields are registered that have them. */
void bcnet_setup_event_names(void);
/* Whether events may be of the class, be it that a stock game never sends it. */
bool bcnet_is_event_class(uint32_t class_id);
/* A code without a name, by the range it lies in: "mission event 16"; NULL: in none. */
const char *bcnet_unnamed_event_words(wmem_allocator_t *pool, uint32_t code);

/* ---- What the torpedo of an ObjectCreate shares with the launch of one (40.5, 45.2): the same fields ---- */

enum { BCNET_TORPEDO_BODY = 14 /* bytes */, BCNET_TORPEDO_BODY_PLAYER = 8 /* offset of the shooter */ };

typedef struct {
    uint32_t parent; /* the firing ship */
    uint32_t target; /* BCNET_OBJECT_NONE: flies straight on */
} bcnet_torpedo_body_t;

/* Reads the class body of a torpedo in flight (40.5). */
bcnet_torpedo_body_t bcnet_read_torpedo_body(bcnet_msg_t *msg);
