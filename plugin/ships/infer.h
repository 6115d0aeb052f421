/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which ship is this, when nobody said so? (chapter 60.4, rule 3)
 *
 * A capture that starts in mid-game has no creation messages. Every message about an object then
 * rules out some layouts; what is left is the answer. The module is fed observations, in the order
 * of the capture and each once, and holds the set of candidates per object. It decides from what
 * it was fed so far; the caller keeps the answer for the frame.
 *
 * Candidates are the layouts in force with a species number: first the ships of the multiplayer
 * menu and the user's files; when none of them fits, the other species. The variants of a layout
 * (60.6) are no candidates.
 *
 * A host writes blocks in the game's own form or in the dialect (60.2). The form that it is known to write is followed; once
 * no candidate is left in it, the other one as well. Where none is left time and again, a new answer takes longer: what
 * is shown does not change back and forth.
 *
 * Memory: an object takes about 72 bytes, a receiver of its blocks about 32, both plus 8 or 16 for every
 * further 64 layouts beyond the first 64; at most BCNET_INFER_RECEIVERS receivers are remembered
 * per object. An answer is stored once per distinct set of candidates.
 *
 * No Wireshark include here. */
#pragma once

#include "ships/block.h"

enum { BCNET_INFER_RECEIVERS = 32 };

typedef enum {
    BCNET_INFER_NOTHING, /* no observation yet */
    BCNET_INFER_NONE, /* no layout fits: show the block raw */
    BCNET_INFER_PROVISIONAL, /* several wire forms left (source 5) */
    BCNET_INFER_DECIDED /* one wire form left (source 4) */
} bcnet_infer_state_t;

/* An answer. Valid until bcnet_infer_free; equal sets give the same pointer. */
typedef struct bcnet_inference {
    bcnet_infer_state_t          state;
    unsigned                     count; /* layouts left; 0 for NOTHING and NONE */
    const bcnet_layout_t *const *layouts; /* in species order; decode with the first */
    const char                  *names; /* "Akira/Nebula" */
    bool                         dialect; /* if the host writes in that form */
} bcnet_inference_t;

typedef struct bcnet_infer        bcnet_infer_t; /* the layouts, prepared; owns the objects */
typedef struct bcnet_infer_object bcnet_infer_object_t; /* one life of one object */

/* The layouts must outlive the inference and not change meanwhile. */
bcnet_infer_t *bcnet_infer_new(const bcnet_layouts_t *layouts);
void           bcnet_infer_free(bcnet_infer_t *infer); /* with all its objects and answers */

/* Whether the writer comes to a start index from one, in any number of steps: what lies between may be lost. Both are
 * below the length of the list. */
bool bcnet_start_follows(const bcnet_layout_t *layout, unsigned from, unsigned start, bcnet_view_t view);

bcnet_infer_object_t *bcnet_infer_object_new(bcnet_infer_t *infer);

/* The user's layouts of a number, or all but those, that the snapshot of a ship reads with (40.4): `length` bytes, of which
 * these many are there; NULL: none does. */
const bcnet_inference_t *bcnet_infer_readers(bcnet_infer_t *infer, unsigned species, bool of_number,
                                             const uint8_t *snapshot, unsigned there, unsigned length);
/* The same candidates (NULL: all) with a layout or without it. */
const bcnet_inference_t *bcnet_infer_put(bcnet_infer_t *infer, const bcnet_inference_t *among,
                                         const bcnet_layout_t *layout, bool possible);
/* An object can only be one of these; NULL: any. */
const bcnet_inference_t *bcnet_infer_among(bcnet_infer_t *infer, bcnet_infer_object_t *object,
                                           const bcnet_inference_t *among);

/* Observations. Each returns the answer for the message it came from. */

/* A block, flag 0x20. Of `block` payload, start, end and group are used, and `dialect`: what its host is known to write.
 * `receiver` is any number that stands for the peer the host sent it to: each has a cursor of its own. */
const bcnet_inference_t *bcnet_infer_block(bcnet_infer_t *infer, bcnet_infer_object_t *object, uint32_t receiver,
                                           const bcnet_block_t *block);
/* The pairs of flag 0x80, `length` bytes. */
const bcnet_inference_t *bcnet_infer_wanted(bcnet_infer_t *infer, bcnet_infer_object_t *object, const uint8_t *pairs,
                                            size_t length);
/* Flag 0x40, whatever the boolean says. */
const bcnet_inference_t *bcnet_infer_cloak(bcnet_infer_t *infer, bcnet_infer_object_t *object);
/* A subsystem with the object id ship id + offset. The caller makes sure that no other ship of the
 * slot can own that id. */
const bcnet_inference_t *bcnet_infer_subsystem(bcnet_infer_t *infer, bcnet_infer_object_t *object, unsigned offset,
                                               bcnet_role_t role);
/* An integrity hash (98.3); one that no layout knows says nothing. */
const bcnet_inference_t *bcnet_infer_hash(bcnet_infer_t *infer, bcnet_infer_object_t *object, uint16_t hash);
/* Whether the object's blocks show that its host writes the dialect. */
bool bcnet_infer_knows_dialect(const bcnet_infer_object_t *object);

/* The subsystem (and child, or NULL) with the id ship id + offset, if all layouts left agree on its
 * name and class. */
bool bcnet_inference_find_object(const bcnet_inference_t *inference, unsigned offset,
                                 const bcnet_subsystem_t **subsystem, const bcnet_child_t **child);
