/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines inside of a datagram: messages, whole datagrams, comments. */
#include "forge/forge-interpreter.h"

#include <string.h>

#include "forge/forge-bytes.h"
#include "forge/forge-message.h"

/* All types below 0x32 are sent this way by the game (10.3). */
#define CONTROL_FLAGS (FORGE_FLAG_RELIABLE | FORGE_FLAG_ORDERED)
/* Splits in one datagram statement; a loop must not be able to fill the memory with them. */
#define MAX_PARTS 100000u
#define MIN_FRAGMENT_SIZE 8
#define MAX_FRAGMENTS 255u

/* Options. */

enum { NO_SEQ = -1, AUTO_SEQ = -2 };

typedef struct {
    gint64 seq;
    gint64 ordered;
    gint64 length; /* -1 for the true one */
    gint64 flags; /* -1 for those that belong to the message */
    gint64 index; /* of a fragment, -1 if not given; of a split: the only fragment to send */
    gint64 total; /* of fragments, -1 if not given */
    gint64 size; /* of a fragment */
    gint64 gap; /* between fragments */
} options_t;

static const options_t no_options = {
    .seq = NO_SEQ, .length = -1, .flags = -1, .index = -1, .total = -1, .size = BCNET_FORGE_MESSAGE_SIZE
};

/* Those that all messages with a flags_len field share, and for fragments those in front of them. */
static options_t take_options(forge_cursor_t *cursor, gboolean of_fragments)
{
    enum { FRAGMENTS_OWN = 5 };
    options_t            options = no_options;
    const forge_option_t words[] = {
        { "index", &options.index, "The fragment index", 0, 255 },
        { "only", &options.index, "The fragment index", 0, 255 },
        { "of", &options.total, "The number of fragments", 0, 255 },
        { "size", &options.size, "The size of a fragment", MIN_FRAGMENT_SIZE, 0x1FFF },
        { "every", &options.gap, "The time between fragments", 0, 0 },
        { "ordered", &options.ordered, NULL, 0, 0 },
        { "length", &options.length, "The length", 0, 0x3FFF },
        { "flags", &options.flags, "The flags", 0, 0xFFFF },
        { NULL, NULL, NULL, 0, 0 },
    };

    for (;;) {
        if (bcnet_forge_take_word(cursor, "seq"))
            options.seq = bcnet_forge_take_word(cursor, "auto")
                            ? AUTO_SEQ
                            : bcnet_forge_take_integer(cursor, "The sequence number", 0, 0xFFFF);
        else if (!bcnet_forge_take_option(cursor, of_fragments ? words : words + FRAGMENTS_OWN))
            return options;
    }
}

/* The way out. */

static guint16 *next_seq(const forge_interpreter_t *self, gboolean low)
{
    return &bcnet_forge_way(self->datagram.from, self->datagram.to)->next_seq[low];
}

/* A number given by hand moves the automatic count forward, never back: a resend is no new begin. */
static guint16 use_seq(const forge_interpreter_t *self, gboolean low, gint64 wanted)
{
    guint16 *next = next_seq(self, low);
    guint16  seq = wanted >= 0 ? (guint16)wanted : *next;

    if ((guint16)(seq - *next) < 0x4000)
        *next = (guint16)(seq + 1);
    return seq;
}

/* A connect request starts all numbers afresh, both ways (10.4). */
static void restart_seq(const forge_interpreter_t *self)
{
    for (int low = 0; low <= 1; low++) {
        bcnet_forge_way(self->datagram.from, self->datagram.to)->next_seq[low] = 0;
        bcnet_forge_way(self->datagram.to, self->datagram.from)->next_seq[low] = 0;
    }
}

/* Where the bytes of one more message of the open datagram go; NULL after a mistake. */
static GByteArray *add_message(forge_interpreter_t *self, const forge_cursor_t *cursor)
{
    forge_part_t *part = bcnet_forge_open_part(self, cursor);

    if (!part)
        return NULL;
    part->count++;
    return part->bytes;
}

