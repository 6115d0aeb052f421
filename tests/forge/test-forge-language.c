/* The scenario language: values, names, loops, and errors with their places.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <string.h>

#include "forge/forge-bytes.h"
#include "forge/forge-scenario.h"

static const char endpoints[] = "endpoint host 10.10.10.1:22101 id 1\n"
                                "endpoint ace 10.10.10.239:59405 id 2\n";
enum { ENDPOINT_LINES = 2, UDP_PAYLOAD = 42 };

static forge_capture_t *run(const char *text, GError **error)
{
    return bcnet_forge_run("t", text, strlen(text), &bcnet_forge_default_limits, error);
}

static char *hex_of(const guint8 *bytes, gsize length)
{
    GString *hex = g_string_new(NULL);

    for (gsize i = 0; i < length; i++) {
        g_string_append_printf(hex, "%s%02X", i > 0 ? " " : "", bytes[i]);
    }
    return g_string_free(hex, FALSE);
}

/* The bytes that ITEMS stand for: they are sent unencrypted and taken out of the frame. */
static void check_bytes(const char *items, const char *expected)
{
    char            *text = g_strdup_printf("%sat 0 ace > host\ncipher %s\n", endpoints, items);
    GError          *error = NULL;
    forge_capture_t *capture = run(text, &error);

    g_assert_no_error(error);
    g_assert_cmpuint(capture->packets->len, ==, 1);
    const forge_packet_t *packet = &g_array_index(capture->packets, forge_packet_t, 0);
    char                 *hex = hex_of(packet->bytes + UDP_PAYLOAD, packet->length - UDP_PAYLOAD);
    g_assert_cmpstr(hex, ==, expected);
    g_free(hex);
    bcnet_forge_capture_free(capture);
    g_free(text);
}

static void test_values(void)
{
    check_bytes("01 0203 aBcD", "01 02 03 AB CD");
    check_bytes("01 | 02 | 03", "01 02 03");
    check_bytes("u8:255 i8:-1 u16:513 i16:-2 u32:0x01020304 i32:-1", "FF FF 01 02 FE FF 04 03 02 01 FF FF FF FF");
    check_bytes("be16:29876 be32:1 ip:72.206.34.241", "74 B4 00 00 00 01 48 CE 22 F1");
    check_bytes("zeros:3 pattern:4 zeros:0", "00 00 00 00 01 02 03");
    check_bytes("u8:2+3*4 u8:10-1 u8:7%4 u8:8/2", "14 09 03 04");
    /* 30.11: game_time of the captured Settings. */
    check_bytes("f32:33.25", "00 00 05 42");
    check_bytes("f32:nan", "00 00 C0 7F");
    check_bytes("f32:-inf", "00 00 80 FF");
}

static void test_strings(void)
{
    check_bytes("str:\"scripts/\"", "73 63 72 69 70 74 73 2F");
    check_bytes("str8:\"Cady2\" str16:\"60\"", "05 43 61 64 79 32 02 00 36 30");
    check_bytes("utf16:\"Ace\" utf16z:\"A\"", "41 00 63 00 65 00 41 00 00 00");
    check_bytes("str:\"a # b\" # comment", "61 20 23 20 62");
    check_bytes("str:\"\\x\\\"", "5C 78 5C");
    check_bytes("str:\"say \"\"go\"\"\"", "73 61 79 20 22 67 6F 22");
    check_bytes("str:\"\"", "");
    /* 80.2: one byte per character, 0x01 for what Latin-1 does not have. */
    check_bytes("str:\"\xC3\xA9\xE2\x82\xAC\" str16:\"\xC3\xA9\"", "E9 01 01 00 E9");
    check_bytes("utf16:\"\xF0\x9F\x9A\x80\"", "3D D8 80 DE");
}

/* 20.1: count in bits 7-5, first boolean in bit 0. 30.11: Settings has 1, 0, 0 as 0x61. */
static void test_bit_groups(void)
{
    check_bytes("bits:0 bits:1 bits:1,0,0 bits:1,0,1 bits:1,1,1,1,1", "20 21 61 65 BF");
}

