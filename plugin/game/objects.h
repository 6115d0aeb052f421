/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The objects of a game, ships and torpedoes: how they begin and end, and whose an id is (20.4, 40, 60.4). */
#pragma once

#include "ships/infer.h"
#include "game/session.h"

enum { BCNET_CLASS_ID_SHIP = 0x8008, BCNET_CLASS_ID_TORPEDO = 0x8009 };

/* How an object ends (60.4). */
typedef enum {
    BCNET_FATE_THERE, /* it has not, as far as was seen */
    BCNET_FATE_DIED,
    BCNET_FATE_DELETED,
    BCNET_FATE_REPLACED,
    BCNET_FATE_OWNER_LEFT,
    BCNET_FATE_ROUND_OVER,
    BCNET_FATE_RESTARTED /* the server was */
} bcnet_fate_t;

/* An object from its creation, or from the first word about one whose creation was not seen, to its end. What comes
 * later under the same id is another one. */
typedef struct bcnet_object {
    uint32_t              object_id;
    uint32_t              class_id; /* 0: its creation was not seen */
    uint8_t               species;
    uint8_t               player; /* network id of the owner, BCNET_NO_ID for none */
    bcnet_stay_t         *owner; /* NULL: nobody, or not known */
    bcnet_stamp_t         owned; /* since when that is known */
    const char           *name; /* as in the creation; may be empty */
    const char           *set;
    const bcnet_layout_t *layout; /* of its species, with which its snapshot reads; NULL: none. See layout-choice.c */
    const bcnet_layout_t *refuted; /* of its species, with which it does not read; NULL: there is none */
    const bcnet_inference_t *readers; /* the user's that it reads with besides, or several of its number; NULL: none */
    unsigned                 reach; /* the highest number of a subsystem that it can have; 0: none is known */
    bool                     may_be_default; /* the user's default layout does not contradict it */
    bool                     cut; /* the capture ends before its snapshot does */
    bool                     taken; /* the host speaks of it; first pass only */
    bcnet_moment_t           born; /* or mentioned first */
    const bcnet_link_t      *link; /* on which that was told */
    bcnet_stamp_t            seen; /* its creation, which may come later; 0: it was not */
    bcnet_moment_t           died; /* these are to be compared with the stamp in hand: bcnet_fate_at */
    bcnet_moment_t           gone;
    bcnet_fate_t             how; /* it went, beside dying */
    int32_t                  killer; /* network id as told; 0 nobody */
    bcnet_stay_t            *killed_by; /* NULL: nobody, or nobody who is known */
    const struct bcnet_object *killer_object; /* whose an object id in its place is; NULL: it is none */
    float                      explosion; /* s */
    struct bcnet_object       *next; /* its player's next ship, after its death; NULL: none */
    struct bcnet_object       *before; /* the one that died before it; NULL: this is no respawn */
    bcnet_timeline_t          *shots; /* at it; shots.c */
    struct bcnet_unseen_ship  *unseen; /* what is observed of it then; unseen-ships.c */
    /* First pass only. */
    struct bcnet_object   *older; /* of all in the game */
    struct bcnet_object   *older_of_owner;
    struct bcnet_original *creation; /* the first message that created it; relays.c */
    uint64_t               creation_hash; /* of its payload */
    struct bcnet_object   *claimed; /* what its own client created under its id since; NULL: nothing */
} bcnet_object_t;

/* A ship with a player; NULL is none. */
static inline bool bcnet_is_players_ship(const bcnet_object_t *object)
{
    return object && object->class_id == BCNET_CLASS_ID_SHIP && object->player != BCNET_NO_ID;
}

/* As of a moment: of its time, too, as nobody says that a player fell silent (60.4). What died died, whatever else becomes
 * of it. */
bcnet_fate_t bcnet_fate_at(const bcnet_object_t *object, const bcnet_moment_t *moment);

/* Whether it was taken away, or ended otherwise than by dying. */
bool bcnet_is_gone(const bcnet_object_t *object, bcnet_stamp_t stamp);
/* Since when that is, or its player is silent; false: it is there, or a wreck. */
bool bcnet_gone_since(const bcnet_object_t *object, const bcnet_moment_t *moment, nstime_t *since);

/* All that ended or were followed by another, in that order, up to a stamp; NULL behind the last one. */
const bcnet_object_t *bcnet_changed_object(const bcnet_game_t *game, unsigned index, bcnet_stamp_t stamp);

/* ---- First pass ---- */

