/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From hex that somebody pasted to a capture: which rows belong together, who sent what to whom. */
#include "forge/forge-paste.h"

#include <string.h>

#include "forge/forge-bytes.h"
#include "forge/forge-cipher.h"
#include "forge/forge-message.h"

enum { HOST_ID = 0x01, FIRST_CLIENT_ID = 0x02, HIGHEST_ID = 0x7E, NO_ID = 0xFF, GAMESPY = 0x5C, STATE_UPDATE = 0x1C };
enum { HOST_PORT = 22101, FIRST_CLIENT_PORT = 59400 };
enum { MOST_PAYLOAD = 0x1FFF - 5 }; /* what a message can say about its length, less its header */
enum { MOST_SEARCHED = 2048 }; /* no datagram of the game is longer, and no GameSpy text */

/* Times are not in the paste. A tenth of a second keeps the datagrams apart and readable. */
#define SPACING (G_USEC_PER_SEC / 10)

typedef struct {
    const char                  *name;
    const forge_paste_options_t *options;
    GPtrArray                   *remarks;
    forge_capture_t             *capture;
    GArray                      *block; /* of forge_row_t: rows without a blank row between them */
    GString                     *note; /* prose before the next datagram */
    guint8                       last_client; /* whom the host answers */
    guint16                      identification;
    guint16                      seq;
} paste_t;

/* Whether pasted bytes can be a complete datagram. */

enum { SHORTEST_WITH_LENGTH = 3, SHORTEST_ACK = 4 };

/* Length of the message at BYTES, 0 if there is none that fits into AVAILABLE bytes. */
static gsize message_length(const guint8 *bytes, gsize available)
{
    guint8 type = bytes[0];
    gsize  length = 0;

    if (type == FORGE_KEEPALIVE) {
        length = 1;
    } else if (type == FORGE_ACK && available >= SHORTEST_ACK) {
        length = bytes[3] & FORGE_ACK_FRAGMENT ? SHORTEST_ACK + 1 : SHORTEST_ACK;
    } else if ((type <= FORGE_DISCONNECT || type == FORGE_GAME) && available >= SHORTEST_WITH_LENGTH) {
        length = (bytes[1] | (gsize)bytes[2] << 8) & bcnet_forge_message_max_length(type);
        length = length < SHORTEST_WITH_LENGTH ? 0 : length;
    }
    return length <= available ? length : 0;
}

/* The number of transport messages that BYTES consist of, 0 if they are something else. */
static guint count_messages(const guint8 *bytes, gsize length)
{
    guint count = 0;

    for (gsize at = 0; at < length;) {
        gsize step = message_length(bytes + at, length - at);
        if (step == 0)
            return 0;
        at += step;
        count++;
    }
    return count;
}

static gboolean is_text(const guint8 *bytes, gsize length)
{
    if (length == 0 || bytes[0] != GAMESPY)
        return FALSE;
    for (gsize i = 0; i < length; i++) {
        /* 80.1: 0x01 stands for characters that Latin-1 does not have. */
        if ((bytes[i] < 0x20 && bytes[i] != 0x01) || (bytes[i] > 0x7E && bytes[i] < 0xA0))
            return FALSE;
    }
    return TRUE;
}

/* GameSpy text, or a plain datagram whose messages end exactly with it (10.1, 10.3). */
static gboolean is_datagram(const guint8 *plain, gsize length)
{
    if (is_text(plain, length))
        return TRUE;
    if (length < 3 || plain[0] < HOST_ID || (plain[0] > HIGHEST_ID && plain[0] != NO_ID))
        return FALSE;
    return plain[1] > 0 && count_messages(plain + 2, length - 2) == plain[1];
}

/* Who sent it. */

static forge_address_t made_up_address(guint8 id)
{
    const forge_address_t address = { .ip = { 10, 10, 10, id },
                                      .port = (guint16)(id == HOST_ID ? HOST_PORT : FIRST_CLIENT_PORT + id) };

    return address;
}

