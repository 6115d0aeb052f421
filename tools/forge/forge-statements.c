/* The lines inside of a datagram: messages, whole datagrams, comments.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-interpreter.h"

#include <string.h>

#include "common/system.h"
#include "forge/forge-bytes.h"
#include "forge/forge-message.h"

/* All types below 0x32 are sent this way by the game (10.3). */
#define CONTROL_FLAGS (FORGE_FLAG_RELIABLE | FORGE_FLAG_ORDERED)
/* Splits in one datagram statement; a loop must not be able to fill the memory with them. */
#define MAX_PARTS 100000u
#define MIN_FRAGMENT_SIZE 8
#define MAX_FRAGMENTS 255u

/* Sequence numbers: two spaces per direction (10.4). */

static char *space_key(const forge_endpoint_t *from, const forge_endpoint_t *to, gboolean low)
{
    return g_strdup_printf("%s>%s/%s", from->name, to->name, low ? "low" : "game");
}

static guint16 next_seq(const forge_interpreter_t *self, gboolean low)
{
    char   *key = space_key(self->datagram.from, self->datagram.to, low);
    guint16 next = (guint16)GPOINTER_TO_UINT(g_hash_table_lookup(self->next_seq, key));

    g_free(key);
    return next;
}

/* A number given by hand moves the automatic count forward, never back: a resend is no new begin. */
static void use_seq(forge_interpreter_t *self, gboolean low, guint16 seq)
{
    if ((guint16)(seq - next_seq(self, low)) < 0x4000) {
        g_hash_table_insert(self->next_seq, space_key(self->datagram.from, self->datagram.to, low),
                            GUINT_TO_POINTER((guint16)(seq + 1)));
    }
}

/* A connect request starts all numbers afresh, both ways (10.4). */
static void restart_seq(forge_interpreter_t *self)
{
    for (int low = 0; low <= 1; low++) {
        char *there = space_key(self->datagram.from, self->datagram.to, low);
        char *back = space_key(self->datagram.to, self->datagram.from, low);
        g_hash_table_remove(self->next_seq, there);
        g_hash_table_remove(self->next_seq, back);
        g_free(there);
        g_free(back);
    }
}

/* Options that messages with a flags_len field share. */

typedef struct {
    gboolean has_seq;
    gboolean auto_seq;
    gint64   seq;
    gboolean ordered;
    gint64   length; /* -1 for the true one */
    gint64   flags; /* -1 for those that belong to the message */
} options_t;

static const options_t no_options = { .length = -1, .flags = -1 };

static gboolean take_seq(const forge_scope_t *scope, forge_cursor_t *cursor, options_t *options, GError **error)
{
    options->has_seq = TRUE;
    options->auto_seq = bcnet_forge_take_word(cursor, "auto");
    if (options->auto_seq)
        return TRUE;
    return bcnet_forge_take_integer(scope, cursor, "The sequence number", 0, 0xFFFF, &options->seq, error);
}

/* Takes one option if the next word is one; TAKEN says so. FALSE on error. */
static gboolean take_option(const forge_scope_t *scope, forge_cursor_t *cursor, options_t *options, gboolean *taken,
                            GError **error)
{
    *taken = TRUE;
    if (bcnet_forge_take_word(cursor, "seq"))
        return take_seq(scope, cursor, options, error);
    if (bcnet_forge_take_word(cursor, "ordered")) {
        options->ordered = TRUE;
        return TRUE;
    }
    if (bcnet_forge_take_word(cursor, "length"))
        return bcnet_forge_take_integer(scope, cursor, "The length", 0, 0x3FFF, &options->length, error);
    if (bcnet_forge_take_word(cursor, "flags"))
        return bcnet_forge_take_integer(scope, cursor, "The flags", 0, 0xFFFF, &options->flags, error);
    *taken = FALSE;
    return TRUE;
}

static gboolean take_options(const forge_scope_t *scope, forge_cursor_t *cursor, options_t *options, GError **error)
{
    gboolean taken = TRUE;

    while (taken)
        if (!take_option(scope, cursor, options, &taken, error))
            return FALSE;
    return TRUE;
}

static void apply_options(forge_interpreter_t *self, forge_message_t *message, const options_t *options)
{
    gboolean low = message->type != FORGE_GAME;

    message->claimed_length = (int)options->length;
    if (options->ordered)
        message->flags |= FORGE_FLAG_ORDERED;
    if (message->has_seq) {
        message->seq = options->has_seq && !options->auto_seq ? (guint16)options->seq : next_seq(self, low);
        use_seq(self, low, message->seq);
    }
    if (options->flags >= 0)
        message->flags = (guint16)(options->flags & ~(gint64)bcnet_forge_message_max_length(message->type));
}

