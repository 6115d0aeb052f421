/* What the forge puts on the wire: messages, fragments, numbers, damage, frames.
 * Expected bytes come from the protocol chapters named beside them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "forge/forge-cipher.h"
#include "forge/forge-scenario.h"

static const char endpoints[] = "endpoint host 10.10.10.1:22101 id 1\n"
                                "endpoint ace 10.10.10.239:59405 id 2\n"
                                "endpoint cady 10.10.10.240:59406\n";
enum { UDP_PAYLOAD = 42, IPV6_UDP_PAYLOAD = 62 };

static forge_capture_t *run(const char *body)
{
    char            *text = g_strconcat(endpoints, body, NULL);
    GError          *error = NULL;
    forge_capture_t *capture = bcnet_forge_run("t", text, strlen(text), &bcnet_forge_default_limits, &error);

    g_assert_no_error(error);
    g_free(text);
    return capture;
}

static const forge_packet_t *packet_of(const forge_capture_t *capture, guint index)
{
    g_assert_cmpuint(index, <, capture->packets->len);
    return &g_array_index(capture->packets, forge_packet_t, index);
}

static void append_hex(GString *hex, const guint8 *bytes, gsize length)
{
    for (gsize i = 0; i < length; i++) {
        g_string_append_printf(hex, "%s%02X", i > 0 ? " " : "", bytes[i]);
    }
}

/* All datagrams deciphered, one per line. */
static void check(const char *body, const char *expected)
{
    forge_capture_t *capture = run(body);
    GString         *lines = g_string_new(NULL);

    for (guint i = 0; i < capture->packets->len; i++) {
        const forge_packet_t *packet = packet_of(capture, i);
        bcnet_forge_decrypt(packet->bytes + UDP_PAYLOAD, packet->captured - UDP_PAYLOAD);
        append_hex(lines, packet->bytes + UDP_PAYLOAD, packet->captured - UDP_PAYLOAD);
        g_string_append_c(lines, '\n');
    }
    g_assert_cmpstr(lines->str, ==, expected);
    g_string_free(lines, TRUE);
    bcnet_forge_capture_free(capture);
}

/* The captured datagrams of 10.6 and 70.10, put together from messages. */
static void test_real_datagrams(void)
{
    check("at 0 cady > host\nconnect 10.10.10.239 0x0A5F\n", "FF 01 03 0F C0 00 00 0A 0A 0A EF 5F 0A 00 00 00 00\n");
    check("at 0 host > ace\naccept 2\ngame seq auto 20 00 str16:\"scripts/\" str16:\"App.pyc\" bits:0\n",
          "01 02 03 06 C0 00 00 02 32 1B 80 00 00 20 00 08 00 73 63 72 69 70 74 73 2F 07 00 41 70 70 2E 70 79 63 20\n");
    check("at 0 ace > host\ndisconnect 2 10.10.10.239 seq 2\nack 39\nack 40\n",
          "02 03 05 0A C0 02 00 02 0A 0A 0A EF 01 27 00 00 01 28 00 00\n");
    check("at 0 host > ace\nack 2 low\n", "01 01 01 02 00 02\n");
    check("at 0 ace > host id 3\ngame seq 43 2C i32:3 str16:\"IT WORKS\"\n",
          "03 01 32 14 80 2B 00 2C 03 00 00 00 08 00 49 54 20 57 4F 52 4B 53\n");
}

