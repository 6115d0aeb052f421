/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Datagrams that are in the capture several times: mirrored ports, "any" interfaces, address translation, files merged
 * from both sides (protocol chapter 10.11).
 *
 * The last datagrams are kept with their bytes, found by a key made of the last of them: in cipher text these depend on
 * all before them. What has the same bytes, goes the same way on the same link and comes within half a second is the
 * same datagram, for the game sends nothing twice that soon. */
#include "messages/datagram.h"

#include <stdlib.h>
#include <string.h>

#include <epan/proto_data.h>

#include "game/stays.h"
#include "reading/numbers.h"
#include "reading/reader.h"

#define MILLISECOND INT64_C(1000000)
/* And number of the layer. */
#define AGAIN_KEY 0xBC020000U

enum {
    KEPT = 1 << 14, /* datagrams; these three are powers of two */
    KEPT_BYTES = 1 << 20, /* of them */
    KEY_BITS = 14,
    LOOKED_AT = 32, /* of those with the same key: a stranger can make any number of them */
    IPV4_UDP_HEADERS = 28
};

static const int64_t soon = 500 * MILLISECOND;
/* Clocks of both sides of merged files. */
static const int64_t clocks_apart = BCNET_CLOCKS_APART_SECONDS * 1000 * MILLISECOND;
static const int64_t steady = 5 * MILLISECOND;
enum { ENOUGH = 20 };
/* Two pairs of endpoints are one link. */
enum { TELLING_BYTES = 20, TELLING_DATAGRAMS = 3 };

typedef struct {
    bcnet_link_t *link;
    int64_t       time; /* ns */
    uint32_t      frame;
    uint32_t      at; /* of its bytes, counted through */
    uint32_t      older; /* number of the one before with the same key; 0: none */
    uint32_t      length;
    uint16_t      identification; /* of the IP packet; 0: none */
    bool          from_host;
    bool          is_cut;
    bool          taken; /* its copy of the other side has come */
} bcnet_seen_t;

/* Of a capture. Numbers of datagrams count from 1. */
typedef struct {
    bcnet_seen_t seen[KEPT];
    uint32_t     newest[1 << KEY_BITS]; /* by key */
    uint8_t      bytes[KEPT_BYTES];
    uint32_t     count;
    uint32_t     bytes_end;
} bcnet_memory_t;

static bcnet_memory_t *memory; /* NULL: nothing is kept yet */
static uint64_t        secret; /* odd; of this run: nobody can choose datagrams with one key */

/* A direction of a link in files merged from both sides. */
typedef struct {
    int64_t  offsets[ENOUGH]; /* of the last copies, in turn */
    unsigned count;
    bool     known;
    bool     told;
    int64_t  median; /* when it is known */
} bcnet_way_t;

struct bcnet_recapture {
    bcnet_way_t   ways[2]; /* [from the host] */
    bcnet_link_t *other; /* which may be the same link */
    unsigned      told; /* by so many datagrams */
    bool          has_others; /* links that are this one */
    uint32_t      since; /* frame */
};

/* What is kept of a copy. */
typedef struct {
    uint32_t first;
    int64_t  offset; /* is to be told here; 0: is not */
} bcnet_again_t;

/* ---- What is kept ---- */

static void start_capture(void)
{
    memory = NULL;
}

static void make_memory(void)
{
    memory = (bcnet_memory_t *)wmem_alloc(wmem_file_scope(), sizeof *memory);
    memset(memory->newest, 0, sizeof memory->newest);
    memory->count = memory->bytes_end = 0;
    if (secret == 0)
        secret = (uint64_t)g_random_int() << 32 | g_random_int() | 1;
}

static uint32_t *newest_like(const uint8_t *bytes, uint32_t length)
{
    uint64_t key = 0;

    if (length >= sizeof key)
        memcpy(&key, bytes + length - sizeof key, sizeof key);
    else
        memcpy(&key, bytes, length);
    return &memory->newest[((key ^ length) * secret) >> (64 - KEY_BITS)];
}

static bcnet_seen_t *seen_as(uint32_t number)
{
    const bool kept = number != 0 && memory->count - number < KEPT - 1; /* the next one has a place already */

    return kept ? &memory->seen[number % KEPT] : NULL;
}

