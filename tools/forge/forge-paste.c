/* From hex that somebody pasted to a capture: which rows belong together, who sent what to whom.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-paste.h"

#include <string.h>

#include "forge/forge-cipher.h"
#include "forge/forge-dump.h"
#include "forge/forge-lexer.h"
#include "forge/forge-message.h"
#include "forge/forge-plausible.h"

enum { HOST_ID = 0x01, FIRST_CLIENT_ID = 0x02, NO_ID = 0xFF, GAMESPY = 0x5C, STATE_UPDATE = 0x1C };
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
    forge_address_t              host;
    forge_address_t              client; /* of the first client, if addresses are given */
    gboolean                     addressed; /* host and client are known */
    guint8                       last_client; /* whom the host answers */
    guint16                      identification;
    guint16                      seq;
} paste_t;

/* Who sent it. */

static forge_address_t made_up_address(guint8 id)
{
    forge_address_t address = { .ip = { 10, 10, 10, id }, .port = (guint16)(FIRST_CLIENT_PORT + id) };

    if (id == HOST_ID)
        address.port = HOST_PORT;
    return address;
}

/* 80.3, 80.5: replies end with a query id, heartbeats come from the server; everything else asks it. */
static gboolean is_from_host(const guint8 *payload, gsize length)
{
    if (payload[0] != GAMESPY)
        return payload[0] == HOST_ID;
    char    *text = g_strndup((const char *)payload, length);
    gboolean answer = strstr(text, "\\queryid\\") || g_str_has_prefix(text, "\\heartbeat\\");
    g_free(text);
    return answer;
}

static void settle_addresses(paste_t *self, gboolean from_host)
{
    const forge_paste_options_t *options = self->options;

    if (self->addressed || !options->from)
        return;
    self->host = from_host ? *options->from : *options->to;
    self->client = from_host ? *options->to : *options->from;
    self->addressed = TRUE;
}

static forge_address_t client_address(const paste_t *self, guint8 id)
{
    return self->addressed ? self->client : made_up_address(id);
}

static forge_headers_t headers_for(paste_t *self, const guint8 *payload, gsize length)
{
    gboolean        from_host = is_from_host(payload, length);
    forge_headers_t headers = { .identification = ++self->identification, .udp_length = -1 };

    settle_addresses(self, from_host);
    if (!from_host && payload[0] != NO_ID && payload[0] != GAMESPY)
        self->last_client = payload[0];
    forge_address_t host = self->addressed ? self->host : made_up_address(HOST_ID);
    forge_address_t client = client_address(self, self->last_client);
    headers.source = from_host ? host : client;
    headers.destination = from_host ? client : host;
    return headers;
}

/* What was pasted, made a plain datagram. */

static void wrap_messages(const paste_t *self, GByteArray *bytes)
{
    guint        count = bcnet_forge_count_messages(bytes->data, bytes->len);
    const guint8 header[2] = { self->options->sender, (guint8)MAX(count, 1) };

    g_byte_array_prepend(bytes, header, sizeof header);
}

static void wrap_payload(paste_t *self, GByteArray *bytes)
{
    /* StateUpdate is the only unreliable message of the game (10.3). */
    gboolean        reliable = bytes->len > 0 && bytes->data[0] != STATE_UPDATE;
    forge_message_t message = {
        .type = FORGE_GAME,
        .flags = reliable ? FORGE_FLAG_RELIABLE : 0,
        .has_seq = reliable,
        .seq = self->seq,
        .claimed_length = -1,
        .payload = bytes->data,
        .payload_length = bytes->len,
    };
    GByteArray *out = g_byte_array_new();

    self->seq = (guint16)(self->seq + (reliable ? 1 : 0));
    bcnet_forge_put_message(out, &message);
    g_byte_array_set_size(bytes, 0);
    g_byte_array_append(bytes, out->data, out->len);
    g_byte_array_free(out, TRUE);
    wrap_messages(self, bytes);
}

/* BYTES as a plain datagram; text stays as it is. */
static void make_plain(paste_t *self, GByteArray *bytes)
{
    if (bcnet_forge_is_text(bytes->data, bytes->len))
        return;
    switch (self->options->kind) {
    case FORGE_PASTE_DATAGRAMS:
        break;
    case FORGE_PASTE_CIPHER:
        bcnet_forge_decrypt(bytes->data, bytes->len);
        break;
    case FORGE_PASTE_MESSAGES:
        wrap_messages(self, bytes);
        break;
    case FORGE_PASTE_PAYLOADS:
        wrap_payload(self, bytes);
        break;
    }
}

