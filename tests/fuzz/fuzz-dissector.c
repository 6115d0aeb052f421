/* The dissector itself on libwireshark: plain datagrams of a whole conversation, enciphered on the way in.
 *
 * An input is a list of datagrams: a byte of flags, two bytes of length, the plain datagram.
 *
 *   flags bit 0     from the server's end
 *   bits 1 and 2    which of four clients
 *   bit 3           as it is, not enciphered (GameSpy text)
 *   bit 4           one byte less was captured than was sent
 *   bits 5 and 6    seconds since the datagram before
 *   bit 7           not a datagram: a segment of TCP, as it is, with the master server as the server;
 *                   Wireshark could join segments of every other client
 *
 * After the first pass in order comes a second one in reverse order, as clicks do. Every datagram gets memory that ends
 * with its last byte. Only the plugin is compiled in with coverage; Wireshark is the system's.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include <epan/column-info.h>
#include <epan/column-utils.h>
#include <epan/column.h>
#include <epan/epan.h>
#include <epan/epan_dissect.h>
#include <epan/frame_data.h>
#include <epan/packet.h>
#include <epan/prefs.h>
#include <epan/proto.h>
#include <epan/tap.h>
#include <epan/timestamp.h>
#include <wiretap/wtap.h>
#include <wsutil/filesystem.h>
#include <wsutil/privileges.h>
#include <wsutil/wslog.h>

#include "forge/forge-cipher.h"

enum {
    ENCAPSULATION = 0x7FFE, /* of our frames: nobody else's number */
    DATAGRAMS_MAX = 64,
    INPUTS_PER_SESSION = 256, /* until then every input has a server of its own */
    HEAD = 3,
    SERVER_PORT = 22101,
    MASTER_PORT = 28900,
    FIRST_CLIENT_PORT = 40000,
    MILLISECONDS_MAX = 100,
#if defined(__has_feature) && __has_feature(address_sanitizer)
    SLOWNESS = 10, /* of everything */
#else
    SLOWNESS = 1,
#endif
    ATTEMPTS = 4 /* machines are not quiet: too slow is what is too slow every time */
};

void proto_register_bcnet(void);
void proto_reg_handoff_bcnet(void);

typedef struct {
    uint8_t        flags;
    uint32_t       length;
    const uint8_t *plain;
    frame_data     frame;
} datagram_t;

static epan_t            *session;
static dissector_handle_t target, tcp_target;
static column_info        columns;
static uint32_t           inputs; /* also the server's address */
static uint8_t            current_flags;
static uint64_t           dissections;
static bool               by_clock; /* BCNET_FUZZ_CLOCK is set: too slow is wrong; no judgement for a busy machine */
static bool               slow; /* a datagram of this input took too long */

/* In place of wsutil's: a session without Wireshark's tables of services and manufacturers, which every new one would
 * read again, and keep. */
char *get_datafile_path(const char *name)
{
    return g_build_filename("/nonexistent", name, NULL);
}

static const nstime_t *frame_time(struct packet_provider_data *provider, guint32 number)
{
    static nstime_t zero;

    return &zero;
}

static epan_t *new_session(void)
{
    static const struct packet_provider_funcs functions = { frame_time, NULL, NULL, NULL };

    return epan_new(NULL, &functions);
}

static bool over_tcp(void)
{
    return current_flags & 0x80;
}

static void set_ends(packet_info *pinfo)
{
    static uint8_t server[4], client[4] = { 10, 9, 0, 0 };
    const unsigned who = current_flags >> 1 & 3, port = over_tcp() ? MASTER_PORT : SERVER_PORT;

    server[0] = 11;
    server[1] = (uint8_t)(inputs >> 16);
    server[2] = (uint8_t)(inputs >> 8);
    server[3] = (uint8_t)inputs;
    client[3] = (uint8_t)(1 + who);
    const bool from_server = current_flags & 1;
    set_address(&pinfo->net_src, AT_IPv4, 4, from_server ? server : client);
    set_address(&pinfo->net_dst, AT_IPv4, 4, from_server ? client : server);
    copy_address_shallow(&pinfo->src, &pinfo->net_src);
    copy_address_shallow(&pinfo->dst, &pinfo->net_dst);
    pinfo->ptype = over_tcp() ? PT_TCP : PT_UDP;
    pinfo->srcport = from_server ? port : FIRST_CLIENT_PORT + who;
    pinfo->destport = from_server ? FIRST_CLIENT_PORT + who : port;
    pinfo->match_uint = port;
    pinfo->can_desegment = over_tcp() ? who & 1 : 0;
}

/* Does what IP and UDP or TCP would do. */
static int dissect_frame(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    set_ends(pinfo);
    return call_dissector_only(over_tcp() ? tcp_target : target, tvb, pinfo, tree, NULL);
}

static tap_packet_status take_tap(void *context, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                  tap_flags_t flags)
{
    return TAP_PACKET_DONT_REDRAW;
}

static void register_plugin(void)
{
    static proto_plugin plugin;

    plugin.register_protoinfo = proto_register_bcnet;
    plugin.register_handoff = proto_reg_handoff_bcnet;
    proto_register_plugin(&plugin);
}

