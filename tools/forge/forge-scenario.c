/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scenario reader: statements outside of datagrams, loops and included files. */
#include "forge/forge-scenario.h"

#include <string.h>

#include "forge/forge-bytes.h"
#include "forge/forge-interpreter.h"

#define MAX_DEPTH 16u /* of includes and loops within each other */
#define MAX_ROUNDS 100000000
#define MAX_LET_BYTES (64u * 1024 * 1024)
#define FIRST_TCP_SEQ 1000u
#define NO_ID 255 /* byte 0 of a client that has no id yet (10.1) */

const forge_limits_t bcnet_forge_default_limits = {
    .max_frames = 20u * 1000 * 1000,
    .max_bytes = G_GUINT64_CONSTANT(4) * 1024 * 1024 * 1024,
    .max_lines = 200u * 1000 * 1000,
};

static void run_lines(forge_interpreter_t *self, const forge_source_t *source, guint from, guint to);

static void way_free(gpointer data)
{
    forge_way_t *way = (forge_way_t *)data;

    g_clear_pointer(&way->frame, g_byte_array_unref);
    g_free(way);
}

forge_way_t *bcnet_forge_way(forge_endpoint_t *from, forge_endpoint_t *to)
{
    forge_way_t *way = (forge_way_t *)g_hash_table_lookup(from->ways, to);

    if (!way) {
        way = g_new0(forge_way_t, 1);
        way->tcp_seq = FIRST_TCP_SEQ;
        g_hash_table_insert(from->ways, to, way);
    }
    return way;
}

static void endpoint_free(gpointer data)
{
    forge_endpoint_t *endpoint = (forge_endpoint_t *)data;

    g_hash_table_destroy(endpoint->ways);
    g_free(endpoint->name);
    g_free(endpoint);
}

static void interpreter_clear(forge_interpreter_t *self)
{
    bcnet_forge_clear_datagram(&self->datagram);
    g_hash_table_destroy(self->scope.bytes);
    g_hash_table_destroy(self->scope.counters);
    g_ptr_array_free(self->scope.folders, TRUE);
    g_hash_table_destroy(self->sources);
    g_hash_table_destroy(self->endpoints);
    g_hash_table_destroy(self->ships);
    bcnet_forge_capture_free(self->capture);
}

/* Statements. */

static void endpoint_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_peek(cursor);
    const char          *name = bcnet_forge_take_name(cursor, "The name of the endpoint");
    forge_address_t      address;
    gint64               id = NO_ID;

    if (name && g_hash_table_contains(self->endpoints, name))
        bcnet_forge_fail(cursor, token, "There is an endpoint \"%s\" already.", name);
    token = bcnet_forge_take(cursor);
    if (!token || token->string || !bcnet_forge_parse_address(token->text, &address)) {
        bcnet_forge_fail(cursor, token,
                         "An address with port is expected here, such as 10.10.10.1:22101 or [fe80::1]:22101.");
    }
    if (bcnet_forge_take_word(cursor, "id"))
        id = bcnet_forge_take_integer(cursor, "The id", 0, 255);
    const gint first_enciphered = bcnet_forge_take_word(cursor, "plain") ? -1 : !bcnet_forge_take_word(cursor, "whole");
    if (!bcnet_forge_expect_end(cursor))
        return;
    forge_endpoint_t *endpoint = g_new0(forge_endpoint_t, 1);
    endpoint->first_enciphered = first_enciphered;
    endpoint->name = g_strdup(name);
    endpoint->address = address;
    endpoint->id = (guint8)id;
    endpoint->identification = 1;
    endpoint->ways = g_hash_table_new_full(NULL, NULL, NULL, way_free);
    g_hash_table_insert(self->endpoints, endpoint->name, endpoint);
}

static void start_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    g_autoptr(GDateTime) moment = token ? g_date_time_new_from_iso8601(token->text, NULL) : NULL;

    if (!moment || g_date_time_to_unix(moment) < 0) {
        bcnet_forge_fail(cursor, token, "A moment since 1970 is expected here, such as 2002-02-08T12:00:00Z.");
        return;
    }
    self->capture->start = g_date_time_to_unix(moment) * G_USEC_PER_SEC + g_date_time_get_microsecond(moment);
    bcnet_forge_expect_end(cursor);
}