/* 80.3, 80.5: replies end with a query id, heartbeats come from the server; everything else asks it. */
static gboolean is_from_host(const guint8 *payload, gsize length)
{
    if (payload[0] != GAMESPY)
        return payload[0] == HOST_ID;
    g_autofree char *text = g_strndup((const char *)payload, length);
    return strstr(text, "\\queryid\\") || g_str_has_prefix(text, "\\heartbeat\\");
}

static forge_headers_t headers_for(paste_t *self, const GByteArray *payload)
{
    gboolean from_host = is_from_host(payload->data, payload->len);
    guint8   id = payload->data[0];

    if (!from_host && id != NO_ID && id != GAMESPY)
        self->last_client = id;
    forge_headers_t headers = {
        .source = made_up_address(from_host ? HOST_ID : self->last_client),
        .destination = made_up_address(from_host ? self->last_client : HOST_ID),
        .identification = ++self->identification,
        .udp_length = -1,
    };
    return headers;
}

/* What was pasted, made a plain datagram. */

static void put_payload(paste_t *self, GByteArray *plain, const GByteArray *payload)
{
    /* StateUpdate is the only unreliable message of the game (10.3). */
    gboolean        reliable = payload->data[0] != STATE_UPDATE;
    forge_message_t message = {
        .type = FORGE_GAME,
        .flags = reliable ? FORGE_FLAG_RELIABLE : 0,
        .has_seq = reliable,
        .seq = self->seq,
        .claimed_length = -1,
        .payload = payload->data,
        .payload_length = payload->len,
    };

    self->seq = (guint16)(self->seq + (reliable ? 1 : 0));
    bcnet_forge_put_message(plain, &message);
}

/* Text stays as it is. */
static GByteArray *plain_of(paste_t *self, const GByteArray *pasted)
{
    gboolean           text = is_text(pasted->data, pasted->len);
    forge_paste_kind_t kind = text ? FORGE_PASTE_DATAGRAMS : self->options->kind;
    GByteArray        *plain = g_byte_array_new();

    if (kind == FORGE_PASTE_MESSAGES || kind == FORGE_PASTE_PAYLOADS) {
        guint count = kind == FORGE_PASTE_MESSAGES ? count_messages(pasted->data, pasted->len) : 1;
        bcnet_forge_pack(plain, "bb", self->options->sender, MAX(count, 1));
    }
    if (kind == FORGE_PASTE_PAYLOADS)
        put_payload(self, plain, pasted);
    else
        g_byte_array_append(plain, pasted->data, pasted->len);
    if (kind == FORGE_PASTE_CIPHER)
        bcnet_forge_decrypt(plain->data, plain->len);
    return plain;
}

static gboolean looks_complete(paste_t *self, const GByteArray *pasted)
{
    if (self->options->kind == FORGE_PASTE_PAYLOADS)
        return TRUE;
    if (self->options->kind == FORGE_PASTE_MESSAGES)
        return count_messages(pasted->data, pasted->len) > 0;
    g_autoptr(GByteArray) plain = plain_of(self, pasted);
    return is_datagram(plain->data, plain->len);
}

static gboolean check_length(const paste_t *self, unsigned row, guint length, GError **error)
{
    guint limit = self->options->kind == FORGE_PASTE_PAYLOADS ? MOST_PAYLOAD : BCNET_FORGE_MAX_UDP - 2;

    if (length == 0 || length > limit) {
        g_set_error(error, BCNET_FORGE_ERROR, 0,
                    "%s:%u:1: The bytes from here on have a length of %u, but 1 to %u are possible.", self->name, row,
                    length, limit);
        return FALSE;
    }
    return TRUE;
}

/* The capture ends where the bytes do; how many there were is told by lengths in them, else guessed. */
static void pad(paste_t *self, GByteArray *pasted, guint unknown)
{
    const guint    known = pasted->len;
    const gboolean has_length = self->options->kind != FORGE_PASTE_PAYLOADS;

    for (guint i = 0; has_length && i < MOST_SEARCHED; i++) {
        bcnet_forge_append(pasted, 0, 1);
        if (looks_complete(self, pasted))
            return;
    }
    g_byte_array_set_size(pasted, known + unknown);
    memset(pasted->data + known, 0, unknown);
}