/* Appends the message to the open datagram, changed as the options say. */
static void emit(forge_interpreter_t *self, const forge_cursor_t *cursor, forge_message_t message,
                 const options_t *options)
{
    GByteArray *out = add_message(self, cursor);
    guint       length = bcnet_forge_message_length(&message);
    guint       limit = bcnet_forge_message_max_length(message.type);

    if (!out)
        return;
    message.claimed_length = (int)options->length;
    if (options->ordered)
        message.flags |= FORGE_FLAG_ORDERED;
    if (message.has_seq)
        message.seq = use_seq(self, message.type != FORGE_GAME, options->seq);
    if (options->flags >= 0)
        message.flags = (guint16)(options->flags & ~(gint64)limit);
    if (message.claimed_length < 0 && length > limit) {
        bcnet_forge_fail(cursor, NULL,
                         "The message gets %u bytes long, but its header can only say %u. With \"split\" it goes "
                         "out in fragments.",
                         length, limit);
    }
    bcnet_forge_put_message(out, &message);
}

/* Control messages. */

enum { MOST_FIELDS = 3 };

static const struct control {
    const char *word;
    guint8      type;
    /* b is a byte, c one with a sign, w four bytes, i an address of IPv4, t a text, T one that must be there. */
    const char *form;
    const char *what[MOST_FIELDS]; /* each is called in messages; what they say where a T is missing */
} controls[] = {
    { "announce",
      FORGE_ANNOUNCE,
      "biT",
      { "The id of the player", NULL, "The name of the player is expected here, in quotes." } },
    { "connect", FORGE_CONNECT, "iwt", { NULL, "The nonce", NULL } },
    { "accept", FORGE_CONNECT, "b", { "The assigned id" } },
    { "boot", FORGE_BOOT, "cb", { "The reason", "The id of the booted player" } },
    { "disconnect", FORGE_DISCONNECT, "bi", { "The id of the player" } },
};

static void take_ip(forge_cursor_t *cursor, GByteArray *payload)
{
    const forge_token_t *token = bcnet_forge_take(cursor);

    if (!token || token->string || !bcnet_forge_append_ip(payload, token->text))
        bcnet_forge_fail(cursor, token, "An IPv4 address is expected here, such as 10.10.10.1.");
}

static void take_field(forge_cursor_t *cursor, char form, const char *what, GByteArray *payload)
{
    const gint64 least = form == 'c' ? -128 : 0, most = form == 'c' ? 127 : form == 'b' ? 255 : 0xFFFFFFFF;

    if (form == 'i') {
        take_ip(cursor, payload);
    } else if (g_ascii_tolower(form) == 't') {
        const forge_token_t *token = bcnet_forge_take_string(cursor, what);
        bcnet_forge_append_utf16(payload, token ? token->string : "", TRUE);
    } else {
        bcnet_forge_append(payload, (guint64)bcnet_forge_take_integer(cursor, what, least, most), form == 'w' ? 4 : 1);
    }
}

static void control_line(forge_interpreter_t *self, forge_cursor_t *cursor, const struct control *control)
{
    g_autoptr(GByteArray) payload = g_byte_array_new();

    for (guint i = 0; control->form[i] != '\0'; i++)
        take_field(cursor, control->form[i], control->what[i], payload);
    options_t       options = take_options(cursor, FALSE);
    forge_message_t message = {
        .type = control->type,
        .flags = CONTROL_FLAGS,
        .has_seq = TRUE,
        .payload = payload->data,
        .payload_length = payload->len,
    };
    if (!bcnet_forge_expect_end(cursor) || !bcnet_forge_open_part(self, cursor))
        return;
    if (control->type == FORGE_CONNECT && payload->len > 1)
        restart_seq(self);
    emit(self, cursor, message, &options);
}

/* Acks and keepalives. */