/* A creation (0x02, 0x03). A copy of a living object's creation changes nothing (60.4). */
/* One that nobody believes, of what is there, is kept for bcnet_note_claimed. */
/* One that was spoken of before is that object if `may_be_known`: nothing that was observed contradicts. */
void bcnet_note_object(bcnet_msg_t *msg, const bcnet_object_t *creation, bool may_be_known);
/* The host speaks of what a client created while its id was not free: the end of the former one was not seen. */
void bcnet_note_claimed(bcnet_msg_t *msg, uint32_t object_id);
/* Somebody speaks of an object, whose creation may not have been seen. NULL where nothing may be learned, and of late
 * words. */
bcnet_object_t *bcnet_note_mention(bcnet_msg_t *msg, uint32_t object_id);
/* The first client that speaks of the ship, as of its own (60.1). */
void bcnet_note_owner(const bcnet_msg_t *msg, bcnet_object_t *object, bcnet_stay_t *owner);
/* 0x06 with code 0x4E: the first telling counts. */
void bcnet_note_death(bcnet_msg_t *msg, uint32_t object_id, int32_t killer, float explosion);
/* 0x14 removes one; the end of a stay those of its player; 0x39 and a restart of the server all of the game. */
void bcnet_note_object_removed(bcnet_msg_t *msg, uint32_t object_id);
void bcnet_note_owner_gone(bcnet_stay_t *stay, bcnet_moment_t moment);
void bcnet_note_round_over(bcnet_msg_t *msg);
/* `told`: what the old server said last. What was taught since by a new connection belongs to the new game (60.10). */
void bcnet_note_server_restarted(const bcnet_msg_t *msg, bcnet_stamp_t told);

/* Whether there is such an object, so that no client can create it: not one of a player who fell silent, no torpedo, and
 * none that only its own client has spoken of yet. */
bool bcnet_is_alive(const bcnet_msg_t *msg, uint32_t object_id);

/* ---- Any pass ---- */

/* An object as a message finds it: looked up once, then handed around. */
typedef struct {
    uint32_t        id;
    bcnet_object_t *any; /* seen created or not; NULL: nobody has spoken of it yet */
    /* NULL when its creation was not seen. */
    const bcnet_object_t *object;
    /* When what is known of it begins: its creation, its end, or the end of all objects, whichever came last; 0 when
     * nothing was seen. Nothing remembered from before counts. */
    bcnet_stamp_t since;
} bcnet_object_ref_t;

/* One whose creation was seen, not looked up. */
static inline bcnet_object_ref_t bcnet_ref_to(const bcnet_object_t *object)
{
    return (bcnet_object_ref_t){ .id = object->object_id, .any = (bcnet_object_t *)object, .object = object };
}

bcnet_object_ref_t bcnet_object_ref(const bcnet_msg_t *msg, uint32_t object_id);
/* The object when its creation was seen, else NULL. */
const bcnet_object_t *bcnet_object_at(const bcnet_msg_t *msg, uint32_t object_id);

/* The one that a client means who has not heard yet that it was removed; NULL: none. Nothing is read by what is known
 * of it. */
bcnet_object_t *bcnet_late_object(const bcnet_msg_t *msg, uint32_t object_id);

/* A torpedo in flight: nothing that holds for ships holds for it (60.4). */
static inline bool bcnet_is_no_ship(const bcnet_object_ref_t *ref)
{
    return ref->object && ref->object->class_id != BCNET_CLASS_ID_SHIP;
}

/* False as well where one of them lies in no slot. */
bool bcnet_in_one_slot(uint32_t one_id, uint32_t other_id);
/* What an id means to a message: it asks the same again and again, and is answered once. */
typedef struct {
    uint32_t              id;
    unsigned              offset; /* within its owner */
    const bcnet_object_t *owner; /* the ship that it belongs to; NULL: none */
    bcnet_object_t       *unseen; /* else the unseen ship, unseen-ships.c */
    bool                  unseen_asked;
    const char           *words; /* NULL: none, or not asked for yet */
    bool                  has_words;
} bcnet_answer_t;

enum { BCNET_ANSWERS = 6 };

typedef struct bcnet_answers {
    unsigned       count;
    bcnet_answer_t ids[BCNET_ANSWERS];
} bcnet_answers_t;

