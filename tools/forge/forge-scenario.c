/* The scenario reader: statements outside of datagrams, loops and included files.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-scenario.h"

#include <string.h>

#include "forge/forge-bytes.h"
#include "forge/forge-files.h"
#include "forge/forge-interpreter.h"
#include "forge/forge-model.h"

#define MAX_DEPTH 16u /* of includes and loops within each other */
#define MAX_ROUNDS 100000000
#define MAX_LET_BYTES (64u * 1024 * 1024)
#define NO_ID 255 /* byte 0 of a client that has no id yet (10.1) */

const forge_limits_t bcnet_forge_default_limits = {
    .max_frames = 20u * 1000 * 1000,
    .max_bytes = G_GUINT64_CONSTANT(4) * 1024 * 1024 * 1024,
    .max_lines = 200u * 1000 * 1000,
};

static gboolean run_lines(forge_interpreter_t *self, const forge_source_t *source, guint from, guint to,
                          GError **error);

static void source_free(gpointer data)
{
    bcnet_forge_source_free((forge_source_t *)data);
}

static void endpoint_free(gpointer data)
{
    forge_endpoint_t *endpoint = (forge_endpoint_t *)data;

    g_free(endpoint->name);
    g_free(endpoint);
}

static forge_interpreter_t *interpreter_new(const forge_limits_t *limits)
{
    forge_interpreter_t *self = g_new0(forge_interpreter_t, 1);

    self->scope = bcnet_forge_scope_new();
    self->sources = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, source_free);
    self->endpoints = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, endpoint_free);
    self->next_seq = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->tcp = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->sent = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_byte_array_unref);
    self->ships = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, bcnet_forge_model_free);
    self->capture = bcnet_forge_capture_new();
    self->limits = *limits;
    for (char *const *folder = limits->folders; folder && *folder; folder++)
        bcnet_forge_allow_folder(self->scope, *folder);
    bcnet_forge_protect(self->scope, limits->output);
    return self;
}

static void interpreter_free(forge_interpreter_t *self)
{
    bcnet_forge_clear_datagram(&self->datagram);
    bcnet_forge_scope_free(self->scope);
    g_hash_table_destroy(self->sources);
    g_hash_table_destroy(self->endpoints);
    g_hash_table_destroy(self->next_seq);
    g_hash_table_destroy(self->tcp);
    g_hash_table_destroy(self->sent);
    g_hash_table_destroy(self->ships);
    bcnet_forge_capture_free(self->capture);
    g_free(self);
}

/* Statements. */

static const char *take_name(forge_cursor_t *cursor, const char *what, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);

    if (!token || token->string || !bcnet_forge_is_name(token->text)) {
        bcnet_forge_fail(cursor->line, token, error, "%s is expected here: a letter, then letters, digits and '_'.",
                         what);
        return NULL;
    }
    return token->text;
}

static gboolean take_address(forge_cursor_t *cursor, forge_address_t *address, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);

    if (!token || token->string || !bcnet_forge_parse_address(token->text, address)) {
        return bcnet_forge_fail(cursor->line, token, error,
                                "An address with port is expected here, such as 10.10.10.1:22101 or [fe80::1]:22101.");
    }
    return TRUE;
}

static gboolean endpoint_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = bcnet_forge_peek(cursor);
    const char          *name = take_name(cursor, "The name of the endpoint", error);
    forge_address_t      address;
    gint64               id = NO_ID;

    if (!name)
        return FALSE;
    if (g_hash_table_contains(self->endpoints, name))
        return bcnet_forge_fail(cursor->line, token, error, "There is an endpoint \"%s\" already.", name);
    if (!take_address(cursor, &address, error) ||
        (bcnet_forge_take_word(cursor, "id") &&
         !bcnet_forge_take_integer(self->scope, cursor, "The id", 0, 255, &id, error)) ||
        !bcnet_forge_expect_end(cursor, error))
        return FALSE;
    forge_endpoint_t *endpoint = g_new0(forge_endpoint_t, 1);
    endpoint->name = g_strdup(name);
    endpoint->address = address;
    endpoint->id = (guint8)id;
    endpoint->identification = 1;
    g_hash_table_insert(self->endpoints, endpoint->name, endpoint);
    return TRUE;
}

static gboolean start_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    GDateTime           *moment = token ? g_date_time_new_from_iso8601(token->text, NULL) : NULL;

    if (!moment || g_date_time_to_unix(moment) < 0) {
        if (moment)
            g_date_time_unref(moment);
        return bcnet_forge_fail(cursor->line, token, error,
                                "A moment since 1970 is expected here, such as 2002-02-08T12:00:00Z.");
    }
    self->capture->start = g_date_time_to_unix(moment) * G_USEC_PER_SEC + g_date_time_get_microsecond(moment);
    g_date_time_unref(moment);
    return bcnet_forge_expect_end(cursor, error);
}