static void ack_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    gint64               seq = bcnet_forge_take_integer(cursor, "The acknowledged number", 0, 0xFFFF);
    gint64               low = 0, index = -1, flags = 0, all_flags = 0;
    const forge_option_t options[] = {
        { "low", &low, NULL, 0, 0 },
        { "frag", &index, "The fragment index", 0, 255 },
        { "flags", &flags, "The flags", 0, 255 },
        { NULL, NULL, NULL, 0, 0 },
    };

    while (bcnet_forge_take_option(cursor, options))
        all_flags |= flags | (low ? FORGE_ACK_LOW : 0) | (index >= 0 ? FORGE_ACK_FRAGMENT : 0);
    if (bcnet_forge_peek(cursor)) {
        bcnet_forge_fail(cursor, bcnet_forge_peek(cursor),
                         "An ack goes on with \"low\", \"frag N\" or \"flags N\", or ends here.");
    }
    GByteArray *out = add_message(self, cursor);
    if (out)
        bcnet_forge_put_ack(out, (guint16)seq, (guint8)all_flags, (guint8)MAX(index, 0));
}

static void keepalive_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    GByteArray *out = bcnet_forge_expect_end(cursor) ? add_message(self, cursor) : NULL;

    if (out)
        bcnet_forge_append(out, FORGE_KEEPALIVE, 1);
}

/* Game messages, whole and in fragments. */

static forge_message_t message_of(const options_t *options, const GByteArray *payload)
{
    forge_message_t message = {
        .type = FORGE_GAME,
        .has_seq = options->seq != NO_SEQ,
        .flags = options->seq != NO_SEQ ? FORGE_FLAG_RELIABLE : 0,
        .payload = payload->data,
        .payload_length = payload->len,
    };

    return message;
}

static void game_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    options_t options = take_options(cursor, FALSE);
    g_autoptr(GByteArray) payload = bcnet_forge_take_bytes(cursor, TRUE);

    emit(self, cursor, message_of(&options, payload), &options);
}

void bcnet_forge_game_message(forge_interpreter_t *self, forge_cursor_t *cursor, GByteArray *payload, gboolean reliable)
{
    g_autoptr(GByteArray) taken = payload;
    options_t options = take_options(cursor, FALSE);

    if (reliable && options.seq == NO_SEQ)
        options.seq = AUTO_SEQ;
    bcnet_forge_expect_end(cursor);
    emit(self, cursor, message_of(&options, taken), &options);
}

/* One of a message's fragments, with any bytes. Only fragment 0 carries the total (10.5). */
static void fragment_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    options_t options = take_options(cursor, TRUE);

    if (options.index < 0) {
        bcnet_forge_fail(cursor, bcnet_forge_peek(cursor), "The place of the fragment is missing: \"index N\".");
    } else if (options.index == 0 && options.total < 0) {
        bcnet_forge_fail(cursor, bcnet_forge_peek(cursor),
                         "Fragment 0 carries the number of fragments: \"of N\" is missing.");
    }
    g_autoptr(GByteArray) payload = bcnet_forge_take_bytes(cursor, TRUE);
    forge_message_t message = message_of(&options, payload);
    message.flags |= FORGE_FLAG_FRAGMENT;
    message.has_index = TRUE;
    message.index = (guint8)options.index;
    message.total = (guint8)options.total;
    emit(self, cursor, message, &options);
}