/* Its bytes are in one piece. */
static void keep(uint32_t *newest, bcnet_seen_t *seen, const uint8_t *bytes)
{
    bcnet_memory_t *const kept = memory;
    const uint32_t        room = KEPT_BYTES - kept->bytes_end % KEPT_BYTES;

    seen->older = *newest;
    *newest = ++kept->count;
    seen->at = seen->length > room ? kept->bytes_end + room : kept->bytes_end;
    kept->bytes_end = seen->at + seen->length;
    memcpy(&kept->bytes[seen->at % KEPT_BYTES], bytes, seen->length);
}

/* Of the IPv4 packet, where UDP's header follows its own of 20 bytes, as their lengths tell. */
static uint16_t identification_of(const packet_info *pinfo, tvbuff_t *bytes, unsigned length)
{
    const int at = tvb_raw_offset(bytes) - IPV4_UDP_HEADERS;

    if (pinfo->net_src.type != AT_IPv4 || at < 0)
        return 0;
    const uint64_t header = tvb_get_ntoh64(tvb_get_ds_tvb(bytes), at);
    const bool     follows = header >> 56 == 0x45 && (header >> 32 & 0xFFFF) == length + IPV4_UDP_HEADERS;
    return follows ? (uint16_t)(header >> 16) : 0;
}

/* ---- Two of them ---- */

static bool is_within(int64_t offset, int64_t most)
{
    return offset <= most && offset >= -most;
}

static bool has_same_packet(const bcnet_seen_t *one, const bcnet_seen_t *other)
{
    return one->identification == other->identification && one->identification != 0;
}

static bool may_be_same(const bcnet_seen_t *one, const bcnet_seen_t *other, const uint8_t *bytes)
{
    if (one->length != other->length || one->from_host != other->from_host || one->is_cut != other->is_cut)
        return false;
    if (one->identification != other->identification && one->identification != 0 && other->identification != 0)
        return false;
    if (one->is_cut && !has_same_packet(one, other)) /* what was cut off may differ */
        return false;
    return memory->bytes_end - other->at <= KEPT_BYTES &&
           memcmp(bytes, &memory->bytes[other->at % KEPT_BYTES], one->length) == 0;
}

/* ---- Merged files: the other side's clock ---- */

static struct bcnet_recapture *recapture_of(bcnet_link_t *link, uint32_t frame)
{
    if (!link->recapture) {
        link->recapture = wmem_new0(wmem_file_scope(), struct bcnet_recapture);
        link->recapture->since = frame;
    }
    return link->recapture;
}

bool bcnet_is_captured_twice(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    return link->recapture && link->recapture->since <= bcnet_stamp_frame(stamp);
}

uint8_t bcnet_captured_twice_bits(const bcnet_datagram_t *datagram)
{
    const uint32_t clocks = datagram->link->two_clocks;
    const bool     twice = bcnet_is_captured_twice(datagram->link, datagram->stamp);

    return (uint8_t)((twice ? BCNET_TWICE : 0) |
                     (clocks != 0 && clocks <= datagram->pinfo->num ? BCNET_TWICE_BY_TWO_CLOCKS : 0));
}

void bcnet_note_captured_twice(const bcnet_datagram_t *datagram)
{
    if (datagram->origin.twice & BCNET_TWICE)
        recapture_of(datagram->link, bcnet_stamp_frame(datagram->stamp));
    if (datagram->origin.twice & BCNET_TWICE_BY_TWO_CLOCKS && datagram->link->two_clocks == 0)
        datagram->link->two_clocks = datagram->pinfo->num;
}

static int compare_offsets(const void *a, const void *b)
{
    const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;

    return (one > other) - (one < other);
}

