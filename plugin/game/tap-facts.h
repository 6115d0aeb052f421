/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a message tells, for those who count acts rather than bytes: statistics, exports, reports.
 *
 * Records live as long as the packet. They are made only when somebody listens or judges, and only for messages that tell
 * something once: never for resends (10.4) or quotes in ICMP errors. So msg->facts may be NULL, and filling them in
 * costs nothing while nobody listens. Whoever judges asks for few of them: the others are for msg->facts->counted. */
#pragma once

#include "game/object-words.h"
#include "game/stays.h"

typedef struct {
    bcnet_stay_t *player; /* NULL: of nobody who is known */
    bcnet_total_t total;
    int32_t       value;
    bool          changes; /* it differs from what was known before */
} bcnet_tap_score_t;

/* A ship died, and the host keeps score (70.4): new totals, which are nobody's where the id is 0. */
typedef struct {
    const bcnet_stay_t *killer, *victim; /* NULL: nobody who is known */
    int32_t             killer_id, victim_id;
    int32_t             kills, score; /* of the killer */
    int32_t             deaths; /* of the victim */
} bcnet_tap_kill_t;

/* The parts of an entry of a ship's list: the entry itself, its children from 1 on, shield facings. */
enum { BCNET_PART_SELF = 0, BCNET_PART_FIRST_CHILD = 1, BCNET_PART_FIRST_FACING = 0x100 };

/* The condition of one entry of a ship's list, or of a part of it. Names may repeat within a ship, places do not. */
typedef struct {
    uint16_t    index; /* position in the list */
    uint16_t    part;
    const char *name;
    uint8_t     condition;
} bcnet_tap_condition_t;

/* Where a ship is and how it moves (0x02, 0x03, 0x1C). What the message leaves out is as told before. */
typedef struct {
    float clock; /* of the game; 0 in a creation */
    float position[3]; /* absolute, whether the message says so or only how far from the last one */
    float forward[3], up[3];
    float speed;
    bool  has_position;
    bool  has_forward, has_up;
    bool  has_speed;
    bool  has_cloak;
    bool  cloaked;
} bcnet_tap_motion_t;

/* Wanted power of an entry of the ship's list, in percent. */
typedef struct {
    uint8_t index;
    uint8_t percent;
} bcnet_tap_power_t;

/* Somebody fires (45.2, 45.3, 50.4). */
typedef enum { BCNET_SHOT_TORPEDO, BCNET_SHOT_PULSE, BCNET_SHOT_BEAM, BCNET_SHOT_BEAM_END } bcnet_shot_t;
extern const bcnet_role_t bcnet_shot_roles[]; /* of what fires them */

typedef struct bcnet_tap_shot {
    bcnet_shot_t kind;
    uint32_t     weapon; /* object ids */
    uint32_t     target; /* BCNET_OBJECT_NONE: none, or not told */
    uint8_t      player; /* network id as the message has it; BCNET_NO_ID: not told */
    bool         weapon_known; /* of a ship whose creation was seen */
    bool         weapon_fits; /* and the id is that of such a weapon */
} bcnet_tap_shot_t;

/* An event that goes with its opcode (50.3); members that its class does not have are 0. */
typedef struct {
    uint32_t     code;
    bcnet_part_t source;
    bcnet_part_t destination;
    bcnet_part_t object;
    int32_t      value; /* on or off, a level, a type */
    float        amount; /* force of a collision */
    const char  *set; /* where a warp goes; may be empty */
} bcnet_tap_event_t;

/* The rules of the game (30.3, 70.4). */
typedef struct {
    const char *map;
    float       clock; /* of the game */
    int         slot;
    bool        collisions;
} bcnet_tap_settings_t;

typedef struct {
    const char *system; /* NULL: the numbers of a mod */
    uint8_t     players; /* at most */
    uint8_t     minutes; /* 0: no limit */
    uint8_t     limit; /* of points or ships; 0: none */
    uint8_t     mission; /* 70.6 */
} bcnet_tap_mission_t;

typedef struct {
    bcnet_stay_t *player;
    uint8_t       team;
    const char   *name; /* "Federation", "team 0" */
} bcnet_tap_team_t;

/* Somebody is not let in, or thrown out (10.3, 35.5). */
typedef struct {
    bcnet_stay_t *stay; /* NULL: nobody is known */
    bool          joining; /* was not in the game yet */
    const char   *why;
} bcnet_tap_refusal_t;

/* A file that a host sends, whole (35.6). */
typedef struct {
    const char    *name;
    const uint8_t *data;
    uint32_t       size;
} bcnet_tap_file_t;

/* A block of subsystem states of a ship that was seen created, held against what the game writes (60.2). */
typedef struct {
    const bcnet_layout_t *layout; /* NULL: none, or not judged */
    const char           *flaw; /* NULL: as the game writes it, but for bit groups that end early */
    bcnet_view_t          view;
    uint8_t               start; /* index */
    uint8_t               next; /* where the game begins the next one */
    bool                  dialect; /* it is read so (60.2); it may be both */
} bcnet_tap_block_t;

