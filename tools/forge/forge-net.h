/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The network of a made-up battle: a host and its clients, the game's reliable transport on top of datagrams
 * that get lost, doubled and overtaken, and a capture taken at the host.
 *
 * What the capture shows follows from where it is taken. A datagram of the host is in it even if it gets lost
 * afterwards; a datagram of a client that gets lost is not. So the host's messages are seen sent again, and the
 * clients' numbers have gaps. */
#pragma once

#include "forge/forge-frame.h"
#include "forge/forge-capture.h"
#include "forge/forge-ship.h"

#define BCNET_FORGE_HOST 0u /* as a peer; clients are 1, 2, ... */

/* A reliable message, or one fragment of it, and what became of it. Frame numbers count from 1. */
typedef struct {
    guint8   sender; /* peer */
    guint8   receiver; /* peer */
    gboolean low; /* type below 0x32 */
    guint16  seq;
    int      index; /* of the fragment, -1 for a whole message */
    guint    fragments; /* of the message, 1 for a whole one */
    guint    sent; /* times, in the capture or not */
    GArray  *frames; /* guint32, those it is in */
    GArray  *acks; /* guint32, those with an ack of it */
    gint64   first_time; /* in the capture; of the first ack too; -1 for never */
    gint64   first_ack_time;
    /* For the transport itself. */
    GByteArray *message;
    GByteArray *payload; /* of the whole message */
    gint64      next_send;
    guint       resends;
    gboolean    acked;
    gboolean    received;
    guint       group; /* records with the same number are fragments of one message */
} forge_record_t;

/* A gap: in this frame a number arrives while MISSING lower ones have never been seen. */
typedef struct {
    guint32               frame;
    guint                 missing;
    const forge_record_t *record; /* that has the number */
} forge_gap_t;

/* The types are those that options on a command line have. */
typedef struct {
    int    players; /* 1 to BCNET_FORGE_MAX_PLAYERS, each a client */
    double seconds; /* ends after that time; 0 for no limit */
    gint64 datagrams; /* ends after that many frames; 0 for no limit */
    double loss; /* these three are probabilities */
    double duplicate;
    double reorder;
    gint64 seed;
} forge_net_options_t;

typedef struct {
    /* A reliable message has arrived, all of it and for the first time. TYPE is the transport type. */
    void (*arrived)(gpointer game, guint sender, guint receiver, guint8 type, GByteArray *payload);
    /* Once per peer and game frame, about 30 times a second: time to say something. */
    void (*tick)(gpointer game, guint peer);
} forge_net_callbacks_t;

/* What was captured, for the ground truth. */
typedef struct {
    guint64    frames;
    guint64    acks;
    guint64    stale_acks;
    guint64    keepalives;
    guint64    opcodes[256]; /* whole game messages in the capture, each time they are in it */
    guint64    opcodes_once[256]; /* without those that are in it again */
    guint64    captured[2]; /* datagrams of the host, of clients */
    guint64    lost[2]; /* never arrived: those of the host are in the capture */
    guint64    duplicated; /* captured twice */
    guint64    overtaken;
    GPtrArray *records; /* forge_record_t */
    GArray    *gaps; /* forge_gap_t */
    GArray    *out_of_order; /* guint32: frames with an older number for the first time, per message */
} forge_net_log_t;

typedef struct {
    forge_address_t address;
    guint8          id; /* byte 0 of what it sends from now on */
    guint16         identification; /* of the IPv4 packet it has sent last */
} forge_peer_t;

typedef struct {
    forge_net_options_t options;
    gint64              now; /* microseconds */
    forge_random_t      random;
    forge_peer_t       *peers;
    forge_net_log_t     log;
    /* For the transport itself. */
    const forge_net_callbacks_t *callbacks;
    gpointer                     game;
    forge_pcapng_t              *pcapng;
    GSequence                   *events; /* of what is to happen, in order */
    guint64                      events_made;
    guint                        groups;
    struct forge_link           *links; /* of client N: 2N - 2 from the host, 2N - 1 to the host */
} forge_net_t;

/* Frames go to PCAPNG while the battle runs. */
forge_net_t *bcnet_forge_net_new(const forge_net_options_t *options, const forge_net_callbacks_t *callbacks,
                                 gpointer game, forge_pcapng_t *pcapng);
void         bcnet_forge_net_free(forge_net_t *net);

/* A message of that transport type, which leaves with the sender's next datagram. Only those of the game, FORGE_GAME, may be
 * unreliable; they are not empty. Takes PAYLOAD over. */
void bcnet_forge_net_say(forge_net_t *net, guint sender, guint receiver, guint8 type, gboolean reliable,
                         GByteArray *payload);

/* Runs until the capture has the wanted number of frames or the time is over. */
void bcnet_forge_net_run(forge_net_t *net);

/* forge-truth.c: what really happened, as JSON. Freed with g_free. */
char *bcnet_forge_truth(const forge_net_t *net);

/* ---- forge-battle.c ---- */

/* Writes the capture to OUTPUT, "-" for standard output, while the battle runs, and the ground truth to TRUTH, which may be
 * NULL. */
gboolean bcnet_forge_battle(const forge_net_options_t *options, const char *truth, const char *output, GError **error);