/* 20.2. */
static void test_cf16(void)
{
    check_bytes("cf16:15 cf16:25 cf16:273 cf16:2063 cf16:5", "E3 50 AA 52 13 63 E3 71 1B 47");
    check_bytes("cf16:0 cf16:-15 cf16:1e9", "00 00 E3 D0 FF 7F");
}

static void test_names(void)
{
    check_bytes("01 \\\n  02 \\  # two\n03", "01 02 03");
    check_bytes("00\nlet a 01 02\nlet b $a FF\nat 1 ace > host drop\ncipher $b", "00");
    char            *text = g_strdup_printf("%slet a 01 02\nlet b $a u8:3\nat 0 ace > host\ncipher $b $a\n", endpoints);
    forge_capture_t *capture = run(text, NULL);
    const forge_packet_t *packet = &g_array_index(capture->packets, forge_packet_t, 0);
    char                 *hex = hex_of(packet->bytes + UDP_PAYLOAD, packet->length - UDP_PAYLOAD);
    g_assert_cmpstr(hex, ==, "01 02 03 01 02");
    g_free(hex);
    bcnet_forge_capture_free(capture);
    g_free(text);
}

/* All times in microseconds and all payloads of a scenario, as "time:hex time:hex". */
static char *summary_of(const char *body)
{
    char            *text = g_strconcat(endpoints, body, NULL);
    GError          *error = NULL;
    forge_capture_t *capture = run(text, &error);
    GString         *summary = g_string_new(NULL);

    g_assert_no_error(error);
    for (guint i = 0; i < capture->packets->len; i++) {
        const forge_packet_t *packet = &g_array_index(capture->packets, forge_packet_t, i);
        char                 *hex = hex_of(packet->bytes + UDP_PAYLOAD, packet->captured - UDP_PAYLOAD);
        g_string_append_printf(summary, "%s%" G_GINT64_FORMAT ":%s", i > 0 ? ", " : "", packet->time, hex);
        g_free(hex);
    }
    bcnet_forge_capture_free(capture);
    g_free(text);
    return g_string_free(summary, FALSE);
}

static void check_summary(const char *body, const char *expected)
{
    char *summary = summary_of(body);

    g_assert_cmpstr(summary, ==, expected);
    g_free(summary);
}

static void test_times(void)
{
    check_summary("at 1.5 ace > host\ncipher 01\nat +0.000001 host > ace\ncipher 02\nat 0.25 ace > host\ncipher 03\n",
                  "250000:03, 1500000:01, 1500001:02");
    check_summary("at 1 ace > host delay 0.5\ncipher 01\nat +0.1 ace > host\ncipher 02\n", "1100000:02, 1500000:01");
    check_summary("at 1 ace > host duplicate\ncipher 01\nat 2 ace > host duplicate after 0.25\ncipher 02\n",
                  "1000000:01, 1001000:01, 2000000:02, 2250000:02");
    check_summary("at 1 ace > host drop\ncipher 01\nat +1 ace > host\ncipher 02\n", "2000000:02");
    check_summary("at 1 ace > host cut 2\ncipher 01 02 03\nat 2 ace > host cut 9\ncipher 04\n",
                  "1000000:01 02, 2000000:04");
}

static void test_loops(void)
{
    check_summary("at 1 ace > host\ncipher AA\nrepeat 3 every 2\nat +0.5 ace > host\ncipher u8:$i*2\nend\n",
                  "1000000:AA, 1500000:00, 3500000:02, 5500000:04");
    check_summary("at 1 ace > host\ncipher AA\nrepeat 2 every 2\nat 0.5 ace > host\ncipher u8:$i\nend\n"
                  "at 0 ace > host\ncipher BB\n",
                  "0:BB, 1000000:AA, 1500000:00, 3500000:01");
    check_summary("repeat 2 as j\nrepeat 2\nat +1 ace > host\ncipher u8:$j u8:$i\nend\nend\n",
                  "1000000:00 00, 2000000:00 01, 3000000:01 00, 4000000:01 01");
    check_summary("repeat 2\nlet x u8:$i FF\nat +1 ace > host\ncipher $x\nend\n", "1000000:00 FF, 2000000:01 FF");
    check_summary("repeat 0\nnonsense\nend\n", "");
}

typedef struct {
    const char *text;
    unsigned    line; /* counted without the endpoint lines */
    unsigned    column;
    const char *says;
} mistake_t;