/* Appends the finished message to the open datagram. */
static gboolean emit(forge_interpreter_t *self, const forge_cursor_t *cursor, const forge_message_t *message,
                     GError **error)
{
    forge_part_t *part = bcnet_forge_open_part(self, cursor, error);
    guint         limit = bcnet_forge_message_max_length(message->type);

    if (!part)
        return FALSE;
    if (message->claimed_length < 0 && bcnet_forge_message_length(message) > limit) {
        return bcnet_forge_fail(
            cursor->line, NULL, error,
            "The message gets %u bytes long, but its header can only say %u. With \"split\" it goes "
            "out in fragments.",
            bcnet_forge_message_length(message), limit);
    }
    bcnet_forge_put_message(part->bytes, message);
    part->count++;
    return TRUE;
}

/* Control messages. */

static gboolean emit_control(forge_interpreter_t *self, forge_cursor_t *cursor, guint8 type, const GByteArray *payload,
                             GError **error)
{
    options_t       options = no_options;
    forge_message_t message = {
        .type = type,
        .flags = CONTROL_FLAGS,
        .has_seq = TRUE,
        .payload = payload->data,
        .payload_length = payload->len,
    };

    if (!take_options(self->scope, cursor, &options, error) || !bcnet_forge_expect_end(cursor, error) ||
        !bcnet_forge_open_part(self, cursor, error))
        return FALSE;
    if (type == FORGE_CONNECT && payload->len > 1)
        restart_seq(self);
    apply_options(self, &message, &options);
    return emit(self, cursor, &message, error);
}

static gboolean take_u8(forge_interpreter_t *self, forge_cursor_t *cursor, const char *what, GByteArray *payload,
                        GError **error)
{
    gint64 value;

    if (!bcnet_forge_take_integer(self->scope, cursor, what, 0, 255, &value, error))
        return FALSE;
    guint8 byte = (guint8)value;
    g_byte_array_append(payload, &byte, 1);
    return TRUE;
}

static gboolean take_ip(forge_cursor_t *cursor, GByteArray *payload, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    guint8               address[4];

    if (!token || token->string || inet_pton(AF_INET, token->text, address) != 1)
        return bcnet_forge_fail(cursor->line, token, error, "An IPv4 address is expected here, such as 10.10.10.1.");
    g_byte_array_append(payload, address, sizeof address);
    return TRUE;
}

static const forge_token_t *take_string(forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_peek(cursor);

    if (!token || !token->string || *token->text != '\0')
        return NULL;
    return bcnet_forge_take(cursor);
}

static gboolean read_announce(forge_interpreter_t *self, forge_cursor_t *cursor, GByteArray *payload, GError **error)
{
    if (!take_u8(self, cursor, "The id of the player", payload, error) || !take_ip(cursor, payload, error))
        return FALSE;
    const forge_token_t *name = take_string(cursor);
    if (!name) {
        return bcnet_forge_fail(cursor->line, bcnet_forge_peek(cursor), error,
                                "The name of the player is expected here, in quotes.");
    }
    bcnet_forge_append_utf16(payload, name->string, TRUE);
    return TRUE;
}

static gboolean read_connect(forge_interpreter_t *self, forge_cursor_t *cursor, GByteArray *payload, GError **error)
{
    gint64 nonce;

    if (!take_ip(cursor, payload, error) ||
        !bcnet_forge_take_integer(self->scope, cursor, "The nonce", 0, 0xFFFFFFFF, &nonce, error))
        return FALSE;
    const forge_token_t *password = take_string(cursor);
    bcnet_forge_append_u32(payload, (guint32)nonce);
    bcnet_forge_append_utf16(payload, password ? password->string : "", TRUE);
    return TRUE;
}

static gboolean read_accept(forge_interpreter_t *self, forge_cursor_t *cursor, GByteArray *payload, GError **error)
{
    return take_u8(self, cursor, "The assigned id", payload, error);
}

static gboolean read_boot(forge_interpreter_t *self, forge_cursor_t *cursor, GByteArray *payload, GError **error)
{
    gint64 reason;

    if (!bcnet_forge_take_integer(self->scope, cursor, "The reason", -128, 127, &reason, error))
        return FALSE;
    guint8 byte = (guint8)reason;
    g_byte_array_append(payload, &byte, 1);
    return take_u8(self, cursor, "The id of the booted player", payload, error);
}

