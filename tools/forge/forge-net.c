/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "forge/forge-net.h"

#include <string.h>

#include "forge/forge-bytes.h"
#include "forge/forge-cipher.h"
#include "forge/forge-message.h"

enum { HOST_ID = 0x01, NO_ID = 0xFF, HOST_PORT = 22101, CLIENT_PORT = 59405 };
enum { MAX_DATAGRAM = 512, MAX_MESSAGES = 255, DATAGRAM_HEADER = 2 };

/* Times in microseconds. Resends and ack repeats as in 90.2. */
enum { TICK = 33333, TICK_JITTER = 3000, KEEPALIVE_AFTER = 5000000, ACK_REPEAT = 666600, ACK_REPEATS = 8 };
enum { LATENCY = 25000, LATENCY_STEP = 12000, LATENCY_JITTER = 4000, OVERTAKEN_BY = 90000, APART = 20 };
static const gint64 resend_waits[] = { 1000000, 1000000, 2000000, 3000000, 4000000, 5000000 };
/* The game repeats every ack until something else confirms it; here only some are, to keep the mix. */
static const double repeated_acks = 0.02;

/* A message in a datagram. */
typedef struct {
    forge_record_t *record; /* of a reliable message, or of the one that is acknowledged; else NULL */
    GByteArray     *bytes;
} unit_t;

enum { UNRELIABLE_OPCODE = 3 }; /* its place in such a message of the game (10.3) */

/* One direction between the host and a client. */
typedef struct forge_link {
    guint      sender;
    guint      receiver;
    guint16    next_seq[2]; /* game, low */
    GQueue     waiting; /* of unit_t: to go with the next datagram */
    GPtrArray *unacked; /* of forge_record_t */
    GArray    *repeats; /* of repeat_t */
    gint64     last_sent;
    gint64     last_arrival;
    gboolean   seen[2]; /* what the capture shows of the numbers */
    guint16    base[2];
    guint16    highest[2];
} link_t;

typedef struct {
    forge_record_t *record;
    gint64          next;
    guint           left;
} repeat_t;

/* Counts its references. */
typedef struct {
    link_t    *link;
    guint8     id;
    guint16    identification; /* of the IPv4 packet; 0: was not captured yet */
    GPtrArray *units; /* of unit_t */
} datagram_t;

/* Something that happens at a time: a peer's game frame, or the arrival of a datagram. */
typedef struct {
    gint64      time;
    guint64     order;
    datagram_t *datagram; /* NULL for a game frame */
    guint       peer;
} event_t;

/* Events. */

static gint compare_events(gconstpointer a, gconstpointer b, gpointer unused)
{
    const event_t *left = (const event_t *)a;
    const event_t *right = (const event_t *)b;

    if (left->time != right->time)
        return left->time < right->time ? -1 : 1;
    return left->order < right->order ? -1 : left->order > right->order;
}

static void add_event(forge_net_t *net, gint64 time, datagram_t *datagram, guint peer)
{
    const event_t event = { .time = time, .order = net->events_made++, .datagram = datagram, .peer = peer };

    g_sequence_insert_sorted(net->events, g_memdup2(&event, sizeof event), compare_events, NULL);
}

static void unit_free(gpointer data)
{
    unit_t *unit = (unit_t *)data;

    g_byte_array_unref(unit->bytes);
    g_free(unit);
}

static void datagram_clear(gpointer data)
{
    g_ptr_array_unref(((datagram_t *)data)->units);
}

static void event_free(gpointer data)
{
    event_t *event = (event_t *)data;

    if (event->datagram)
        g_rc_box_release_full(event->datagram, datagram_clear);
    g_free(event);
}

/* Peers and links. */

static link_t *link_between(forge_net_t *net, guint sender, guint receiver)
{
    return sender == BCNET_FORGE_HOST ? &net->links[2 * receiver - 2] : &net->links[2 * sender - 1];
}

static guint link_count(const forge_net_t *net)
{
    return 2 * (guint)net->options.players;
}

static void record_free(gpointer data)
{
    forge_record_t *record = (forge_record_t *)data;

    g_array_free(record->frames, TRUE);
    g_array_free(record->acks, TRUE);
    g_byte_array_unref(record->message);
    g_byte_array_unref(record->payload);
    g_free(record);
}

