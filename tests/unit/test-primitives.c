/* Compressed floats, directions, object slots and bit groups (protocol chapter 20).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/primitives.h"
#include "support.h"

#include <math.h>
#include <string.h>

/* ---- CF16 (20.2) ---- */

typedef struct {
    float    value;
    uint16_t code;
    double   decoded;
    double   precision; /* half a unit of the last digit that the table gives */
} cf16_row_t;

static const cf16_row_t cf16_rows[] = {
    { 15.0f, 0x50E3, 14.98901, 0.000005 }, { 25.0f, 0x52AA, 24.98901, 0.000005 }, { 273.0f, 0x6313, 272.967, 0.0005 },
    { 2063.0f, 0x71E3, 2061.54, 0.005 },   { 5.0f, 0x471B, 4.99780, 0.000005 },
};

/* The game's encoder as 20.2 gives it, in single precision. The plugin has none. */
static uint16_t encode(float value)
{
    const volatile float a = fabsf(value);
    volatile float       low = 0.0f, high = 0.001f;
    unsigned             decade = 0, mantissa;

    while (decade < 8 && a >= high) {
        low = high;
        high = high * 10.0f;
        decade++;
    }
    if (decade == 8) {
        decade = 7;
        mantissa = 0xFFF;
    } else {
        const volatile float share = (a - low) / (high - low);
        const volatile float scaled = share * 4095.0f;
        mantissa = (unsigned)scaled;
    }
    return (uint16_t)((signbit(value) ? 0x8000u : 0u) | decade << 12 | mantissa);
}

static void assert_near(double value, double expected, double precision)
{
    if (fabs(value - expected) > precision)
        g_error("%.9g is not %.9g (+/- %.3g)", value, expected, precision);
}

static void test_cf16_table(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(cf16_rows); i++) {
        const cf16_row_t *row = &cf16_rows[i];
        /* One rounding of single precision may come on top of the printed digits. */
        const double precision = row->precision + row->decoded * 1.2e-7;

        g_assert_cmphex(encode(row->value), ==, row->code);
        assert_near(bcnet_cf16_decode(row->code), row->decoded, precision);
        g_assert_cmphex(encode(-row->value), ==, row->code | 0x8000);
        assert_near(bcnet_cf16_decode(row->code | 0x8000), -row->decoded, precision);
    }
}

/* Eight decades from 0 to 10000; each ends where the next begins. */
static void test_cf16_range(void)
{
    double edge = 0.001;

    g_assert_cmpfloat(bcnet_cf16_decode(0x0000), ==, 0.0f);
    g_assert_cmpfloat(bcnet_cf16_decode(0x8000), ==, 0.0f);
    for (unsigned decade = 0; decade < 8; decade++) {
        assert_near(bcnet_cf16_decode((uint16_t)(decade << 12 | 0xFFF)), edge, edge * 1e-6);
        if (decade < 7)
            assert_near(bcnet_cf16_decode((uint16_t)((decade + 1) << 12)), edge, edge * 1e-6);
        edge *= 10;
    }
    assert_near(bcnet_cf16_decode(0x7FFF), 10000.0, 0.01);
    assert_near(bcnet_cf16_decode(0xFFFF), -10000.0, 0.01);
}

/* Every code: as in the formula computed in double precision, and back through the encoder, which cuts off
 * and so may come out one step lower. */
static void test_cf16_all(void)
{
    for (unsigned code = 0; code < 0x8000; code++) {
        const unsigned decade = code >> 12;
        const double   low = decade == 0 ? 0.0 : pow(10.0, (int)decade - 4);
        const double   high = pow(10.0, (int)decade - 3);
        const double   formula = low + (high - low) * (code & 0xFFF) / 4095.0;
        const float    value = bcnet_cf16_decode((uint16_t)code);

        assert_near(value, formula, formula * 1e-6);
        g_assert_cmpfloat(bcnet_cf16_decode((uint16_t)(code | 0x8000)), ==, -value);
        const unsigned back = encode(value);
        /* A full mantissa is the same number as the next decade's zero. */
        if ((code & 0xFFF) != 0xFFF && (code & 0xFFF) != 0)
            g_assert_true(back == code || back + 1 == code);
    }
}

/* ---- Directions and fractions (20.3, 60.2, 60.3) ---- */

static void test_directions(void)
{
    g_assert_cmpfloat(bcnet_direction_component(127), ==, 1.0f);
    g_assert_cmpfloat(bcnet_direction_component(-127), ==, -1.0f);
    g_assert_cmpfloat(bcnet_direction_component(0), ==, 0.0f);
    assert_near(bcnet_direction_component(13), 13.0 / 127.0, 1e-7);
    assert_near(bcnet_direction_component(-2), -2.0 / 127.0, 1e-7);
    assert_near(bcnet_direction_component(-128), -128.0 / 127.0, 1e-6);
}