/* 10.3. */
static void test_messages(void)
{
    check("at 0 ace > host\nkeepalive\n", "02 01 02\n");
    check("at 0 ace > host\nack 0x1234 low frag 7\nack 1 frag 2\nack 2 flags 0x84\n",
          "02 03 01 34 12 03 07 01 01 00 01 02 01 02 00 84\n");
    check("at 0 ace > host\nannounce 2 10.10.10.239 \"Ace\" seq 1\n",
          "02 01 00 12 C0 01 00 02 0A 0A 0A EF 41 00 63 00 65 00 00 00\n");
    check("at 0 cady > host\nconnect 1.2.3.4 1 \"ab\"\n",
          "FF 01 03 13 C0 00 00 01 02 03 04 01 00 00 00 61 00 62 00 00 00\n");
    check("at 0 host > ace\nboot 4 2\nboot -1 3\n", "01 02 04 07 C0 00 00 04 02 04 07 C0 01 00 FF 03\n");
    check("at 0 ace > host\ngame 1C 00\ngame ordered 1C\ngame seq 5 ordered 28\ngame\n",
          "02 04 32 05 00 1C 00 32 04 40 1C 32 06 C0 05 00 28 32 03 00\n");
    check("at 0 ace > host\nraw 02\nraw 33 44\n", "02 02 02 33 44\n");
    check("at 0 host > ace\nplain 01 00\n", "01 00\n");
}

/* 10.3: 13 bits of length, fragment bit 13; 10.5: only fragment 0 carries the total. */
static void test_fragments(void)
{
    check("at 0 ace > host\nfragment seq 2 index 0 of 3 AA\nfragment seq 2 index 1 of 3 BB\nfragment index 2 CC\n",
          "02 03 32 08 A0 02 00 00 03 AA 32 07 A0 02 00 01 BB 32 05 20 02 CC\n");
    check("at 0 ace > host\nack 1\nsplit seq auto size 9 00 01 02 03 04 05\nack 2\nat 1 ace > host\ngame seq auto 01\n",
          "02 02 01 01 00 00 32 09 A0 00 00 00 03 00 01\n"
          "02 01 32 09 A0 00 00 01 02 03 04\n"
          "02 02 32 07 A0 00 00 02 05 01 02 00 00\n"
          "02 01 32 06 80 01 00 01\n");
    check("at 0 ace > host\nack 1\nsplit seq 7 size 9 only 1 00 01 02 03 04 05\n",
          "02 02 01 01 00 00 32 09 A0 07 00 01 02 03 04\n");
    check("at 0 ace > host\nsplit seq 7 AA\n", "02 01 32 08 A0 07 00 00 01 AA\n");
}

/* 10.5: the captured answer of 832 bytes went out in messages of 412, 412 and 27 bytes; 35.9: the header of
 * the first one is 32 9C A1 02 00 00 03. */
static void test_split_as_captured(void)
{
    static const guint  lengths[] = { 2 + 412, 2 + 412, 2 + 27 };
    static const guint8 first[] = { 0x02, 0x01, 0x32, 0x9C, 0xA1, 0x02, 0x00, 0x00, 0x03, 0x00 };
    forge_capture_t    *capture = run("at 0 ace > host\nsplit seq 2 every 0.001 pattern:832\n");

    g_assert_cmpuint(capture->packets->len, ==, 3);
    for (guint i = 0; i < 3; i++) {
        g_assert_cmpuint(packet_of(capture, i)->length - UDP_PAYLOAD, ==, lengths[i]);
        g_assert_cmpint(packet_of(capture, i)->time, ==, i * 1000);
    }
    bcnet_forge_decrypt(packet_of(capture, 0)->bytes + UDP_PAYLOAD, lengths[0]);
    g_assert_cmpmem(packet_of(capture, 0)->bytes + UDP_PAYLOAD, sizeof first, first, sizeof first);
    bcnet_forge_capture_free(capture);
}

