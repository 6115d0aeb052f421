/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of the scenario reader share: forge-scenario.c (statements outside of datagrams),
 * forge-datagram.c (the `at` line), forge-statements.c (what stands below it) and forge-send.c (the way out). */
#pragma once

#include "forge/forge-frame.h"
#include "forge/forge-scenario.h"

typedef struct {
    char           *name;
    forge_address_t address;
    guint8          id; /* byte 0 of the datagrams it sends */
    guint16         identification; /* of the IPv4 packet it sends next */
    gint            first_enciphered; /* byte of its datagrams; -1: none */
    GHashTable     *ways; /* receiving endpoint -> forge_way_t */
} forge_endpoint_t;

/* What an endpoint has sent to another one. */
typedef struct {
    guint16     next_seq[2]; /* of messages of the game; of a type below 0x32 (10.4) */
    gboolean    connected; /* over TCP */
    guint32     tcp_seq; /* the next one */
    GByteArray *frame; /* the one sent last over UDP; NULL for none */
} forge_way_t;

/* Messages that will share one datagram. */
typedef struct {
    GByteArray *bytes;
    guint       count;
} forge_part_t;

typedef enum {
    FORGE_CONTENT_NONE,
    FORGE_CONTENT_MESSAGES,
    FORGE_CONTENT_PLAIN, /* a whole datagram, to be encrypted */
    FORGE_CONTENT_WIRE, /* bytes that leave as they are */
    FORGE_CONTENT_ERROR, /* an ICMP error: the IP packet it quotes */
    FORGE_CONTENT_OPEN, /* the begin of a TCP connection */
    FORGE_CONTENT_CLOSE /* its end */
} forge_content_t;

/* What an `at` line and the lines below it describe: one datagram, several if a message is split. */
typedef struct {
    forge_cursor_t    at; /* the `at` line; without a line when no datagram is open */
    gint64            time;
    forge_endpoint_t *from;
    forge_endpoint_t *to;
    forge_content_t   content;
    GPtrArray        *parts; /* of forge_part_t */
    gint64            gap; /* between the parts, in microseconds */
    char             *comment;
    gint64            id; /* these four: -1 if not given */
    gint64            count;
    gint64            cut;
    gint64            udp_length;
    gint64            tcp; /* these three: 1 if given */
    gint64            joined; /* in the frame of the datagram before */
    gint64            drop;
    gint64            delay;
    gint64            duplicate; /* after that time, -1 for no duplicate */
} forge_datagram_t;

typedef struct {
    GError          *error; /* the first mistake; nothing is run after it */
    forge_scope_t    scope;
    GHashTable      *sources; /* path -> forge_source_t, all files read so far */
    GHashTable      *endpoints; /* name -> forge_endpoint_t */
    GHashTable      *ships; /* name -> forge_model_t */
    forge_capture_t *capture;
    forge_datagram_t datagram;
    gint64           now; /* time of the datagram before, or of the begin of the round */
    gint64           round_begin; /* what absolute times count from: 0, in a timed loop the begin of the round */
    forge_limits_t   limits;
    guint64          lines_run;
    unsigned         depth; /* of includes and loops */
} forge_interpreter_t;

/* A statement, behind its word. */
typedef struct {
    const char *word; /* NULL behind the last one */
    void (*run)(forge_interpreter_t *self, forge_cursor_t *cursor);
} forge_statement_t;

/* forge-scenario.c: runs the statement if it is one of these. */
gboolean     bcnet_forge_run_statement(forge_interpreter_t *self, forge_cursor_t *cursor,
                                       const forge_statement_t *statements);
forge_way_t *bcnet_forge_way(forge_endpoint_t *from, forge_endpoint_t *to);

/* forge-datagram.c */
void bcnet_forge_begin_datagram(forge_interpreter_t *self, forge_cursor_t *cursor);
/* Sends what is open, if anything is. */
void bcnet_forge_end_datagram(forge_interpreter_t *self);
void bcnet_forge_clear_datagram(forge_datagram_t *datagram);
/* Complains of a line that has no datagram above it. */
gboolean bcnet_forge_check_open(const forge_interpreter_t *self, const forge_cursor_t *cursor);
/* The part that the next message goes into. NULL after a mistake, as when the datagram holds a whole payload already. */
forge_part_t *bcnet_forge_open_part(forge_interpreter_t *self, const forge_cursor_t *cursor);
/* Makes the next message begin a datagram of its own. */
void bcnet_forge_next_part(forge_interpreter_t *self);
/* Takes PAYLOAD over. */
void bcnet_forge_set_payload(forge_interpreter_t *self, const forge_cursor_t *cursor, forge_content_t content,
                             GByteArray *payload);

/* forge-send.c: the part with that index, in one frame or several; and the line that makes an ICMP error. */
void bcnet_forge_send_part(forge_interpreter_t *self, guint index);
void bcnet_forge_unreachable_line(forge_interpreter_t *self, forge_cursor_t *cursor);

/* forge-statements.c: a line inside of a datagram, if it is one. */
gboolean bcnet_forge_message_line(forge_interpreter_t *self, forge_cursor_t *cursor);
/* A game message whose options are the rest of the line. Takes PAYLOAD over. */
void bcnet_forge_game_message(forge_interpreter_t *self, forge_cursor_t *cursor, GByteArray *payload,
                              gboolean reliable);

/* forge-model.c: lines about ships, two outside of datagrams and two inside. */
void bcnet_forge_model_free(gpointer model);
void bcnet_forge_ship_line(forge_interpreter_t *self, forge_cursor_t *cursor);
void bcnet_forge_damage_line(forge_interpreter_t *self, forge_cursor_t *cursor);
void bcnet_forge_snapshot_line(forge_interpreter_t *self, forge_cursor_t *cursor);
void bcnet_forge_block_line(forge_interpreter_t *self, forge_cursor_t *cursor);
