/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every message tells to statistics (Wireshark's tap "bcnet"). */
#include "statistics/tap.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <epan/charsets.h>
#include <epan/proto_data.h>
#include <epan/to_str.h>

#include "game/stays.h"
#include "gamespy/gamespy-text.h"

static int tap_id = -1;
static int server_tap_id = -1;
static int follow_tap_id = -1; /* the same records, for those who read along */

static bool somebody_listens(void)
{
    return have_tap_listener(tap_id) || bcnet_follow_wanted();
}

static bool was_asked;

bool bcnet_tap_was_asked(void)
{
    return was_asked;
}

bool bcnet_tap_wanted(void)
{
    was_asked = true;
    return somebody_listens() || bcnet_files_wanted();
}

bcnet_told_t *bcnet_tap_prepare(const bcnet_datagram_t *datagram, bcnet_msg_t *msg, bcnet_told_t *here)
{
    /* The listeners run when the whole packet is dissected: each message needs a record of its own. */
    bcnet_told_t *told = datagram->counted ? wmem_new(msg->pinfo->pool, bcnet_told_t) : here;

    /* What was told before was not done again (10.4). */
    if (msg->resend || msg->quoted)
        return told;
    if (datagram->counted)
        memset(&told->facts, 0, sizeof told->facts);
    else
        memset(&told->facts, 0, offsetof(bcnet_tap_facts_t, update));
    told->facts.counted = datagram->counted;
    msg->facts = &told->facts;
    return told;
}

/* A client that has not handled the host's answer yet is nobody (10.9). */
static const bcnet_stay_t *client_of(const bcnet_msg_t *msg)
{
    return msg->peer == BCNET_PEER_NEW ? NULL : bcnet_stay_on(msg->link, bcnet_datagram_stamp(msg->stamp));
}

/* Wireshark takes 5000 records of a frame, of all protocols, and complains of each that is one more. */
enum { MOST_RECORDS = 4500, RECORDS_KEY = 0x7A9 };

static bcnet_tap_facts_t no_facts; /* stays empty */

/* What one frame tells. */
typedef struct {
    unsigned             count;
    bcnet_tap_message_t *rest; /* so many are left out: read when the whole packet is dissected. NULL: none */
} bcnet_records_t;

static bcnet_records_t *records_of(packet_info *pinfo)
{
    bcnet_records_t *records = (bcnet_records_t *)p_get_proto_data(pinfo->pool, pinfo, proto_bcnet, RECORDS_KEY);

    if (!records) {
        records = wmem_new0(pinfo->pool, bcnet_records_t);
        p_add_proto_data(pinfo->pool, pinfo, proto_bcnet, RECORDS_KEY, records);
    }
    return records;
}

static bool is_too_many(const bcnet_msg_t *msg)
{
    bcnet_records_t *records = records_of(msg->pinfo);

    records->count += 1 + bcnet_follow_wanted();
    if (records->count <= MOST_RECORDS)
        return false;
    if (!records->rest) {
        records->rest = wmem_new0(msg->pinfo->pool, bcnet_tap_message_t);
        records->rest->facts = &no_facts;
        records->rest->again = true;
        tap_queue_packet(tap_id, msg->pinfo, records->rest);
    }
    records->rest->left_out++;
    return true;
}

const bcnet_tap_message_t *bcnet_tap_record(const bcnet_datagram_t *datagram, const bcnet_msg_t *msg,
                                            const bcnet_wire_message_t *wire, bcnet_told_t *told)
{
    if (!msg->link) /* of what errors quote Wireshark itself tells no listener */
        return NULL;
    bcnet_tap_message_t *record = &told->message;
    record->message = msg->message;
    record->facts = msg->facts ? msg->facts : &no_facts;
    record->client = client_of(msg);
    record->round = bcnet_round_at(msg->game, msg->stamp);
    record->wire = datagram->counted ? (const bcnet_wire_message_t *)wmem_memdup(msg->pinfo->pool, wire, sizeof *wire)
                                     : wire;
    record->summary = msg->text ? wmem_strbuf_get_str(msg->text) : NULL;
    record->node = msg->item;
    record->datagram = datagram->form;
    record->again = false; /* then the rest is not read */
    return &told->message;
}

void bcnet_tap_queue(const bcnet_msg_t *msg, const bcnet_tap_message_t *record)
{
    if (msg->facts && msg->facts->file)
        bcnet_export_file(msg->pinfo, msg->facts->file);
    if (!record || !somebody_listens() || is_too_many(msg))
        return;
    tap_queue_packet(tap_id, msg->pinfo, record);
    if (bcnet_follow_wanted())
        tap_queue_packet(follow_tap_id, msg->pinfo, record);
}

void bcnet_tap_no_message(packet_info *pinfo, bool unread)
{
    static const bcnet_tap_message_t none[] = { { .message.facts = &no_facts, .again = true },
                                                { .message.facts = &no_facts, .again = true, .unread = true } };

    tap_queue_packet(tap_id, pinfo, &none[unread]);
}

bool bcnet_is_left_out(bcnet_left_out_t *left_out, const bcnet_tap_message_t *message)
{
    if (!message->again)
        return false;
    left_out->unread += message->unread;
    left_out->messages += message->left_out;
    left_out->again += !message->unread && message->left_out == 0;
    return true;
}

static void add_words(wmem_strbuf_t *words, unsigned count, const char *one, const char *several)
{
    if (count > 0)
        wmem_strbuf_append_printf(words, "%s%u %s", wmem_strbuf_get_len(words) > 0 ? "; " : "", count,
                                  count == 1 ? one : several);
}

char *bcnet_left_out_words(wmem_allocator_t *pool, const bcnet_left_out_t *left_out)
{
    wmem_strbuf_t *words = wmem_strbuf_new(pool, "");

    add_words(words, left_out->again, "datagram captured again, left out", "datagrams captured again, left out");
    add_words(words, left_out->unread, "datagram of which nothing could be read",
              "datagrams of which nothing could be read");
    add_words(words, left_out->messages, "message in too long frames left out", "messages in too long frames left out");
    return wmem_strbuf_get_len(words) > 0 ? wmem_strbuf_finalize(words) : NULL;
}

bool bcnet_follow_wanted(void)
{
    return have_tap_listener(follow_tap_id);
}

static const char *client_words(wmem_allocator_t *pool, const bcnet_tap_message_t *message)
{
    return bcnet_client_words(pool, message->client, message->peer, message->stamp);
}

const char *bcnet_tap_from(wmem_allocator_t *pool, const bcnet_tap_message_t *message)
{
    return message->from_host ? bcnet_who_at(pool, NULL, BCNET_PEER_HOST, 0) : client_words(pool, message);
}

const char *bcnet_tap_to(wmem_allocator_t *pool, const bcnet_tap_message_t *message)
{
    return message->from_host ? client_words(pool, message) : bcnet_who_at(pool, NULL, BCNET_PEER_HOST, 0);
}

const char *bcnet_tap_actor(wmem_allocator_t *pool, const bcnet_tap_message_t *message)
{
    return message->relayed ? bcnet_actor_endpoint(pool, message->relayed).words : NULL;
}

uint32_t bcnet_tap_copy_of(const bcnet_tap_message_t *message)
{
    const bcnet_appearance_t *copy = bcnet_appearance_of(message);

    return copy && copy->number > 0 ? bcnet_stamp_frame(copy->original->first.stamp) : 0;
}

bool bcnet_tap_is_told_early(const bcnet_tap_message_t *message, const bcnet_link_t *link)
{
    if (message->from_host || !bcnet_tap_copy_of(message))
        return false;
    const bcnet_appearance_t *told = &message->relayed->appearance->original->first;
    while (told->stamp < message->stamp && told->link != link)
        told = told->next;
    return told->stamp < message->stamp;
}

/* The host tells everybody, so everything is told several times; the stays remember the first telling. */
enum { STAYS_BEFORE_SCORES = 8 };

unsigned bcnet_tap_stay_count(const bcnet_tap_message_t *message)
{
    return STAYS_BEFORE_SCORES + (message->facts->scores ? wmem_array_get_count(message->facts->scores) : 0);
}

const bcnet_stay_t *bcnet_tap_stay(const bcnet_tap_message_t *message, unsigned index)
{
    const bcnet_tap_facts_t *facts = message->facts;

    switch (index) {
    case 0:
        return message->game->host_stay;
    case 1:
        return message->client;
    case 2:
        return message->from_host ? bcnet_stay_with(message->game, facts->announced, message->stamp) : NULL;
    case 3:
        return facts->joined;
    case 4:
        return facts->left;
    case 5:
        return facts->team ? facts->team->player : NULL;
    case 6: /* of a ship: by its creation, or the first word of its player */
        return facts->object && facts->object->owned == message->stamp ? facts->object->owner : NULL;
    case 7:
        return facts->chat && message->relayed ? message->relayed->actor.stay : NULL;
    }
    return ((const bcnet_tap_score_t *)wmem_array_index(facts->scores, index - STAYS_BEFORE_SCORES))->player;
}

const void *bcnet_tap_direction(const bcnet_tap_message_t *message, bool from_host)
{
    return from_host ? (const void *)message->link : (const void *)&message->link->first_frame;
}

nstime_t bcnet_tap_since(const packet_info *pinfo, const nstime_t *then)
{
    nstime_t time;

    nstime_delta(&time, &pinfo->abs_ts, then);
    return time;
}

void bcnet_tap_text(tvbuff_t *tvb, packet_info *pinfo)
{
    const int                   length = (int)tvb_captured_length(tvb);
    const uint8_t              *text = tvb_get_ptr(tvb, 0, length);
    bcnet_gamespy_summary_t     summary;
    const bcnet_gamespy_pair_t *name = &summary.pairs[BCNET_KEY_HOSTNAME];

    if (!have_tap_listener(server_tap_id) || pinfo->flags.in_error_pkt)
        return;
    bcnet_gamespy_summarize(text, (size_t)length, false, &summary);
    if (name->key.length > 0 && !name->torn)
        tap_queue_packet(server_tap_id, pinfo,
                         get_8859_1_string(pinfo->pool, text + name->value.offset, (gint)name->value.length));
}

/* ---- Addresses in words ---- */

const char *bcnet_address_words(wmem_allocator_t *pool, const address *host, unsigned port)
{
    return wmem_strdup_printf(pool, host->type == AT_IPv6 ? "[%s]:%u" : "%s:%u", address_to_str(pool, host), port);
}

const char *bcnet_link_words(wmem_allocator_t *pool, const bcnet_link_t *link)
{
    return bcnet_address_words(pool, &link->client, link->client_port);
}

const char *bcnet_stay_address(wmem_allocator_t *pool, const bcnet_stay_t *stay)
{
    if (stay->origin == BCNET_STAY_HOST)
        return bcnet_address_words(pool, &stay->game->host, stay->game->port);
    return stay->link ? bcnet_link_words(pool, stay->link) : "";
}

const char *bcnet_path_in(const char *argument, const char *name, const char *what, const char *example)
{
    const char *rest = argument + strlen(name);

    if (rest[0] == ',' && rest[1] != '\0')
        return rest + 1;
    fprintf(stderr, "-z %s: a %s is missing, as in -z %s,%s\n", argument, what, name, example);
    exit(1);
}

void bcnet_cannot_write(const char *path)
{
    fprintf(stderr, "bcnet: %s cannot be written: %s\n", path, g_strerror(errno));
    exit(1);
}

void bcnet_listen(const char *argument, const char *tap, void *data, const char *filter, tap_reset_cb reset,
                  tap_packet_cb packet, tap_draw_cb draw, tap_finish_cb finish)
{
    GString *error = register_tap_listener(tap, data, filter, TL_REQUIRES_NOTHING, reset, packet, draw, finish);

    if (!error)
        return;
    fprintf(stderr, "-z %s: %s\n", argument, error->str);
    exit(1);
}

void bcnet_register_tap(int proto)
{
    tap_id = register_tap("bcnet");
    server_tap_id = register_tap("bcnet.server");
    follow_tap_id = register_tap("bcnet.follow");
}
