/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/show.h"

#include <epan/proto_data.h>
#include <epan/to_str.h>

#include "reading/numbers.h"

/* ---- What the packet is about ---- */

enum { FILTER_CONTEXT_KEY = 0x464F };

bcnet_filter_context_t *bcnet_filter_context_of(packet_info *pinfo)
{
    return (bcnet_filter_context_t *)p_get_proto_data(pinfo->pool, pinfo, proto_bcnet, FILTER_CONTEXT_KEY);
}

void bcnet_filter_context_begin(packet_info *pinfo, const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    if (!link || bcnet_filter_context_of(pinfo))
        return;
    bcnet_filter_context_t *context = wmem_new0(pinfo->pool, bcnet_filter_context_t);
    context->host = &link->game->host;
    context->port = link->game->port;
    context->client = bcnet_stay_on(link, stamp);
    context->ships = wmem_array_new(pinfo->pool, sizeof(const char *));
    context->originals = wmem_array_new(pinfo->pool, sizeof(uint32_t));
    p_add_proto_data(pinfo->pool, pinfo, proto_bcnet, FILTER_CONTEXT_KEY, context);
}

static void add_ship(packet_info *pinfo, const char *label)
{
    bcnet_filter_context_t *context = bcnet_filter_context_of(pinfo);

    for (unsigned i = 0; context && i < wmem_array_get_count(context->ships); i++)
        if (strcmp(*(const char **)wmem_array_index(context->ships, i), label) == 0)
            return;
    if (context)
        wmem_array_append_one(context->ships, label);
}

static void add_original(packet_info *pinfo, uint32_t frame)
{
    bcnet_filter_context_t *context = bcnet_filter_context_of(pinfo);

    if (context)
        wmem_array_append_one(context->originals, frame);
}

/* ---- Complaints that would repeat for a whole connection ---- */

void bcnet_complain_once(bcnet_msg_t *msg, bcnet_once_t once, bcnet_expert_t which, const char *summary)
{
    bcnet_stamp_t first = 0;

    if (msg->may_learn)
        bcnet_keep_fact_under(&msg->link->once, once, msg->stamp, msg->link);
    const bcnet_timeline_t *times = msg->link ? (const bcnet_timeline_t *)bcnet_kept_under(msg->link->once, once)
                                              : NULL;
    const unsigned          count = bcnet_timeline_count_at(times, msg->stamp);
    if (count <= 1) {
        bcnet_complain(msg, which, summary);
    } else if (msg->last) {
        bcnet_timeline_get(times, 0, &first);
        proto_item_append_text(msg->last, " [%s: %u times so far, first in frame %u]", summary, count,
                               bcnet_stamp_frame(first));
    }
}

/* ---- Players, requests and answers, comings and goings ---- */

#define PLAYER_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_player_name, "Player", "bcnet.player.name", FT_STRING, BASE_NONE, NULL, 0,                                \
          "Name of the player with this network id, once an announcement or a ship has told it (10.9)")
BCNET_FIELDS(player_fields, PLAYER_FIELDS)

void bcnet_check_own_id(bcnet_msg_t *msg, uint32_t network_id, const char *summary)
{
    const uint8_t own = msg->from_host ? BCNET_NO_ID : bcnet_stay_id(bcnet_stay_on(msg->link, msg->stamp));

    if (own != BCNET_NO_ID && own != network_id && !msg->truncated)
        bcnet_complain_with(msg, BCNET_EI_IDENTITY, summary, "its own is %u", own);
}

static void show_named(bcnet_msg_t *msg, uint32_t network_id, const char *name)
{
    if (msg->truncated)
        return;
    /* Server authors call these desync and cheat questions (10.9). */
    if (network_id >= BCNET_FIRST_SLOT_ID && network_id <= G_MAXINT32)
        bcnet_complain(msg, BCNET_EI_IDENTITY, "An object id where a network id belongs");
    else if (network_id > BCNET_PEER_LAST_CLIENT)
        bcnet_complain(msg, BCNET_EI_IDENTITY, "This is no network id: they are 0 to 126");
    if (!msg->last)
        return;
    if (!name) {
        if (network_id == BCNET_PEER_HOST)
            proto_item_append_text(msg->last, " (host)");
        return;
    }
    proto_item_append_text(msg->last, " (%s)", name);
    proto_item *item =
        proto_tree_add_string(bcnet_below(msg->last, hf_player_name), hf_player_name, msg->tvb, msg->pos, 0, name);
    proto_item_set_generated(item);
}