static void let_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const char *name = bcnet_forge_take_name(cursor, "A name for the bytes");
    GByteArray *bytes = bcnet_forge_take_bytes(cursor, FALSE);

    if (self->error) {
        g_byte_array_unref(bytes);
        return;
    }
    const GByteArray *former = g_hash_table_lookup(self->scope.bytes, name);
    self->scope.size -= former ? former->len : 0;
    self->scope.size += bytes->len;
    g_hash_table_insert(self->scope.bytes, g_strdup(name), bytes);
    if (self->scope.size > MAX_LET_BYTES)
        bcnet_forge_fail(cursor, NULL, "All named bytes together are more than 64 MiB, the limit.");
}

/* A round of a loop counts as a line, too: its body may be empty. */
static gboolean count_line(forge_interpreter_t *self, const forge_cursor_t *cursor)
{
    return ++self->lines_run <= self->limits.max_lines ||
           bcnet_forge_fail(cursor, bcnet_forge_first(cursor->line),
                            "The scenario runs more than %" G_GUINT64_FORMAT " lines, the limit.",
                            self->limits.max_lines);
}

static forge_source_t *read_source(const forge_cursor_t *cursor, const forge_token_t *token, const char *path)
{
    gsize            length;
    g_autofree char *text = bcnet_forge_read_file(cursor, token, BCNET_FORGE_MAX_SOURCE, &length);

    return text ? bcnet_forge_source_new(path, text, length, cursor->error) : NULL;
}

/* Every file is read once. */
static const forge_source_t *find_source(forge_interpreter_t *self, const forge_cursor_t *cursor,
                                         const forge_token_t *token)
{
    g_autofree char *path = bcnet_forge_file_path(cursor->line, token);
    forge_source_t  *source = (forge_source_t *)g_hash_table_lookup(self->sources, path);

    if (!source && (source = read_source(cursor, token, path)) != NULL)
        g_hash_table_insert(self->sources, g_steal_pointer(&path), source);
    return source;
}

static gboolean enter(forge_interpreter_t *self, const forge_cursor_t *cursor)
{
    return ++self->depth <= MAX_DEPTH ||
           bcnet_forge_fail(cursor, bcnet_forge_first(cursor->line),
                            "Files and loops are nested more than %u deep here. Does a file include itself?",
                            MAX_DEPTH);
}

static void include_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_take_string(cursor, "The name of a file in quotes is expected here.");

    if (!bcnet_forge_expect_end(cursor) || !enter(self, cursor))
        return;
    const forge_source_t *source = find_source(self, cursor, token);
    if (source)
        run_lines(self, source, 0, source->lines->len);
    self->depth--;
}

/* Loops. */

typedef struct {
    gint64      rounds;
    const char *counter;
    gint64      every; /* -1 when the rounds have no times */
} loop_t;

static loop_t take_loop(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    loop_t loop = { .counter = "i", .every = -1 };

    loop.rounds = bcnet_forge_take_integer(cursor, "The number of rounds", 0, MAX_ROUNDS);
    if (bcnet_forge_take_word(cursor, "as"))
        loop.counter = bcnet_forge_take_name(cursor, "The name of the counter");
    if (bcnet_forge_take_word(cursor, "every"))
        loop.every = bcnet_forge_take_time(cursor, "The time between rounds");
    if (!self->error && g_hash_table_contains(self->scope.counters, loop.counter)) {
        bcnet_forge_fail(cursor, NULL,
                         "The loop around this one counts $%s already. \"as NAME\" gives this counter another "
                         "name.",
                         loop.counter);
    }
    bcnet_forge_expect_end(cursor);
    return loop;
}

/* The line of the `end` that belongs to the loop whose body begins at FROM; behind the last line if there is none. */
static guint find_end(const forge_source_t *source, guint from)
{
    guint open = 1;

    for (guint i = from; i < source->lines->len; i++) {
        const forge_token_t *first = bcnet_forge_first(bcnet_forge_source_line(source, i));
        if (bcnet_forge_is_word(first, "repeat"))
            open++;
        else if (bcnet_forge_is_word(first, "end") && --open == 0)
            return i;
    }
    return source->lines->len;
}

/* The lines from FROM up to TO. A datagram that was open before the loop belongs to the time before it. In a timed loop
 * each round has its own zero of time. */
static void run_rounds(forge_interpreter_t *self, const forge_cursor_t *cursor, const forge_source_t *source,
                       guint from, guint to, const loop_t *loop)
{
    gint64 begin = self->now;
    gint64 outer_begin = self->round_begin;
    gint64 round;

    g_hash_table_insert(self->scope.counters, (gpointer)loop->counter, &round);
    for (round = 0; round < loop->rounds && !self->error && count_line(self, cursor); round++) {
        if (loop->every >= 0)
            self->now = self->round_begin = begin + round * loop->every;
        run_lines(self, source, from, to);
    }
    g_hash_table_remove(self->scope.counters, loop->counter);
    self->round_begin = outer_begin;
}