static void test_fractions(void)
{
    g_assert_cmpfloat(bcnet_fraction(0), ==, 0.0f);
    g_assert_cmpfloat(bcnet_fraction(255), ==, 1.0f);
    assert_near(bcnet_fraction(217), 217.0 / 255.0, 1e-7);
    g_assert_cmpfloat(bcnet_percent(0), ==, 0.0f);
    g_assert_cmpfloat(bcnet_percent(255), ==, 100.0f);
    assert_near(bcnet_percent(0x33), 20.0, 1e-5);
    g_assert_cmpfloat(bcnet_wanted_percent(0), ==, 0.0f);
    g_assert_cmpfloat(bcnet_wanted_percent(204), ==, 100.0f);
    g_assert_cmpfloat(bcnet_wanted_percent(255), ==, 125.0f);
    g_assert_cmpfloat(bcnet_wanted_percent(51), ==, 25.0f);
}

/* ---- Object ids (20.4, 50.8) ---- */

typedef struct {
    uint32_t id;
    bool     of_a_player;
    unsigned slot;
    uint32_t serial;
} slot_row_t;

static const slot_row_t slot_rows[] = {
    /* the borders of 50.8 */
    { 0x3FFFFFFE, false, 0, 0 },
    { 0x3FFFFFFF, true, 0, 0 },
    { 0x4003FFFE, true, 0, 0x3FFFF },
    { 0x4003FFFF, true, 1, 0 },
    { 0x4007FFFE, true, 1, 0x3FFFF },
    { 0x4007FFFF, true, 2, 0 },
    { 0x400BFFFE, true, 2, 0x3FFFF },
    { 0x400BFFFF, true, 3, 0 },
    /* slot 15 is the last one */
    { 0x403BFFFF, true, 15, 0 },
    { 0x403FFFFE, true, 15, 0x3FFFF },
    { 0x403FFFFF, false, 0, 0 },
    /* ids of 50.8 and 50.9: the same player's next ship, a tube of another, a subsystem of slot 2 */
    { 0x40000021, true, 0, 34 },
    { 0x4004008E, true, 1, 0x8F },
    { 0x40080068, true, 2, 0x69 },
    /* no player's: none, local ones, the sentinel of events */
    { 0x00000000, false, 0, 0 },
    { 0x0000064F, false, 0, 0 },
    { 0x7FFFFFFF, false, 0, 0 },
    { 0xFFFFFFFE, false, 0, 0 },
    { 0xFFFFFFFF, false, 0, 0 },
};

static void test_object_slots(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(slot_rows); i++) {
        const slot_row_t *row = &slot_rows[i];
        uint32_t          serial = 99;

        g_assert_cmpint(bcnet_object_slot(row->id, &serial), ==, row->of_a_player ? (int)row->slot : -1);
        g_assert_cmpint(bcnet_object_slot(row->id, NULL), ==, row->of_a_player ? (int)row->slot : -1);
        g_assert_cmphex(serial, ==, row->of_a_player ? row->serial : 99);
    }
}

/* ---- Bit groups (20.1) ---- */

/* A stream with a bit reader on it, as the game has one: a group byte is taken where the stream stands. */
typedef struct {
    GByteArray       *bytes;
    unsigned          at;
    bcnet_bit_group_t group;
} stream_t;

static void stream_open(stream_t *stream, const char *hex)
{
    stream->bytes = test_bytes(hex);
    stream->at = 0;
    bcnet_bits_start(&stream->group);
}

static void stream_close(stream_t *stream)
{
    g_assert_cmpuint(stream->at, ==, stream->bytes->len);
    g_byte_array_unref(stream->bytes);
}

static uint8_t next_byte(stream_t *stream)
{
    g_assert_cmpuint(stream->at, <, stream->bytes->len);
    return stream->bytes->data[stream->at++];
}

static bool next_bit(stream_t *stream)
{
    if (!bcnet_bits_open(&stream->group)) {
        const int position = (int)stream->at;
        bcnet_bits_begin(&stream->group, position, next_byte(stream));
    }
    return bcnet_bits_next(&stream->group);
}

static void assert_bits(stream_t *stream, const char *expected)
{
    for (; *expected; expected++)
        g_assert_cmpint(next_bit(stream), ==, *expected == '1');
}

typedef struct {
    const char *hex;
    unsigned    stated;
    const char *bits; /* what the game's reader delivers before it takes the next byte */
} group_row_t;

static const group_row_t group_rows[] = {
    { "01", 0, "1" }, /* 0 is read like 1 */
    { "1E", 0, "0" },       { "21", 1, "1" },       { "3E", 1, "0" },    { "42", 2, "01" },
    { "5D", 2, "10" },      { "65", 3, "101" },     { "89", 4, "1001" }, { "B6", 5, "01101" },
    { "BF", 5, "11111" },   { "DF", 6, "111110" }, /* surplus bits read as 0 */
    { "FF", 7, "1111100" }, { "E0", 7, "0000000" },
};

