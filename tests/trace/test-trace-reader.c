/* The reader of packet_trace.log: the form of protocol chapter 95, and everything that can be wrong with
 * a log. Whatever a log holds, it must give the same records however it is cut into pieces.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "trace/trace-reader.h"

#include <glib.h>
#include <string.h>

/* What a log gives, one line of text per call back. */
typedef struct {
    GString *seen;
} listener_t;

static void on_record(void *context, bcnet_trace_record_t *record)
{
    GString   *seen = ((listener_t *)context)->seen;
    GDateTime *time = g_date_time_new_from_unix_utc(record->time / G_USEC_PER_SEC);
    char      *date = g_date_time_format(time, "%F %T");

    g_string_append_printf(seen, "%" G_GUINT64_FORMAT " %s.%03d %s ", record->line, date,
                           (int)(record->time % G_USEC_PER_SEC / 1000), record->from_server ? "to" : "from");
    if (record->peer_known) {
        g_string_append_printf(seen, "%u.%u.%u.%u:%u", record->peer.ip[0], record->peer.ip[1], record->peer.ip[2],
                               record->peer.ip[3], record->peer.port);
    } else {
        g_string_append(seen, "?");
    }
    g_string_append_printf(seen, " %s%s%u:", record->failed ? "failed " : "", record->plain ? "plain " : "wire ",
                           record->length);
    for (guint32 i = 0; i < record->captured; i++) {
        g_string_append_printf(seen, "%02x", record->bytes[i]);
    }
    g_string_append_c(seen, '\n');
    g_free(date);
    g_date_time_unref(time);
}

static void on_tcp(void *context)
{
    g_string_append(((listener_t *)context)->seen, "tcp\n");
}

static void on_fault(void *context, guint64 line, bcnet_trace_fault_t fault, const char *explanation)
{
    g_assert_true(g_str_has_suffix(explanation, "."));
    g_string_append_printf(((listener_t *)context)->seen, "fault %d in %" G_GUINT64_FORMAT "\n", fault, line);
}

static const bcnet_trace_callbacks_t callbacks = { on_record, on_tcp, on_fault };

/* Feeds exact heap copies of pieces, so that a sanitizer or valgrind sees each byte read too many. */
static char *read_in_pieces(const char *log, gsize length, gsize piece)
{
    listener_t            listener = { g_string_new(NULL) };
    bcnet_trace_reader_t *reader = bcnet_trace_reader_new(&callbacks, &listener, 0);

    for (gsize at = 0; at < length; at += piece) {
        gsize size = MIN(piece, length - at);
        char *exact = g_memdup2(log + at, size);
        bcnet_trace_reader_feed(reader, exact, size);
        g_free(exact);
    }
    bcnet_trace_reader_finish(reader);
    return g_string_free(listener.seen, FALSE);
}

static void assert_read(const char *log, const char *expected)
{
    for (gsize piece = 1; piece < 1000; piece = piece * 3 + 1) {
        char *seen = read_in_pieces(log, strlen(log), piece);
        g_assert_cmpstr(seen, ==, expected);
        g_free(seen);
    }
}

#define SESSION "# STBC Dedicated Server - Packet Trace (DECRYPTED)\n# Session started: 2026-02-14 22:08:08\n"
#define PEER "Peer#0(10.10.10.239:59405)"
#define CONNECT                                                                                                        \
    "[22:08:40.179] #1 C->S " PEER " len=17 rc=17 CONNECT\n"                                                           \
    "  Decrypted:\n"                                                                                                   \
    "    0000: FF 01 03 0F C0 00 00 0A 0A 0A EF 5F 0A 00 00 00  |..........._....|\n"                                  \
    "    0010: 00                                               |.|\n"                                                 \
    "  CONNECT ip=10.10.10.239\n"                                                                                      \
    "    0000: 11 22  the logger's own reading\n"
#define CONNECT_BYTES "ff01030fc000000a0a0aef5f0a00000000"
#define QUERY                                                                                                          \
    "[22:08:41.002] #2 C->S Peer#1(192.168.1.7:1234) len=8 rc=8 GAMESPY_QUERY [\\status\\]\n"                          \
    "  Text: \\status\\\n"                                                                                             \
    "  Hex:\n"                                                                                                         \
    "    0000: 5C 73 74 61 74 75 73 5C                          |\\status\\|\n"