void bcnet_show_player(bcnet_msg_t *msg, uint32_t network_id)
{
    const char *no_player = msg->last ? bcnet_not_a_player_words(msg, network_id) : NULL;

    show_named(msg, network_id, bcnet_name_meant(msg, network_id, false));
    if (no_player)
        proto_item_append_text(msg->last, " (%s)", no_player);
}

void bcnet_show_departed(bcnet_msg_t *msg, uint32_t network_id)
{
    show_named(msg, network_id, bcnet_name_meant(msg, network_id, true));
}

/* Where two things belong together: at the first the frame of the second. */
static void show_later_frame(bcnet_msg_t *msg, bcnet_stamp_t stamp, int hf_later)
{
    proto_item *last = msg->last;

    /* An answer in the same frame comes later than this message: the first pass cannot know it. */
    if (bcnet_stamp_frame(stamp) > msg->pinfo->num)
        bcnet_generated_uint(msg, hf_later, bcnet_stamp_frame(stamp));
    msg->last = last; /* what is complained of next stands where the first pass has it */
}

/* At the second the first, and the time between. */
static void show_earlier_frame(bcnet_msg_t *msg, const bcnet_moment_t *begun, const nstime_t *ended, int hf_begun,
                               int hf_time)
{
    nstime_t time;

    nstime_delta(&time, ended, &begun->time);
    bcnet_generated_uint(msg, hf_begun, bcnet_stamp_frame(begun->stamp));
    bcnet_generated_time(msg, hf_time, &time);
}

void bcnet_show_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, int hf_answer)
{
    const bcnet_exchange_t *exchange = bcnet_exchange_at(msg, kind, key);

    if (exchange)
        show_later_frame(msg, exchange->ended.stamp, hf_answer);
}

void bcnet_show_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, int hf_request, int hf_time)
{
    const bcnet_exchange_t *exchange = bcnet_exchange_at(msg, kind, key);

    /* Said once more it is not what was waited for. */
    if (exchange && bcnet_has_happened(&exchange->ended, msg->stamp) &&
        (exchange->ended.stamp == msg->stamp || msg->resend))
        show_earlier_frame(msg, &exchange->begun, &exchange->ended.time, hf_request, hf_time);
}

/* ---- Comings and goings. All copies of what the host tells everybody are shown alike ---- */

#define PRESENCE_FIELDS(FIELD, PART)                                                                                   \
    FIELD(hf_joined_in, "Joined in frame", "bcnet.player.joined_in", FT_FRAMENUM, BASE_NONE,                           \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame that first told that this player had joined (50.4)")           \
    FIELD(hf_left_in, "Left in frame", "bcnet.player.left_in", FT_FRAMENUM, BASE_NONE,                                 \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame that first told that this player had left (10.6)")            \
    FIELD(hf_time_in_game, "Time in the game", "bcnet.player.time_in_game", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,      \
          "Seconds from the first message about the joining to the first about the leaving (10.6)")
BCNET_FIELDS(presence_fields, PRESENCE_FIELDS)

void bcnet_show_joining(bcnet_msg_t *msg, uint32_t player)
{
    const bcnet_stay_t *stay = bcnet_stay_meant(msg, player);

    if (stay && stay->joined.stamp != 0)
        show_later_frame(msg, stay->left.stamp, hf_left_in);
}