/* Every row: where the error must point, and a word that its sentence must have. */
static const mistake_t mistakes[] = {
    { "frobnicate", 1, 1, "\"frobnicate\" is no statement" },
    { "\"text\"", 1, 1, "a string in quotes is no statement" },
    { "end", 1, 1, "No loop is open" },
    { "repeat 2\nrepeat 2\nend", 1, 1, "not closed" },
    { "repeat", 1, 7, "number of rounds is missing" },
    { "repeat -1\nend", 1, 8, "from 0 to" },
    { "repeat 2 x\nend", 1, 10, "line should end" },
    { "repeat 2\nrepeat 2\nend\nend", 2, 9, "counts $i already" },
    { "endpoint", 1, 9, "name of the endpoint" },
    { "endpoint 9x 1.2.3.4:5", 1, 10, "a letter" },
    { "endpoint ace 1.2.3.4:5", 1, 10, "already" },
    { "endpoint x 1.2.3.4", 1, 12, "address with port" },
    { "endpoint x 1.2.3.4:0", 1, 12, "address with port" },
    { "endpoint x 1.2.3.4:65536", 1, 12, "address with port" },
    { "endpoint x 1.2.3:5", 1, 12, "address with port" },
    { "endpoint x fe80::1:5", 1, 12, "address with port" },
    { "endpoint x 1.2.3.4:5 id 256", 1, 25, "The id must be" },
    { "endpoint x 1.2.3.4:5 ID 1", 1, 22, "\"ID\" follows" },
    { "start yesterday", 1, 7, "A moment" },
    { "start 1969-12-31T00:00:00Z", 1, 7, "A moment" },
    { "let 1 00", 1, 5, "a letter" },
    { "let a", 1, 6, "Bytes are missing" },
    { "let a $b", 1, 7, "No \"let\"" },
    { "include \"no-such-file.scn\"", 1, 9, "no-such-file.scn" },
    { "include x", 1, 9, "in quotes" },
    { "at", 1, 3, "time is missing" },
    { "at now ace > host", 1, 4, "time in seconds" },
    { "at +x ace > host", 1, 5, "time in seconds" },
    { "at 0.1234567 ace > host", 1, 4, "six decimals" },
    { "at 0 joe > host", 1, 6, "\"joe\" is none" },
    { "at 0 ace host", 1, 10, "\">\" is expected" },
    { "at 0 ace >", 1, 11, "end of the line is none" },
    { "at 0 ace > host loud", 1, 17, "\"loud\" is no option" },
    { "at 0 ace > host cut", 1, 20, "captured bytes is missing" },
    { "at 0 ace > host ack 5", 1, 17, "lines of its own" },
    { "at 0 ace > host\nat 1 ace > host", 1, 16, "is empty" },
    { "at 0 ace > host", 1, 16, "is empty" },
    { "endpoint six [::1]:5\nat 0 ace > six", 2, 12, "IPv6" },
    { "ack 5", 1, 1, "\"at TIME FROM > TO\" is expected before it" },
    { "comment \"x\"", 1, 1, "expected before it" },
    { "plain 01", 1, 1, "expected before it" },
    { "at 0 ace > host\nack", 2, 4, "number is missing" },
    { "at 0 ace > host\nack 65536", 2, 5, "0 to 65535" },
    { "at 0 ace > host\nack 5.5", 2, 5, "whole number" },
    { "at 0 ace > host\nack x", 2, 5, "number is expected" },
    { "at 0 ace > host\nack 5x", 2, 6, "number ends before" },
    { "at 0 ace > host\nack 5+", 2, 7, "number is expected" },
    { "at 0 ace > host\nack 5 lo", 2, 7, "\"low\"" },
    { "at 0 ace > host\nack 5 frag", 2, 11, "index is missing" },
    { "at 0 ace > host\n\tkeepalive 1", 2, 12, "line should end" },
    { "at 0 ace > host\nannounce 2 10.0.0.1 Ace", 2, 21, "in quotes" },
    { "at 0 ace > host\nannounce 2 10.0.0 \"Ace\"", 2, 12, "IPv4 address" },
    { "at 0 ace > host\nconnect 10.0.0.1", 2, 17, "nonce is missing" },
    { "at 0 ace > host\nconnect 10.0.0.1 1 2", 2, 20, "line should end" },
    { "at 0 ace > host\nboot 128 2", 2, 6, "-128 to 127" },
    { "at 0 ace > host\naccept 2 seq", 2, 13, "sequence number is missing" },
    { "at 0 ace > host\naccept 2 length 99999", 2, 17, "The length must be" },
    { "at 0 ace > host\ngame 1", 2, 6, "has one" },
    { "at 0 ace > host\ngame 123", 2, 6, "odd number" },
    { "at 0 ace > host\ngame 12 3G", 2, 10, "two hexadecimal digits" },
    { "at 0 ace > host\ngame \"x\"", 2, 6, "str:" },
    { "at 0 ace > host\ngame u17:5", 2, 6, "\"u17:\" is no type" },
    { "at 0 ace > host\ngame u8:256", 2, 9, "0 to 255" },
    { "at 0 ace > host\ngame u8:1/0", 2, 10, "zero" },
    { "at 0 ace > host\ngame u8:1/2", 2, 9, "whole number" },
    { "at 0 ace > host\ngame u8:$i", 2, 9, "counts $i" },
    { "at 0 ace > host\ngame u8:\"1\"", 2, 6, "not a string" },
    { "at 0 ace > host\ngame str:x", 2, 10, "in quotes" },
    { "at 0 ace > host\ngame zeros:\"x\"", 2, 12, "without quotes" },
    { "at 0 ace > host\ngame bits:1,2", 2, 11, "One to five bits" },
    { "at 0 ace > host\ngame bits:1,1,1,1,1,1", 2, 11, "One to five bits" },
    { "at 0 ace > host\ngame cf16:nan", 2, 11, "finite" },
    { "at 0 ace > host\ngame ip:1.2.3", 2, 9, "IPv4 address" },
    { "at 0 ace > host\ngame file:\"no-such-file\"", 2, 6, "cannot be read" },
    { "at 0 ace > host\ngame zeros:9000", 2, 16, "\"split\"" },
    { "let a 00\nrepeat 2\nat +1 ace > host\ngame u8:$a\nend", 4, 9, "stands for bytes" },
    { "repeat 2\nat +1 ace > host\ngame $i\nend", 3, 6, "is a counter" },
    { "at 0 ace > host\nfragment seq 1 00", 2, 16, "\"index N\"" },
    { "at 0 ace > host\nfragment seq 1 index 0 00", 2, 24, "\"of N\"" },
    { "at 0 ace > host\nsplit 00", 2, 7, "\"seq N\"" },
    { "at 0 ace > host\nsplit seq 1 only 2 00", 2, 22, "none with this index" },
    { "at 0 ace > host\nsplit seq 1 size 8 zeros:600", 2, 29, "more than 255" },
    { "at 0 ace > host\nack 1\nplain 01 00", 3, 1, "has a content already" },
    { "at 0 ace > host\nplain 01 00\nack 1", 3, 1, "given already" },
    { "at 0 ace > host id 3\nplain 01 00", 1, 21, "no effect" },
    { "at 0 ace > host tcp\nack 1", 1, 20, "Over TCP" },
    { "at 0 ace > host joined\nack 1", 1, 23, "no whole frame" },
    { "at 0 ace > host cut 1\nack 1\nat 0 ace > host joined\nack 1", 3, 23, "no whole frame" },
    { "unreachable", 1, 1, "at TIME FROM > TO" },
    { "at 0 ace > host\nunreachable", 2, 12, "nothing to ace yet" },
    { "at 0 ace > host\nack 1\nat 0 host > ace\nunreachable x", 4, 13, "number is expected" },
    { "at 0 ace > host\nack 1\nat 0 host > ace\nack 2\nunreachable", 5, 1, "content already" },
    { "at 0 ace > host\nack 1\nat 0 host > ace udp-length 9\nunreachable", 3, 29, "no effect" },
    { "at 0 ace > host\nack 1\nat 0 ace > host joined drop\nack 1", 3, 28, "comes with it" },
    { "at 0 ace > host\nopen", 1, 16, "\"tcp\"" },
    { "at 0 ace > host tcp\nopen 1", 2, 6, "line should end" },
    { "at 0 ace > host\ntext \\status\\", 2, 6, "in quotes" },
    { "at 0 ace > host\ntext \"\\status\\", 2, 6, "not finished" },
    { "at 0 ace > host\ntext \"a\" 00", 2, 10, "line should end" },
    { "at 0 ace > host\nack 1\ncomment \"a\"\ncomment \"b\"", 4, 1, "already" },
    { "at 0 ace > host\ncipher zeros:65508", 1, 16, "65507" },
    { "at 0 ace > host\nrepeat 256\nkeepalive\nend", 1, 16, "256 messages" },
    { "at 0 ace > host\ngame 01 \\\n   02 \\\n   0", 4, 4, "has one" },
    { "# \xC3\xA9\nlet \xC3\xA9 00", 2, 5, "a letter" },
    { "at 0 ace > host\ngame str:\"\xC3\xA9\" 0", 2, 14, "has one" },
};