static void init_link(forge_net_t *net, guint sender, guint receiver)
{
    link_t *link = link_between(net, sender, receiver);

    link->sender = sender;
    link->receiver = receiver;
    g_queue_init(&link->waiting);
    link->unacked = g_ptr_array_new();
    link->repeats = g_array_new(FALSE, FALSE, sizeof(repeat_t));
}

static void init_peer(forge_net_t *net, guint peer)
{
    gboolean           is_host = peer == BCNET_FORGE_HOST;
    const forge_peer_t begin = {
        .address = { .ip = { 10, 10, 10, (guint8)(is_host ? 1 : 238 + peer) },
                     .port = (guint16)(is_host ? HOST_PORT : CLIENT_PORT + peer - 1) },
        .id = is_host ? HOST_ID : NO_ID,
    };

    net->peers[peer] = begin;
    if (!is_host) {
        init_link(net, BCNET_FORGE_HOST, peer);
        init_link(net, peer, BCNET_FORGE_HOST);
    }
    add_event(net, 1000 * peer, NULL, peer);
}

forge_net_t *bcnet_forge_net_new(const forge_net_options_t *options, const forge_net_callbacks_t *callbacks,
                                 gpointer game, forge_pcapng_t *pcapng)
{
    forge_net_t *net = g_new0(forge_net_t, 1);

    net->options = *options;
    net->random.state = (guint64)options->seed;
    net->callbacks = callbacks;
    net->game = game;
    net->pcapng = pcapng;
    net->events = g_sequence_new(event_free);
    net->peers = g_new0(forge_peer_t, options->players + 1);
    net->links = g_new0(link_t, link_count(net));
    net->log.records = g_ptr_array_new_with_free_func(record_free);
    net->log.gaps = g_array_new(FALSE, FALSE, sizeof(forge_gap_t));
    net->log.out_of_order = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint peer = 0; peer <= (guint)options->players; peer++)
        init_peer(net, peer);
    return net;
}

/* Messages on their way into a datagram. */

static void enqueue(link_t *link, forge_record_t *record, GByteArray *bytes)
{
    const unit_t unit = { .record = record, .bytes = bytes };

    g_queue_push_tail(&link->waiting, g_memdup2(&unit, sizeof unit));
}

/* Puts it into the queue, for the first time or again, and sets the time of the next try. The first wait of 1 s
 * comes once, then 1, 2, 3, 4, 5 s again and again (10.4). */
static void send_record(const forge_net_t *net, link_t *link, forge_record_t *record)
{
    enqueue(link, record, g_byte_array_ref(record->message));
    record->next_send = net->now + resend_waits[record->resends];
    record->resends = record->resends % (G_N_ELEMENTS(resend_waits) - 1) + 1;
    record->sent++;
}

static void send_reliable(forge_net_t *net, link_t *link, const forge_message_t *message, GByteArray *payload)
{
    forge_record_t *record = g_new0(forge_record_t, 1);

    record->sender = (guint8)link->sender;
    record->receiver = (guint8)link->receiver;
    record->low = message->type != FORGE_GAME;
    record->seq = message->seq;
    record->index = message->has_index ? message->index : -1;
    record->fragments = message->has_index ? message->total : 1;
    record->frames = g_array_new(FALSE, FALSE, sizeof(guint32));
    record->acks = g_array_new(FALSE, FALSE, sizeof(guint32));
    record->first_time = record->first_ack_time = -1;
    record->message = g_byte_array_new();
    record->payload = g_byte_array_ref(payload);
    record->group = net->groups;
    bcnet_forge_put_message(record->message, message);
    g_ptr_array_add(net->log.records, record);
    g_ptr_array_add(link->unacked, record);
    send_record(net, link, record);
}

static void send_fragments(forge_net_t *net, link_t *link, const forge_message_t *message, GByteArray *payload)
{
    guint count = bcnet_forge_fragment_count(payload->len, BCNET_FORGE_MESSAGE_SIZE);

    for (guint i = 0; i < count; i++) {
        forge_message_t fragment = *message;
        bcnet_forge_make_fragment(&fragment, BCNET_FORGE_MESSAGE_SIZE, i);
        send_reliable(net, link, &fragment, payload);
    }
}

