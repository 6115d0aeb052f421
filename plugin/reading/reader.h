/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bounded typed reads from a message into fields (protocol chapters 20, 30.1).
 *
 * Every function reads at msg->pos, adds the field when somebody looks (msg->last is its item), advances and
 * returns the value.
 * A read that would cross the end of the message shows what is left as bcnet.unparsed, adds
 * bcnet.expert.truncated and sets msg->truncated; from then on all reads return 0 and do nothing, so an
 * opcode function is a straight list of reads. Where the capture ends early, the same without complaint. */
#pragma once

#include "reading/message.h"

/* Plain numbers. */
uint8_t  bcnet_read_u8(bcnet_msg_t *msg, int hf);
int8_t   bcnet_read_i8(bcnet_msg_t *msg, int hf);
uint16_t bcnet_read_u16(bcnet_msg_t *msg, int hf);
int16_t  bcnet_read_i16(bcnet_msg_t *msg, int hf);
uint32_t bcnet_read_u32(bcnet_msg_t *msg, int hf);
int32_t  bcnet_read_i32(bcnet_msg_t *msg, int hf);
float    bcnet_read_float(bcnet_msg_t *msg, int hf);
uint32_t bcnet_read_ipv4(bcnet_msg_t *msg, int hf); /* network order */

/* A boolean that has a byte of its own (50.1); returns the byte. */
uint8_t bcnet_read_boolean_byte(bcnet_msg_t *msg, int hf);

/* A boolean of a bit group (20.1). The group byte is shown where it stands. */
bool bcnet_read_bit(bcnet_msg_t *msg, int hf);
/* For parsers that walk bit groups themselves: shows a group byte, and complains of a bad count. */
proto_item *bcnet_show_group(bcnet_msg_t *msg, int position, uint8_t byte);
/* And a boolean in it, with its place: ".... ..0. = Cloaked: no". */
proto_item *bcnet_show_bit(bcnet_msg_t *msg, int hf, int position, unsigned bit, bool value);

/* Text of `length` bytes, ISO-8859-1 (20.5). Returns it in packet memory, printable. */
const char *bcnet_read_text(bcnet_msg_t *msg, int hf, int length);
/* Up to a zero byte, which is no part of it; that may be missing at the end of the message. */
const char *bcnet_read_textz(bcnet_msg_t *msg, int hf);
/* Zero-terminated UTF-16LE; the terminator may be missing at the end of the message. */
const char *bcnet_read_utf16z(bcnet_msg_t *msg, int hf);
/* A password: ISO-8859-1 of that many bytes, or with length -1 as the one above. The field's value and what is returned
 * are "(password, 7 letters)", or "(password, at least 3 letters)" where not all of them are there, unless the user wants to
 * see passwords; empty when there is none. */
const char            *bcnet_read_password(bcnet_msg_t *msg, int hf, int length);
extern bcnet_ws_bool_t bcnet_passwords_are_shown; /* a preference */
/* UTF-16LE of `characters` units without a terminator. */
const char *bcnet_read_utf16(bcnet_msg_t *msg, int hf, int characters);
void        bcnet_read_bytes(bcnet_msg_t *msg, int hf, int length);

/* Compressed numbers (20.2, 20.3). Raw bytes are shown as bcnet.vector.*. */
float bcnet_read_cf16(bcnet_msg_t *msg, int hf);
void  bcnet_read_direction(bcnet_msg_t *msg, float direction[3]);
/* Three floats; three generated floats over the bytes from `start` to msg->pos. */
void bcnet_read_vector(bcnet_msg_t *msg, const int hf[3], float vector[3]);
void bcnet_show_vector(bcnet_msg_t *msg, const int hf[3], const float vector[3], int start);

/* Bytes left in the message; true when at least `length` bytes can be read without complaint. */
static inline int bcnet_left(const bcnet_msg_t *msg)
{
    return msg->truncated ? 0 : msg->end - msg->pos;
}

static inline bool bcnet_can_read(const bcnet_msg_t *msg, int length)
{
    return !msg->truncated && length >= 0 && length <= msg->limit - msg->pos;
}

/* Everything up to the end, as bytes nobody understands. No complaint. */
void bcnet_read_rest(bcnet_msg_t *msg);
/* Ends a message: bytes that are left become bcnet.unparsed with bcnet.expert.trailing, and a bit group
 * with booleans nobody took gets bcnet.expert.bits. */
void bcnet_finish(bcnet_msg_t *msg);
/* Ends a message early: the rest is bcnet.unparsed, and the caller has to complain. False: it has ended before. */
bool bcnet_give_up(bcnet_msg_t *msg);

/* Subtrees: fields read between open and close hang under a new item over their bytes. */
typedef struct {
    proto_tree *outer;
    proto_item *item;
    int         start;
} bcnet_scope_t;
bcnet_scope_t bcnet_open(bcnet_msg_t *msg, int hf); /* FT_NONE */
void          bcnet_close(bcnet_msg_t *msg, bcnet_scope_t *scope);

/* A point or a direction: an item, with x, y and z below it. */
typedef struct {
    int item, axes[3];
} bcnet_vector_t;

/* Registers lists of BCNET_FIELDS, up to NULL. Those of y and z have no row: they follow the row of x, whose filter ends in
 * ".x", with their letter in place of every x that stands alone. */
void bcnet_register_fields(int proto, hf_register_info *const *lists);
#define BCNET_REGISTER(proto, ...) bcnet_register_fields(proto, (hf_register_info *const[]){ __VA_ARGS__, NULL })
/* The tree below an item: of the kind of its field, or of the protocol. */
proto_tree *bcnet_below(proto_item *item, int hf);

/* Closes the item of a vector, with ": (48.06, 15.18, -29.27)" behind its name when all of it was there. */
void bcnet_close_vector(bcnet_msg_t *msg, bcnet_scope_t *scope, const float vector[3], int decimals);
/* A position of three floats, with its item. */
void bcnet_read_position(bcnet_msg_t *msg, const bcnet_vector_t *hf, float position[3]);
/* cv3+1 (20.3): fraction of a radius that is not on the wire. Closes the item that was opened for it. */
void bcnet_read_relative_point(bcnet_msg_t *msg, bcnet_scope_t *scope, const bcnet_vector_t *hf, int hf_fraction,
                               const char *radii);

/* Seconds with their unit, which Wireshark 4.0 does not show of floats. */
static inline float bcnet_read_seconds(bcnet_msg_t *msg, int hf)
{
    const float seconds = bcnet_read_float(msg, hf);

    if (msg->last && !msg->truncated)
        proto_item_append_text(msg->last, " s");
    return seconds;
}

/* Generated fields: computed, no bytes of their own unless start and length say so. */
proto_item *bcnet_generated_uint(bcnet_msg_t *msg, int hf, uint32_t value);
proto_item *bcnet_generated_float(bcnet_msg_t *msg, int hf, float value);
proto_item *bcnet_generated_string(bcnet_msg_t *msg, int hf, const char *value);
proto_item *bcnet_generated_time(bcnet_msg_t *msg, int hf, const nstime_t *time);

/* Appends to the one-line summary. */
void bcnet_say(bcnet_msg_t *msg, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* An expert info on the item read last, or on the message (message.h: the summary is a constant). */
void bcnet_complain(bcnet_msg_t *msg, bcnet_expert_t which, const char *summary);
void bcnet_complain_with(bcnet_msg_t *msg, bcnet_expert_t which, const char *summary, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

extern hf_register_info *const bcnet_reader_fields[];