/* LINE is the index of the `repeat`; moves it to the matching `end`. */
static void repeat_line(forge_interpreter_t *self, forge_cursor_t *cursor, const forge_source_t *source, guint *line)
{
    loop_t loop = take_loop(self, cursor);
    guint  end = find_end(source, *line + 1);

    if (end == source->lines->len) {
        bcnet_forge_fail(cursor, bcnet_forge_first(cursor->line),
                         "This loop is not closed. A line \"end\" is expected after its body.");
    }
    if (self->error || !enter(self, cursor))
        return;
    run_rounds(self, cursor, source, *line + 1, end, &loop);
    self->depth--;
    *line = end;
}

static const forge_statement_t statements[] = {
    { "at", bcnet_forge_begin_datagram },
    { "endpoint", endpoint_line },
    { "start", start_line },
    { "let", let_line },
    { "include", include_line },
    { "ship", bcnet_forge_ship_line },
    { "damage", bcnet_forge_damage_line },
    { NULL, NULL },
};

static void unknown_line(const forge_cursor_t *cursor)
{
    const forge_token_t *first = bcnet_forge_first(cursor->line);
    g_autofree char     *found = bcnet_forge_describe(first);

    if (bcnet_forge_is_word(first, "end")) {
        bcnet_forge_fail(cursor, first, "No loop is open here that \"end\" could close.");
        return;
    }
    bcnet_forge_fail(
        cursor, first,
        "%s is no statement. Expected is one of endpoint, start, let, include, ship, damage, repeat, end, "
        "at; or in a datagram one of ack, keepalive, announce, connect, accept, boot, disconnect, game, fragment, "
        "split, snapshot, block, raw, plain, cipher, text, comment, open, close.",
        found);
}

gboolean bcnet_forge_run_statement(forge_interpreter_t *self, forge_cursor_t *cursor,
                                   const forge_statement_t *statement)
{
    while (statement->word && !bcnet_forge_is_word(bcnet_forge_first(cursor->line), statement->word))
        statement++;
    if (statement->run)
        statement->run(self, cursor);
    return statement->word != NULL;
}

static void run_lines(forge_interpreter_t *self, const forge_source_t *source, guint from, guint to)
{
    for (guint i = from; i < to && !self->error; i++) {
        forge_cursor_t cursor = { bcnet_forge_source_line(source, i), 1, &self->scope, &self->error };
        if (!count_line(self, &cursor))
            return;
        if (bcnet_forge_is_word(bcnet_forge_first(cursor.line), "repeat"))
            repeat_line(self, &cursor, source, &i);
        else if (!bcnet_forge_message_line(self, &cursor) && !bcnet_forge_run_statement(self, &cursor, statements))
            unknown_line(&cursor);
    }
}

forge_capture_t *bcnet_forge_run(const char *name, const char *text, gsize length, const forge_limits_t *limits,
                                 GError **error)
{
    forge_source_t *source = bcnet_forge_source_new(name, text, length, error);

    if (!source)
        return NULL;
    forge_interpreter_t self = {
        .scope.bytes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_byte_array_unref),
        .scope.counters = g_hash_table_new(g_str_hash, g_str_equal),
        .scope.folders = g_ptr_array_new_with_free_func(g_free),
        .scope.output = limits->output,
        .sources = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, bcnet_forge_source_free),
        .endpoints = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, endpoint_free),
        .ships = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, bcnet_forge_model_free),
        .capture = bcnet_forge_capture_new(),
        .limits = *limits,
    };
    for (char *const *folder = limits->folders; folder && *folder; folder++)
        bcnet_forge_allow_folder(&self.scope, *folder);
    bcnet_forge_allow_folder(&self.scope, source->directory);
    g_hash_table_insert(self.sources, g_strdup(""), source);
    run_lines(&self, source, 0, source->lines->len);
    bcnet_forge_end_datagram(&self);
    if (self.error)
        g_propagate_error(error, self.error);
    forge_capture_t *capture = self.error ? NULL : g_steal_pointer(&self.capture);
    if (capture)
        bcnet_forge_capture_sort(capture);
    interpreter_clear(&self);
    return capture;
}