/* A record of one byte; the time is what matters. */
#define AT(time) "[" time "] #1 S->C " PEER " len=1 rc=1 x\n  Decrypted:\n    0000: 01  |.|\n\n"

static void test_example(void)
{
    assert_read(SESSION "# NEW PEER: " PEER "\n" CONNECT "\n" QUERY,
                "4 2026-02-14 22:08:40.179 from 10.10.10.239:59405 plain 17:" CONNECT_BYTES "\n"
                "11 2026-02-14 22:08:41.002 from 192.168.1.7:1234 wire 8:5c7374617475735c\n");
}

static void test_line_ends(void)
{
    char **lines = g_strsplit(SESSION CONNECT "\n" QUERY, "\n", -1);
    char  *dos = g_strjoinv("\r\n", lines);

    assert_read(dos, "3 2026-02-14 22:08:40.179 from 10.10.10.239:59405 plain 17:" CONNECT_BYTES "\n"
                     "10 2026-02-14 22:08:41.002 from 192.168.1.7:1234 wire 8:5c7374617475735c\n");
    g_free(dos);
    g_strfreev(lines);
    assert_read("\xEF\xBB\xBF# Session started: 2026-02-14 22:08:08\n" AT("22:09:00.000"),
                "2 2026-02-14 22:09:00.000 to 10.10.10.239:59405 plain 1:01\n");
}

/* Records need no empty line between them. */
static void test_no_empty_lines(void)
{
    assert_read(SESSION CONNECT QUERY "# END\n" CONNECT,
                "3 2026-02-14 22:08:40.179 from 10.10.10.239:59405 plain 17:" CONNECT_BYTES "\n"
                "9 2026-02-14 22:08:41.002 from 192.168.1.7:1234 wire 8:5c7374617475735c\n"
                "14 2026-02-14 22:08:40.179 from 10.10.10.239:59405 plain 17:" CONNECT_BYTES "\n");
}

static void test_directions_and_peers(void)
{
    static const char        body[] = "  Decrypted:\n    0000: 01 02  |..|\n\n";
    static const char *const heads[][2] = {
        { "#1 S->C Peer#15(1.2.3.4:5) len=2 rc=2", "to 1.2.3.4:5 plain 2:0102" },
        { "#1 C->S 255.255.255.255:65535 len=2 rc=2", "from 255.255.255.255:65535 plain 2:0102" },
        { "#1 S->? unknown len=2 rc=2", "to ? plain 2:0102" },
        { "#1 S->? 1.2.3.4:5 len=2 rc=2", "to 1.2.3.4:5 plain 2:0102" },
        { "#1 S->C 1.2.3.4:5 len=2 rc=-1", "to 1.2.3.4:5 failed plain 2:0102" },
        { "#18446744073 S->C 1.2.3.4:5 len=2", "to 1.2.3.4:5 plain 2:0102" },
    };

    for (guint i = 0; i < G_N_ELEMENTS(heads); i++) {
        char *log = g_strdup_printf(SESSION "[22:09:00.000] %s\n%s", heads[i][0], body);
        char *expected = g_strdup_printf("3 2026-02-14 22:09:00.000 %s\n", heads[i][1]);
        assert_read(log, expected);
        g_free(expected);
        g_free(log);
    }
}

static void test_bad_heads(void)
{
    static const char *const heads[] = {
        "",
        "#",
        "#x C->S 1.2.3.4:5 len=2",
        "#1 C-S 1.2.3.4:5 len=2",
        "#1 C->S",
        "#1 C->S nobody len=2",
        "#1 C->S 1.2.3:5 len=2",
        "#1 C->S 1.2.3.256:5 len=2",
        "#1 C->S 1.2.3.4:65536 len=2",
        "#1 C->S 1.2.3.4 len=2",
        "#1 C->S Peer#(1.2.3.4:5) len=2",
        "#1 C->S Peer#1(1.2.3.4:5 len=2",
        "#1 C->S 1.2.3.4:5",
        "#1 C->S 1.2.3.4:5 len=",
        "#1 C->S 1.2.3.4:5 len=-1",
        "#1 C->S 1.2.3.4:5 len=99999999999999999999",
        "SENT #1",
    };

    for (guint i = 0; i < G_N_ELEMENTS(heads); i++) {
        char *log =
            g_strdup_printf(SESSION "[22:09:00.000] %s\n  Decrypted:\n    0000: 01 02  |..|\n\n" QUERY, heads[i]);
        assert_read(log, "fault 0 in 3\n7 2026-02-14 22:08:41.002 from 192.168.1.7:1234 wire 8:5c7374617475735c\n");
        g_free(log);
    }
    assert_read(SESSION "[22:09:00.000] #1 C->S 1.2.3.4:5 len=65508 rc=65508\n  Hex:\n    0000: 01  |.|\n",
                "fault 1 in 3\n");
}

