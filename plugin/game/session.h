/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who plays with whom: games and links (protocol chapters 10.6, 60.4).
 *
 * A game is a host endpoint (address and port); a link is one peer's traffic with that host. Everything
 * here is written on the first pass only and read as of a stamp (message.h). Maps and timelines are made when the
 * first thing comes into them; NULL holds nothing. */
#pragma once

#include "reading/endpoints.h"

struct bcnet_sequences;
struct bcnet_recapture;
struct bcnet_relays;
typedef struct bcnet_stay  bcnet_stay_t; /* stays.h */
typedef struct bcnet_round bcnet_round_t;

enum { BCNET_NO_ID = 0 };
/* After so long a silence the host takes a player for gone, and hands on nothing that is older (10.10, 90.2). */
enum { BCNET_SILENCE_SECONDS = 45 };
/* Of files merged from both sides, at the most (10.11). */
enum { BCNET_CLOCKS_APART_SECONDS = 2 };

/* Everything that is known up to now. */
#define BCNET_LATEST G_MAXUINT64

/* When something happened; stamp 0: not seen. */
typedef struct {
    bcnet_stamp_t stamp;
    nstime_t      time;
} bcnet_moment_t;

static inline bcnet_moment_t bcnet_moment_of(const bcnet_msg_t *msg)
{
    return (bcnet_moment_t){ msg->stamp, msg->pinfo->abs_ts };
}

static inline bool bcnet_has_happened(const bcnet_moment_t *moment, bcnet_stamp_t stamp)
{
    return moment->stamp != 0 && moment->stamp <= stamp;
}

static inline bool bcnet_is_longer_ago(const nstime_t *then, const nstime_t *now, int seconds)
{
    nstime_t age;

    nstime_delta(&age, now, then);
    return age.secs > seconds || (age.secs == seconds && age.nsecs > 0);
}

/* What is a little earlier, but stands behind it, in files that were merged or whose frames are not in order of time. */
static inline bool bcnet_is_shortly_before(const nstime_t *earlier, const nstime_t *later)
{
    return nstime_cmp(earlier, later) < 0 && !bcnet_is_longer_ago(earlier, later, BCNET_CLOCKS_APART_SECONDS);
}

/* What is asked for on a link; the answers come under the same number (session.c, show.c). */
typedef enum {
    BCNET_EXCHANGE_CONNECT,
    BCNET_EXCHANGE_INIT, /* 0x01: the join is over; nobody answers */
    BCNET_EXCHANGE_CHECKSUM, /* number: round */
    BCNET_EXCHANGE_OBJECT, /* number: object id */
    BCNET_EXCHANGE_READY, /* 0x2A and its answer 0x35 */
    BCNET_EXCHANGE_FIRING, /* number: weapon; start and stop */
    BCNET_EXCHANGE_FILE, /* 0x25 and 0x27 */
    BCNET_EXCHANGE_COUNT
} bcnet_exchange_kind_t;