/* Clocks drift, so the median goes along. What comes at once tells nothing of clocks: a mirrored port. */
static void learn_offset(const bcnet_seen_t *seen, const bcnet_seen_t *before)
{
    const int64_t offset = seen->time - before->time;
    int64_t       sorted[ENOUGH];

    if (is_within(offset, steady))
        return;
    bcnet_way_t *way = &recapture_of(seen->link, seen->frame)->ways[seen->from_host];
    if (seen->link->two_clocks == 0)
        seen->link->two_clocks = seen->frame;
    way->offsets[way->count++ % ENOUGH] = offset;
    if (way->count < ENOUGH)
        return;
    memcpy(sorted, way->offsets, sizeof sorted);
    qsort(sorted, ENOUGH, sizeof *sorted, compare_offsets);
    way->median = sorted[ENOUGH / 2];
    way->known |= sorted[ENOUGH - 1] - way->median <= steady && way->median - sorted[0] <= steady;
}

/* Of which the clocks are known; else NULL. */
static bcnet_way_t *known_way(const bcnet_seen_t *seen)
{
    bcnet_way_t *way = seen->link->recapture ? &seen->link->recapture->ways[seen->from_host] : NULL;

    return way && way->known ? way : NULL;
}

static bool is_other_sides(const bcnet_seen_t *seen, bcnet_seen_t *before)
{
    const bcnet_way_t *way = known_way(seen);

    if (!way || before->taken || !is_within(seen->time - before->time - way->median, steady))
        return false;
    before->taken = true;
    return true;
}

/* ---- Address translation: two pairs of endpoints ---- */

/* Ids of clients: no two links of a game share one, so equal datagrams are one. */
static bool can_tell(const bcnet_datagram_t *datagram, const bcnet_seen_t *seen)
{
    return datagram->peer > BCNET_PEER_HOST && datagram->peer <= BCNET_PEER_LAST_CLIENT &&
           seen->length >= TELLING_BYTES;
}

static bool has_others(const bcnet_link_t *link)
{
    return link->recapture && link->recapture->has_others;
}

/* Whoever repeats what somebody else said has an id of its own. */
static bool is_anothers(const bcnet_link_t *link, const bcnet_datagram_t *datagram)
{
    const uint8_t id = bcnet_stay_id(bcnet_stay_on(link, BCNET_LATEST));

    return id != BCNET_NO_ID && id != datagram->peer;
}

static bool may_be_one(const bcnet_link_t *other, const bcnet_datagram_t *datagram)
{
    const bcnet_link_t *link = datagram->link;
    const bool same_client = link->client_port == other->client_port && addresses_equal(&link->client, &other->client);

    return (link->game == other->game) != same_client && !has_others(link) && !other->same_as &&
           !is_anothers(link, datagram) && !is_anothers(other, datagram);
}

/* Of the links of one game, the one goes on to whose client the host gave the id last. */
static void join(bcnet_link_t *link, bcnet_link_t *other, bcnet_moment_t now)
{
    const bcnet_stay_t *stay = bcnet_stay_on(link, BCNET_LATEST);
    const bool          has_the_id = stay && bcnet_stay_with(link->game, stay->id, BCNET_LATEST) == stay;
    const bool          stays = link->game == other->game && has_the_id && !has_others(other);
    bcnet_link_t       *joined = stays ? other : link;
    const uint32_t      frame = bcnet_stamp_frame(now.stamp);

    joined->same_as = stays ? link : other;
    joined->same_since = frame;
    recapture_of(joined->same_as, frame)->has_others = true;
    bcnet_note_twin(joined, now);
}

static void count_for(const bcnet_datagram_t *datagram, bcnet_link_t *other)
{
    const packet_info      *pinfo = datagram->pinfo;
    struct bcnet_recapture *recapture = recapture_of(datagram->link, pinfo->num);

    recapture->told = recapture->other == other ? recapture->told + 1 : 1;
    recapture->other = other;
    if (recapture->told == TELLING_DATAGRAMS)
        join(datagram->link, other,
             (bcnet_moment_t){ bcnet_stamp(pinfo->num, pinfo->curr_layer_num, 0), pinfo->abs_ts });
}

/* ---- The gate ---- */

