/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/info.h"

#include <string.h>

#define BETWEEN " | "
#define TIMES " \xC3\x97" /* a multiplication sign */

/* What one message says, or several neighbours that say the same. */
typedef struct {
    const char                *words;
    const bcnet_ship_report_t *report; /* NULL: the words are all there is */
    bcnet_weight_t             weight;
    unsigned                   times;
    unsigned                   shown; /* of its items */
} bcnet_info_piece_t;

enum { LENGTH_OF_MORE = sizeof ", +3" - 1, LENGTH_BETWEEN = sizeof BETWEEN - 1, LENGTH_OF_ACK = sizeof "Ack " - 1 };

/* What the parts of the messages in brackets show. */
typedef enum { NO_PARTS, KEY_PARTS, ALL_PARTS } bcnet_info_detail_t;

void bcnet_info_open(packet_info *pinfo)
{
    col_clear(pinfo->cinfo, COL_INFO);
    const char *before = col_get_text(pinfo->cinfo, COL_INFO);
    if (!before || !*before)
        return;
    col_append_str(pinfo->cinfo, COL_INFO, BETWEEN);
    col_set_fence(pinfo->cinfo, COL_INFO);
}

void bcnet_info_close(packet_info *pinfo)
{
    col_set_fence(pinfo->cinfo, COL_INFO);
}

/* ---- One report ---- */

static void write_items(wmem_strbuf_t *out, const bcnet_ship_report_t *report, unsigned shown)
{
    const unsigned left_out = report->count - shown + report->left_out;

    for (unsigned i = 0; i < shown; i++)
        wmem_strbuf_append_printf(out, "%s %s", i > 0 ? "," : "", report->items[i]);
    if (left_out > 0)
        wmem_strbuf_append_printf(out, ", +%u", left_out);
    wmem_strbuf_append(out, report->rest);
}

void bcnet_ship_report_words(wmem_strbuf_t *words, const bcnet_ship_report_t *report)
{
    wmem_strbuf_append_printf(words, " %s %s", report->time, report->ship);
    write_items(words, report, report->count);
    if (*report->parts)
        wmem_strbuf_append_printf(words, " [%s]", report->parts + 1);
}

/* ---- The messages of a datagram ---- */

bcnet_info_t bcnet_info_begin(packet_info *pinfo, const char *separator)
{
    return (bcnet_info_t){ .pinfo = pinfo, .separator = separator };
}

static bcnet_info_piece_t *piece_at(const bcnet_info_t *info, unsigned index)
{
    return (bcnet_info_piece_t *)wmem_array_index(info->pieces, index);
}

static bool says_the_same(const bcnet_ship_report_t *one, const bcnet_ship_report_t *other)
{
    bool same = one && other && strcmp(one->ship, other->ship) == 0 && strcmp(one->time, other->time) == 0 &&
                strcmp(one->rest, other->rest) == 0 && strcmp(one->parts, other->parts) == 0 &&
                one->count == other->count && one->left_out == other->left_out;

    for (unsigned i = 0; same && i < one->count; i++)
        same = strcmp(one->items[i], other->items[i]) == 0;
    return same;
}

void bcnet_info_add(bcnet_info_t *info, bcnet_weight_t weight, const char *words, const bcnet_ship_report_t *report)
{
    const bcnet_info_piece_t piece = { .words = words, .report = report, .weight = weight, .times = 1 };

    /* Most datagrams are read without anybody looking, and never come here. */
    if (!info->pieces)
        info->pieces = wmem_array_new(info->pinfo->pool, sizeof(bcnet_info_piece_t));
    wmem_array_append(info->pieces, &piece, 1);
    info->weights |= 1U << (weight - BCNET_WEIGHT_ACK);
}

static void append_piece(const bcnet_info_t *info, const bcnet_info_piece_t *piece)
{
    const unsigned      count = wmem_array_get_count(info->pieces);
    bcnet_info_piece_t *last = count > 0 ? piece_at(info, count - 1) : NULL;

    if (last && (piece->report || last->report ? says_the_same(piece->report, last->report)
                                               : strcmp(last->words, piece->words) == 0))
        last->times++;
    else
        wmem_array_append(info->pieces, piece, 1);
}

/* In the order of their weights, and what is equal once. */
static void arrange(bcnet_info_t *info)
{
    const bcnet_info_t given = *info;
    const unsigned     count = wmem_array_get_count(given.pieces);

    if (count == 1)
        return;
    info->pieces = wmem_array_sized_new(info->pinfo->pool, sizeof(bcnet_info_piece_t), count);
    for (int weight = BCNET_WEIGHT_DEATH; weight >= BCNET_WEIGHT_ACK; weight--) {
        const bool there = info->weights >> (weight - BCNET_WEIGHT_ACK) & 1;
        for (unsigned i = 0; there && i < count; i++)
            if ((int)piece_at(&given, i)->weight == weight)
                append_piece(info, piece_at(&given, i));
    }
}

/* Acks stand together, under one word: "Ack 3, 4 (low)". */
static bool is_further_ack(const bcnet_info_t *info, unsigned i)
{
    return i > 0 && piece_at(info, i)->weight == BCNET_WEIGHT_ACK && piece_at(info, i - 1)->weight == BCNET_WEIGHT_ACK;
}

/* How long everything is, with one item of every ship and without brackets. Bytes are counted: names beyond ASCII
 * take more of them than characters, and have less room then. */
