/* GameSpy text without Wireshark: the examples of protocol chapter 80.9, challenges and answers of
 * 80.6, torn and damaged texts, and random damage.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "gamespy/gamespy-text.h"

#include <glib.h>
#include <string.h>

/* 80.9; Y1..Y5 are captured, Z1..Z5 constructed. Y6 is captured without its text: a reply like Y2. */
static const char text_y1[] = "\\status\\";
static const char text_y2[] =
    "\\gamename\\bcommander\\gamever\\60\\location\\1\\hostname\\My Game23\\missionscript\\"
    "Multiplayer.Episode.Mission1.Mission1\\mapname\\DM\\numplayers\\0\\maxplayers\\8\\gamemode\\"
    "openplaying\\timelimit\\-1\\fraglimit\\-2\\system\\Multi1\\password\\0\\player_0\\"
    "Dedicated Server\\final\\\\queryid\\2.1";
static const char text_y3[] = "\\heartbeat\\0\\gamename\\bcommander\\statechanged\\1";
static const char text_y4_challenge[] = "\\basic\\\\secure\\LRPOPQ";
static const char text_y4_login[] = "\\gamename\\bcommander\\gamever\\1.6\\location\\0\\validate\\hMwdTNWS\\final\\\\"
                                    "queryid\\1.1\\";
static const char text_y4_list[] = "\\list\\cmp\\gamename\\bcommander\\final\\";
static const uint8_t text_y5[] = {
    0x48, 0xCE, 0x22, 0xF1, 0x74, 0xB4, 0x48, 0xCE, 0x22, 0xF1, 0x74, 0xB5, 0x48, 0xCE, 0x22, 0xF1, 0x74, 0xB6, 0x48,
    0xCE, 0x22, 0xF1, 0x74, 0xCC, 0x48, 0xCE, 0x22, 0xF1, 0x56, 0x55, 0x5C, 0x66, 0x69, 0x6E, 0x61, 0x6C, 0x5C,
};
static const char text_y6[] = "\\gamename\\bcommander\\gamever\\60\\location\\1\\hostname\\*Ace's\\numplayers\\1\\"
                              "maxplayers\\8\\player_0\\Ace\\validate\\zfmiAycI\\final\\\\queryid\\3.1";
static const char text_z1[] = "\\heartbeat\\0\\gamename\\bcommander";
static const char text_z2[] = "\\validate\\hMwdTNWS\\final\\\\queryid\\7.1";
static const char text_z3[] = "\\final\\\\queryid\\8.1";
static const char text_z4[] = "\\basic\\\\players\\\\";
static const char text_z5[] = "\\gamename\\bcommander\\\\x\\y";

static const uint8_t *bytes_of(const char *text)
{
    return (const uint8_t *)text;
}

/* All pairs as "key=value;", a torn one as "key;"; then "rest N" when N bytes are left over. */
static char *walk(const uint8_t *text, size_t length)
{
    GString               *seen = g_string_new(NULL);
    bcnet_gamespy_cursor_t cursor = { text, length, 0 };
    bcnet_gamespy_pair_t   pair;

    while (bcnet_gamespy_next(&cursor, &pair)) {
        g_string_append_len(seen, (const char *)text + pair.key.offset, (gssize)pair.key.length);
        if (!pair.torn) {
            g_string_append_c(seen, '=');
            g_string_append_len(seen, (const char *)text + pair.value.offset, (gssize)pair.value.length);
        }
        g_string_append_c(seen, ';');
    }
    if (cursor.offset < length) {
        g_string_append_printf(seen, "rest %zu", length - cursor.offset);
    }
    return g_string_free(seen, FALSE);
}

static void assert_pairs(const char *text, const char *expected)
{
    char *seen = walk(bytes_of(text), strlen(text));

    g_assert_cmpstr(seen, ==, expected);
    g_free(seen);
}

static bcnet_gamespy_summary_t summary_of(const char *text, bool over_tcp)
{
    bcnet_gamespy_summary_t summary;

    bcnet_gamespy_summarize(bytes_of(text), strlen(text), over_tcp, &summary);
    return summary;
}

static void assert_kind(const char *text, bool over_tcp, bcnet_gamespy_type_t type, bcnet_gamespy_evidence_t evidence)
{
    bcnet_gamespy_summary_t summary = summary_of(text, over_tcp);

    g_assert_cmpint(summary.type, ==, type);
    g_assert_cmpint(summary.evidence, ==, evidence);
}

