/* Damage that a StateUpdate tells: in words and as news (protocol chapter 60.2).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "opcodes/state-words.h"

#include <stdlib.h>

static int hf_new_damage = -1;

static hf_register_info news_fields[] = {
    { &hf_new_damage,
      { "New damage", "bcnet.damage.new", FT_STRING, BASE_NONE, NULL, 0,
        "Name of a subsystem, part or shield facing that is worse than when this receiver was last told of it; absent "
        "when it is told for the first time (60.2)",
        HFILL } },
};

enum { FULL = 255, ITEMS_MAX = 6, MENTIONS_MAX = 128 };

const bcnet_told_t *bcnet_look_up_told(const bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const unsigned count = state->result.entry_count;

    if (msg->resend || msg->quoted || count == 0)
        return NULL;
    bcnet_told_t *before = wmem_alloc_array(msg->pinfo->pool, bcnet_told_t, count);
    bcnet_told_before(msg, state->track, state->ship, state->binding->layout, state->entries, count, before);
    return before;
}

/* ---- As news ---- */

static void show_if_worse(bcnet_msg_t *msg, const char *name, int position, uint8_t before, uint32_t frame)
{
    const uint8_t now = msg->data[position];

    if (now >= before)
        return;
    proto_item *item = proto_tree_add_string(msg->tree, hf_new_damage, msg->tvb, position, 1, name);
    proto_item_set_generated(item);
    proto_item_append_text(item, " %u %%, %u %% in frame %u", bcnet_whole_percent(now), bcnet_whole_percent(before),
                           frame);
}

void bcnet_show_new_damage(bcnet_msg_t *msg, const bcnet_state_t *state, const bcnet_block_entry_t *at,
                           const bcnet_told_t *before)
{
    const bcnet_subsystem_t *subsystem = &state->binding->layout->subsystems[at->index];
    const int                start = state->start + (int)at->offset;

    if (!msg->tree || !before->conditions)
        return;
    show_if_worse(msg, subsystem->name, start, before->conditions[0], before->frame);
    for (unsigned i = 0; i < at->children; i++)
        show_if_worse(msg, subsystem->children[i].name, start + 1 + (int)i, before->conditions[1 + i], before->frame);
    for (unsigned i = 0; at->facings && before->facings && i < BCNET_FACINGS; i++)
        show_if_worse(msg, bcnet_facing_name(i), state->start + (int)at->facings + (int)i, before->facings[i],
                      before->frame);
}

/* ---- In words ---- */

typedef struct {
    const char *name;
    uint8_t     value; /* the weakest of several */
    uint8_t     best;
    bool        is_new;
    unsigned    place; /* in the message */
} mention_t;

typedef struct {
    mention_t list[MENTIONS_MAX];
    unsigned  count;
    unsigned  beyond; /* no room in the list */
} mentions_t;

static void mention(mentions_t *mentions, const char *name, uint8_t value, uint8_t best, bool is_new)
{
    if (value == FULL)
        return;
    if (mentions->count == MENTIONS_MAX) {
        mentions->beyond++;
        return;
    }
    mentions->list[mentions->count] =
        (mention_t){ .name = name, .value = value, .best = best, .is_new = is_new, .place = mentions->count };
    mentions->count++;
}

static void mention_facings(mentions_t *mentions, const uint8_t *facings, const uint8_t *before)
{
    uint8_t weakest = FULL, strongest = 0;
    bool    is_new = false;

    for (unsigned i = 0; i < BCNET_FACINGS; i++) {
        weakest = MIN(weakest, facings[i]);
        strongest = MAX(strongest, facings[i]);
        is_new |= before && facings[i] < before[i];
    }
    mention(mentions, "shields", weakest, strongest, is_new);
}

static void mention_entry(mentions_t *mentions, const bcnet_subsystem_t *subsystem, const bcnet_block_entry_t *at,
                          const uint8_t *payload, const bcnet_told_t *told)
{
    const uint8_t *now = payload + at->offset, *before = told ? told->conditions : NULL;

    for (unsigned i = 1; i <= at->children; i++)
        mention(mentions, subsystem->children[i - 1].name, now[i], now[i], before && now[i] < before[i]);
    mention(mentions, subsystem->name, now[0], now[0], before && now[0] < before[0]);
    if (at->facings)
        mention_facings(mentions, payload + at->facings, told ? told->facings : NULL);
}

static int compare_mentions(const void *a, const void *b)
{
    const mention_t *one = (const mention_t *)a, *other = (const mention_t *)b;

    if (one->is_new != other->is_new)
        return one->is_new ? -1 : 1;
    if (one->value != other->value)
        return one->value < other->value ? -1 : 1;
    return one->place < other->place ? -1 : 1;
}

static const char *mention_words(wmem_allocator_t *pool, const mention_t *mention)
{
    const unsigned value = bcnet_whole_percent(mention->value);

    return mention->best == mention->value
             ? wmem_strdup_printf(pool, "%s %u %%", mention->name, value)
             : wmem_strdup_printf(pool, "%s %u to %u %%", mention->name, value, bcnet_whole_percent(mention->best));
}

void bcnet_report_damage(const bcnet_msg_t *msg, const bcnet_state_t *state, bcnet_news_t *news)
{
    mentions_t mentions;

    mentions.count = mentions.beyond = 0;
    for (unsigned i = 0; i < state->result.entry_count; i++) {
        const bcnet_block_entry_t *at = &state->entries[i];
        mention_entry(&mentions, &state->binding->layout->subsystems[at->index], at, msg->data + state->start,
                      state->told ? &state->told[i] : NULL);
    }
    if (mentions.count == 0)
        return;
    qsort(mentions.list, mentions.count, sizeof *mentions.list, compare_mentions);
    news->count = MIN(mentions.count, ITEMS_MAX);
    news->left_out = mentions.count - news->count + mentions.beyond;
    const char **items = wmem_alloc_array(msg->pinfo->pool, const char *, news->count);
    for (unsigned i = 0; i < news->count; i++)
        items[i] = mention_words(msg->pinfo->pool, &mentions.list[i]);
    news->items = items;
}

void bcnet_register_state_words(int proto)
{
    proto_register_field_array(proto, news_fields, array_length(news_fields));
}
