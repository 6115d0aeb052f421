/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the checks of the stock rules share: what is remembered of each side, and the check in hand; check.c has
 * what they share, each file of rules its own. */
#pragma once

#include "rules/own-bytes.h"
#include "rules/stock-rules.h"

/* Whose message it is; NULL: nobody's. */
const bcnet_stay_t *bcnet_stock_sender(const bcnet_tap_message_t *message);

/* A message that held a rule, or broke it: mostly the one in hand; where something is missing, what should have caused
 * it. */
typedef struct {
    const bcnet_stay_t *sender;
    bcnet_stamp_t       stamp;
    const char         *found; /* of a broken one; packet memory */
    bcnet_stock_t       rule;
    bool                held;
    bool                is_kept; /* its frame is one of those that are shown */
    bool                is_listed; /* and it is the first one there, or something else is missing */
} bcnet_verdict_t;

/* Frames of each rule and sender. */
enum { BCNET_BREACHES_KEPT = 20 };

/* Order in a datagram (10.3). */
typedef enum { PHASE_YOUNG_ACKS, PHASE_RESEND, PHASE_NEW_ORDERED, PHASE_NEW, PHASE_OLD_ACKS } bcnet_phase_t;

/* Updates that came with the least delay within some seconds: what the capture's clock was ahead of theirs. */
typedef struct {
    double begun;
    double ahead;
} bcnet_clock_window_t;

enum { CLOCK_WINDOWS = 5, MOST_DUE = 32 };

/* What the client of a link has to get from the host. */
typedef struct {
    bcnet_stock_t            rule;
    bool                     of_author; /* its own line of chat */
    uint8_t                  opcode;
    bcnet_stamp_t            stamp; /* of what causes it */
    nstime_t                 time;
    const bcnet_stay_t      *newcomer; /* rule 27 */
    const bcnet_sent_t      *sent;
    struct bcnet_stock_side *author; /* whose link has to be without gaps */
} bcnet_due_t;

/* The datagram in hand, and what it has so far. */
typedef struct {
    bcnet_stamp_t stamp;
    bcnet_phase_t phase;
    uint16_t      resends;
    uint16_t      replays;
    uint16_t      seq[2]; /* by space: of its new messages */
    bool          has_seq[2];
    bool          alone; /* nothing but acks */
    bool          young; /* one of them sent fewer than three times */
} bcnet_stock_datagram_t;

/* A direction of a link. */
typedef struct bcnet_stock_side {
    bcnet_stock_datagram_t datagram;
    bool                   leaving;
    bool                   has_used_id;
    uint16_t               fragmented; /* number of the message whose total is known */
    uint8_t                total;
    bcnet_id_set_t         told; /* of these the newcomer was told */
    bcnet_id_set_t         due;
    bool                   joins; /* it asked for a connection */
    bool                   joined; /* and is in the game */
    uint32_t               number; /* of the side */

    /* Numbers of the game's messages. */
    uint32_t newest;
    uint32_t missing; /* these many below it */
    nstime_t whole_since;
    nstime_t heard; /* last */
    /* Of a client: its join. */
    bool          join_is_whole; /* the capture holds it from the request on */
    uint8_t       asked; /* rounds, a bit each */
    uint8_t       answered;
    bcnet_stamp_t early_stamp; /* of a round that was asked before the answer to the one before; 0: none */
    /* Of a client: its slot. */
    struct bcnet_stock_side *rival; /* has the same one */
    bcnet_stamp_t            slot_stamp;
    unsigned                 slot; /* from 1; 0: none */
    bool                     heard_since;
    /* Of a client: what it has to get. */
    bcnet_due_t *dues; /* room for MOST_DUE; NULL: none yet */
    unsigned     due_count;
    /* Its clock. */
    bcnet_clock_window_t  windows[CLOCK_WINDOWS];
    bcnet_clock_window_t *newest_window;
    unsigned              window_count; /* from the beginning */
    bcnet_stamp_t         evening;
    double                clock; /* highest */
} bcnet_stock_side_t;

typedef struct {
    bcnet_stock_side_t host, client;
} bcnet_stock_link_t;

/* What the checks remember of a capture. */
typedef struct {
    wmem_allocator_t    *pool;
    bool                 only_breaches; /* nobody counts what holds */
    bcnet_verdict_t     *verdicts; /* of the message in hand */
    unsigned             verdict_count;
    unsigned             verdict_room;
    bcnet_stock_link_t **links; /* by number */
    uint32_t             link_room;
    uint32_t             links_there;
    uint32_t             sides_made;
    wmem_map_t          *acks; /* bcnet_sent_t -> bcnet_ack_t */
    wmem_map_t          *old_acks; /* the ones before */
    wmem_map_t          *updates; /* by key */
    wmem_map_t          *slots; /* of a game -> sides by slot */
    const bcnet_game_t  *shared_in; /* where rule 26 was broken last; NULL: nowhere */
    uint16_t             shared_slots; /* there, a bit each */
    wmem_map_t          *breaches; /* by rule and sender -> their frames */
    bcnet_own_bytes_t   *own_bytes;
} bcnet_stock_checks_t;