static gboolean let_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const char *name = take_name(cursor, "A name for the bytes", error);

    if (!name)
        return FALSE;
    GByteArray *bytes = bcnet_forge_take_bytes(self->scope, cursor, FALSE, error);
    if (!bytes)
        return FALSE;
    bcnet_forge_scope_set_bytes(self->scope, name, bytes);
    if (bcnet_forge_scope_size(self->scope) > MAX_LET_BYTES)
        return bcnet_forge_fail(cursor->line, NULL, error, "All named bytes together are more than 64 MiB, the limit.");
    return TRUE;
}

/* A round of a loop counts as a line, too: its body may be empty. */
static gboolean count_line(forge_interpreter_t *self, const forge_line_t *line, GError **error)
{
    if (++self->lines_run <= self->limits.max_lines)
        return TRUE;
    return bcnet_forge_fail(line, (const forge_token_t *)g_ptr_array_index(line->tokens, 0), error,
                            "The scenario runs more than %" G_GUINT64_FORMAT " lines, the limit.",
                            self->limits.max_lines);
}

static forge_source_t *read_source(const forge_interpreter_t *self, const forge_cursor_t *cursor,
                                   const forge_token_t *token, const char *path, GError **error)
{
    gsize length;
    char *text = bcnet_forge_read_file(self->scope, cursor->line, token, BCNET_FORGE_MAX_SOURCE, &length, error);
    if (!text)
        return NULL;
    char           *directory = g_path_get_dirname(path);
    forge_source_t *source = bcnet_forge_source_from_text(path, directory, text, length, error);
    g_free(directory);
    g_free(text);
    return source;
}

/* Every file is read once. */
static const forge_source_t *find_source(forge_interpreter_t *self, const forge_cursor_t *cursor,
                                         const forge_token_t *token, GError **error)
{
    char           *path = bcnet_forge_file_path(cursor->line, token);
    forge_source_t *source = (forge_source_t *)g_hash_table_lookup(self->sources, path);

    if (!source && (source = read_source(self, cursor, token, path, error)) != NULL)
        g_hash_table_insert(self->sources, g_strdup(path), source);
    g_free(path);
    return source;
}

static gboolean enter(forge_interpreter_t *self, const forge_cursor_t *cursor, GError **error)
{
    if (self->depth >= MAX_DEPTH) {
        return bcnet_forge_fail(cursor->line, (const forge_token_t *)g_ptr_array_index(cursor->line->tokens, 0), error,
                                "Files and loops are nested more than %u deep here. Does a file include itself?",
                                MAX_DEPTH);
    }
    self->depth++;
    return TRUE;
}

static gboolean include_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);

    if (!token || !token->string || *token->text != '\0')
        return bcnet_forge_fail(cursor->line, token, error, "The name of a file in quotes is expected here.");
    if (!bcnet_forge_expect_end(cursor, error) || !enter(self, cursor, error))
        return FALSE;
    const forge_source_t *source = find_source(self, cursor, token, error);
    if (!source)
        return FALSE;
    gboolean fine = run_lines(self, source, 0, source->lines->len, error);
    self->depth--;
    return fine;
}

/* Loops. */

typedef struct {
    gint64      rounds;
    const char *counter;
    gboolean    timed;
    gint64      every;
} loop_t;

static gboolean take_loop(forge_interpreter_t *self, forge_cursor_t *cursor, loop_t *loop, GError **error)
{
    if (!bcnet_forge_take_integer(self->scope, cursor, "The number of rounds", 0, MAX_ROUNDS, &loop->rounds, error))
        return FALSE;
    if (bcnet_forge_take_word(cursor, "as") &&
        (loop->counter = take_name(cursor, "The name of the counter", error)) == NULL)
        return FALSE;
    loop->timed = bcnet_forge_take_word(cursor, "every");
    if (loop->timed && !bcnet_forge_take_time(cursor, "The time between rounds", &loop->every, error))
        return FALSE;
    if (bcnet_forge_scope_counter(self->scope, loop->counter)) {
        return bcnet_forge_fail(cursor->line, NULL, error,
                                "The loop around this one counts $%s already. \"as NAME\" gives this counter another "
                                "name.",
                                loop->counter);
    }
    return bcnet_forge_expect_end(cursor, error);
}

static gboolean begins_with(const forge_source_t *source, guint index, const char *word)
{
    return bcnet_forge_is_word(
        (const forge_token_t *)g_ptr_array_index(bcnet_forge_source_line(source, index)->tokens, 0), word);
}

/* The line of the `end` that belongs to the loop whose body begins at FROM; TO if there is none. */
static guint find_end(const forge_source_t *source, guint from, guint to)
{
    guint open = 1;

    for (guint i = from; i < to; i++)
        if (begins_with(source, i, "repeat"))
            open++;
        else if (begins_with(source, i, "end") && --open == 0)
            return i;
    return to;
}

/* A datagram that was open before the loop belongs to the time before it. In a timed loop each round has
 * its own zero of time. */