static void test_lengths_of_examples(void)
{
    g_assert_cmpuint(strlen(text_y1), ==, 8);
    g_assert_cmpuint(strlen(text_y2), ==, 267);
    g_assert_cmpuint(strlen(text_y3), ==, 47);
    g_assert_cmpuint(strlen(text_y4_challenge), ==, 21);
    g_assert_cmpuint(strlen(text_y4_login), ==, 81);
    g_assert_cmpuint(strlen(text_y4_list), ==, 36);
    g_assert_cmpuint(sizeof text_y5, ==, 37);
    g_assert_cmpuint(strlen(text_z1), ==, 32);
    g_assert_cmpuint(strlen(text_z2), ==, 37);
    g_assert_cmpuint(strlen(text_z3), ==, 19);
    g_assert_cmpuint(strlen(text_z4), ==, 17);
    g_assert_cmpuint(strlen(text_z5), ==, 25);
}

static void test_pairs_of_examples(void)
{
    assert_pairs(text_y1, "status=;");
    assert_pairs(text_y2, "gamename=bcommander;gamever=60;location=1;hostname=My Game23;"
                          "missionscript=Multiplayer.Episode.Mission1.Mission1;mapname=DM;numplayers=0;maxplayers=8;"
                          "gamemode=openplaying;timelimit=-1;fraglimit=-2;system=Multi1;password=0;"
                          "player_0=Dedicated Server;final=;queryid=2.1;");
    assert_pairs(text_y3, "heartbeat=0;gamename=bcommander;statechanged=1;");
    assert_pairs(text_y4_challenge, "basic=;secure=LRPOPQ;");
    assert_pairs(text_y4_login, "gamename=bcommander;gamever=1.6;location=0;validate=hMwdTNWS;final=;queryid=1.1;");
    assert_pairs(text_y4_list, "list=cmp;gamename=bcommander;final=;");
    assert_pairs(text_y6, "gamename=bcommander;gamever=60;location=1;hostname=*Ace's;numplayers=1;maxplayers=8;"
                          "player_0=Ace;validate=zfmiAycI;final=;queryid=3.1;");
    assert_pairs(text_z1, "heartbeat=0;gamename=bcommander;");
    assert_pairs(text_z2, "validate=hMwdTNWS;final=;queryid=7.1;");
    assert_pairs(text_z3, "final=;queryid=8.1;");
    assert_pairs(text_z4, "basic=;players=;");
    assert_pairs(text_z5, "gamename=bcommander;rest 5");
}

static void test_kinds_of_examples(void)
{
    assert_kind(text_y1, false, BCNET_GAMESPY_QUERY, BCNET_GAMESPY_GENERIC);
    assert_kind(text_y2, false, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_THIS_GAME);
    assert_kind(text_y3, false, BCNET_GAMESPY_HEARTBEAT, BCNET_GAMESPY_THIS_GAME);
    assert_kind(text_y4_challenge, true, BCNET_GAMESPY_QUERY, BCNET_GAMESPY_GENERIC);
    assert_kind(text_y4_login, true, BCNET_GAMESPY_MASTER_LOGIN, BCNET_GAMESPY_THIS_GAME);
    assert_kind(text_y4_login, false, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_THIS_GAME);
    assert_kind(text_y4_list, true, BCNET_GAMESPY_LIST_REQUEST, BCNET_GAMESPY_THIS_GAME);
    assert_kind(text_y6, false, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_THIS_GAME);
    assert_kind(text_y6, true, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_THIS_GAME); /* has a hostname: no login */
    assert_kind(text_z1, false, BCNET_GAMESPY_HEARTBEAT, BCNET_GAMESPY_THIS_GAME);
    assert_kind(text_z2, false, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_GENERIC);
    assert_kind(text_z3, false, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_GENERIC);
    assert_kind(text_z4, false, BCNET_GAMESPY_QUERY, BCNET_GAMESPY_GENERIC);
    assert_kind(text_z5, false, BCNET_GAMESPY_UNKNOWN, BCNET_GAMESPY_THIS_GAME);
}