static void check_mistake(const mistake_t *mistake)
{
    char            *text = g_strconcat(endpoints, mistake->text, NULL);
    char            *place = g_strdup_printf("t:%u:%u: ", mistake->line + ENDPOINT_LINES, mistake->column);
    GError          *error = NULL;
    forge_capture_t *capture = run(text, &error);

    if (capture != NULL || !g_str_has_prefix(error->message, place) || strstr(error->message, mistake->says) == NULL) {
        g_test_fail_printf("Expected \"%s...%s...\" for\n%s\nbut got:\n%s", place, mistake->says, mistake->text,
                           error != NULL ? error->message : "no error");
        bcnet_forge_capture_free(capture);
    }
    g_clear_error(&error);
    g_free(place);
    g_free(text);
}

static void test_mistakes(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(mistakes); i++) {
        check_mistake(&mistakes[i]);
    }
}

/* The row and a marker below the place, with tabs as they are in the row. */
static void test_marker(void)
{
    GError *error = NULL;

    g_assert_null(run("# x\n\tlet \xC3\xA9 1", &error));
    g_assert_nonnull(strstr(error->message, "\n    \tlet \xC3\xA9 1\n    \t    ^"));
    g_error_free(error);
}

static void test_not_text(void)
{
    static const char zero[] = "let a 00\nlet b\0 01";
    GError           *error = NULL;

    g_assert_null(bcnet_forge_run("t", zero, sizeof zero - 1, &bcnet_forge_default_limits, &error));
    g_assert_true(g_str_has_prefix(error->message, "t:2:6: "));
    g_clear_error(&error);
    g_assert_null(run("# \xC3\xA9 \xFF\n", &error));
    g_assert_true(g_str_has_prefix(error->message, "t:1:5: "));
    g_clear_error(&error);
}