/* The datagram that begins in this row. */
static gboolean send(paste_t *self, unsigned row, GByteArray *pasted, guint unknown, GError **error)
{
    gint64 time = (gint64)self->capture->packets->len * SPACING;

    if (!check_length(self, row, pasted->len, error))
        return FALSE;
    if (unknown == 0 && !looks_complete(self, pasted)) {
        g_ptr_array_add(
            self->remarks,
            g_strdup_printf("%s:%u: The bytes from here on do not look like a complete datagram of the game. "
                            "They were taken as they are.",
                            self->name, row));
    }
    const guint known = pasted->len;
    if (unknown > 0)
        pad(self, pasted, unknown);
    g_autoptr(GByteArray) payload = plain_of(self, pasted);
    forge_headers_t headers = headers_for(self, payload);
    if (!is_text(payload->data, payload->len))
        bcnet_forge_encrypt(payload->data, payload->len);
    g_autoptr(GByteArray) frame = bcnet_forge_frame(&headers, payload->data, payload->len);
    bcnet_forge_capture_add(self->capture, time, frame, frame->len - (pasted->len - known),
                            self->note->len > 0 ? self->note->str : NULL);
    g_string_truncate(self->note, 0);
    return TRUE;
}

static void add_note(paste_t *self, const char *note)
{
    if (note)
        g_string_append_printf(self->note, "%s%s", self->note->len > 0 ? " " : "", note);
}

/* Rows of a block. */

static forge_row_t *row_at(const paste_t *self, guint index)
{
    return &g_array_index(self->block, forge_row_t, index);
}

static void append_row(const paste_t *self, guint index, GByteArray *bytes)
{
    const GByteArray *row = row_at(self, index)->bytes;

    g_byte_array_append(bytes, row->data, row->len);
}

/* Rows FROM up to TO, without TO, as one datagram. */
static gboolean send_rows(paste_t *self, guint from, guint to, GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    guint unknown = 0;

    for (guint i = from; i < to; i++) {
        append_row(self, i, bytes);
        add_note(self, row_at(self, i)->note);
        unknown += row_at(self, i)->unknown;
    }
    return send(self, row_at(self, from)->number, bytes, unknown, error);
}

/* Rows that are all of the same length, but for a shorter last one, were wrapped by an editor. */
static gboolean is_wrapped(const paste_t *self, guint from)
{
    guint width = row_at(self, from)->bytes->len;

    for (guint i = from + 1; i < self->block->len; i++) {
        guint length = row_at(self, i)->bytes->len;
        if (length > width || (length < width && i + 1 < self->block->len))
            return FALSE;
    }
    return width >= 8;
}

/* Where the datagram that begins with row FROM ends: after the first row that completes one; if none does, at the end of
 * wrapped rows. */
static guint end_of_datagram(paste_t *self, guint from)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();

    for (guint i = from; i < self->block->len && bytes->len <= MOST_SEARCHED; i++) {
        append_row(self, i, bytes);
        if (looks_complete(self, bytes) || row_at(self, i)->unknown > 0)
            return i + 1;
    }
    return is_wrapped(self, from) ? self->block->len : from + 1;
}

/* `hexdump -C` ends with the length, alone in a row. */
static gboolean is_length(const forge_row_t *row, gint64 length)
{
    const guint8 *bytes = row->bytes->data;

    return row->offset < 0 && row->bytes->len == 4 &&
           length == ((gint64)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]);
}

/* The same where the row has an offset: 0 begins a datagram, every other row must go on where the one before ended. A row whose ASCII
 * column was taken for bytes is set right by the offset of the next one. 0 after a mistake. */