static void test_kinds_beyond_examples(void)
{
    assert_kind("\\hello\\world", false, BCNET_GAMESPY_UNKNOWN, BCNET_GAMESPY_GENERIC);
    assert_kind("\\gamename\\unreal\\final\\", false, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_OTHER_GAME);
    assert_kind("\\gamename\\\\x\\y", false, BCNET_GAMESPY_UNKNOWN, BCNET_GAMESPY_GENERIC);
    assert_kind("\\gamename\\bcommander2", false, BCNET_GAMESPY_UNKNOWN, BCNET_GAMESPY_OTHER_GAME);
    assert_kind("\\gamename", false, BCNET_GAMESPY_UNKNOWN, BCNET_GAMESPY_GENERIC);
    /* the first part of a reply in several datagrams has no final */
    assert_kind("\\hostname\\x\\queryid\\4.1", false, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_GENERIC);
    assert_kind("\\player_12\\x\\queryid\\4.1", false, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_GENERIC);
    assert_kind("\\queryid\\4.1", false, BCNET_GAMESPY_UNKNOWN, BCNET_GAMESPY_GENERIC);
    assert_kind("\\status\\\\queryid\\4.1", false, BCNET_GAMESPY_QUERY, BCNET_GAMESPY_GENERIC);
    assert_kind("x\\status\\", false, BCNET_GAMESPY_UNKNOWN, BCNET_GAMESPY_NOT_TEXT);
    assert_kind("", false, BCNET_GAMESPY_UNKNOWN, BCNET_GAMESPY_NOT_TEXT);
}

static void test_every_query(void)
{
    static const char *const names[] = { "basic", "info", "rules", "players", "status", "packets", "echo", "secure" };

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        char                *text = g_strdup_printf("\\%s\\", names[i]);
        bcnet_gamespy_span_t name = { 1, strlen(names[i]) };
        assert_kind(text, false, BCNET_GAMESPY_QUERY, BCNET_GAMESPY_GENERIC);
        g_assert_true(bcnet_gamespy_is_query(bytes_of(text), name));
        name.length--;
        g_assert_false(bcnet_gamespy_is_query(bytes_of(text), name));
        g_free(text);
    }
}

static void test_damaged_pairs(void)
{
    assert_pairs("\\", "rest 1");
    assert_pairs("\\\\", "rest 2");
    assert_pairs("\\\\a\\b", "rest 5");
    assert_pairs("\\a", "a;");
    assert_pairs("\\a\\", "a=;");
    assert_pairs("\\a\\b\\", "a=b;");
    assert_pairs("\\a\\b\\c", "a=b;c;");
    assert_pairs("\\a\\b\\\\", "a=b;rest 2");
    assert_pairs("\\a\\\\b\\c", "a=;b=c;");
    assert_pairs("\\a\\\\\\b\\c", "a=;rest 5");
    /* a backslash inside a name breaks the pairs from there on; nothing can be done about it */
    assert_pairs("\\hostname\\A\\B\\mapname\\DM", "hostname=A;B=mapname;DM;");
    g_assert_true(summary_of("\\hostname\\A\\B\\mapname\\DM", false).torn);
    g_assert_false(summary_of("\\hostname\\A\\mapname\\DM", false).torn);
    g_assert_cmpuint(summary_of("\\hostname\\A\\mapname\\DM\\", false).rest, ==, 23);
    g_assert_cmpuint(summary_of(text_z5, false).rest, ==, 20);
}

static void test_is_text(void)
{
    uint8_t text[] = { 0x5C, 'a', 0x5C, 'b' };

    g_assert_false(bcnet_gamespy_is_text(text, 0));
    g_assert_true(bcnet_gamespy_is_text(text, 1));
    for (unsigned byte = 0; byte <= 0xFF; byte++) {
        bool expected = byte == 0x01 || (byte >= 0x20 && byte <= 0x7E) || byte >= 0xA0;
        text[3] = (uint8_t)byte;
        g_assert_true(bcnet_gamespy_is_text(text, 4) == expected);
        text[3] = 'b';
        text[0] = (uint8_t)byte;
        g_assert_true(bcnet_gamespy_is_text(text, 4) == (byte == 0x5C));
        text[0] = 0x5C;
    }
}

/* Names in Latin-1, and 0x01 for what Latin-1 does not have. */
static void test_names_beyond_ascii(void)
{
    static const char       text[] = "\\hostname\\Caf\xE9 \x01\x01\\final\\\\queryid\\9.1";
    bcnet_gamespy_summary_t summary;

    assert_kind(text, false, BCNET_GAMESPY_REPLY, BCNET_GAMESPY_GENERIC);
    bcnet_gamespy_summarize(bytes_of(text), strlen(text), false, &summary);
    const bcnet_gamespy_span_t name = summary.pairs[BCNET_KEY_HOSTNAME].value;
    g_assert_cmpmem(text + name.offset, name.length, "Caf\xE9 \x01\x01", 7);
}