void bcnet_forge_net_say(forge_net_t *net, guint sender, guint receiver, guint8 type, gboolean reliable,
                         GByteArray *payload)
{
    gboolean low = type != FORGE_GAME;
    link_t  *link = link_between(net, sender, receiver);
    g_autoptr(GByteArray) taken = payload;
    forge_message_t message = {
        .type = type,
        .flags = (low ? FORGE_FLAG_ORDERED : 0) | (reliable ? FORGE_FLAG_RELIABLE : 0),
        .has_seq = reliable,
        .claimed_length = -1,
        .payload = taken->data,
        .payload_length = taken->len,
    };

    net->groups++;
    if (reliable)
        message.seq = link->next_seq[low]++;
    if (reliable && bcnet_forge_message_length(&message) > BCNET_FORGE_MESSAGE_SIZE) {
        send_fragments(net, link, &message, taken);
    } else if (reliable) {
        send_reliable(net, link, &message, taken);
    } else {
        GByteArray *bytes = g_byte_array_new();
        bcnet_forge_put_message(bytes, &message);
        enqueue(link, NULL, bytes);
    }
}

/* What the capture shows, and the notes on it. */

static gint16 distance(guint16 from, guint16 to)
{
    return (gint16)(guint16)(to - from);
}

static void note_number(forge_net_t *net, link_t *link, const forge_record_t *record, guint32 frame)
{
    gint16 step = distance(link->highest[record->low], record->seq);

    if (!link->seen[record->low]) {
        link->seen[record->low] = TRUE;
        link->base[record->low] = link->highest[record->low] = record->seq;
        return;
    }
    if (step > 1) {
        const forge_gap_t gap = { .frame = frame, .missing = (guint)step - 1, .record = record };
        g_array_append_val(net->log.gaps, gap);
    }
    if (step > 0)
        link->highest[record->low] = record->seq;
    else if (step < 0 && distance(link->base[record->low], record->seq) >= 0)
        g_array_append_val(net->log.out_of_order, frame);
}

/* Whether all fragments of the message of RECORD are in the capture. Fragments are neighbours in the log. */
static gboolean is_complete(const forge_net_t *net, const forge_record_t *record)
{
    guint found = 0;

    for (guint i = net->log.records->len; i > 0; i--) {
        const forge_record_t *other = (const forge_record_t *)g_ptr_array_index(net->log.records, i - 1);
        if (other->group < record->group)
            break;
        found += other->group == record->group && other->frames->len > 0 ? 1 : 0;
    }
    return found == record->fragments;
}

static void note_reliable(forge_net_t *net, link_t *link, forge_record_t *record, guint32 frame)
{
    gboolean first = record->frames->len == 0;
    int      opcode = record->low ? -1 : record->payload->data[0];

    g_array_append_val(record->frames, frame);
    if (first) {
        record->first_time = net->now;
        note_number(net, link, record, frame);
    }
    if (opcode >= 0 && (record->fragments == 1 || (first && is_complete(net, record)))) {
        net->log.opcodes[opcode]++;
        net->log.opcodes_once[opcode] += first ? 1 : 0;
    }
}

static void note_ack(forge_net_t *net, forge_record_t *record, guint32 frame)
{
    net->log.acks++;
    if (record->acks->len > 0)
        net->log.stale_acks++;
    else
        record->first_ack_time = net->now;
    g_array_append_val(record->acks, frame);
}

static void note_unit(forge_net_t *net, link_t *link, const unit_t *unit, guint32 frame)
{
    guint8 type = unit->bytes->data[0];

    if (type == FORGE_KEEPALIVE) {
        net->log.keepalives++;
    } else if (type == FORGE_ACK) {
        note_ack(net, unit->record, frame);
    } else if (unit->record) {
        note_reliable(net, link, unit->record, frame);
    } else {
        net->log.opcodes[unit->bytes->data[UNRELIABLE_OPCODE]]++;
        net->log.opcodes_once[unit->bytes->data[UNRELIABLE_OPCODE]]++;
    }
}