/* 10.4: two spaces per direction, from 0, modulo 2^16; a connect request starts afresh. */
static void test_numbers(void)
{
    check("at 0 ace > host\naccept 9\ngame seq auto 01\naccept 9\ngame seq auto 01\n"
          "at 1 host > ace\ngame seq auto 02\nat 2 ace > cady\ngame seq auto 03\n",
          "02 04 03 06 C0 00 00 09 32 06 80 00 00 01 03 06 C0 01 00 09 32 06 80 01 00 01\n"
          "01 01 32 06 80 00 00 02\n"
          "02 01 32 06 80 00 00 03\n");
    check("at 0 ace > host\ngame seq 0xFFFF 01\ngame seq auto 02\ngame seq 0xFFFF 01\ngame seq auto 03\n",
          "02 04 32 06 80 FF FF 01 32 06 80 00 00 02 32 06 80 FF FF 01 32 06 80 01 00 03\n");
    check("at 0 ace > host\ngame seq auto 01\ngame seq 5 02\ngame seq auto 03\ngame seq 2 04\ngame seq auto 05\n",
          "02 05 32 06 80 00 00 01 32 06 80 05 00 02 32 06 80 06 00 03 32 06 80 02 00 04 32 06 80 07 00 05\n");
    check("at 0 ace > host drop\ngame seq auto 01\nat 1 ace > host\ngame seq auto 02\n", "02 01 32 06 80 01 00 02\n");
    check("at 0 host > ace\ngame seq auto 01\nat 1 ace > host id 255\nconnect 1.2.3.4 1\n"
          "at 2 host > ace\naccept 2\ngame seq auto 02\n",
          "01 01 32 06 80 00 00 01\n"
          "FF 01 03 0F C0 00 00 01 02 03 04 01 00 00 00 00 00\n"
          "01 02 03 06 C0 00 00 02 32 06 80 00 00 02\n");
}

static void test_lies(void)
{
    check("at 0 ace > host count 9 id 7\nkeepalive\n", "07 09 02\n");
    check("at 0 ace > host\ngame seq 1 length 3 28\naccept 2 length 0x3FFF seq 0\n",
          "02 02 32 03 80 01 00 28 03 FF FF 00 00 02\n");
    check("at 0 ace > host\ngame seq 1 flags 0x2000 28\naccept 2 flags 0x4000 seq 0\n",
          "02 02 32 06 20 01 00 28 03 06 40 00 00 02\n");
}

/* RFC 1071: over a header with a right checksum the sum is 0xFFFF. */
static guint sum_of(const guint8 *bytes, gsize length, guint32 sum)
{
    for (gsize i = 0; i < length; i++) {
        sum += i % 2 == 0 ? (guint32)bytes[i] << 8 : bytes[i];
    }
    while (sum > 0xFFFF) {
        sum = (sum & 0xFFFF) + (sum >> 16);
    }
    return sum;
}

static void check_hex(const guint8 *bytes, gsize length, const char *expected)
{
    GString *hex = g_string_new(NULL);

    append_hex(hex, bytes, length);
    g_assert_cmpstr(hex->str, ==, expected);
    g_string_free(hex, TRUE);
}

/* Worked out by hand from RFC 791 and RFC 768. */
static void test_udp_frame(void)
{
    forge_capture_t      *capture = run("at 0 ace > host\ncipher 01 02 03\n");
    const forge_packet_t *packet = packet_of(capture, 0);

    check_hex(packet->bytes, packet->captured,
              "02 00 0A 0A 0A 01 02 00 0A 0A 0A EF 08 00 "
              "45 00 00 1F 00 01 00 00 80 11 11 CA 0A 0A 0A EF 0A 0A 0A 01 "
              "E8 0D 56 55 00 0B 94 6F 01 02 03");
    g_assert_cmpuint(sum_of(packet->bytes + 14, 20, 0), ==, 0xFFFF);
    g_assert_cmpuint(sum_of(packet->bytes + 26, packet->length - 26, 17 + 11), ==, 0xFFFF);
    bcnet_forge_capture_free(capture);
}

/* A checksum of zero would mean that there is none; its complement stands for it. The bytes of the right checksum
 * as payload make it zero. */
static void test_udp_checksum_zero(void)
{
    forge_capture_t *capture = run("at 0 ace > host\ncipher 00 00\n");
    const guint8    *frame = packet_of(capture, 0)->bytes;
    char            *body = g_strdup_printf("at 0 ace > host\ncipher %02X %02X\n", frame[40], frame[41]);
    forge_capture_t *second = run(body);

    check_hex(packet_of(second, 0)->bytes + 40, 2, "FF FF");
    bcnet_forge_capture_free(second);
    g_free(body);
    bcnet_forge_capture_free(capture);
}