static guint end_of_dump(const paste_t *self, guint from, GError **error)
{
    gint64 end = MAX(row_at(self, from)->offset, 0);
    guint  i = from;

    do {
        forge_row_t *row = row_at(self, i), *before = i > from ? row_at(self, i - 1) : NULL;
        if (is_length(row, end)) {
            g_byte_array_set_size(row->bytes, 0);
            continue;
        }
        if (before && row->offset < end && end - row->offset < before->bytes->len) {
            g_byte_array_set_size(before->bytes, before->bytes->len - (guint)(end - row->offset));
            end = row->offset;
        }
        if (MAX(row->offset, 0) != end) {
            g_set_error(error, BCNET_FORGE_ERROR, 0,
                        "%s:%u:1: This row has the offset 0x%x, but the rows before end at 0x%x. Is one missing?",
                        self->name, row->number, (guint)row->offset, (guint)end);
            return 0;
        }
        end += row->bytes->len;
    } while (++i < self->block->len && (row_at(self, i)->offset > 0 || is_length(row_at(self, i), end)));
    return i;
}

static gboolean finish_block(paste_t *self, GError **error)
{
    gboolean fine = TRUE;

    for (guint from = 0, to; fine && from < self->block->len; from = to) {
        to = row_at(self, 0)->offset >= 0 ? end_of_dump(self, from, error) : end_of_datagram(self, from);
        fine = to > 0 && send_rows(self, from, to, error);
    }
    g_array_set_size(self->block, 0);
    return fine;
}

/* Takes what is in ROW over. */
static gboolean add_row(paste_t *self, forge_row_t *row, GError **error)
{
    gboolean is_hex = row->bytes->len > 0 && !row->is_text;
    gboolean joins = is_hex && !row->note && (self->block->len == 0 || row_at(self, 0)->offset >= 0 || row->offset < 0);
    gboolean fine = joins || finish_block(self, error);

    if (fine && is_hex) {
        g_array_append_val(self->block, *row);
        return TRUE;
    }
    if (fine && row->is_text)
        fine = send(self, row->number, row->bytes, 0, error);
    else if (fine)
        add_note(self, row->note);
    bcnet_forge_clear_row(row);
    return fine;
}

static gboolean read_rows(paste_t *self, char **rows, GError **error)
{
    for (unsigned i = 0; rows[i]; i++) {
        forge_row_t row;
        unsigned    column = 1;
        if (!bcnet_forge_parse_row(rows[i], i + 1, &row, &column)) {
            bcnet_forge_clear_row(&row);
            g_set_error(error, BCNET_FORGE_ERROR, 0,
                        "%s:%u:%u: Two hexadecimal digits for a byte are expected here. A row of prose must not start "
                        "like bytes.\n    %s",
                        self->name, i + 1, column, g_strchomp(rows[i]));
            return FALSE;
        }
        if (!add_row(self, &row, error))
            return FALSE;
    }
    if (!finish_block(self, error))
        return FALSE;
    if (self->capture->packets->len == 0) {
        g_set_error(error, BCNET_FORGE_ERROR, 0, "%s: There is no row of hex in this text.", self->name);
        return FALSE;
    }
    return TRUE;
}

forge_capture_t *bcnet_forge_paste(const char *name, const char *text, gsize length,
                                   const forge_paste_options_t *options, GPtrArray *remarks, GError **error)
{
    g_autoptr(GString) note = g_string_new(NULL);
    g_autoptr(GArray) block = g_array_new(FALSE, FALSE, sizeof(forge_row_t));
    /* Whatever encoding a web page had: what matters is ASCII. */
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)length);
    g_auto(GStrv) rows = g_strsplit(valid, "\n", -1);
    paste_t self = {
        .name = name,
        .options = options,
        .remarks = remarks,
        .capture = bcnet_forge_capture_new(),
        .block = block,
        .note = note,
        .last_client = FIRST_CLIENT_ID,
    };

    g_array_set_clear_func(block, bcnet_forge_clear_row);
    if (!read_rows(&self, rows, error))
        g_clear_pointer(&self.capture, bcnet_forge_capture_free);
    return self.capture;
}