/* What the network has doubled is the same packet: it is captured twice, and happens once (10.11). */
static void capture(forge_net_t *net, datagram_t *datagram)
{
    forge_peer_t  *sender = &net->peers[datagram->link->sender];
    const gboolean again = datagram->identification != 0;

    if (!again)
        datagram->identification = ++sender->identification ? sender->identification : ++sender->identification;
    const forge_headers_t headers = {
        .source = sender->address,
        .destination = net->peers[datagram->link->receiver].address,
        .identification = datagram->identification,
        .udp_length = -1,
    };
    const guint8 header[DATAGRAM_HEADER] = { datagram->id, (guint8)datagram->units->len };
    g_autoptr(GByteArray) plain = g_byte_array_new();

    net->log.frames++;
    net->log.duplicated += again ? 1 : 0;
    net->log.captured[datagram->link->sender != BCNET_FORGE_HOST]++;
    g_byte_array_append(plain, header, sizeof header);
    for (guint i = 0; i < datagram->units->len; i++) {
        const unit_t *unit = (const unit_t *)g_ptr_array_index(datagram->units, i);
        g_byte_array_append(plain, unit->bytes->data, unit->bytes->len);
        if (!again)
            note_unit(net, datagram->link, unit, (guint32)net->log.frames);
    }
    bcnet_forge_encrypt(plain->data, plain->len);
    g_autoptr(GByteArray) frame = bcnet_forge_frame(&headers, plain->data, plain->len);
    const forge_frame_t packet = {
        .time = BCNET_FORGE_DEFAULT_START + net->now,
        .bytes = frame->data,
        .captured = frame->len,
        .length = frame->len,
    };
    bcnet_pcapng_write(net->pcapng, &packet);
}

/* Datagrams on their way. */

static void deliver_at(forge_net_t *net, datagram_t *datagram, gint64 time)
{
    add_event(net, time, (datagram_t *)g_rc_box_acquire(datagram), datagram->link->receiver);
}

/* Without reordering datagrams arrive in the order in which they were sent. */
static gint64 arrival_time(forge_net_t *net, link_t *link)
{
    forge_random_t *random = &net->random;
    guint           client = MAX(link->sender, link->receiver);
    gint64          time = net->now + LATENCY + LATENCY_STEP * client + bcnet_random_between(random, 0, LATENCY_JITTER);

    if (bcnet_random_chance(random, net->options.reorder)) {
        net->log.overtaken++;
        return time + OVERTAKEN_BY;
    }
    link->last_arrival = MAX(time, link->last_arrival + APART);
    return link->last_arrival;
}

static void transmit(forge_net_t *net, datagram_t *datagram)
{
    forge_random_t *random = &net->random;
    gboolean        from_client = datagram->link->sender != BCNET_FORGE_HOST;

    if (!from_client)
        capture(net, datagram);
    if (bcnet_random_chance(random, net->options.loss)) {
        net->log.lost[from_client]++;
        return;
    }
    gint64 time = arrival_time(net, datagram->link);
    deliver_at(net, datagram, time);
    if (bcnet_random_chance(random, net->options.duplicate))
        deliver_at(net, datagram, time + bcnet_random_between(random, APART, TICK));
}

static void send_datagram(forge_net_t *net, link_t *link)
{
    datagram_t   *datagram = (datagram_t *)g_rc_box_new0(datagram_t);
    guint         length = DATAGRAM_HEADER;
    const unit_t *unit;

    datagram->link = link;
    datagram->id = net->peers[link->sender].id;
    datagram->units = g_ptr_array_new_with_free_func(unit_free);
    while ((unit = (const unit_t *)g_queue_peek_head(&link->waiting)) != NULL &&
           length + unit->bytes->len <= MAX_DATAGRAM && datagram->units->len < MAX_MESSAGES) {
        length += unit->bytes->len;
        g_ptr_array_add(datagram->units, g_queue_pop_head(&link->waiting));
    }
    link->last_sent = net->now;
    transmit(net, datagram);
    g_rc_box_release_full(datagram, datagram_clear);
}

/* Sending. */

static void queue_ack(link_t *link, forge_record_t *record)
{
    GByteArray *bytes = g_byte_array_new();
    guint8      flags = (record->low ? FORGE_ACK_LOW : 0) | (record->index >= 0 ? FORGE_ACK_FRAGMENT : 0);

    bcnet_forge_put_ack(bytes, record->seq, flags, (guint8)MAX(record->index, 0));
    enqueue(link, record, bytes);
}

static void queue_repeated_acks(forge_net_t *net, link_t *link)
{
    for (guint i = 0; i < link->repeats->len;) {
        repeat_t *repeat = &g_array_index(link->repeats, repeat_t, i);
        if (net->now >= repeat->next) {
            queue_ack(link, repeat->record);
            repeat->next += ACK_REPEAT;
            repeat->left--;
        }
        if (repeat->left == 0)
            g_array_remove_index(link->repeats, i);
        else
            i++;
    }
}