static void test_udp_length(void)
{
    forge_capture_t      *capture = run("at 0 ace > host udp-length 99\ncipher 01 02 03\n");
    const forge_packet_t *packet = packet_of(capture, 0);

    g_assert_cmpuint(packet->length, ==, UDP_PAYLOAD + 3);
    g_assert_cmpuint(packet->bytes[17], ==, 20 + 8 + 3);
    g_assert_cmpuint(packet->bytes[39], ==, 99);
    bcnet_forge_capture_free(capture);
}

static void test_cut(void)
{
    forge_capture_t *capture = run("at 0 ace > host cut 2\ncipher 01 02 03\n");

    g_assert_cmpuint(packet_of(capture, 0)->captured, ==, UDP_PAYLOAD + 2);
    g_assert_cmpuint(packet_of(capture, 0)->length, ==, UDP_PAYLOAD + 3);
    bcnet_forge_capture_free(capture);
}

static void test_ipv6(void)
{
    forge_capture_t *capture = run("endpoint six [2001:db8::1]:22101 id 1\nendpoint seven [2001:db8::2]:4000 id 2\n"
                                   "at 0 seven > six\ncipher 01 02 03\n");
    const forge_packet_t *packet = packet_of(capture, 0);

    g_assert_cmpuint(packet->length, ==, IPV6_UDP_PAYLOAD + 3);
    g_assert_cmphex(packet->bytes[12] << 8 | packet->bytes[13], ==, 0x86DD);
    g_assert_cmpuint(packet->bytes[19], ==, 11);
    g_assert_cmpuint(packet->bytes[20], ==, 17);
    g_assert_cmpuint(sum_of(packet->bytes + 22, packet->length - 22, 17 + 11), ==, 0xFFFF);
    bcnet_forge_capture_free(capture);
}

typedef struct {
    guint8  flags;
    guint32 seq, ack;
} segment_t;

static void check_segments(const char *body, const segment_t *expected, guint count)
{
    forge_capture_t *capture = run(body);

    g_assert_cmpuint(capture->packets->len, ==, count);
    for (guint i = 0; i < count; i++) {
        const forge_packet_t *packet = packet_of(capture, i);
        const guint8         *tcp = packet->bytes + 34;
        g_assert_cmphex(tcp[13], ==, expected[i].flags);
        g_assert_cmpuint((guint)tcp[6] << 8 | tcp[7], ==, expected[i].seq);
        g_assert_cmpuint((guint)tcp[10] << 8 | tcp[11], ==, expected[i].ack);
        g_assert_cmpuint(sum_of(tcp - 8, packet->length - 26, 6 + packet->length - 34), ==, 0xFFFF);
    }
    bcnet_forge_capture_free(capture);
}

/* Handshake, data both ways, end: flags, sequence and acknowledgement numbers. */
static void test_tcp(void)
{
    static const segment_t implicit[] = {
        { 0x02, 1000, 0 },    { 0x12, 1000, 1001 }, { 0x10, 1001, 1001 },
        { 0x18, 1001, 1001 }, { 0x18, 1001, 1004 }, { 0x18, 1004, 1003 },
    };
    static const segment_t explicit[] = {
        { 0x02, 1000, 0 },    { 0x12, 1000, 1001 }, { 0x10, 1001, 1001 }, { 0x18, 1001, 1001 },
        { 0x11, 1004, 1001 }, { 0x11, 1001, 1005 }, { 0x10, 1005, 1002 },
    };

    check_segments("at 0 ace > host tcp\ntext \"abc\"\nat 1 host > ace tcp\ncipher 01 02\n"
                   "at 2 ace > host tcp\ntext \"d\"\n",
                   implicit, G_N_ELEMENTS(implicit));
    check_segments("at 0 ace > host tcp\nopen\nat 1 host > ace tcp\ntext \"abc\"\nat 2 host > ace tcp\nclose\n",
                   explicit, G_N_ELEMENTS(explicit));
}