static gboolean looks_complete(const paste_t *self, const guint8 *bytes, gsize length)
{
    gboolean complete = TRUE;

    if (self->options->kind == FORGE_PASTE_MESSAGES) {
        complete = bcnet_forge_count_messages(bytes, length) > 0;
    } else if (self->options->kind != FORGE_PASTE_PAYLOADS) {
        guint8 *plain = (guint8 *)g_memdup2(bytes, length);
        if (self->options->kind == FORGE_PASTE_CIPHER && !bcnet_forge_is_text(plain, length))
            bcnet_forge_decrypt(plain, length);
        complete = bcnet_forge_is_datagram(plain, length);
        g_free(plain);
    }
    return complete;
}

static void remark(paste_t *self, unsigned row, const char *text)
{
    if (self->remarks)
        g_ptr_array_add(self->remarks, g_strdup_printf("%s:%u: %s", self->name, row, text));
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

static gboolean send(paste_t *self, unsigned row, const guint8 *bytes, guint length, GError **error)
{
    gint64 time = (gint64)self->capture->packets->len * SPACING;

    if (!check_length(self, row, length, error))
        return FALSE;
    GByteArray *payload = g_byte_array_new();
    g_byte_array_append(payload, bytes, length);
    if (!looks_complete(self, bytes, length)) {
        remark(self, row,
               "The bytes from here on do not look like a complete datagram of the game. They were taken "
               "as they are.");
    }
    make_plain(self, payload);
    forge_headers_t headers = headers_for(self, payload->data, payload->len);
    if (!bcnet_forge_is_text(payload->data, payload->len))
        bcnet_forge_encrypt(payload->data, payload->len);
    GByteArray *frame = bcnet_forge_udp_frame(&headers, payload->data, payload->len);
    bcnet_forge_capture_add(self->capture, time, frame, frame->len, self->note->len > 0 ? self->note->str : NULL);
    g_string_truncate(self->note, 0);
    g_byte_array_free(frame, TRUE);
    g_byte_array_free(payload, TRUE);
    return TRUE;
}

/* Rows of a block. */

static forge_row_t *row_at(const paste_t *self, guint index)
{
    return &g_array_index(self->block, forge_row_t, index);
}

/* Rows FROM up to TO, without TO, as one datagram. */
static gboolean send_rows(paste_t *self, guint from, guint to, GError **error)
{
    GByteArray *bytes = g_byte_array_new();

    for (guint i = from; i < to; i++) {
        g_byte_array_append(bytes, row_at(self, i)->bytes->data, row_at(self, i)->bytes->len);
        if (row_at(self, i)->note)
            g_string_append_printf(self->note, "%s%s", self->note->len > 0 ? " " : "", row_at(self, i)->note);
    }
    gboolean fine = send(self, row_at(self, from)->number, bytes->data, bytes->len, error);
    g_byte_array_free(bytes, TRUE);
    return fine;
}

/* Where the datagram that begins with row FROM ends: after the first row that completes one; FROM if none
 * does. */
static guint find_complete(const paste_t *self, guint from)
{
    GByteArray *bytes = g_byte_array_new();
    guint       end = from;

    for (guint i = from; i < self->block->len && end == from && bytes->len <= MOST_SEARCHED; i++) {
        g_byte_array_append(bytes, row_at(self, i)->bytes->data, row_at(self, i)->bytes->len);
        if (looks_complete(self, bytes->data, bytes->len))
            end = i + 1;
    }
    g_byte_array_free(bytes, TRUE);
    return end;
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

static gboolean send_loose_rows(paste_t *self, GError **error)
{
    guint count = self->block->len;

    for (guint from = 0; from < count;) {
        guint end = find_complete(self, from);
        if (end == from)
            end = is_wrapped(self, from) ? count : from + 1;
        if (!send_rows(self, from, end, error))
            return FALSE;
        from = end;
    }
    return TRUE;
}

/* A row whose ASCII column was taken for bytes is set right by the offset of the next one. */
static void trim_row(forge_row_t *row, guint *end, guint next_offset)
{
    guint surplus = *end - next_offset;

    if (next_offset < *end && surplus < row->bytes->len) {
        g_byte_array_set_size(row->bytes, row->bytes->len - surplus);
        *end = next_offset;
    }
}

/* With offsets: 0 begins a datagram, every other row must go on where the one before ended. */
static gboolean send_dump_rows(paste_t *self, GError **error)
{
    guint from = 0, end = 0;

    for (guint i = 0; i < self->block->len; i++) {
        const forge_row_t *row = row_at(self, i);
        if (i > from && row->offset == 0) {
            if (!send_rows(self, from, i, error))
                return FALSE;
            from = i;
        }
        if (i == from)
            end = row->offset;
        else
            trim_row(row_at(self, i - 1), &end, row->offset);
        if (row->offset != end) {
            g_set_error(error, BCNET_FORGE_ERROR, 0,
                        "%s:%u:1: This row has the offset 0x%x, but the rows before end at 0x%x. Is one missing?",
                        self->name, row->number, row->offset, end);
            return FALSE;
        }
        end += row->bytes->len;
    }
    return send_rows(self, from, self->block->len, error);
}

/* `hexdump -C` ends with the length, alone in a row. */
static void drop_length_row(paste_t *self)
{
    const forge_row_t *last = row_at(self, self->block->len - 1);
    guint              length = 0;

    for (guint i = 0; i + 1 < self->block->len; i++)
        length += row_at(self, i)->bytes->len;
    if (self->block->len > 1 && last->bytes->len == 4 && !last->has_offset &&
        length == ((guint)last->bytes->data[0] << 24 | (guint)last->bytes->data[1] << 16 |
                   (guint)last->bytes->data[2] << 8 | last->bytes->data[3]))
        g_array_set_size(self->block, self->block->len - 1);
}

static gboolean finish_block(paste_t *self, GError **error)
{
    gboolean fine = TRUE;

    if (self->block->len > 0) {
        if (row_at(self, 0)->has_offset) {
            drop_length_row(self);
            fine = send_dump_rows(self, error);
        } else {
            fine = send_loose_rows(self, error);
        }
    }
    g_array_set_size(self->block, 0);
    return fine;
}

static gboolean add_row(paste_t *self, forge_row_t *row, GError **error)
{
    gboolean joins =
        row->kind == FORGE_ROW_HEX && !row->note &&
        (self->block->len == 0 || row_at(self, 0)->has_offset == row->has_offset || row_at(self, 0)->has_offset);

    if (joins) {
        g_array_append_val(self->block, *row);
        return TRUE;
    }
    gboolean fine = finish_block(self, error);
    if (fine && row->kind == FORGE_ROW_HEX) {
        g_array_append_val(self->block, *row);
        return TRUE;
    }
    if (fine && row->kind == FORGE_ROW_TEXT)
        fine = send(self, row->number, row->bytes->data, row->bytes->len, error);
    else if (fine && row->note)
        g_string_append_printf(self->note, "%s%s", self->note->len > 0 ? " " : "", row->note);
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
                        "%s:%u:%u: Two hexadecimal digits for a byte are expected here. A row of prose must not begin "
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

static void clear_row(gpointer data)
{
    bcnet_forge_clear_row((forge_row_t *)data);
}

forge_capture_t *bcnet_forge_paste_text(const char *name, const char *text, gsize length,
                                        const forge_paste_options_t *options, GPtrArray *remarks, GError **error)
{
    paste_t self = {
        .name = name,
        .options = options,
        .remarks = remarks,
        .capture = bcnet_forge_capture_new(),
        .block = g_array_new(FALSE, FALSE, sizeof(forge_row_t)),
        .note = g_string_new(NULL),
        .last_client = FIRST_CLIENT_ID,
    };
    /* Whatever encoding a web page had: what matters is ASCII. */
    char  *valid = g_utf8_make_valid(text, (gssize)length);
    char **rows = g_strsplit(valid, "\n", -1);

    g_array_set_clear_func(self.block, clear_row);
    if (!read_rows(&self, rows, error)) {
        bcnet_forge_capture_free(self.capture);
        self.capture = NULL;
    }
    g_strfreev(rows);
    g_free(valid);
    g_array_free(self.block, TRUE);
    g_string_free(self.note, TRUE);
    return self.capture;
}

forge_capture_t *bcnet_forge_paste(const char *path, const forge_paste_options_t *options, GPtrArray *remarks,
                                   GError **error)
{
    gsize length;
    char *text = bcnet_forge_read_text(path, &length, error);

    if (!text)
        return NULL;
    forge_capture_t *capture =
        bcnet_forge_paste_text(bcnet_forge_input_name(path), text, length, options, remarks, error);
    g_free(text);
    return capture;
}