/* The form of a StateUpdate (60.1). */
typedef struct {
    float             clock; /* of the game */
    uint32_t          tail_length; /* of states and pairs */
    uint8_t           flags;
    bool              whole; /* nothing before its tail is missing */
    bool              has_hash;
    bcnet_tap_block_t block;
} bcnet_tap_update_t;

/* What the message says, for those who count acts rather than bytes. */
typedef struct bcnet_tap_facts {
    /* For the rules as well. */
    wmem_array_t *scores; /* of bcnet_tap_score_t; NULL: none */
    const bcnet_object_t
                      *created; /* 0x02, 0x03: the object, also where the creation is a copy; NULL: none, and so on */
    bcnet_tap_shot_t  *shot;
    bcnet_tap_event_t *event;
    bcnet_tap_settings_t *settings;
    bcnet_stay_t         *joined;
    bcnet_stay_t         *left;
    uint32_t              assigned; /* the host gives this id to a new client; BCNET_NO_ID: no such fact */
    uint32_t              announced; /* somebody is said to have this id; BCNET_NO_ID: nobody */
    uint32_t              ship; /* 0x1C: the object id, 0: none */
    uint8_t               round; /* 0x20, 0x21: of the checksums */
    bool                  has_round;
    bool                  counted; /* somebody listens; else the rules alone */
    bool                  has_update; /* 0x1C, and `update` is there, and `choice` */
    bcnet_tap_update_t    update;
    bcnet_layout_choice_t choice; /* of `object` */
    /* For those who listen: else nothing can be read in it. */
    const bcnet_object_t     *object; /* what an object message, 0x1C or a death is about, seen created or not; NULL */
    bcnet_tap_kill_t         *kill; /* NULL: none */
    wmem_array_t             *conditions; /* of bcnet_tap_condition_t; NULL: none */
    bcnet_tap_file_t         *file; /* NULL: none */
    const bcnet_file_check_t *check; /* of files, of which this tells; NULL */
    const bcnet_checked_file_t *sent; /* the file of the check that this sends; NULL */
    bcnet_tap_motion_t         *motion; /* of the ship or of what is created; NULL: none, and so on */
    wmem_array_t               *powers; /* of bcnet_tap_power_t */
    bcnet_tap_mission_t        *mission;
    bcnet_tap_team_t           *team;
    bcnet_tap_refusal_t        *refusal;
    const char                 *entered; /* 0x1F: the set into which the object warped; may be empty */
    const char                 *end_reason; /* 0x38: why the round is over */
    const char                 *chat; /* the text of a chat line */
    uint32_t                    chat_from; /* network ids as the message has them; BCNET_NO_ID: no such fact */
    bool                        team_chat; /* for the own team only */
    bool                        death; /* 0x06 with 0x4E: the object explodes, or is said to once more */
    bool                        removed; /* 0x14: the object is */
    bcnet_stay_t               *named; /* whose name may be news; NULL: nobody's */
} bcnet_tap_facts_t;

/* Somebody listens to what the message says. */
static inline bool bcnet_is_counted(const bcnet_msg_t *msg)
{
    return msg->facts && msg->facts->counted;
}

/* The object that the message is about, with what is known of its layout. */
void bcnet_tap_object(bcnet_msg_t *msg, uint32_t object_id);
/* `changes`: what is no state, but news. */
void bcnet_tap_score(bcnet_msg_t *msg, bcnet_stay_t *stay, bcnet_total_t total, int32_t value, bool changes);
/* The conditions of an entry and its children at `start`, and those of the facings at `position`. */
void bcnet_tap_entry(bcnet_msg_t *msg, const bcnet_subsystem_t *subsystem, unsigned index, int start);
void bcnet_tap_facings(bcnet_msg_t *msg, unsigned index, int position);
/* The check of files that the message is a part of; `sent`: path of the file that it sends, NULL: none. */
void bcnet_tap_check(bcnet_msg_t *msg, const char *sent);
void bcnet_tap_power(bcnet_msg_t *msg, unsigned index, float percent);
void bcnet_tap_shot(bcnet_msg_t *msg, bcnet_shot_t kind, uint32_t weapon, uint32_t target, uint8_t player);
void bcnet_tap_refusal(bcnet_msg_t *msg, bcnet_stay_t *stay, bool joining, const char *why);
/* A fact of that type for msg->facts->MEMBER, all 0; NULL while nobody listens. */
#define BCNET_TAP_FACT(msg, member)                                                                                    \
    ((msg)->facts ? ((msg)->facts->member = wmem_alloc0((msg)->pinfo->pool, sizeof *(msg)->facts->member)) : NULL)