/* IEEE 802.11: a data frame whose subframes begin at multiples of four, each with addresses, length and SNAP. */
static void test_joined(void)
{
    static const guint8 head[] = { 0x02, 0x00, 10,   10,   10,   1,    0x02, 0x00, 10,   10,   10,  0xEF,
                                   0x00, 0x27, 0xAA, 0xAA, 0x03, 0x00, 0x00, 0x00, 0x08, 0x00, 0x45 };
    static const guint8 second[] = { 0x02, 0x00, 10,   10,   10,   0xEF, 0x02, 0x00, 10,   10,   10,  1,
                                     0x00, 0x25, 0xAA, 0xAA, 0x03, 0x00, 0x00, 0x00, 0x08, 0x00, 0x45 };
    forge_capture_t    *capture = run("at 0.5 ace > host\ncipher 01 02 03\nat 7 host > ace joined\ncipher 04\n");

    g_assert_cmpuint(capture->packets->len, ==, 1);
    const forge_packet_t *packet = packet_of(capture, 0);
    g_assert_true(packet->wireless);
    g_assert_cmpint(packet->time, ==, 500000);
    /* 26 of the header; 14 and 0x27, filled up to 56; 14 and 0x25 */
    g_assert_cmpuint(packet->length, ==, 26 + 56 + 51);
    g_assert_cmpuint(packet->captured, ==, packet->length);
    g_assert_cmpuint(packet->bytes[0], ==, 0x88);
    g_assert_cmpuint(packet->bytes[24], ==, 0x80);
    g_assert_cmpmem(packet->bytes + 26, sizeof head, head, sizeof head);
    g_assert_cmpmem(packet->bytes + 26 + 56, sizeof second, second, sizeof second);
    g_assert_cmpuint(packet->bytes[26 + 56 - 4], ==, 3); /* the last byte of the first datagram */
    g_assert_cmpuint(packet->bytes[packet->length - 1], ==, 4);
    bcnet_forge_capture_free(capture);
}

/* RFC 792: type 3, code 3, a checksum over it all, four zero bytes; then the IP header and what follows it. */
static void test_unreachable(void)
{
    enum { ICMP = 34, QUOTE = ICMP + 8 };
    static const guint8 head[] = { 3, 3 };
    forge_capture_t    *capture = run("at 0 host > ace\ncipher 01 02 03\nat 1 host > ace drop\ncipher 04 05\n"
                                         "at 2 ace > host\nunreachable\nat 3 ace > host\nunreachable 1\n"
                                         "at 4 ace > host\nunreachable 0\n");

    g_assert_cmpuint(capture->packets->len, ==, 4);
    for (guint i = 1; i < 4; i++) {
        const forge_packet_t *packet = packet_of(capture, i);
        guint32               sum = 0;
        g_assert_cmpuint(packet->length, ==, QUOTE + 20 + 8 + 3 - i);
        g_assert_cmpuint(packet->bytes[23], ==, 1); /* ICMP */
        g_assert_cmpmem(packet->bytes + 26, 4, "\x0A\x0A\x0A\xEF", 4); /* from ace */
        g_assert_cmpmem(packet->bytes + ICMP, sizeof head, head, sizeof head);
        for (guint at = ICMP; at < packet->length; at++)
            sum += (guint32)packet->bytes[at] << (at % 2 == 0 ? 8 : 0);
        g_assert_cmpuint((sum & 0xFFFF) + (sum >> 16), ==, 0xFFFF);
        g_assert_cmpuint(packet->bytes[QUOTE + 3], ==, 20 + 8 + 2); /* the quoted packet's own length */
        g_assert_cmpmem(packet->bytes + QUOTE + 12, 4, "\x0A\x0A\x0A\x01", 4); /* the host sent it */
        g_assert_cmpmem(packet->bytes + QUOTE + 28, 3 - i, "\x04\x05", 3 - i);
    }
    bcnet_forge_capture_free(capture);
}