static void test_every_count(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(group_rows); i++) {
        const group_row_t *row = &group_rows[i];
        stream_t           stream;

        stream_open(&stream, row->hex);
        g_assert_false(bcnet_bits_open(&stream.group));
        for (size_t k = 0; row->bits[k]; k++) {
            g_assert_cmpint(next_bit(&stream), ==, row->bits[k] == '1');
            g_assert_cmpint(bcnet_bits_open(&stream.group), ==, row->bits[k + 1] != '\0');
        }
        g_assert_cmpuint(bcnet_bits_stated_count(stream.bytes->data[0]), ==, row->stated);
        g_assert_cmpuint(stream.group.count, ==, strlen(row->bits));
        g_assert_cmpint(stream.group.last, ==, 0); /* closed, but still known for the complaint */
        stream_close(&stream);
    }
}

/* Five fit into a group; the sixth opens a byte where the stream has got to. */
static void test_six_booleans(void)
{
    stream_t stream;

    stream_open(&stream, "B5 AA BB CC 21 DD");
    assert_bits(&stream, "10");
    g_assert_cmphex(next_byte(&stream), ==, 0xAA);
    assert_bits(&stream, "1");
    g_assert_cmphex(next_byte(&stream), ==, 0xBB);
    g_assert_cmpint(stream.group.position, ==, 0);
    assert_bits(&stream, "01");
    g_assert_false(bcnet_bits_open(&stream.group));
    g_assert_cmphex(next_byte(&stream), ==, 0xCC);
    assert_bits(&stream, "1");
    g_assert_cmpint(stream.group.last, ==, 4);
    g_assert_cmphex(next_byte(&stream), ==, 0xDD);
    stream_close(&stream);
}

/* A group that holds fewer than five closes; another one may follow (bad input, but readable). */
static void test_group_after_short_group(void)
{
    stream_t stream;

    stream_open(&stream, "41 60");
    assert_bits(&stream, "10");
    g_assert_false(bcnet_bits_open(&stream.group));
    assert_bits(&stream, "000");
    g_assert_cmpint(stream.group.last, ==, 1);
    stream_close(&stream);
}

/* Real Settings: all three booleans in 0x61, the third written after the map name. */
static void test_real_settings(void)
{
    static const char map[] = "Multiplayer.Episode.Mission1.Mission1";
    stream_t          stream;

    stream_open(&stream, "00 00000542 61 00 2500"
                         "4d756c7469706c617965722e457069736f64652e4d697373696f6e312e4d697373696f6e31");
    stream.at = 5;
    assert_bits(&stream, "10");
    g_assert_cmphex(next_byte(&stream), ==, 0x00);
    g_assert_cmphex(next_byte(&stream), ==, 0x25);
    g_assert_cmphex(next_byte(&stream), ==, 0x00);
    for (size_t i = 0; i < strlen(map); i++)
        g_assert_cmpint(next_byte(&stream), ==, map[i]);
    g_assert_true(bcnet_bits_open(&stream.group));
    assert_bits(&stream, "0");
    g_assert_false(bcnet_bits_open(&stream.group));
    g_assert_cmpint(stream.group.last, ==, 5);
    stream_close(&stream);
}

static void take_full_conditions(stream_t *stream, unsigned count)
{
    while (count-- > 0)
        g_assert_cmphex(next_byte(stream), ==, 0xFF);
}

/* Real StateUpdate for a ship's own player: flags 0x20, start index 2, and the four subsystems of 60.3 with
 * 1, 3, 3 and 7 conditions. The booleans of the first, third and fourth are all in 0x60. */
static void test_real_state_update(void)
{
    stream_t stream;

    stream_open(&stream, "20 02 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF FF");
    g_assert_cmphex(next_byte(&stream), ==, 0x20);
    g_assert_cmphex(next_byte(&stream), ==, 0x02);
    take_full_conditions(&stream, 1);
    assert_bits(&stream, "0");
    g_assert_cmpint(stream.group.position, ==, 3);
    take_full_conditions(&stream, 3 + 3);
    assert_bits(&stream, "0");
    take_full_conditions(&stream, 7);
    assert_bits(&stream, "0");
    g_assert_false(bcnet_bits_open(&stream.group));
    stream_close(&stream);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/primitives/cf16/table", test_cf16_table);
    g_test_add_func("/primitives/cf16/range", test_cf16_range);
    g_test_add_func("/primitives/cf16/all", test_cf16_all);
    g_test_add_func("/primitives/directions", test_directions);
    g_test_add_func("/primitives/fractions", test_fractions);
    g_test_add_func("/primitives/object-slots", test_object_slots);
    g_test_add_func("/primitives/bits/every-count", test_every_count);
    g_test_add_func("/primitives/bits/six-booleans", test_six_booleans);
    g_test_add_func("/primitives/bits/group-after-short-group", test_group_after_short_group);
    g_test_add_func("/primitives/bits/real-settings", test_real_settings);
    g_test_add_func("/primitives/bits/real-state-update", test_real_state_update);
    return g_test_run();
}