static gboolean run_rounds(forge_interpreter_t *self, const forge_source_t *source, guint from, guint to,
                           const loop_t *loop, GError **error)
{
    gint64   begin = self->now;
    gint64   outer_begin = self->round_begin;
    gboolean fine = TRUE;

    for (gint64 i = 0; fine && i < loop->rounds; i++) {
        bcnet_forge_scope_set_counter(self->scope, loop->counter, i);
        if (loop->timed)
            self->now = self->round_begin = begin + i * loop->every;
        fine = count_line(self, bcnet_forge_source_line(source, from - 1), error) &&
               run_lines(self, source, from, to, error);
    }
    bcnet_forge_scope_unset_counter(self->scope, loop->counter);
    self->round_begin = outer_begin;
    return fine;
}

/* LINE is the index of the `repeat`; moves it to the matching `end`. */
static gboolean repeat_line(forge_interpreter_t *self, forge_cursor_t *cursor, const forge_source_t *source,
                            guint *line, guint to, GError **error)
{
    loop_t loop = { .counter = "i" };
    guint  end = find_end(source, *line + 1, to);

    if (!take_loop(self, cursor, &loop, error))
        return FALSE;
    if (end == to) {
        return bcnet_forge_fail(cursor->line, (const forge_token_t *)g_ptr_array_index(cursor->line->tokens, 0), error,
                                "This loop is not closed. A line \"end\" is expected after its body.");
    }
    if (!enter(self, cursor, error))
        return FALSE;
    gboolean fine = run_rounds(self, source, *line + 1, end, &loop, error);
    self->depth--;
    *line = end;
    return fine;
}

typedef struct {
    const char *word;
    gboolean (*run)(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error);
} statement_t;

static const statement_t statements[] = {
    { "at", bcnet_forge_begin_datagram },
    { "endpoint", endpoint_line },
    { "start", start_line },
    { "let", let_line },
    { "include", include_line },
    { "ship", bcnet_forge_ship_line },
    { "damage", bcnet_forge_damage_line },
};

static gboolean unknown_line(const forge_cursor_t *cursor, const forge_token_t *first, GError **error)
{
    char *found = bcnet_forge_describe(first);

    if (bcnet_forge_is_word(first, "end")) {
        bcnet_forge_fail(cursor->line, first, error, "No loop is open here that \"end\" could close.");
    } else {
        bcnet_forge_fail(
            cursor->line, first, error,
            "%s is no statement. Expected is one of endpoint, start, let, include, ship, damage, repeat, end, "
            "at; or in a datagram one of ack, keepalive, announce, connect, accept, boot, disconnect, game, fragment, "
            "split, snapshot, block, raw, plain, cipher, text, comment, open, close.",
            found);
    }
    g_free(found);
    return FALSE;
}

static gboolean run_line(forge_interpreter_t *self, const forge_source_t *source, guint *index, guint to,
                         GError **error)
{
    forge_cursor_t       cursor = { bcnet_forge_source_line(source, *index), 1 };
    const forge_token_t *first = (const forge_token_t *)g_ptr_array_index(cursor.line->tokens, 0);

    if (!count_line(self, cursor.line, error))
        return FALSE;
    if (!first->string && bcnet_forge_is_message(first->text)) {
        cursor.next = 0;
        return bcnet_forge_message_line(self, &cursor, error);
    }
    if (bcnet_forge_is_word(first, "repeat"))
        return repeat_line(self, &cursor, source, index, to, error);
    for (gsize i = 0; i < G_N_ELEMENTS(statements); i++)
        if (bcnet_forge_is_word(first, statements[i].word))
            return statements[i].run(self, &cursor, error);
    return unknown_line(&cursor, first, error);
}

static gboolean run_lines(forge_interpreter_t *self, const forge_source_t *source, guint from, guint to, GError **error)
{
    for (guint i = from; i < to; i++)
        if (!run_line(self, source, &i, to, error))
            return FALSE;
    return TRUE;
}

static forge_capture_t *run_source(forge_source_t *source, const forge_limits_t *limits, GError **error)
{
    forge_interpreter_t *self = interpreter_new(limits);
    forge_capture_t     *capture = NULL;

    g_hash_table_insert(self->sources, g_strdup(""), source);
    bcnet_forge_allow_folder(self->scope, source->directory);
    if (run_lines(self, source, 0, source->lines->len, error) && bcnet_forge_end_datagram(self, error)) {
        capture = self->capture;
        self->capture = NULL;
        bcnet_forge_capture_sort(capture);
    }
    interpreter_free(self);
    return capture;
}

forge_capture_t *bcnet_forge_run(const char *path, const forge_limits_t *limits, GError **error)
{
    forge_source_t *source = bcnet_forge_source_read(path, error);

    return source ? run_source(source, limits, error) : NULL;
}

forge_capture_t *bcnet_forge_run_text(const char *name, const char *text, gsize length, const forge_limits_t *limits,
                                      GError **error)
{
    forge_source_t *source = bcnet_forge_source_from_text(name, ".", text, length, error);

    return source ? run_source(source, limits, error) : NULL;
}