/* 80.2: GameSpy text is never ciphered; backslashes stand for themselves. */
static void test_text(void)
{
    static const guint8 status[] = { 0x5C, 's', 't', 'a', 't', 'u', 's', 0x5C };
    forge_capture_t    *capture = run("at 0 ace > host\ntext \"\\sta\" \"tus\\\"\ncomment \"LAN \xE2\x86\x92 host\"\n");

    g_assert_cmpmem(packet_of(capture, 0)->bytes + UDP_PAYLOAD, packet_of(capture, 0)->length - UDP_PAYLOAD, status,
                    sizeof status);
    g_assert_cmpstr(packet_of(capture, 0)->comment, ==, "LAN \xE2\x86\x92 host");
    bcnet_forge_capture_free(capture);
}

/* The whole file. The times are 0x00038D7EA4C68000 and, half a second later, 0x00038D7EA4CE2120 microseconds, the
 * upper half first. */
static void test_file(void)
{
    static const char section[] = "0A 0D 0D 0A 30 00 00 00 4D 3C 2B 1A 01 00 00 00 FF FF FF FF FF FF FF FF "
                                  "04 00 0B 00 62 63 6E 65 74 2D 66 6F 72 67 65 00 00 00 00 00 30 00 00 00";
    static const char interface[] = "01 00 00 00 14 00 00 00 01 00 00 00 00 00 04 00 14 00 00 00";
    static const char first[] = "06 00 00 00 4C 00 00 00 00 00 00 00 7E 8D 03 00 00 80 C6 A4 2C 00 00 00 2C 00 00 00";
    static const char second[] = "06 00 00 00 58 00 00 00 00 00 00 00 7E 8D 03 00 20 21 CE A4 2B 00 00 00 2D 00 00 00";
    static const char after_second[] = "00 01 00 02 00 68 69 00 00 00 00 00 00 58 00 00 00";
    forge_capture_t  *capture =
        run("start 2001-09-09T01:46:40Z\nat 0.5 ace > host cut 1\ncipher 01 02 03\ncomment \"hi\"\n"
            "at 0 ace > host\ncipher 01 02\n");
    char *path = g_build_filename(g_get_tmp_dir(), "bcnet-forge-test-XXXXXX", NULL);
    char *bytes = NULL;
    gsize length;

    g_close(g_mkstemp(path), NULL);
    g_assert_true(bcnet_forge_capture_write(capture, path, NULL));
    g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    GString *frames[2] = { g_string_new(NULL), g_string_new(NULL) };
    for (guint i = 0; i < 2; i++) {
        append_hex(frames[i], packet_of(capture, i)->bytes, packet_of(capture, i)->captured);
    }
    char *expected = g_strjoin(" ", section, interface, first, frames[0]->str, "4C 00 00 00", second, frames[1]->str,
                               after_second, NULL);
    check_hex((const guint8 *)bytes, length, expected);
    g_free(expected);
    g_string_free(frames[0], TRUE);
    g_string_free(frames[1], TRUE);
    g_free(bytes);
    g_unlink(path);
    g_free(path);
    bcnet_forge_capture_free(capture);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/forge/traffic/real-datagrams", test_real_datagrams);
    g_test_add_func("/forge/traffic/messages", test_messages);
    g_test_add_func("/forge/traffic/fragments", test_fragments);
    g_test_add_func("/forge/traffic/split-as-captured", test_split_as_captured);
    g_test_add_func("/forge/traffic/numbers", test_numbers);
    g_test_add_func("/forge/traffic/lies", test_lies);
    g_test_add_func("/forge/traffic/udp-frame", test_udp_frame);
    g_test_add_func("/forge/traffic/udp-checksum-zero", test_udp_checksum_zero);
    g_test_add_func("/forge/traffic/udp-length", test_udp_length);
    g_test_add_func("/forge/traffic/cut", test_cut);
    g_test_add_func("/forge/traffic/ipv6", test_ipv6);
    g_test_add_func("/forge/traffic/tcp", test_tcp);
    g_test_add_func("/forge/traffic/joined", test_joined);
    g_test_add_func("/forge/traffic/unreachable", test_unreachable);
    g_test_add_func("/forge/traffic/text", test_text);
    g_test_add_func("/forge/traffic/file", test_file);
    return g_test_run();
}