static void emit_split(forge_interpreter_t *self, const forge_cursor_t *cursor, const options_t *options,
                       const GByteArray *payload)
{
    guint size = (guint)options->size;
    guint count = bcnet_forge_fragment_count(payload->len, size);
    guint first = options->index >= 0 ? (guint)options->index : 0;
    guint last = options->index >= 0 ? first : count - 1;

    if (count > MAX_FRAGMENTS || first >= count) {
        bcnet_forge_fail(cursor, NULL,
                         first >= count ? "These bytes make %u fragments, so there is none with this index."
                                        : "These bytes make %u fragments, more than 255.",
                         count);
    } else if (self->datagram.parts->len > MAX_PARTS) {
        bcnet_forge_fail(cursor, NULL, "There are too many fragments in one datagram statement.");
    }
    self->datagram.gap = options->gap;
    for (guint i = first; i <= last && !self->error; i++) {
        forge_message_t message = message_of(options, payload);
        if (i > first)
            bcnet_forge_next_part(self);
        bcnet_forge_make_fragment(&message, size, i);
        emit(self, cursor, message, options);
    }
}

/* All fragments have one number, so an automatic one is fixed before the first of them. */
static void split_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    options_t options = take_options(cursor, TRUE);

    if (options.seq == NO_SEQ) {
        bcnet_forge_fail(cursor, bcnet_forge_peek(cursor),
                         "\"seq N\" or \"seq auto\" is expected in a split: fragments are joined by their number.");
    }
    g_autoptr(GByteArray) payload = bcnet_forge_take_bytes(cursor, FALSE);
    if (!bcnet_forge_open_part(self, cursor))
        return;
    if (options.seq == AUTO_SEQ)
        options.seq = *next_seq(self, FALSE);
    emit_split(self, cursor, &options, payload);
}

static void raw_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    g_autoptr(GByteArray) bytes = bcnet_forge_take_bytes(cursor, FALSE);
    GByteArray *out = add_message(self, cursor);

    if (out)
        g_byte_array_append(out, bytes->data, bytes->len);
}

/* Whole datagrams. */

static void plain_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_PLAIN, bcnet_forge_take_bytes(cursor, FALSE));
}

static void cipher_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_WIRE, bcnet_forge_take_bytes(cursor, TRUE));
}

/* Strings stand for themselves here. */
static void text_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    GByteArray          *payload = g_byte_array_new();
    const forge_token_t *token = bcnet_forge_take_string(cursor, "A text in quotes is expected here.");

    for (; token; token = bcnet_forge_take_string(cursor, NULL))
        bcnet_forge_append_latin1(payload, token->string);
    bcnet_forge_expect_end(cursor);
    bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_WIRE, payload);
}

/* open, close */
static void connection_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const gboolean opens = bcnet_forge_is_word(bcnet_forge_first(cursor->line), "open");

    bcnet_forge_expect_end(cursor);
    bcnet_forge_set_payload(self, cursor, opens ? FORGE_CONTENT_OPEN : FORGE_CONTENT_CLOSE, g_byte_array_new());
}

static void comment_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_take_string(cursor, "A comment in quotes is expected here.");

    if (bcnet_forge_check_open(self, cursor) && self->datagram.comment)
        bcnet_forge_fail(cursor, bcnet_forge_first(cursor->line), "The datagram has a comment already.");
    if (bcnet_forge_expect_end(cursor))
        self->datagram.comment = g_strdup(token->string);
}

static const forge_statement_t statements[] = {
    { "ack", ack_line },
    { "keepalive", keepalive_line },
    { "game", game_line },
    { "fragment", fragment_line },
    { "split", split_line },
    { "raw", raw_line },
    { "plain", plain_line },
    { "cipher", cipher_line },
    { "text", text_line },
    { "unreachable", bcnet_forge_unreachable_line },
    { "comment", comment_line },
    { "open", connection_line },
    { "close", connection_line },
    { "snapshot", bcnet_forge_snapshot_line },
    { "block", bcnet_forge_block_line },
    { NULL, NULL },
};

gboolean bcnet_forge_message_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    for (gsize i = 0; i < G_N_ELEMENTS(controls); i++) {
        if (bcnet_forge_is_word(bcnet_forge_first(cursor->line), controls[i].word)) {
            control_line(self, cursor, &controls[i]);
            return TRUE;
        }
    }
    return bcnet_forge_run_statement(self, cursor, statements);
}