static gboolean read_disconnect(forge_interpreter_t *self, forge_cursor_t *cursor, GByteArray *payload, GError **error)
{
    return take_u8(self, cursor, "The id of the player", payload, error) && take_ip(cursor, payload, error);
}

typedef struct {
    const char *word;
    guint8      type;
    gboolean (*read)(forge_interpreter_t *self, forge_cursor_t *cursor, GByteArray *payload, GError **error);
} control_t;

static const control_t controls[] = {
    { "announce", FORGE_ANNOUNCE, read_announce },
    { "connect", FORGE_CONNECT, read_connect },
    { "accept", FORGE_CONNECT, read_accept },
    { "boot", FORGE_BOOT, read_boot },
    { "disconnect", FORGE_DISCONNECT, read_disconnect },
};

static gboolean control_line(forge_interpreter_t *self, forge_cursor_t *cursor, const control_t *control,
                             GError **error)
{
    GByteArray *payload = g_byte_array_new();
    gboolean    fine = control->read(self, cursor, payload, error) &&
                    emit_control(self, cursor, control->type, payload, error);

    g_byte_array_free(payload, TRUE);
    return fine;
}

/* Acks and keepalives. */

static gboolean take_ack_flags(forge_interpreter_t *self, forge_cursor_t *cursor, gint64 *flags, gint64 *index,
                               GError **error)
{
    while (bcnet_forge_peek(cursor)) {
        if (bcnet_forge_take_word(cursor, "low")) {
            *flags |= FORGE_ACK_LOW;
        } else if (bcnet_forge_take_word(cursor, "frag")) {
            *flags |= FORGE_ACK_FRAGMENT;
            if (!bcnet_forge_take_integer(self->scope, cursor, "The fragment index", 0, 255, index, error))
                return FALSE;
        } else if (bcnet_forge_take_word(cursor, "flags")) {
            gint64 more;
            if (!bcnet_forge_take_integer(self->scope, cursor, "The flags", 0, 255, &more, error))
                return FALSE;
            *flags |= more;
        } else {
            return bcnet_forge_fail(cursor->line, bcnet_forge_peek(cursor), error,
                                    "An ack goes on with \"low\", \"frag N\" or \"flags N\", or ends here.");
        }
    }
    return TRUE;
}

static gboolean ack_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    gint64 seq, flags = 0, index = 0;

    if (!bcnet_forge_take_integer(self->scope, cursor, "The acknowledged number", 0, 0xFFFF, &seq, error) ||
        !take_ack_flags(self, cursor, &flags, &index, error))
        return FALSE;
    forge_part_t *part = bcnet_forge_open_part(self, cursor, error);
    if (!part)
        return FALSE;
    bcnet_forge_put_ack(part->bytes, (guint16)seq, (guint8)flags, (guint8)index);
    part->count++;
    return TRUE;
}

static gboolean keepalive_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    forge_part_t *part = bcnet_forge_expect_end(cursor, error) ? bcnet_forge_open_part(self, cursor, error) : NULL;

    if (!part)
        return FALSE;
    bcnet_forge_put_keepalive(part->bytes);
    part->count++;
    return TRUE;
}

/* Game messages, whole and in fragments. */

static gboolean emit_game(forge_interpreter_t *self, const forge_cursor_t *cursor, const options_t *options,
                          GByteArray *payload, GError **error)
{
    forge_message_t message = { .type = FORGE_GAME,
                                .has_seq = options->has_seq,
                                .flags = options->has_seq ? FORGE_FLAG_RELIABLE : 0,
                                .payload = payload->data,
                                .payload_length = payload->len };
    gboolean        fine = bcnet_forge_open_part(self, cursor, error) != NULL;

    if (fine) {
        apply_options(self, &message, options);
        fine = emit(self, cursor, &message, error);
    }
    g_byte_array_free(payload, TRUE);
    return fine;
}

static gboolean game_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    options_t options = no_options;

    if (!take_options(self->scope, cursor, &options, error))
        return FALSE;
    GByteArray *payload = bcnet_forge_take_bytes(self->scope, cursor, TRUE, error);
    return payload && emit_game(self, cursor, &options, payload, error);
}

gboolean bcnet_forge_game_message(forge_interpreter_t *self, forge_cursor_t *cursor, GByteArray *payload,
                                  gboolean reliable, GError **error)
{
    options_t options = no_options;

    options.has_seq = options.auto_seq = reliable;
    if (take_options(self->scope, cursor, &options, error) && bcnet_forge_expect_end(cursor, error))
        return emit_game(self, cursor, &options, payload, error);
    g_byte_array_free(payload, TRUE);
    return FALSE;
}