/* One endpoint that talks to a host. */
struct bcnet_link {
    bcnet_game_t     *game;
    uint32_t          index; /* number of the link in the capture, from 1 */
    uint32_t          first_frame;
    address           client; /* its endpoint, as the link's first datagram has it */
    uint16_t          client_port;
    bcnet_link_t    **opposite; /* the link of the same endpoints with the other one as host; NULL there: none */
    bcnet_timeline_t *stays; /* whose link it is; stays.c */
    bcnet_timeline_t *refusals; /* stays that never began */
    const char       *announced; /* the client's newest announcement, and whether the host repeated it; first pass */
    bool              echoed;
    bcnet_timeline_t *echoes; /* where the host repeated one */
    /* Connection requests tell a new connection from a repeated request (10.4). */
    uint32_t       connect_hash; /* 0: none yet */
    uint32_t       connection; /* counts connections on this link */
    bcnet_stamp_t  connected; /* when the last one was asked for; 0: before the capture. First pass; rounds.c */
    bcnet_stamp_t  evening; /* of the server, at that time */
    float          clock_before;
    uint32_t       answer_hash; /* of the host's answer to the request; 0: none yet */
    bcnet_moment_t answered; /* when that came first */
    bool           is_over; /* a goodbye was seen since */
    struct bcnet_sequences *sequences; /* of the present connection; reliability.c */
    bcnet_timeline_t       *connections; /* of sequences, this one and those before */
    int64_t                 heard[2]; /* [from the host]: last; ns, first pass */
    bcnet_stamp_t           cut[2]; /* [from the host]: the first datagram that was captured in part; 0: none */
    uint32_t                resumed; /* frame behind the last silence after which both sides are gone; first pass */
    uint32_t                acks_at_once[2]; /* [of the host's messages]: acks that come within 5 ms, and later */
    uint32_t                acks_later[2];
    bcnet_timeline_t       *analyses; /* of all connections; reliability.c */
    wmem_map_t             *assemblies[2]; /* [from the host]: messages in pieces by number, reassembly.c */
    wmem_map_t             *histories[2]; /* [from the host]: what is told of ships, by object id; ship-records.c */
    wmem_map_t             *exchanges[BCNET_EXCHANGE_COUNT]; /* timelines of requests and their answers; session.c */
    bcnet_timeline_t       *file_checks; /* file-checks.c */
    wmem_map_t             *once; /* timelines of times; show.c */
    /* Behind a router the same datagrams have two pairs of endpoints: from this frame on they are that link's (10.11). */
    bcnet_link_t           *same_as;
    uint32_t                same_since;
    struct bcnet_recapture *recapture; /* captured-again.c; NULL: nothing of it came again */
    uint32_t                two_clocks; /* since this frame; 0: all of it has one. First pass */
    /* What relays.c needs to know while it looks for copies; first pass. */
    bcnet_stamp_t listens_since;
    bool          in_game; /* 0x2A was seen on this connection */
    bool          behind_score;
};

struct bcnet_game {
    address              host;
    uint16_t             port;
    uint32_t             index; /* number of the game in the capture, from 1 */
    wmem_tree_t         *objects; /* object id -> timeline of the objects that had it; objects.c */
    struct bcnet_object *newest_object; /* first pass only */
    wmem_array_t        *object_changes; /* of bcnet_object_change_t, objects.c */
    bcnet_timeline_t    *shots; /* of bcnet_fired_t, shots.c */
    wmem_map_t          *beams; /* weapon -> the newest bcnet_fired_t; first pass only */
    wmem_map_t          *hashes; /* object id -> timeline of bcnet_kept_hash_t, ship-records.c */
    wmem_map_t          *refuted; /* species -> timeline of layouts that it does not stand for; layout-choice.c */
    wmem_map_t          *doubted; /* the same since the first creation that said so */
    const struct bcnet_inference *possible; /* what other ships can be, since then; first pass only */
    bcnet_stamp_t                 possible_since;
    wmem_map_t                   *hashes_by_species; /* species -> the same, of all objects of the class */
    bcnet_timeline_t             *rounds; /* rounds.c */
    bcnet_stay_t                 *host_stay;
    wmem_map_t                   *stays; /* network id -> timeline of those who have it; stays.c */
    uint32_t                      highest_id; /* of them */
    bcnet_timeline_t             *slots[BCNET_SLOTS]; /* their owners, slots.c */
    struct bcnet_claim  *claims[BCNET_SLOTS]; /* by clients, before the host says anything to it; first pass only */
    bcnet_timeline_t    *unbelieved; /* messages, slots.c */
    struct bcnet_relays *relays; /* relays.c */
    bcnet_timeline_t    *missions; /* from Settings and score messages (70.6) */
    bcnet_timeline_t    *files; /* what is known of its scripts, file-checks.c */
    bcnet_timeline_t    *dialects; /* since when its host speaks the dialect */
    float                clock; /* the host's, at its highest; negative infinity: not told. First pass; rounds.c */
    bcnet_stamp_t        told; /* when it was told last */
};

/* The link a datagram belongs to, made when it is the first one and `make` is set; else NULL. */
bcnet_link_t *bcnet_link_of(packet_info *pinfo, bool from_host, bool make);

/* What the host tells may stand in front of what it tells of: in files merged from both sides, where the earlier clock of a link
 * is not that of the others (10.11), and where frames are not in order of time, as several queues of a network card write them.
 * Whether that was told in front of the message; first pass. */
bool bcnet_is_told_early(const bcnet_msg_t *msg, const bcnet_link_t *told_on, const nstime_t *told);