/* `other`: set to a link on which the same came. */
static uint32_t find_first(const bcnet_seen_t *seen, const uint8_t *bytes, uint32_t newest, bcnet_link_t **other)
{
    bcnet_seen_t *before = seen_as(newest), *far = NULL;

    for (unsigned looked = 0; before && looked < LOOKED_AT; looked++, before = seen_as(before->older)) {
        const int64_t offset = seen->time - before->time;
        if (!is_within(offset, clocks_apart) || !may_be_same(seen, before, bytes))
            continue;
        if (before->link != seen->link) {
            *other = is_within(offset, soon) ? before->link : *other;
        } else if (is_within(offset, soon) || is_other_sides(seen, before)) {
            learn_offset(seen, before);
            return before->frame;
        } else if (has_same_packet(seen, before)) {
            far = before;
        }
    }
    if (far) /* one of the first: too few as yet */
        learn_offset(seen, far);
    return 0;
}

/* Where the clocks become known, they are told once. */
static void keep_result(packet_info *pinfo, const bcnet_seen_t *seen, uint32_t first)
{
    bcnet_again_t *again = wmem_new(wmem_file_scope(), bcnet_again_t);
    bcnet_way_t   *way = known_way(seen);

    *again = (bcnet_again_t){ first, way && !way->told ? way->median : 0 };
    if (way)
        way->told = true;
    p_add_proto_data(wmem_file_scope(), pinfo, proto_bcnet, AGAIN_KEY + pinfo->curr_layer_num, again);
}

uint32_t bcnet_find_captured_before(const bcnet_datagram_t *datagram, tvbuff_t *bytes, const uint8_t *data)
{
    bcnet_link_t *other = NULL;

    if (!memory)
        make_memory();
    bcnet_seen_t *seen = &memory->seen[(memory->count + 1) % KEPT]; /* it stays there if it is kept */
    uint32_t     *newest = newest_like(data, datagram->captured);
    *seen = (bcnet_seen_t){ .link = datagram->link,
                            .time = datagram->now,
                            .frame = datagram->pinfo->num,
                            .length = datagram->captured,
                            .identification = identification_of(datagram->pinfo, bytes, datagram->reported),
                            .from_host = bcnet_is_from_host(datagram),
                            .is_cut = datagram->captured != datagram->reported };
    const uint32_t first = find_first(seen, data, *newest, &other);
    if (first > 0) {
        keep_result(datagram->pinfo, seen, first);
        return first;
    }
    if (other && can_tell(datagram, seen) && may_be_one(other, datagram))
        count_for(datagram, other);
    else if (seen->link->recapture && can_tell(datagram, seen))
        seen->link->recapture->told = 0;
    keep(newest, seen, data);
    return 0;
}

static const bcnet_again_t *result_of(packet_info *pinfo)
{
    return (const bcnet_again_t *)p_get_proto_data(wmem_file_scope(), pinfo, proto_bcnet,
                                                   AGAIN_KEY + pinfo->curr_layer_num);
}

uint32_t bcnet_captured_before(packet_info *pinfo)
{
    const bcnet_again_t *again = result_of(pinfo);

    return again ? again->first : 0;
}

/* ---- Showing ---- */

#define AGAIN_FIELDS(FIELD, PART)                                                                                      \
    FIELD(hf_captured_again, "Captured again; the first is", "bcnet.captured_again", FT_FRAMENUM, BASE_NONE,           \
          FRAMENUM_TYPE(FT_FRAMENUM_NONE), 0,                                                                          \
          "The datagram is in the capture before, in this frame: it counts once, there (10.11)")
BCNET_FIELDS(again_fields, AGAIN_FIELDS)

void bcnet_show_captured_again(const bcnet_datagram_t *datagram)
{
    const bcnet_again_t *again = result_of(datagram->pinfo);

    proto_item *item = proto_tree_add_uint(datagram->tree, hf_captured_again, datagram->plain, 0, 0, again->first);
    proto_item_set_generated(item);
    if (again->offset != 0)
        bcnet_expert_with(datagram->pinfo, item ? item : datagram->item, BCNET_EI_CAPTURE,
                          "Captured on both sides: the copies of this direction come steadily later", "by %s s",
                          bcnet_fixed((double)again->offset / 1e9, 3).text);
}

void bcnet_register_captured_again(int proto)
{
    BCNET_REGISTER(proto, again_fields);
    register_init_routine(start_capture);
}