static void test_tcp(void)
{
    assert_read(SESSION "[22:09:00.000] TCP_SEND socket=12 len=21 rc=21 MASTER\n"
                        "  Text: \\basic\\\n  Hex:\n    0000: 5C 62  |\\b|\n\n"
                        "[22:09:00.100] TCP_RECV socket=12 len=21 rc=21\n  Hex:\n    0000: 5C 62  |\\b|\n" QUERY,
                "tcp\ntcp\n11 2026-02-14 22:08:41.002 from 192.168.1.7:1234 wire 8:5c7374617475735c\n");
}

static void test_midnight(void)
{
    assert_read("# Session started: 2026-12-31 23:59:58\n" AT("23:59:59.999") AT("00:00:00.001") AT("12:30:00.000")
                    AT("12:29:59.999") AT("23:59:59.000") AT("00:00:01.000"),
                "2 2026-12-31 23:59:59.999 to 10.10.10.239:59405 plain 1:01\n"
                "6 2027-01-01 00:00:00.001 to 10.10.10.239:59405 plain 1:01\n"
                "10 2027-01-01 12:30:00.000 to 10.10.10.239:59405 plain 1:01\n"
                "14 2027-01-01 12:29:59.999 to 10.10.10.239:59405 plain 1:01\n"
                "18 2027-01-01 23:59:59.000 to 10.10.10.239:59405 plain 1:01\n"
                "22 2027-01-02 00:00:01.000 to 10.10.10.239:59405 plain 1:01\n");
    /* the first record comes after midnight */
    assert_read("# Session started: 2024-02-28 23:59:58\n" AT("00:00:00.000"),
                "2 2024-02-29 00:00:00.000 to 10.10.10.239:59405 plain 1:01\n");
    /* exactly twelve hours back is no midnight */
    assert_read("# Session started: 2024-02-28 13:00:00\n" AT("01:00:00.000"),
                "2 2024-02-28 01:00:00.000 to 10.10.10.239:59405 plain 1:01\n");
    /* midnight passes in a record that is left out */
    assert_read("# Session started: 2024-02-28 23:59:58\n[00:00:00.000] TCP_SEND socket=1\n\n" AT("23:00:00.000"),
                "tcp\n4 2024-02-29 23:00:00.000 to 10.10.10.239:59405 plain 1:01\n");
}

static void test_dates(void)
{
    assert_read(AT("00:00:01.000"), "fault 8 in 1\n1 1970-01-01 00:00:01.000 to 10.10.10.239:59405 plain 1:01\n");
    assert_read("# Session started: yesterday\n" AT("00:00:01.000"),
                "fault 7 in 1\nfault 8 in 2\n2 1970-01-01 00:00:01.000 to 10.10.10.239:59405 plain 1:01\n");
    assert_read("# Session started: 2026-02-30 22:08:08\n", "fault 7 in 1\n");
    assert_read("# Session started: 2026-02-28 24:08:08\n", "fault 7 in 1\n");
    assert_read("# Session started: 1969-12-31 22:08:08\n", "fault 7 in 1\n");
    /* a second session in the same file */
    assert_read(SESSION AT("22:09:00.000") "# Session started: 2026-02-13 10:00:00\n" AT("10:00:01.000"),
                "3 2026-02-14 22:09:00.000 to 10.10.10.239:59405 plain 1:01\n"
                "8 2026-02-13 10:00:01.000 to 10.10.10.239:59405 plain 1:01\n");
}