static void test_find(void)
{
    static const char       text[] = "\\gamever\\1\\\\final\\";
    bcnet_gamespy_summary_t summary;

    bcnet_gamespy_summarize(bytes_of(text_y2), strlen(text_y2), false, &summary);
    g_assert_true(bcnet_gamespy_span_is(bytes_of(text_y2), summary.pairs[BCNET_KEY_MAXPLAYERS].value, "8"));
    g_assert_cmpuint(summary.pairs[BCNET_KEY_WHERE].key.length, ==, 0);
    bcnet_gamespy_summarize(bytes_of(text), strlen(text), false, &summary);
    g_assert_cmpuint(summary.pairs[BCNET_KEY_FINAL].key.length, ==, 0); /* behind the empty key */
}

static void assert_int32(const char *digits, bool valid, int32_t expected)
{
    bcnet_gamespy_span_t span = { 0, strlen(digits) };
    int64_t              value = 0;

    g_assert_true(bcnet_gamespy_number(bytes_of(digits), span, INT32_MIN, INT32_MAX, &value) == valid);
    if (valid)
        g_assert_cmpint(value, ==, expected);
}

static void assert_uint32(const char *digits, bool valid, uint32_t expected)
{
    bcnet_gamespy_span_t span = { 0, strlen(digits) };
    int64_t              value = 0;

    g_assert_true(bcnet_gamespy_number(bytes_of(digits), span, 0, UINT32_MAX, &value) == valid);
    if (valid)
        g_assert_cmpuint(value, ==, expected);
}

static void test_numbers(void)
{
    assert_int32("0", true, 0);
    assert_int32("-2", true, -2);
    assert_int32("10000", true, 10000);
    assert_int32("2147483647", true, INT32_MAX);
    assert_int32("-2147483648", true, INT32_MIN);
    assert_int32("2147483648", false, 0);
    assert_int32("-2147483649", false, 0);
    assert_int32("99999999999999999999", false, 0);
    assert_int32("", false, 0);
    assert_int32("-", false, 0);
    assert_int32("--1", false, 0);
    assert_int32("1.6", false, 0);
    assert_int32(" 1", false, 0);
    assert_uint32("4294967295", true, UINT32_MAX);
    assert_uint32("4294967296", false, 0);
    assert_uint32("-1", false, 0);
    assert_uint32("", false, 0);
}

static void assert_player(const char *key, bool valid, uint32_t expected)
{
    bcnet_gamespy_span_t span = { 0, strlen(key) };
    int64_t              index = 0;

    g_assert_true(bcnet_gamespy_player_index(bytes_of(key), span, &index) == valid);
    g_assert_cmpuint(index, ==, expected);
}

static void test_player_keys(void)
{
    assert_player("player_0", true, 0);
    assert_player("player_15", true, 15);
    assert_player("player_", false, 0);
    assert_player("player_x", false, 0);
    assert_player("player", false, 0);
    assert_player("Player_1", false, 0);
}

static void assert_queryid(const char *text, const char *number, const char *part)
{
    bcnet_gamespy_span_t value = { 0, strlen(text) };
    bcnet_gamespy_span_t n;
    bcnet_gamespy_span_t m;
    bool                 valid = bcnet_gamespy_queryid(bytes_of(text), value, &n, &m);

    g_assert_true(valid == (number != NULL));
    if (valid) {
        g_assert_true(bcnet_gamespy_span_is(bytes_of(text), n, number));
        g_assert_true(bcnet_gamespy_span_is(bytes_of(text), m, part));
    }
}

static void test_queryids(void)
{
    assert_queryid("2.1", "2", "1");
    assert_queryid("4294967295.10", "4294967295", "10");
    assert_queryid("2", NULL, NULL);
    assert_queryid("", NULL, NULL);
    assert_queryid(".", NULL, NULL);
    assert_queryid("2.", NULL, NULL);
    assert_queryid(".1", NULL, NULL);
    assert_queryid("2.1.1", NULL, NULL);
}