/* What nothing may be learned from does not end a stay, and may stand before its end. */
void bcnet_show_leaving(bcnet_msg_t *msg, const bcnet_stay_t *stay)
{
    if (stay && stay->joined.stamp != 0 && stay->left.stamp != 0 && stay->left.stamp <= msg->stamp)
        show_earlier_frame(msg, &stay->joined, &stay->left.time, hf_joined_in, hf_time_in_game);
}

/* ---- Objects: an id, and what it stands for (20.4) ---- */

#define OBJECT_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_object_slot, "Slot", "bcnet.object.slot", FT_UINT8, BASE_DEC, NULL, 0,                                    \
          "Player slot the object id belongs to: (id - 0x3FFFFFFF) / 0x40000 (20.4)")                                  \
    FIELD(hf_object_serial, "Serial", "bcnet.object.serial", FT_UINT32, BASE_DEC, NULL, 0,                             \
          "Number of the object within its slot (20.4)")                                                               \
    FIELD(hf_object_resolved, "Object", "bcnet.object.resolved", FT_STRING, BASE_NONE, NULL, 0,                        \
          "Ship, player and subsystem the id stands for, where the ship's creation was seen (20.4)")                   \
    FIELD(hf_created_in, "Created in frame", "bcnet.ship.created_in", FT_FRAMENUM, BASE_NONE,                          \
          FRAMENUM_TYPE(FT_FRAMENUM_NONE), 0, "Frame that holds the creation of the ship (60.4)")                      \
    FIELD(hf_died_in, "Last ship died in frame", "bcnet.object.died_in", FT_FRAMENUM, BASE_NONE,                       \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0,                                                                       \
          "Frame that first told that this player's previous ship had died (50.4)")                                    \
    FIELD(hf_respawned_in, "Next ship in frame", "bcnet.object.respawned_in", FT_FRAMENUM, BASE_NONE,                  \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame in which the player has a ship again (60.4)")                 \
    FIELD(hf_time_to_respawn, "Time since the death", "bcnet.object.time_to_respawn", FT_RELATIVE_TIME, BASE_NONE,     \
          NULL, 0, "Seconds from the death of the player's ship to the next one (60.4)")                               \
    FIELD(hf_refuted, "Is not", "bcnet.ship.layout.refuted", FT_STRING, BASE_NONE, NULL, 0,                            \
          "The ship that its species number stands for otherwise, and which this one is not: the snapshot in a "       \
          "creation does not read with its layout (60.11)")
BCNET_FIELDS(object_fields, OBJECT_FIELDS)

static void add_generated(proto_tree *tree, int hf, tvbuff_t *tvb, int pos, uint32_t value)
{
    proto_item_set_generated(proto_tree_add_uint(tree, hf, tvb, pos, 0, value));
}

static void show_creation(bcnet_msg_t *msg, proto_item *item, proto_tree *tree, uint32_t object_id)
{
    const char *label = bcnet_object_resolve(msg, object_id);
    unsigned    offset;

    if (!label)
        return;
    proto_item_append_text(item, ", %s", label);
    proto_item_set_generated(proto_tree_add_string(tree, hf_object_resolved, msg->tvb, msg->pos, 0, label));
    const bcnet_object_t *owner = bcnet_object_owner(msg, object_id, &offset);
    if (PTREE_DATA(tree)->visible)
        add_ship(msg->pinfo, owner ? bcnet_object_label(msg, owner) : label);
    if (owner)
        add_generated(tree, hf_created_in, msg->tvb, msg->pos, bcnet_stamp_frame(owner->seen));
}

void bcnet_show_slot(bcnet_msg_t *msg, proto_item *item, uint32_t object_id)
{
    uint32_t  serial;
    const int slot = bcnet_object_slot(object_id, &serial);

    if (!item || slot < 0)
        return;
    proto_tree *tree = bcnet_below(item, hf_object_slot);
    add_generated(tree, hf_object_slot, msg->tvb, msg->pos, (uint32_t)slot);
    add_generated(tree, hf_object_serial, msg->tvb, msg->pos, serial);
}

void bcnet_show_object(bcnet_msg_t *msg, proto_item *item, uint32_t object_id)
{
    if (!item)
        return;
    if (object_id == BCNET_OBJECT_NONE || object_id == BCNET_OBJECT_DESTROYED) {
        proto_item_append_text(item, object_id == BCNET_OBJECT_NONE ? " (none)" : " (destroyed object)");
        return;
    }
    bcnet_show_slot(msg, item, object_id);
    show_creation(msg, item, bcnet_below(item, hf_object_slot), object_id);
}

void bcnet_show_object_as(bcnet_msg_t *msg, proto_item *item, uint32_t object_id, bcnet_role_t role)
{
    const char *contradicted = item ? bcnet_role_contradicted(msg, object_id, role) : NULL;

    if (!contradicted) {
        bcnet_show_object(msg, item, object_id);
        return;
    }
    proto_item_append_text(item, ", %s", contradicted);
    bcnet_show_slot(msg, item, object_id);
}

uint32_t bcnet_read_object_as(bcnet_msg_t *msg, int hf, bcnet_role_t role)
{
    const uint32_t object_id = bcnet_read_u32(msg, hf);

    if (!msg->truncated)
        bcnet_show_object_as(msg, msg->last, object_id, role);
    return object_id;
}

uint32_t bcnet_read_object(bcnet_msg_t *msg, int hf)
{
    return bcnet_read_object_as(msg, hf, BCNET_ROLE_ANY);
}

void bcnet_show_local_object(bcnet_msg_t *msg, proto_item *item, uint32_t object_id)
{
    if (!item)
        return;
    proto_item_append_text(item, " (local to the sender)");
    bcnet_show_slot(msg, item, object_id);
}

void bcnet_show_refuted(bcnet_msg_t *msg, const bcnet_layout_t *refuted)
{
    if (refuted)
        bcnet_generated_string(msg, hf_refuted, refuted->name);
}

void bcnet_show_death(bcnet_msg_t *msg, const bcnet_object_t *object)
{
    if (object->next)
        show_later_frame(msg, object->next->born.stamp, hf_respawned_in);
}

void bcnet_show_respawn(bcnet_msg_t *msg, const bcnet_object_t *object)
{
    if (object->before)
        show_earlier_frame(msg, &object->before->died, &object->born.time, hf_died_in, hf_time_to_respawn);
}

/* ---- Relays: originals and their copies (10.10) ---- */

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

static void show_copy(bcnet_msg_t *msg, proto_item *actor, const bcnet_appearance_t *copy)
{
    const bcnet_appearance_t *original = &copy->original->first;
    nstime_t                  delay;

    nstime_delta(&delay, &copy->time, &original->time);
    const double seconds = nstime_to_sec(&delay);
    const bool   brief = seconds < 1.0; /* "34 ms", "2.5 s" */
    proto_item_append_text(actor, ", copy %u of the act in frame %u, %s %s later%s", copy->number,
                           bcnet_stamp_frame(original->stamp),
                           brief ? bcnet_fixed(seconds * 1000.0, 0).text : bcnet_fixed(seconds, 1).text,
                           brief ? "ms" : "s", copy->change ? ", with other bytes" : "");
    bcnet_generated_uint(msg, hf_copy_of, bcnet_stamp_frame(original->stamp));
    bcnet_generated_time(msg, hf_copy_delay, &delay);
    if (!copy->change)
        return;
    proto_item *item = proto_tree_add_boolean(msg->tree, hf_copy_changed, msg->tvb, msg->pos, 0, true);
    proto_item_set_generated(item);
    proto_item_append_text(item, ": %s", change_words(msg->pinfo->pool, copy->change));
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
        bcnet_generated_uint(msg, hf_copied_in, frame);
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
        add_original(msg->pinfo, bcnet_stamp_frame(appearance->original->first.stamp));
    if (appearance->number > 0)
        show_copy(msg, item, appearance);
    else
        show_copies(msg, appearance->original);
    msg->tree = outer;
}

hf_register_info *const bcnet_game_fields[] = { player_fields, presence_fields, object_fields, relay_fields, NULL };