/* A check in hand. */
typedef struct {
    bcnet_stock_checks_t      *checks;
    bcnet_stock_side_t        *host, *client; /* of the link */
    bcnet_stock_side_t        *side; /* whose message it is */
    const bcnet_said_t        *said; /* the host's: bytes that should be its own are a client's; NULL: they are not */
    const bcnet_tap_message_t *message;
    const packet_info         *pinfo;
    bool                       counts; /* what holds, too */
} bcnet_check_t;

/* Another message, or the one in hand, holds a rule, or breaks it: what it does instead. */
void bcnet_hold_by(const bcnet_check_t *check, const bcnet_stay_t *sender, bcnet_stamp_t stamp, bcnet_stock_t rule);
void bcnet_break_by(const bcnet_check_t *check, const bcnet_stay_t *sender, bcnet_stamp_t stamp, bcnet_stock_t rule,
                    const char *format, ...) G_GNUC_PRINTF(5, 6) BCNET_SELDOM;

/* Two players make objects with this id: what is said of one is no breach of what the other is (rule 26 says it). */
static inline bool bcnet_is_of_two(const bcnet_check_t *check, uint32_t object_id)
{
    const int slot = check->checks->shared_in == check->message->game ? bcnet_object_slot(object_id, NULL) : -1;

    return slot >= 0 && check->checks->shared_slots >> slot & 1;
}

/* Nearly every message holds nearly every rule: then there is nothing to do, mostly. */
static inline void bcnet_hold(const bcnet_check_t *check, bcnet_stock_t rule)
{
    if (check->counts)
        bcnet_hold_by(check, bcnet_stock_sender(check->message), check->message->stamp, rule);
}

#define bcnet_break(check, rule, ...)                                                                                  \
    bcnet_break_by(check, bcnet_stock_sender((check)->message), (check)->message->stamp, rule, __VA_ARGS__)
#define bcnet_break_host(check, ...) bcnet_break_by(check, (check)->message->game->host_stay, __VA_ARGS__)
/* What was found is put into words only where it is broken. */
#define bcnet_judge(check, rule, held, ...) ((held) ? bcnet_hold(check, rule) : bcnet_break(check, rule, __VA_ARGS__))

double bcnet_check_seconds_since(const bcnet_check_t *check, const nstime_t *then);
/* Whether its datagram is there as it was sent. */
static inline bool bcnet_is_whole(const bcnet_tap_message_t *message)
{
    return message->datagram.is_there && !bcnet_stamp_is_exported(message->stamp);
}

/* Says that the connection of this link begins or ends; no more than once. */
bool bcnet_begins_or_ends(const bcnet_tap_message_t *message);
/* Whether the capture left out parts of datagrams of this connection: what a rule misses may have been there. */
bool bcnet_is_cut(const bcnet_tap_message_t *message);
/* What is remembered of a link; NULL: nothing. */
bcnet_stock_link_t *bcnet_stock_link(const bcnet_stock_checks_t *checks, const bcnet_link_t *link);
/* The name of its opcode, and the number. */
const char *bcnet_opcode_words(const bcnet_check_t *check, uint8_t opcode);

/* What a table remembers: bcnet_stock_checks_t, which lives as long as the memory it is made in. */
void *bcnet_stock_checks_new(wmem_allocator_t *pool);
/* Every message, in order. Returns how many verdicts it leads to, and those. */
unsigned bcnet_stock_check(bcnet_stock_checks_t *checks, const bcnet_tap_message_t *message, const packet_info *pinfo,
                           const bcnet_verdict_t **verdicts);

/* breaches.c. First pass: whether the message breaks anything, `record` may be NULL; and what it breaks, as far as it is
 * known. */
bool bcnet_note_breaches(const bcnet_msg_t *msg, const bcnet_tap_message_t *record);
void bcnet_show_breaches(bcnet_msg_t *msg);
void bcnet_register_breaches(int proto);

/* Rules 1 to 11 and 13 to 20, and 34. */
void bcnet_check_sender(const bcnet_check_t *check);
/* Rules 12, and 21 to 33. */
void bcnet_check_game(const bcnet_check_t *check);