static void test_bad_times(void)
{
    assert_read("[24:00:00.000] x\n", "fault 6 in 1\n");
    assert_read("[1:00:00.000] x\n", "fault 6 in 1\n");
    assert_read("[01:60:00.000] x\n", "fault 6 in 1\n");
    assert_read("[01:00:00.00] x\n", "fault 6 in 1\n");
    assert_read("[01:00:00,000] x\n", "fault 6 in 1\n");
    assert_read("rubbish\n  more\n", "fault 6 in 1\nfault 6 in 2\n");
}

#define HEAD(length) SESSION "[22:09:00.000] #1 S->C 1.2.3.4:5 len=" length " rc=" length " x\n"
#define GOT "3 2026-02-14 22:09:00.000 to 1.2.3.4:5 plain "

static void test_dumps(void)
{
    /* at most 2048 bytes are dumped, and a crash leaves less */
    assert_read(HEAD("3000") "  Decrypted:\n    0000: 01 02 03  |...|\n    ... (2997 bytes truncated)\n",
                GOT "3000:010203\n");
    assert_read(HEAD("5") "  Decrypted:\n    0000: 01 02 03  |...|\n\n", GOT "5:010203\n");
    assert_read(HEAD("5") "  Decrypted:\n    0000: 01 02 0", GOT "5:0102\n");
    assert_read(HEAD("5") "  Decrypted:\n    0000: 01 02 ZZ 04 05\n", GOT "5:0102\n");
    assert_read(HEAD("5") "  Decrypted:\n    0000: 01 02\n", GOT "5:0102\n");
    assert_read(HEAD("2") "\tDecrypted:\n\t0000: 01 02\n", GOT "2:0102\n");
    assert_read(HEAD("2") "  Decrypted:\n    0000: 01 02 03  |...|\n", "fault 4 in 3\n" GOT "3:010203\n");
    assert_read(HEAD("5"), "fault 2 in 3\n");
    assert_read(HEAD("5") "  Decrypted:\n", "fault 2 in 3\n");
    assert_read(HEAD("5") "    0000: 01 02 03  |...|\n", "fault 2 in 3\n"); /* no label: whose bytes are these? */
    /* the text column may look like bytes */
    assert_read(HEAD("2") "  Decrypted:\n    0000: 01 02                                            | 41 42 43|\n",
                GOT "2:0102\n");
}

static void test_gap_in_a_dump(void)
{
    static const char row[] = " 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10  |................|\n";
    char *log = g_strconcat(HEAD("48"), "  Decrypted:\n    0000:", row, "    0020:", row, "    0010:", row, NULL);

    assert_read(log, "fault 3 in 6\n" GOT "48:0102030405060708090a0b0c0d0e0f10\n");
    g_free(log);
    log = g_strconcat(HEAD("32"), "  Decrypted:\n    0010:", row, NULL);
    assert_read(log, "fault 3 in 5\nfault 2 in 3\n");
    g_free(log);
}

/* A dump is the one of the first label; the reading below may repeat it in parts. */
static void test_reading_of_the_logger(void)
{
    assert_read(HEAD("2") "  Decrypted:\n    0000: 01 02  |..|\n      0002: 03 04\n  Hex:\n    0000: FF FF\n",
                GOT "2:0102\n");
}

static void test_stray_lines(void)
{
    /* text with a line end in it, inside of a record */
    assert_read(HEAD("2") "  Text: a\nb\n  Decrypted:\n    0000: 01 02  |..|\n", "fault 6 in 5\n" GOT "2:0102\n");
    assert_read(HEAD("2") "  Decrypted:\n    0000: 01 02  |..|\nrubbish\n    0002: 03\n",
                "fault 6 in 6\n" GOT "2:0102\n");
}

static void test_long_lines(void)
{
    char *filler = g_strnfill(10000, 'x');
    char *log = g_strconcat(SESSION, "[22:09:00.000] #1 S->C 1.2.3.4:5 len=2 rc=2 ", filler,
                            "\n  Decrypted:\n    0000: 01 02  |..|\n", NULL);

    assert_read(log, "fault 5 in 3\n" GOT "2:0102\n");
    g_free(log);
    g_free(filler);
}