typedef struct {
    options_t shared;
    gint64    index; /* -1 if not given; of a split: the only fragment to send */
    gint64    total; /* -1 if not given */
    gint64    size;
    gint64    gap;
} fragment_options_t;

static gboolean take_fragment_option(forge_interpreter_t *self, forge_cursor_t *cursor, fragment_options_t *options,
                                     gboolean *taken, GError **error)
{
    *taken = TRUE;
    if (bcnet_forge_take_word(cursor, "index") || bcnet_forge_take_word(cursor, "only"))
        return bcnet_forge_take_integer(self->scope, cursor, "The fragment index", 0, 255, &options->index, error);
    if (bcnet_forge_take_word(cursor, "of"))
        return bcnet_forge_take_integer(self->scope, cursor, "The number of fragments", 0, 255, &options->total, error);
    if (bcnet_forge_take_word(cursor, "size")) {
        return bcnet_forge_take_integer(self->scope, cursor, "The size of a fragment", MIN_FRAGMENT_SIZE, 0x1FFF,
                                        &options->size, error);
    }
    if (bcnet_forge_take_word(cursor, "every"))
        return bcnet_forge_take_time(cursor, "The time between fragments", &options->gap, error);
    return take_option(self->scope, cursor, &options->shared, taken, error);
}

static gboolean take_fragment_options(forge_interpreter_t *self, forge_cursor_t *cursor, fragment_options_t *options,
                                      GError **error)
{
    gboolean taken = TRUE;

    options->shared = no_options;
    options->index = options->total = -1;
    options->size = BCNET_FORGE_MESSAGE_SIZE;
    options->gap = 0;
    while (taken)
        if (!take_fragment_option(self, cursor, options, &taken, error))
            return FALSE;
    return TRUE;
}

/* Only fragment 0 carries the total (10.5). */
static gboolean emit_fragment(forge_interpreter_t *self, const forge_cursor_t *cursor,
                              const fragment_options_t *options, guint index, guint total, const guint8 *payload,
                              guint length, GError **error)
{
    forge_message_t message = {
        .type = FORGE_GAME,
        .flags = FORGE_FLAG_FRAGMENT | (options->shared.has_seq ? FORGE_FLAG_RELIABLE : 0),
        .has_seq = options->shared.has_seq,
        .has_index = TRUE,
        .index = (guint8)index,
        .has_total = index == 0,
        .total = (guint8)total,
        .payload = payload,
        .payload_length = length,
    };

    apply_options(self, &message, &options->shared);
    return emit(self, cursor, &message, error);
}

static gboolean fragment_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    fragment_options_t options;

    if (!take_fragment_options(self, cursor, &options, error))
        return FALSE;
    if (options.index < 0 || (options.index == 0 && options.total < 0)) {
        return bcnet_forge_fail(cursor->line, bcnet_forge_peek(cursor), error,
                                options.index < 0 ? "The place of the fragment is missing: \"index N\"."
                                                  : "Fragment 0 carries the number of fragments: \"of N\" is missing.");
    }
    GByteArray *payload = bcnet_forge_take_bytes(self->scope, cursor, TRUE, error);
    if (!payload)
        return FALSE;
    gboolean fine = bcnet_forge_open_part(self, cursor, error) &&
                    emit_fragment(self, cursor, &options, (guint)options.index, (guint)options.total, payload->data,
                                  payload->len, error);
    g_byte_array_free(payload, TRUE);
    return fine;
}

static gboolean emit_split(forge_interpreter_t *self, const forge_cursor_t *cursor, fragment_options_t *options,
                           const GByteArray *payload, GError **error)
{
    guint size = (guint)options->size;
    guint count = bcnet_forge_fragment_count(payload->len, size);
    guint first = options->index >= 0 ? (guint)options->index : 0;
    guint last = options->index >= 0 ? first : count - 1;

    if (count > MAX_FRAGMENTS || first >= count) {
        return bcnet_forge_fail(cursor->line, NULL, error,
                                first >= count ? "These bytes make %u fragments, so there is none with this index."
                                               : "These bytes make %u fragments, more than 255.",
                                count);
    }
    if (self->datagram.parts->len > MAX_PARTS)
        return bcnet_forge_fail(cursor->line, NULL, error, "There are too many fragments in one datagram statement.");
    self->datagram.gap = options->gap;
    for (guint i = first; i <= last; i++) {
        guint begin, length;
        if (i > first)
            bcnet_forge_next_part(self);
        bcnet_forge_fragment_span(payload->len, size, i, &begin, &length);
        if (!emit_fragment(self, cursor, options, i, count, payload->data + begin, length, error))
            return FALSE;
    }
    return TRUE;
}