/* The stamp of the datagram that made its conversation ours; 0: none did. */
void          bcnet_note_conversation_claimed(packet_info *pinfo, bcnet_stamp_t stamp);
bcnet_stamp_t bcnet_conversation_claimed(packet_info *pinfo);

/* The stamp from which on facts count, as of a stamp: 0, or the last restart of the server (rounds.c). */
bcnet_stamp_t bcnet_game_start(const bcnet_game_t *game, bcnet_stamp_t stamp);

/* ---- The mission (70.6): 0 unknown, 1, 2, 3, 5, or one of a mod's ---- */
enum { BCNET_MODS_MISSION = 0x100 }; /* and the number in the name of its script, as in "Mission10" */
void     bcnet_note_mission(bcnet_msg_t *msg, unsigned mission);
unsigned bcnet_mission(const bcnet_msg_t *msg);

/* ---- The dialect of a reimplemented host (60.2) ---- */
/* Since when the host speaks it; 0: it does not. */
bcnet_stamp_t bcnet_dialect_since(const bcnet_msg_t *msg);
void          bcnet_note_dialect(bcnet_msg_t *msg);

/* ---- Things by number ---- */
void  bcnet_keep_under(wmem_map_t **things, uint32_t number, void *thing);
void *bcnet_kept_under(wmem_map_t *things, uint32_t number);
/* The same for things that are timelines. */
void  bcnet_keep_fact_under(wmem_map_t **timelines, uint32_t number, bcnet_stamp_t stamp, void *fact);
void *bcnet_fact_under(wmem_map_t *timelines, uint32_t number, bcnet_stamp_t stamp, bcnet_stamp_t *since);

/* Once, when the plugin is registered. */
void bcnet_setup_session(void);

/* Two messages that belong together: a request and its answer on one link (protocol chapters 10.6, 35.3, 40.11).
 *
 * The first is noted under a number; the second finds it. Both ends learn the other's frame. */

typedef struct {
    bcnet_moment_t begun;
    bcnet_moment_t ended;
    union {
        const char *file_name; /* what a request is about: the name of a file */
        const void *files; /* 0x20: those that it asks about, bcnet_file_request_t (opcodes) */
    };
} bcnet_exchange_t;

/* What was noted of it; NULL: nothing was. */
bcnet_exchange_t *bcnet_note_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, const char *file_name);
void              bcnet_note_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key);
/* The newest request up to the message; NULL: none was seen. */
bcnet_exchange_t *bcnet_exchange_at(const bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key);

/* Rounds of a game, and what ends them (protocol chapters 60.4, 60.10).
 *
 * A restart of the round (0x39) ends lives and scores; a restart of the server everything, and begins a new evening. The
 * host's clock tells of that: it is noticed late, when the first newcomer gets Settings. */

typedef enum { BCNET_ROUND_FIRST, BCNET_ROUND_SERVER, BCNET_ROUND_AGAIN } bcnet_round_beginning_t;

struct bcnet_round {
    bcnet_game_t           *game;
    bcnet_stamp_t           begun; /* 0: the first one */
    bcnet_stamp_t           evening; /* when the server was started; 0: before the capture */
    nstime_t                time;
    unsigned                number; /* of the game, from 1 */
    bcnet_round_beginning_t how;
};

/* Never NULL. */
const bcnet_round_t *bcnet_round_at(const bcnet_game_t *game, bcnet_stamp_t stamp);

/* ---- First pass ---- */

/* Every datagram: its game may be new. */
void bcnet_note_game(bcnet_game_t *game, const nstime_t *now);
/* Settings: the host's time, and its mission (0: none that is known). Another mission is another round, even where no
 * clock tells that the server was restarted. */
void bcnet_note_mission_settings(bcnet_msg_t *msg, float clock, unsigned mission);
/* What the host says the time is, in Settings and in StateUpdates. */
void bcnet_note_clock(bcnet_msg_t *msg, float clock, bool from_settings);
/* A connect request: what the clock was before it. */
void bcnet_note_connection(bcnet_link_t *link, bcnet_stamp_t stamp);
/* 0x39, which is no copy: the round begins again. */
void bcnet_note_round(bcnet_msg_t *msg);