bcnet_answer_t *bcnet_ask(const bcnet_msg_t *msg, uint32_t object_id);
/* The ship that an id belongs to: itself, or the ship one of whose subsystems it is. */
const bcnet_object_t *bcnet_object_owner(const bcnet_msg_t *msg, uint32_t object_id, unsigned *offset);
/* The nearest object of the slot that has an id not above this one; false: there is none. */
bool bcnet_object_below(const bcnet_msg_t *msg, uint32_t id, bcnet_object_ref_t *ref);

/* What the number of a ship's species stands for in a game (protocol chapters 60.4, 60.11).
 *
 * Mods keep the numbers of stock ships for others. So a number is believed only when the snapshot in the ship's creation
 * reads with the layout of that number to the last byte. If it does not, that layout is refuted: for the ship, and for
 * the number from there on, once the host has taken the ship, until it takes one that reads again. */

/* What its snapshot says of a ship about to be created: `length` bytes, of which these many are there. */
void bcnet_judge_snapshot(bcnet_object_t *ship, const uint8_t *snapshot, unsigned there, unsigned length);

/* First pass, when a ship is created, and when the host speaks of it: from then on it holds for the game. NULL: no ship
 * whose creation was seen. */
void bcnet_note_species(const bcnet_msg_t *msg, bcnet_object_t *object);

/* Whether this creation was the first in the game that contradicted its number. */
bool bcnet_is_first_contradiction(const bcnet_msg_t *msg, unsigned species);
/* Whether what the ship does has to tell what it is: nobody introduced it, or under a number that means another one. */
bool bcnet_is_to_be_inferred(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship);
/* What a ship that nobody introduced can be, for inference; NULL: anything. First pass. */
const bcnet_inference_t *bcnet_possible_layouts(const bcnet_msg_t *msg);

/* Ships that nobody introduced: what is observed of them (protocol chapter 60.4).
 *
 * A capture that begins in mid-battle holds no creation of the ships that fight. What their messages look like is
 * noted here, and what follows from it (ships/infer.h) is kept with its stamp: an inference. */

/* What an update tells about a ship nobody introduced, which is an object then. `fresh`: the block in it; NULL: none, or it
 * was told before. */
void bcnet_note_unseen_update(bcnet_msg_t *msg, bcnet_object_ref_t *ship, const bcnet_update_t *update,
                              const bcnet_block_t *fresh);
/* A subsystem that fires: an id that only one ship of its slot can own tells of that ship. */
void bcnet_note_weapon(bcnet_msg_t *msg, uint32_t weapon_id, bcnet_role_t role);

/* The network id of the client that spoke of the ship as its own; BCNET_NO_ID: none did yet. */
unsigned bcnet_unseen_ship_player(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship);
/* The one ship nobody introduced that can own a subsystem's id; false when none or several can. */
bool bcnet_unseen_ship_owning(const bcnet_msg_t *msg, uint32_t object_id, bcnet_object_ref_t *ship);
/* Whether nothing that was observed of an object contradicts that it is such a ship; NULL: of any kind. */
bool bcnet_unseen_ship_can_be(const bcnet_msg_t *msg, uint32_t object_id, const bcnet_layout_t *layout);
/* Which layouts the ship can have, by what its present life has shown; NULL: nothing was observed. */
const bcnet_inference_t *bcnet_unseen_ship_inference(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship);

/* Which layout a ship has, and how that is known (protocol chapter 60.4).
 *
 * Its creation was seen, or the user says so, or it follows from what it does (unseen-ships.c). */

/* Values of bcnet.ship.layout.source. */
typedef enum {
    BCNET_SOURCE_NONE,
    BCNET_SOURCE_CREATED,
    BCNET_SOURCE_BY_USER,
    BCNET_SOURCE_USERS_DEFAULT,
    BCNET_SOURCE_INFERRED,
    BCNET_SOURCE_PROVISIONAL
} bcnet_source_t;

typedef struct {
    bcnet_source_t           source;
    const bcnet_layout_t    *layout; /* decode with this; NULL: none */
    const char              *names; /* of all layouts that are possible: "Akira/Nebula"; NULL with source none */
    const bcnet_object_t    *object; /* its creation, where that was seen */
    const bcnet_layout_t    *refuted; /* what the number in its creation does not stand for; NULL: nothing */
    const bcnet_inference_t *inference; /* where more than one was possible */
} bcnet_layout_choice_t;

/* Whether what it is called needs a question mark. */
static inline bool bcnet_is_guess(const bcnet_layout_choice_t *choice)
{
    return choice->source >= BCNET_SOURCE_INFERRED || (choice->inference && choice->inference->count > 1);
}

bcnet_layout_choice_t bcnet_choose_layout(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship);
