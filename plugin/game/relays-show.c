/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/show.h"

#include <epan/to_str.h>

#include "reading/numbers.h"
#include "game/filter-context.h"

#define RELAY_FIELDS(FIELD, PART)                                                                                      \
    FIELD(hf_actor, "Actor", "bcnet.actor", FT_STRING, BASE_NONE, NULL, 0,                                             \
          "Who did what the message tells of: of what the host only hands on, the player and not the host. Written "   \
          "like bcnet.from (10.10)")                                                                                   \
    FIELD(hf_actor_id, "Network id", "bcnet.actor.id", FT_UINT8, BASE_DEC, NULL, 0,                                    \
          "Network id of the actor: 1 for the host, 2 to 126 for clients; absent while a client has none (10.10)")     \
    FIELD(hf_actor_name, "Name", "bcnet.actor.name", FT_STRING, BASE_NONE, NULL, 0,                                    \
          "Name of the player who acted, without the id; absent until the capture has told it (10.10)")                \
    FIELD(hf_copy_of, "Copy of the act in frame", "bcnet.copy_of", FT_FRAMENUM, BASE_NONE, NULL, 0,                    \
          "Frame in which the act is for the first time; the act itself does not have this field, so !bcnet.copy_of "  \
          "is every act once (10.10)")                                                                                 \
    FIELD(hf_copied_in, "Copy in frame", "bcnet.copied_in", FT_FRAMENUM, BASE_NONE, NULL, 0,                           \
          "Frame with a copy of this act; known once the whole capture was read (10.10)")                              \
    FIELD(hf_copy_delay, "Time since the act", "bcnet.copy.delay", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,               \
          "Seconds from the act to this copy of it (10.10)")                                                           \
    FIELD(hf_copy_count, "Copies", "bcnet.copy.count", FT_UINT32, BASE_DEC, NULL, 0,                                   \
          "Number of copies of this act in the capture; known once all of it was read, absent if there are none "      \
          "(10.10)")                                                                                                   \
    FIELD(hf_copy_changed, "Differs from the act", "bcnet.copy.changed", FT_BOOLEAN, BASE_NONE, NULL, 0,               \
          "The bytes of the copy are not those of the act; the game's own host hands on exactly what it gets (10.10)")
BCNET_FIELDS(relay_fields, RELAY_FIELDS)

static const bcnet_endpoint_fields_t actor_fields = { &hf_actor, &hf_actor_id, &hf_actor_name };

enum { MOST_FRAMES = 1000 };

/* ---- At a copy ---- */

/* "byte 5 of the payload is 01, in the act 02" */
static const char *change_words(wmem_allocator_t *pool, const bcnet_change_t *change)
{
    const unsigned length = change->last - change->first + 1u;
    const size_t   shown = MIN(length, sizeof change->original);
    const char    *more = length > shown ? " ..." : "";
    const char    *original = bytes_to_str_punct(pool, change->original, shown, ' ');
    const char    *copy = bytes_to_str_punct(pool, change->copy, shown, ' ');

    if (length == 1)
        return wmem_strdup_printf(pool, "byte %u of the payload is %s, in the act %s", change->first, copy, original);
    return wmem_strdup_printf(pool, "bytes %u to %u of the payload are %s%s, in the act %s%s", change->first,
                              change->last, copy, more, original, more);
}

static void show_change(bcnet_msg_t *msg, const bcnet_change_t *change)
{
    proto_item *item = proto_tree_add_boolean(msg->tree, hf_copy_changed, msg->tvb, msg->pos, 0, true);

    proto_item_set_generated(item);
    proto_item_append_text(item, ": %s", change_words(msg->pinfo->pool, change));
}

/* "34 ms", "2.5 s" */
static const char *time_words(wmem_allocator_t *pool, const nstime_t *time)
{
    const double seconds = nstime_to_sec(time);

    return seconds < 1.0 ? wmem_strdup_printf(pool, "%s ms", bcnet_fixed(seconds * 1000.0, 0).text)
                         : wmem_strdup_printf(pool, "%s s", bcnet_fixed(seconds, 1).text);
}

static void show_copy(bcnet_msg_t *msg, proto_item *actor, const bcnet_appearance_t *copy)
{
    const bcnet_appearance_t *original = &copy->original->first;
    nstime_t                  delay;

    nstime_delta(&delay, &copy->time, &original->time);
    proto_item_append_text(actor, ", copy %u of the act in frame %u, %s later%s", copy->number,
                           bcnet_stamp_frame(original->stamp), time_words(msg->pinfo->pool, &delay),
                           copy->change ? ", with other bytes" : "");
    bcnet_generated_frame(msg, hf_copy_of, bcnet_stamp_frame(original->stamp));
    bcnet_generated_time(msg, hf_copy_delay, &delay);
    if (copy->change)
        show_change(msg, copy->change);
}

/* ---- At the original ---- */

/* What the first pass cannot know. A frame with several copies is named once. */
static void show_copies(bcnet_msg_t *msg, const bcnet_original_t *original)
{
    uint32_t before = 0;
    unsigned shown = 0;

    bcnet_generated_uint(msg, hf_copy_count, original->copies);
    for (const bcnet_appearance_t *copy = original->first.next; copy && shown < MOST_FRAMES; copy = copy->next) {
        const uint32_t frame = bcnet_stamp_frame(copy->stamp);
        if (frame == before)
            continue;
        bcnet_generated_frame(msg, hf_copied_in, frame);
        before = frame;
        shown++;
    }
}

void bcnet_show_relay(bcnet_msg_t *msg, const bcnet_relay_analysis_t *relayed, proto_item *behind)
{
    const bcnet_appearance_t *appearance = relayed->appearance;

    if (appearance && appearance->change)
        bcnet_say(msg, " [copy with other bytes]");
    if (!msg->tree)
        return;
    const bcnet_endpoint_t actor = bcnet_actor_endpoint(msg->pinfo->pool, relayed);
    proto_item            *item = bcnet_show_endpoint(msg->tree, msg->tvb, msg->pos, 0, &actor_fields, &actor);
    if (behind && item)
        proto_tree_move_item(msg->tree, behind, item);
    if (!appearance || appearance->echo)
        return;
    proto_tree *outer = msg->tree;
    msg->tree = proto_item_get_subtree(item);
    if (PTREE_DATA(msg->tree)->visible)
        bcnet_filter_context_add_original(msg->pinfo, bcnet_stamp_frame(appearance->original->first.stamp));
    if (appearance->number > 0)
        show_copy(msg, item, appearance);
    else
        show_copies(msg, appearance->original);
    msg->tree = outer;
}

void bcnet_register_relays(int proto)
{
    proto_register_field_array(proto, relay_fields, array_length(relay_fields));
}