/* All fragments have one number, so an automatic one is fixed before the first of them. */
static gboolean split_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    fragment_options_t options;

    if (!take_fragment_options(self, cursor, &options, error))
        return FALSE;
    if (!options.shared.has_seq) {
        return bcnet_forge_fail(
            cursor->line, bcnet_forge_peek(cursor), error,
            "\"seq N\" or \"seq auto\" is expected in a split: fragments are joined by their number.");
    }
    GByteArray *payload = bcnet_forge_take_bytes(self->scope, cursor, FALSE, error);
    if (!payload)
        return FALSE;
    gboolean fine = bcnet_forge_open_part(self, cursor, error) != NULL;
    if (fine && options.shared.auto_seq) {
        options.shared.seq = next_seq(self, FALSE);
        options.shared.auto_seq = FALSE;
    }
    fine = fine && emit_split(self, cursor, &options, payload, error);
    g_byte_array_free(payload, TRUE);
    return fine;
}

static gboolean raw_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    GByteArray   *payload = bcnet_forge_take_bytes(self->scope, cursor, FALSE, error);
    forge_part_t *part = payload ? bcnet_forge_open_part(self, cursor, error) : NULL;

    if (part) {
        g_byte_array_append(part->bytes, payload->data, payload->len);
        part->count++;
    }
    if (payload)
        g_byte_array_free(payload, TRUE);
    return part != NULL;
}

/* Whole datagrams. */

static gboolean plain_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    GByteArray *payload = bcnet_forge_take_bytes(self->scope, cursor, FALSE, error);

    return payload && bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_PLAIN, payload, error);
}

static gboolean cipher_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    GByteArray *payload = bcnet_forge_take_bytes(self->scope, cursor, TRUE, error);

    return payload && bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_WIRE, payload, error);
}

/* Strings stand for themselves here. */
static gboolean text_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = take_string(cursor);

    if (!token)
        return bcnet_forge_fail(cursor->line, bcnet_forge_peek(cursor), error, "A text in quotes is expected here.");
    GByteArray *payload = g_byte_array_new();
    for (; token; token = take_string(cursor))
        bcnet_forge_append_latin1(payload, token->string);
    if (!bcnet_forge_expect_end(cursor, error)) {
        g_byte_array_free(payload, TRUE);
        return FALSE;
    }
    return bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_WIRE, payload, error);
}

static gboolean open_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    return bcnet_forge_expect_end(cursor, error) &&
           bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_OPEN, g_byte_array_new(), error);
}

static gboolean close_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    return bcnet_forge_expect_end(cursor, error) &&
           bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_CLOSE, g_byte_array_new(), error);
}

static gboolean comment_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = take_string(cursor);

    if (!token)
        return bcnet_forge_fail(cursor->line, bcnet_forge_peek(cursor), error, "A comment in quotes is expected here.");
    if (!self->datagram.line || self->datagram.comment) {
        return bcnet_forge_fail(
            cursor->line, (const forge_token_t *)g_ptr_array_index(cursor->line->tokens, 0), error,
            !self->datagram.line ? "A comment belongs to a datagram. A line \"at TIME FROM > TO\" is expected before "
                                   "it."
                                 : "The datagram has a comment already.");
    }
    self->datagram.comment = g_strdup(token->string);
    return bcnet_forge_expect_end(cursor, error);
}

typedef struct {
    const char *word;
    gboolean (*run)(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error);
} statement_t;

static const statement_t statements[] = {
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
    { "open", open_line },
    { "close", close_line },
    { "snapshot", bcnet_forge_snapshot_line },
    { "block", bcnet_forge_block_line },
};

static const control_t *find_control(const char *word)
{
    for (gsize i = 0; i < G_N_ELEMENTS(controls); i++)
        if (strcmp(word, controls[i].word) == 0)
            return &controls[i];
    return NULL;
}

static const statement_t *find_statement(const char *word)
{
    for (gsize i = 0; i < G_N_ELEMENTS(statements); i++)
        if (strcmp(word, statements[i].word) == 0)
            return &statements[i];
    return NULL;
}

gboolean bcnet_forge_is_message(const char *word)
{
    return find_control(word) || find_statement(word);
}

gboolean bcnet_forge_message_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const char      *word = bcnet_forge_take(cursor)->text;
    const control_t *control = find_control(word);

    return control ? control_line(self, cursor, control, error) : find_statement(word)->run(self, cursor, error);
}