/* A few lines may ask for a lot. */
static void test_limits(void)
{
    static const forge_limits_t small = { .max_frames = 10, .max_bytes = 100000, .max_lines = 1000 };
    static const char *const    greedy[] = {
           "repeat 11\nat +1 ace > host\nkeepalive\nend",
           "repeat 1001\nend",
           "repeat 501\nlet a 00\nend",
           "repeat 9\nat +1 ace > host\ncipher zeros:60000\nend",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(greedy); i++) {
        char   *text = g_strconcat(endpoints, greedy[i], NULL);
        GError *error = NULL;
        g_assert_null(bcnet_forge_run("t", text, strlen(text), &small, &error));
        g_assert_nonnull(strstr(error->message, "the limit"));
        g_error_free(error);
        g_free(text);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/forge/language/values", test_values);
    g_test_add_func("/forge/language/strings", test_strings);
    g_test_add_func("/forge/language/bit-groups", test_bit_groups);
    g_test_add_func("/forge/language/cf16", test_cf16);
    g_test_add_func("/forge/language/names", test_names);
    g_test_add_func("/forge/language/times", test_times);
    g_test_add_func("/forge/language/loops", test_loops);
    g_test_add_func("/forge/language/mistakes", test_mistakes);
    g_test_add_func("/forge/language/marker", test_marker);
    g_test_add_func("/forge/language/not-text", test_not_text);
    g_test_add_func("/forge/language/limits", test_limits);
    return g_test_run();
}