/* Beside libFuzzer's own figures, and in their form. */
static void tell_dissections(void)
{
    fprintf(stderr, "stat::number_of_dissections: %" PRIu64 "\n", dissections);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    g_setenv("HOME", "/nonexistent", TRUE);
    g_setenv("WIRESHARK_DEBUG_WMEM_OVERRIDE", "simple", FALSE);
    g_setenv("WIRESHARK_ABORT_ON_DISSECTOR_BUG", "1", FALSE);
    g_setenv("WIRESHARK_ABORT_ON_TOO_MANY_ITEMS", "1", FALSE);
    ws_log_init("fuzz", NULL);
    init_process_policies();
    g_free(configuration_init((*argv)[0], NULL));
    timestamp_set_type(TS_RELATIVE);
    timestamp_set_precision(TS_PREC_AUTO);
    timestamp_set_seconds_type(TS_SECONDS_DEFAULT);
    wtap_init(FALSE);
    register_plugin();
    FUZZ_MUST(epan_init(NULL, NULL, FALSE));
    epan_load_settings();
    target = find_dissector("bcnet");
    tcp_target = find_dissector("bcnet.gamespy");
    FUZZ_MUST(target && tcp_target);
    dissector_add_uint("wtap_encap", ENCAPSULATION,
                       create_dissector_handle(dissect_frame, dissector_handle_get_protocol_index(target)));
    build_column_format_array(&columns, prefs.num_cols, TRUE);
    GString *error = register_tap_listener("bcnet", &target, NULL, TL_REQUIRES_PROTO_TREE, NULL, take_tap, NULL, NULL);
    FUZZ_MUST(!error);
    session = new_session();
    by_clock = getenv("BCNET_FUZZ_CLOCK") != NULL;
    atexit(tell_dissections);
    return 0;
}

static int64_t cpu_milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void fill_record(wtap_rec *record, const datagram_t *datagram, int64_t seconds)
{
    wtap_rec_init(record);
    record->rec_type = REC_TYPE_PACKET;
    record->presence_flags = WTAP_HAS_TS | WTAP_HAS_CAP_LEN;
    record->ts.secs = seconds;
    record->rec_header.packet_header.caplen = datagram->length;
    record->rec_header.packet_header.len = datagram->length + (datagram->flags >> 4 & 1);
    record->rec_header.packet_header.pkt_encap = ENCAPSULATION;
}

static void dissect(datagram_t *datagram, uint32_t number, int64_t seconds, bool first_pass)
{
    wtap_rec record;
    uint8_t *bytes = fuzz_copy(datagram->plain, datagram->length);

    fill_record(&record, datagram, seconds);
    current_flags = datagram->flags;
    if (!(datagram->flags & 8) && !over_tcp() && datagram->length > 0)
        bcnet_forge_encrypt(bytes, datagram->length);
    if (first_pass)
        frame_data_init(&datagram->frame, number, &record, 0, 0);
    epan_dissect_t *edt = epan_dissect_new(session, TRUE, TRUE);
    tvbuff_t       *tvb = tvb_new_real_data(bytes, datagram->length, (int)record.rec_header.packet_header.len);
    const int64_t   begin = cpu_milliseconds();
    dissections++;
    epan_dissect_run_with_taps(edt, WTAP_FILE_TYPE_SUBTYPE_UNKNOWN, &record, tvb, &datagram->frame, &columns);
    slow = by_clock && (slow || cpu_milliseconds() - begin > MILLISECONDS_MAX * SLOWNESS);
    if (first_pass)
        frame_data_set_after_dissect(&datagram->frame, &datagram->frame.cum_bytes);
    epan_dissect_free(edt);
    free(bytes);
    wtap_rec_cleanup(&record);
}

static unsigned split(const uint8_t *data, size_t size, datagram_t *datagrams)
{
    unsigned count = 0;

    while (size >= HEAD && count < DATAGRAMS_MAX) {
        datagram_t *datagram = &datagrams[count++];
        datagram->flags = data[0];
        datagram->length = MIN(data[1] | (uint32_t)data[2] << 8, (uint32_t)(size - HEAD));
        datagram->plain = data + HEAD;
        data += HEAD + datagram->length;
        size -= HEAD + datagram->length;
    }
    return count;
}

static void dissect_input(const uint8_t *data, size_t size)
{
    static uint32_t frames;
    datagram_t      datagrams[DATAGRAMS_MAX] = { 0 };
    int64_t         times[DATAGRAMS_MAX], now = 0;
    const unsigned  count = split(data, size, datagrams);
    const uint32_t  first = frames + 1;

    frames += count;
    for (unsigned i = 0; i < count; i++) {
        times[i] = now += datagrams[i].flags >> 5 & 3;
        dissect(&datagrams[i], first + i, now, true);
    }
    for (unsigned i = count; i-- > 0;)
        dissect(&datagrams[i], first + i, times[i], false);
    for (unsigned i = 0; i < count; i++)
        frame_data_destroy(&datagrams[i].frame);
    if (++inputs % INPUTS_PER_SESSION == 0) {
        epan_free(session);
        session = new_session();
        frames = 0;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (unsigned attempt = 0; attempt == 0 || slow; attempt++) {
        FUZZ_MUST(attempt < ATTEMPTS);
        slow = false;
        dissect_input(data, size);
    }
    return 0;
}