static void queue_resends(forge_net_t *net, link_t *link)
{
    for (guint i = 0; i < link->unacked->len;) {
        forge_record_t *record = (forge_record_t *)g_ptr_array_index(link->unacked, i);
        if (record->acked) {
            g_ptr_array_remove_index(link->unacked, i);
            continue;
        }
        if (net->now >= record->next_send)
            send_record(net, link, record);
        i++;
    }
}

static gboolean has_room(const forge_net_t *net)
{
    return net->log.frames < (net->options.datagrams > 0 ? (guint64)net->options.datagrams : G_MAXUINT32);
}

static void flush(forge_net_t *net, link_t *link)
{
    queue_repeated_acks(net, link);
    queue_resends(net, link);
    if (g_queue_is_empty(&link->waiting) && link->last_sent > 0 && net->now - link->last_sent >= KEEPALIVE_AFTER)
        enqueue(link, NULL, bcnet_forge_pack(NULL, "b", FORGE_KEEPALIVE));
    while (!g_queue_is_empty(&link->waiting) && has_room(net))
        send_datagram(net, link);
}

/* Receiving. */

static void receive_reliable(forge_net_t *net, link_t *link, forge_record_t *record)
{
    link_t  *back = link_between(net, link->receiver, link->sender);
    gboolean complete = TRUE;

    queue_ack(back, record);
    if (record->received)
        return;
    record->received = TRUE;
    if (link->receiver == BCNET_FORGE_HOST && bcnet_random_chance(&net->random, repeated_acks)) {
        const repeat_t repeat = { .record = record, .next = net->now + ACK_REPEAT, .left = ACK_REPEATS };
        g_array_append_val(back->repeats, repeat);
    }
    for (guint i = 0; record->fragments > 1 && i < link->unacked->len; i++) {
        const forge_record_t *other = (const forge_record_t *)g_ptr_array_index(link->unacked, i);
        complete = complete && (other->group != record->group || other->received);
    }
    if (complete) {
        net->callbacks->arrived(net->game, link->sender, link->receiver, record->message->data[0], record->payload);
    }
}

static void receive(forge_net_t *net, datagram_t *datagram)
{
    link_t *link = datagram->link;

    if (link->receiver == BCNET_FORGE_HOST)
        capture(net, datagram);
    for (guint i = 0; i < datagram->units->len; i++) {
        const unit_t *unit = (const unit_t *)g_ptr_array_index(datagram->units, i);
        if (unit->bytes->data[0] == FORGE_ACK)
            unit->record->acked = TRUE;
        else if (unit->record)
            receive_reliable(net, link, unit->record);
    }
}

/* Running. */

static void run_tick(forge_net_t *net, guint peer)
{
    net->callbacks->tick(net->game, peer);
    for (guint i = 0; i < link_count(net); i++)
        if (net->links[i].sender == peer)
            flush(net, &net->links[i]);
    add_event(net, net->now + TICK + bcnet_random_between(&net->random, -TICK_JITTER, TICK_JITTER), NULL, peer);
}

void bcnet_forge_net_run(forge_net_t *net)
{
    double seconds = net->options.seconds;
    gint64 until = seconds > 0 ? (gint64)(seconds * G_USEC_PER_SEC) : G_MAXINT64;

    while (has_room(net)) {
        GSequenceIter *first = g_sequence_get_begin_iter(net->events);
        const event_t *event = (const event_t *)g_sequence_get(first);

        if (event->time > until)
            break;
        net->now = event->time;
        if (event->datagram)
            receive(net, event->datagram);
        else
            run_tick(net, event->peer);
        g_sequence_remove(first);
    }
}

void bcnet_forge_net_free(forge_net_t *net)
{
    g_sequence_free(net->events);
    for (guint i = 0; i < link_count(net); i++) {
        g_queue_clear_full(&net->links[i].waiting, unit_free);
        g_ptr_array_free(net->links[i].unacked, TRUE);
        g_array_free(net->links[i].repeats, TRUE);
    }
    g_ptr_array_free(net->log.records, TRUE);
    g_array_free(net->log.gaps, TRUE);
    g_array_free(net->log.out_of_order, TRUE);
    g_free(net->peers);
    g_free(net->links);
    g_free(net);
}