/* The longest datagram there can be, with offsets of four digits. */
static void test_longest_datagram(void)
{
    GString *log = g_string_new(HEAD("65507") "  Decrypted:\n");
    GString *expected = g_string_new(GOT "65507:");

    for (guint offset = 0; offset < 65507; offset++) {
        if (offset % 16 == 0) {
            g_string_append_printf(log, "%s    %04X:", offset > 0 ? "\n" : "", offset);
        }
        g_string_append_printf(log, " %02X", offset * 7 & 0xFF);
        g_string_append_printf(expected, "%02x", offset * 7 & 0xFF);
    }
    g_string_append_c(expected, '\n');
    char *seen = read_in_pieces(log->str, log->len, 4096);
    g_assert_cmpstr(seen, ==, expected->str);
    g_free(seen);
    g_string_append(log, " 01 02\n    FFE5: 01\n");
    seen = read_in_pieces(log->str, log->len, 4096);
    g_assert_nonnull(strstr(seen, "fault 3"));
    g_free(seen);
    g_string_free(expected, TRUE);
    g_string_free(log, TRUE);
}

/* Cut off anywhere: the records before the cut are complete, the last one is as far as it goes. */
static void test_cut_anywhere(void)
{
    static const char log[] = SESSION CONNECT "\n" QUERY;
    static const char                 first[] = "3 2026-02-14 22:08:40.179 from 10.10.10.239:59405 plain 17:";
    gsize                             connect_end = strlen(SESSION CONNECT);

    for (gsize length = 0; length < sizeof log; length++) {
        char *seen = read_in_pieces(log, length, 64);
        if (length >= connect_end) {
            g_assert_true(g_str_has_prefix(seen, first));
            g_assert_cmpint(strncmp(seen + strlen(first), CONNECT_BYTES, 34), ==, 0);
        }
        const char *colon = strstr(seen, "plain 17:");
        if (colon != NULL) {
            gsize shown = strcspn(colon + 9, "\n");
            g_assert_cmpint(strncmp(colon + 9, CONNECT_BYTES, shown), ==, 0);
        }
        g_free(seen);
    }
}

static void test_random_damage(void)
{
    static const char original[] = SESSION CONNECT "\n" QUERY "\n" AT("00:00:00.000");
    static const char                      likely[] = "\n\r #[]:0F \0";
    GRand                                 *random = g_rand_new_with_seed(95);

    for (guint round = 0; round < 20000; round++) {
        char *log = g_memdup2(original, sizeof original);
        gsize length = sizeof original - 1;
        for (guint i = 0; i < 5; i++) {
            guint at = (guint)g_rand_int_range(random, 0, (gint32)length);
            log[at] = g_rand_boolean(random) ? likely[g_rand_int_range(random, 0, sizeof likely - 1)]
                                             : (char)g_rand_int_range(random, 0, 256);
        }
        char *whole = read_in_pieces(log, length, length);
        char *pieces = read_in_pieces(log, length, 7);
        g_assert_cmpstr(whole, ==, pieces);
        g_free(pieces);
        g_free(whole);
        g_free(log);
    }
    g_rand_free(random);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/example", test_example);
    g_test_add_func("/trace/line-ends", test_line_ends);
    g_test_add_func("/trace/no-empty-lines", test_no_empty_lines);
    g_test_add_func("/trace/directions-and-peers", test_directions_and_peers);
    g_test_add_func("/trace/bad-heads", test_bad_heads);
    g_test_add_func("/trace/tcp", test_tcp);
    g_test_add_func("/trace/midnight", test_midnight);
    g_test_add_func("/trace/dates", test_dates);
    g_test_add_func("/trace/bad-times", test_bad_times);
    g_test_add_func("/trace/dumps", test_dumps);
    g_test_add_func("/trace/gap", test_gap_in_a_dump);
    g_test_add_func("/trace/reading", test_reading_of_the_logger);
    g_test_add_func("/trace/stray-lines", test_stray_lines);
    g_test_add_func("/trace/long-lines", test_long_lines);
    g_test_add_func("/trace/longest-datagram", test_longest_datagram);
    g_test_add_func("/trace/cut", test_cut_anywhere);
    g_test_add_func("/trace/random-damage", test_random_damage);
    return g_test_run();
}