static size_t least_length(const bcnet_info_t *info, unsigned count)
{
    size_t length = 0;

    for (unsigned i = 0; i < count; i++) {
        bcnet_info_piece_t        *piece = piece_at(info, i);
        const bcnet_ship_report_t *report = piece->report;
        length += i > 0 ? LENGTH_BETWEEN : 0;
        if (!report) {
            length += strlen(piece->words) - (is_further_ack(info, i) ? LENGTH_OF_ACK + 1 : 0);
            continue;
        }
        piece->shown = MIN(report->count, 1);
        length += strlen(report->ship) + strlen(report->rest) + (report->count > 0 ? 1 + strlen(report->items[0]) : 0);
        length += piece->shown < report->count + report->left_out ? LENGTH_OF_MORE : 0;
        if (i == 0 || !piece_at(info, i - 1)->report)
            length += strlen(report->name) + strlen(report->time) + 2;
    }
    return length;
}

/* One more item of the piece, if there is one and it fits. */
static bool grow(bcnet_info_piece_t *piece, size_t *length)
{
    const bcnet_ship_report_t *report = piece->report;

    if (!report || piece->shown == report->count)
        return false;
    const bool   last = piece->shown + 1 == report->count && report->left_out == 0;
    const size_t longer = *length + 2 + strlen(report->items[piece->shown]) - (last ? LENGTH_OF_MORE : 0);
    if (longer > BCNET_INFO_WIDTH)
        return false;
    piece->shown++;
    *length = longer;
    return true;
}

static void share_width(const bcnet_info_t *info, unsigned count, size_t *length)
{
    bool grown = true;

    while (grown) {
        grown = false;
        for (unsigned i = 0; i < count; i++)
            grown |= grow(piece_at(info, i), length);
    }
}

static const char *parts_of(const bcnet_ship_report_t *report, bcnet_info_detail_t detail)
{
    return detail == NO_PARTS ? "" : detail == KEY_PARTS ? report->key_parts : report->parts;
}

/* "[DELTA SUB 2-5 | -]" of neighbours; nothing where none has parts. */
static void write_parts(const bcnet_info_t *info, wmem_strbuf_t *out, unsigned first, unsigned end,
                        bcnet_info_detail_t detail)
{
    bool any = false;

    for (unsigned i = first; i < end; i++)
        any |= *parts_of(piece_at(info, i)->report, detail) != '\0';
    for (unsigned i = first; any && i < end; i++) {
        const char *parts = parts_of(piece_at(info, i)->report, detail);
        wmem_strbuf_append_printf(out, "%s%s", i == first ? " [" : BETWEEN, *parts ? parts + 1 : "-");
    }
    if (any)
        wmem_strbuf_append_c(out, ']');
}

static void write_times(wmem_strbuf_t *out, const bcnet_info_piece_t *piece)
{
    if (piece->times > 1)
        wmem_strbuf_append_printf(out, TIMES "%u", piece->times);
}

/* Neighbours that report of ships, under one name; returns the index behind them. */
static unsigned write_reports(const bcnet_info_t *info, wmem_strbuf_t *out, unsigned first, const char **time,
                              bcnet_info_detail_t detail)
{
    const unsigned count = wmem_array_get_count(info->pieces);
    unsigned       i;

    wmem_strbuf_append(out, piece_at(info, first)->report->name);
    for (i = first; i < count && piece_at(info, i)->report; i++) {
        const bcnet_info_piece_t  *piece = piece_at(info, i);
        const bcnet_ship_report_t *report = piece->report;
        wmem_strbuf_append(out, i > first ? ";" : "");
        if (!*time || strcmp(*time, report->time) != 0)
            wmem_strbuf_append_printf(out, " %s", report->time);
        *time = report->time;
        wmem_strbuf_append_printf(out, " %s", report->ship);
        write_items(out, report, piece->shown);
        write_times(out, piece);
    }
    write_parts(info, out, first, i, detail);
    return i;
}

static const char *compose(const bcnet_info_t *info, bcnet_info_detail_t detail)
{
    const unsigned count = wmem_array_get_count(info->pieces);
    wmem_strbuf_t *out = wmem_strbuf_new(info->pinfo->pool, info->separator);
    const char    *time = NULL;

    for (unsigned i = 0; i < count;) {
        const bcnet_info_piece_t *piece = piece_at(info, i);
        const bool                further = is_further_ack(info, i);
        wmem_strbuf_append(out, further ? ", " : i > 0 ? BETWEEN : "");
        if (piece->report) {
            i = write_reports(info, out, i, &time, detail);
            continue;
        }
        wmem_strbuf_append(out, piece->words + (further ? LENGTH_OF_ACK : 0));
        write_times(out, piece);
        i++;
    }
    return wmem_strbuf_get_str(out);
}

/* What a message is made of comes last, as far as there is room. */
static bcnet_info_detail_t detail_for(const bcnet_info_t *info, unsigned count, size_t length)
{
    bcnet_info_detail_t detail = ALL_PARTS;

    for (; detail > NO_PARTS; detail--) {
        size_t with_parts = length;
        for (unsigned i = 0; i < count; i++) {
            const bcnet_ship_report_t *report = piece_at(info, i)->report;
            with_parts += report ? LENGTH_BETWEEN + strlen(parts_of(report, detail)) : 0;
        }
        if (with_parts <= BCNET_INFO_WIDTH)
            break;
    }
    return detail;
}

void bcnet_info_end(bcnet_info_t *info)
{
    if (!info->pieces || !col_get_writable(info->pinfo->cinfo, COL_INFO))
        return;
    arrange(info);
    const unsigned count = wmem_array_get_count(info->pieces);
    size_t         length = least_length(info, count);
    share_width(info, count, &length);
    col_append_fstr(info->pinfo->cinfo, COL_INFO, "%s", compose(info, detail_for(info, count, length)));
}
