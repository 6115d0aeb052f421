/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/own-bytes.h"

#include "opcodes/opcodes.h"
#include "reading/hash.h"

enum {
    MOST_SAID = 1 << 14, /* then it begins anew: nothing is handed on so late */
    MARKS = 8 * MOST_SAID,
    MARKED_FROM = 1, /* behind the opcode: object and time */
    MARKED_TO = MARKED_FROM + 8
};

/* Most of what a host says is its own, and its first bytes tell already that no client said it. */
struct bcnet_own_bytes {
    wmem_allocator_t *pool;
    wmem_map_t       *said; /* by key */
    bool              marks[MARKS]; /* by the first bytes of what clients said */
};

bcnet_own_bytes_t *bcnet_own_bytes_new(wmem_allocator_t *pool)
{
    bcnet_own_bytes_t *own = wmem_new0(pool, bcnet_own_bytes_t);

    own->pool = pool;
    own->said = wmem_map_new(pool, wmem_int64_hash, g_int64_equal);
    return own;
}

void bcnet_forget(wmem_allocator_t *pool, wmem_map_t *map)
{
    wmem_list_t *keys = wmem_map_get_keys(NULL, map);

    for (wmem_list_frame_t *key = wmem_list_head(keys); key; key = wmem_list_frame_next(key))
        wmem_free(pool, wmem_map_remove(map, wmem_list_frame_data(key)));
    wmem_destroy_list(keys);
}

static int64_t key_of(const bcnet_tap_message_t *message, const void *where)
{
    return (int64_t)(bcnet_hash(message->payload, message->payload_length) ^ (uint64_t)(uintptr_t)where * 31);
}

static bcnet_said_t *find(const bcnet_own_bytes_t *own, int64_t key)
{
    return (bcnet_said_t *)wmem_map_lookup(own->said, &key);
}

/* Shorter ones share one. */
static bool *mark_of(bcnet_own_bytes_t *own, const bcnet_tap_message_t *message)
{
    uint64_t bytes = 0;

    if (message->payload_length >= MARKED_TO)
        memcpy(&bytes, message->payload + MARKED_FROM, sizeof bytes);
    return &own->marks[(bytes * UINT64_C(0x9E3779B97F4A7C15) >> 32) % MARKS];
}

static void remember(bcnet_own_bytes_t *own, int64_t key, const bcnet_said_t *said)
{
    if (wmem_map_size(own->said) >= MOST_SAID) {
        bcnet_forget(own->pool, own->said);
        memset(own->marks, 0, sizeof own->marks);
    }
    bcnet_said_t *kept = find(own, key);
    if (!kept) {
        kept = wmem_new0(own->pool, bcnet_said_t);
        kept->key = key;
        wmem_map_insert(own->said, &kept->key, kept);
    }
    *kept = *said;
    kept->key = key;
}

const bcnet_said_t *bcnet_own_bytes_of(bcnet_own_bytes_t *own, const bcnet_tap_message_t *message,
                                       const packet_info *pinfo)
{
    bool *mark = mark_of(own, message);

    if (message->from_host)
        return *mark ? find(own, key_of(message, message->game)) : NULL;
    remember(own, key_of(message, message->game),
             &(bcnet_said_t){
                 .time = pinfo->abs_ts, .author = message->client, .link = message->link, .frame = pinfo->num });
    *mark = true;
    return NULL;
}

/* A copy of an act, or bytes that were one on this link already. */
const bcnet_said_t *bcnet_handed_before(bcnet_own_bytes_t *own, const bcnet_tap_message_t *message,
                                        const packet_info *pinfo)
{
    const bcnet_appearance_t *copy = bcnet_appearance_of(message);
    const int64_t             key = key_of(message, message->link);

    if (!copy || copy->number == 0)
        return find(own, key);
    if (!copy->original->from_host)
        remember(own, key,
                 &(bcnet_said_t){ .time = pinfo->abs_ts,
                                  .author = copy->original->actor.stay,
                                  .link = copy->original->first.link,
                                  .frame = bcnet_stamp_frame(copy->original->first.stamp) });
    return NULL;
}