/* 80.6: the first row is from a capture. */
static void test_answers(void)
{
    static const char *const rows[][2] = {
        { "LRPOPQ", "hMwdTNWS" },
        { "ABCDEF", "zfmiAycI" },
        { "AAAAAA", "zRNlMVhc" },
        { "abcdef", "kmbZG0Nz" },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        char *answer = bcnet_gamespy_answer(bytes_of(rows[i][0]), strlen(rows[i][0]));
        g_assert_cmpstr(answer, ==, rows[i][1]);
        g_free(answer);
    }
}

/* Whole groups only and no '='; a byte depends on those before it alone, so beginnings are equal. */
static void test_answers_of_any_length(void)
{
    uint8_t challenge[129];

    memset(challenge, 'A', sizeof challenge);
    char *longest = bcnet_gamespy_answer(challenge, 128);
    for (size_t length = 0; length <= 128; length++) {
        char *answer = bcnet_gamespy_answer(challenge, length);
        g_assert_cmpuint(strlen(answer), ==, (length + 2) / 3 * 4);
        g_assert_null(strchr(answer, '='));
        g_assert_cmpint(strncmp(answer, longest, length * 8 / 6), ==, 0);
        g_free(answer);
    }
    g_assert_true(g_str_has_prefix(longest, "zRNlMVhc"));
    g_free(longest);
    g_assert_null(bcnet_gamespy_answer(challenge, 129));
}

static void assert_first_message(const char *text, size_t expected)
{
    g_assert_cmpuint(bcnet_gamespy_message_length(bytes_of(text), strlen(text)), ==, expected);
}

static void test_messages_in_a_stream(void)
{
    char *both = g_strconcat(text_y4_login, text_y4_list, NULL);

    assert_first_message(text_y4_login, 81);
    assert_first_message(text_y4_list, 36);
    assert_first_message(both, 81);
    assert_first_message(text_z2, 37);
    assert_first_message("\\list\\cmp\\gamename\\bcommander\\final\\\\list\\cmp\\final\\", 36);
    /* a login without its trailing backslash, a list request behind it */
    assert_first_message("\\gamename\\x\\final\\\\queryid\\1.1\\list\\cmp\\final\\", 30);
    assert_first_message(text_y4_challenge, 0);
    assert_first_message(text_y1, 0);
    assert_first_message("", 0);
    g_free(both);
}

/* Cut anywhere before its queryid has begun, the login is seen to be incomplete. */
static void test_cut_login(void)
{
    size_t final_end = (size_t)(strstr(text_y4_login, "\\final\\") - text_y4_login) + 7;
    size_t queryid_end = (size_t)(strstr(text_y4_login, "queryid\\") - text_y4_login) + 8;

    for (size_t length = 0; length < queryid_end; length++) {
        bool   ends_with_final = length == final_end || length == final_end + 1;
        size_t expected = ends_with_final ? length : 0;
        g_assert_cmpuint(bcnet_gamespy_message_length(bytes_of(text_y4_login), length), ==, expected);
    }
}

static void assert_list(const void *list, size_t length, size_t records, bool complete)
{
    bool seen = !complete;

    g_assert_cmpuint(bcnet_gamespy_list_records(list, length, &seen), ==, records);
    g_assert_true(seen == complete);
}

static void test_server_list(void)
{
    assert_list(text_y5, sizeof text_y5, 5, true);
    assert_list("\\final\\", 7, 0, true);
    for (size_t length = 0; length < sizeof text_y5; length++) {
        assert_list(text_y5, length, length / 6, false);
    }
    /* 92.102.105.110 port 24940 reads "\final" at a record boundary; only a seventh byte tells */
    assert_list("\\finalABCDEF\\final\\", 19, 2, true);
    /* "\final\" inside a record is none */
    assert_list("AB\\final\\CDE\\final\\", 19, 2, true);
    assert_list("ABCDEF\\fina", 11, 1, false);
}

/* Every walk must end, stay inside the text, and go forward. */
static void assert_walk_is_sound(const uint8_t *text, size_t length)
{
    bcnet_gamespy_cursor_t cursor = { text, length, 0 };
    bcnet_gamespy_pair_t   pair;
    size_t                 before = 0;

    while (bcnet_gamespy_next(&cursor, &pair)) {
        g_assert_cmpuint(pair.key.offset, ==, before + 1);
        g_assert_cmpuint(pair.key.length, >, 0);
        g_assert_cmpuint(pair.value.offset, ==, pair.key.offset + pair.key.length + !pair.torn);
        g_assert_cmpuint(pair.value.offset + pair.value.length, ==, cursor.offset);
        g_assert_cmpuint(cursor.offset, <=, length);
        g_assert_cmpuint(cursor.offset, >, before);
        before = cursor.offset;
    }
}

