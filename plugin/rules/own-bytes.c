/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/own-bytes.h"

#include "opcodes/opcodes.h"
#include "reading/hash.h"
#include "reading/opcode-numbers.h"

enum { MOST_SAID = 1 << 14 }; /* then it begins anew: nothing is handed on so late */

struct bcnet_own_bytes {
    wmem_allocator_t *pool;
    wmem_map_t       *said; /* by key */
};

bcnet_own_bytes_t *bcnet_own_bytes_new(wmem_allocator_t *pool)
{
    bcnet_own_bytes_t *own = wmem_new0(pool, bcnet_own_bytes_t);

    own->pool = pool;
    own->said = wmem_map_new(pool, wmem_int64_hash, g_int64_equal);
    return own;
}

bool bcnet_has_own_bytes(const bcnet_tap_message_t *message)
{
    return message->payload && !message->resend &&
           (message->opcode_value == BCNET_OP_STATE_UPDATE || message->opcode_value == BCNET_OP_DAMAGE_VOLUME);
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

static void remember(bcnet_own_bytes_t *own, int64_t key, const bcnet_said_t *said)
{
    if (wmem_map_size(own->said) >= MOST_SAID)
        bcnet_forget(own->pool, own->said);
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
    const int64_t key = key_of(message, message->game);

    if (message->from_host)
        return find(own, key);
    remember(own, key,
             &(bcnet_said_t){
                 .time = pinfo->abs_ts, .author = message->client, .link = message->link, .frame = pinfo->num });
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
                                  .link = copy->original->link,
                                  .frame = bcnet_stamp_frame(copy->original->first.stamp) });
    return NULL;
}
