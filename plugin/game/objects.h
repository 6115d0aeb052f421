/* The objects of a game: ships and torpedoes by object id, and what an id means (20.4, 40, 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_OBJECTS_H
#define BCNET_OBJECTS_H

#include "ships/layout.h"
#include "game/session.h"

enum { BCNET_CLASS_ID_SHIP = 0x8008, BCNET_CLASS_ID_TORPEDO = 0x8009 };

/* An object from its creation to its replacement, its removal or the end of the game. What comes later under the same
 * id is another one. */
typedef struct bcnet_object {
    uint32_t              object_id;
    uint32_t              class_id;
    uint8_t               species;
    uint8_t               player; /* network id of the owner, BCNET_NO_ID for none */
    const char           *name; /* as in the creation; may be empty */
    const char           *set;
    const bcnet_layout_t *layout; /* NULL: none for that species */
    bcnet_stamp_t         born;
    bcnet_stamp_t         ended; /* 0 while it lives; compare with the stamp in hand */
} bcnet_object_t;

/* A ship with a player; NULL is none. */
static inline bool bcnet_is_players_ship(const bcnet_object_t *object)
{
    return object && object->class_id == BCNET_CLASS_ID_SHIP && object->player != 0;
}

/* A creation (0x02, 0x03). A copy of a living object's creation changes nothing (60.4). */
void bcnet_note_object(bcnet_msg_t *msg, const bcnet_object_t *creation);
/* 0x14 removes one, 0x39 all of the game. */
void bcnet_note_object_removed(bcnet_msg_t *msg, uint32_t object_id);
void bcnet_note_all_objects_removed(bcnet_msg_t *msg);

/* Objects created before this moment are gone as of a stamp (60.4); 0: none. */
bcnet_stamp_t bcnet_all_objects_removed(const bcnet_game_t *game, bcnet_stamp_t stamp);

/* What has the object id as of the message; NULL when its creation was not seen. */
const bcnet_object_t *bcnet_object_at(const bcnet_msg_t *msg, uint32_t object_id);

/* An object as a message finds it: looked up once, then handed around. */
typedef struct {
    uint32_t              id;
    const bcnet_object_t *object; /* NULL when its creation was not seen */
    /* When what is known of it begins: its creation, its end, or the end of all objects, whichever came last; 0 when
     * nothing was seen. Nothing remembered from before counts. */
    bcnet_stamp_t since;
} bcnet_object_ref_t;

bcnet_object_ref_t bcnet_object_ref(const bcnet_msg_t *msg, uint32_t object_id);

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

#endif