static void use_everything(const uint8_t *text, size_t length)
{
    bcnet_gamespy_summary_t summary;
    bcnet_gamespy_span_t    number;
    bcnet_gamespy_span_t    part;
    bool                    complete;

    assert_walk_is_sound(text, length);
    bcnet_gamespy_summarize(text, length, length % 2 == 0, &summary);
    g_assert_cmpuint(summary.rest, <=, length);
    bcnet_gamespy_queryid(text, summary.pairs[BCNET_KEY_QUERYID].value, &number, &part);
    const bcnet_gamespy_span_t answer = summary.pairs[BCNET_KEY_VALIDATE].value;
    g_free(bcnet_gamespy_answer(text + answer.offset, answer.length));
    g_assert_cmpuint(bcnet_gamespy_message_length(text, length), <=, length);
    g_assert_cmpuint(bcnet_gamespy_list_records(text, length, &complete) * 6, <=, length);
}

static void damage(GRand *random, GByteArray *text)
{
    static const uint8_t likely[] = { '\\', '.', '-', '0', 0x01, 0x00, 0xFF };
    unsigned             changes = (unsigned)g_rand_int_range(random, 1, 6);

    for (unsigned i = 0; i < changes && text->len > 0; i++) {
        guint at = (guint)g_rand_int_range(random, 0, (gint32)text->len);
        switch (g_rand_int_range(random, 0, 4)) {
        case 0:
            text->data[at] = likely[g_rand_int_range(random, 0, G_N_ELEMENTS(likely))];
            break;
        case 1:
            text->data[at] = (uint8_t)g_rand_int_range(random, 0, 256);
            break;
        case 2:
            g_byte_array_remove_index(text, at);
            break;
        default:
            g_byte_array_set_size(text, at);
            break;
        }
    }
}

static void test_random_damage(void)
{
    static const char *const originals[] = {
        text_y1, text_y2, text_y3, text_y4_challenge, text_y4_login, text_y4_list,
        text_y6, text_z1, text_z2, text_z3,           text_z4,       text_z5,
    };
    GRand *random = g_rand_new_with_seed(80);

    for (unsigned round = 0; round < 100000; round++) {
        const char *original = originals[round % G_N_ELEMENTS(originals)];
        GByteArray *text = g_byte_array_new();
        g_byte_array_append(text, bytes_of(original), (guint)strlen(original));
        damage(random, text);
        /* an exact block of its own, so that a sanitizer or valgrind sees each byte read too many */
        uint8_t *exact = g_memdup2(text->data, text->len);
        use_everything(exact, text->len);
        g_free(exact);
        g_byte_array_free(text, TRUE);
    }
    g_rand_free(random);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/gamespy/examples/lengths", test_lengths_of_examples);
    g_test_add_func("/gamespy/examples/pairs", test_pairs_of_examples);
    g_test_add_func("/gamespy/examples/kinds", test_kinds_of_examples);
    g_test_add_func("/gamespy/kinds", test_kinds_beyond_examples);
    g_test_add_func("/gamespy/queries", test_every_query);
    g_test_add_func("/gamespy/damaged-pairs", test_damaged_pairs);
    g_test_add_func("/gamespy/is-text", test_is_text);
    g_test_add_func("/gamespy/names-beyond-ascii", test_names_beyond_ascii);
    g_test_add_func("/gamespy/find", test_find);
    g_test_add_func("/gamespy/numbers", test_numbers);
    g_test_add_func("/gamespy/player-keys", test_player_keys);
    g_test_add_func("/gamespy/queryids", test_queryids);
    g_test_add_func("/gamespy/answers", test_answers);
    g_test_add_func("/gamespy/answers-any-length", test_answers_of_any_length);
    g_test_add_func("/gamespy/stream", test_messages_in_a_stream);
    g_test_add_func("/gamespy/stream-cut", test_cut_login);
    g_test_add_func("/gamespy/server-list", test_server_list);
    g_test_add_func("/gamespy/random-damage", test_random_damage);
    return g_test_run();
}
