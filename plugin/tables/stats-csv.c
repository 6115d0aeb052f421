/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tshark -z bcnet,csv: one row per game message, as comma-separated values.
 *
 * tshark's own -T fields has one row per frame and cannot tell which of several messages of a datagram a
 * value belongs to. Here every message has a row of its own.
 *
 *     -z bcnet,csv              all game messages: the common columns
 *     -z bcnet,csv,all          all messages, those of the transport too, and GameSpy texts
 *     -z bcnet,csv,0x1c         one opcode, by number or name: the common columns and all fields of that opcode
 *     -z bcnet,csv,FILTER       messages of the frames that a display filter selects
 *     -z bcnet,csv,0x1c,FILTER  both; so with "all"
 *
 * Fields are only made when somebody asks for them. The listener's filter names all that are wanted, which
 * is how Wireshark is asked. */
#include "opcodes/opcodes.h"

#include <inttypes.h>
#include <stdio.h>

#include <epan/print.h>
#include <epan/stat_tap_ui.h>

#include "game/stays.h"
#include "gamespy/gamespy.h"
#include "messages/reliability.h"
#include "messages/transport.h"
#include "tables/row-facts.h"
#include "tables/stats-table.h"
#include "statistics/tap.h"

/* The row of a message: that of the tables for databases, and some of it in words. */
typedef struct {
    bcnet_message_row_t is;
    const char         *from, *to, *opcode, *summary, *actor, *payload_hash, *killer, *victim;
    int64_t             ack_rtt;
} bcnet_csv_row_t;

/* One request of the command line. */
typedef struct {
    bool             everything; /* "all" */
    bool             one_opcode;
    uint8_t          opcode;
    GPtrArray       *fields; /* of header_field_info, in order of the columns */
    GHashTable      *column_of_field; /* field number -> column + 1; one name may be registered several times */
    GString         *line; /* the row in hand */
    bool             header_written;
    bcnet_left_out_t left_out;
    bcnet_csv_row_t  left_out_row; /* says so, where the first of them was */
} bcnet_csv_t;

/* ---- Columns ---- */

/* "bcnet.state.position.x" is a field of "state" and of "state.position". */
static bool is_field_of(const char *abbreviation, const char *name)
{
    const size_t length = strlen(name);
    const char  *rest = abbreviation + strlen("bcnet.");

    return g_str_has_prefix(abbreviation, "bcnet.") && strncmp(rest, name, length) == 0 &&
           (rest[length] == '.' || rest[length] == '\0');
}

static const char *name_of(const bcnet_csv_t *csv, guint column)
{
    return ((const header_field_info *)csv->fields->pdata[column])->abbrev;
}

/* The column a field goes to; a new one unless the name has one already. */
static guint column_for(bcnet_csv_t *csv, header_field_info *field)
{
    for (guint i = 0; i < csv->fields->len; i++) {
        if (strcmp(name_of(csv, i), field->abbrev) == 0)
            return i;
    }
    g_ptr_array_add(csv->fields, field);
    return csv->fields->len - 1;
}

static void add_columns(bcnet_csv_t *csv, const char *name)
{
    void *cookie;

    for (header_field_info *field = proto_get_first_protocol_field(proto_bcnet, &cookie); field;
         field = proto_get_next_protocol_field(proto_bcnet, &cookie)) {
        if (field->type != FT_NONE && is_field_of(field->abbrev, name))
            g_hash_table_insert(csv->column_of_field, GINT_TO_POINTER(field->id),
                                GUINT_TO_POINTER(column_for(csv, field) + 1));
    }
}

static void choose_columns(bcnet_csv_t *csv)
{
    const bcnet_opcode_t *row = csv->one_opcode ? bcnet_opcode_row(csv->opcode) : NULL;
    gchar               **names = g_strsplit(row && row->columns ? row->columns : "", " ", -1);

    for (unsigned i = 0; names[i]; i++)
        add_columns(csv, names[i]);
    g_strfreev(names);
    add_columns(csv, "unparsed"); /* whatever has no meaning, in any message */
}

#define COLUMN(name, kind, member)                                                                                     \
    {                                                                                                                  \
        name, BCNET_CELL_##kind, offsetof(bcnet_csv_row_t, member), false, NULL                                        \
    }

static const bcnet_column_t common[] = {
    COLUMN("frame", ID, is.when.frame),
    COLUMN("time", SECONDS, is.when.t),
    COLUMN("from", TEXT, from),
    COLUMN("to", TEXT, to),
    COLUMN("seq", INTEGER, is.seq),
    COLUMN("resend", INTEGER, is.resend),
    COLUMN("opcode", TEXT, opcode),
    COLUMN("label", TEXT, is.label),
    COLUMN("summary", TEXT, summary),
    COLUMN("type", TEXT, is.type),
    COLUMN("length", INTEGER, is.length),
    COLUMN("actor", TEXT, actor),
    COLUMN("copy_of", ID, is.copy_of_frame),
    COLUMN("acked_in", ID, is.acked_in_frame),
    COLUMN("ack_rtt", SECONDS, ack_rtt),
    COLUMN("retransmission_of", ID, is.resend_of_frame),
    COLUMN("payload_hash", TEXT, payload_hash),
    COLUMN("from_id", ID, is.from_id),
    COLUMN("to_id", ID, is.to_id),
    COLUMN("actor_id", ID, is.actor_id),
    COLUMN("game", ID, is.when.game),
    COLUMN("link", ID, is.link),
    COLUMN("epoch", SECONDS, is.epoch),
    COLUMN("killer", TEXT, killer),
    COLUMN("victim", TEXT, victim),
};

static const bcnet_rows_kind_t row_kind = { NULL, NULL, common, array_length(common) };

/* ---- Rows ---- */

/* Once; at the end at the latest: a capture without any message of ours still has one. */
static void write_header(bcnet_csv_t *csv)
{
    if (csv->header_written)
        return;
    bcnet_row_append_names(csv->line, &row_kind);
    for (guint i = 0; i < csv->fields->len; i++)
        g_string_append_printf(csv->line, ",%s", name_of(csv, i));
    bcnet_csv_write(csv->line);
    csv->header_written = true;
}

/* A row of which nothing is known but when and what it is. */
static bcnet_csv_row_t row_at(const packet_info *pinfo, const char *type, const char *summary)
{
    bcnet_csv_row_t row;

    bcnet_row_clear(&row_kind, &row);
    row.is.when.frame = pinfo->num;
    row.is.when.t = bcnet_nanoseconds(&pinfo->rel_ts);
    row.is.type = type;
    row.is.resend = 0;
    row.summary = summary;
    return row;
}

/* Without values of fields. */
static void write_row(const bcnet_csv_t *csv, const bcnet_csv_row_t *row)
{
    bcnet_row_append(csv->line, &row_kind, row);
    for (guint i = 0; i < csv->fields->len; i++)
        g_string_append_c(csv->line, ',');
    bcnet_csv_write(csv->line);
}

/* FNV-1a of 64 bits, which any program can compute again. */
static const char *hash_of(wmem_allocator_t *pool, const uint8_t *payload, uint32_t length)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    for (uint32_t i = 0; i < length; i++)
        hash = (hash ^ payload[i]) * UINT64_C(0x100000001B3);
    return wmem_strdup_printf(pool, "%016" PRIx64, hash);
}

/* Of the first sending, and of the first ack. */
static int64_t round_trip(const bcnet_sequence_analysis_t *analysis)
{
    const bcnet_sent_t *sent = analysis ? analysis->sent : NULL;

    if (!sent || sent->acked_frame == 0 || analysis->sending > 0 || analysis->stale_ack)
        return BCNET_NOTHING;
    return sent->acked_time - sent->first_time;
}

/* Of a score, or of a ship that explodes. */
static void add_death(bcnet_csv_row_t *row, const bcnet_tap_message_t *message, wmem_allocator_t *pool)
{
    const bcnet_tap_facts_t *facts = message->facts;
    const bcnet_object_t    *ship = facts->death ? facts->object : NULL;
    const bcnet_stay_t      *killer = facts->kill ? facts->kill->killer : ship ? ship->killed_by : NULL;
    const bcnet_stay_t      *victim = facts->kill ? facts->kill->victim : ship ? ship->owner : NULL;

    row->killer = killer ? bcnet_stay_words(pool, killer, message->stamp) : NULL;
    row->victim = victim ? bcnet_stay_words(pool, victim, message->stamp) : NULL;
}

static void add_message(bcnet_csv_row_t *row, const bcnet_tap_message_t *message, const packet_info *pinfo)
{
    wmem_allocator_t   *pool = pinfo->pool;
    const bcnet_sent_t *sent = bcnet_reliable_of(message);

    bcnet_fill_message(&row->is, message, pinfo);
    row->from = bcnet_tap_from(pool, message);
    row->to = bcnet_tap_to(pool, message);
    row->opcode = message->has_opcode ? wmem_strdup_printf(pool, "0x%02x", message->opcode_value) : NULL;
    row->actor = bcnet_tap_actor(pool, message);
    row->is.acked_in_frame = sent ? sent->acked_frame : 0;
    row->ack_rtt = round_trip(message->analysis);
    row->payload_hash = message->payload ? hash_of(pool, message->payload, message->payload_length) : NULL;
    row->is.when.game = message->game ? message->game->index : 0;
    row->is.link = message->link ? message->link->index : 0;
    add_death(row, message, pool);
}

/* Of the message in hand. */
typedef struct {
    const bcnet_csv_t *csv;
    epan_dissect_t    *edt;
    wmem_allocator_t  *pool;
    wmem_strbuf_t    **values; /* per column; NULL: none */
} bcnet_collector_t;

/* Values of a field that occurs several times in a message stand in one cell, separated by ';'. */
static void collect(proto_node *node, gpointer data)
{
    const bcnet_collector_t *collector = (const bcnet_collector_t *)data;
    field_info              *info = PNODE_FINFO(node);
    GHashTable              *columns = collector->csv->column_of_field;

    const guint column = info ? GPOINTER_TO_UINT(g_hash_table_lookup(columns, GINT_TO_POINTER(info->hfinfo->id))) : 0;
    if (column > 0) {
        wmem_strbuf_t **cell = &collector->values[column - 1];
        gchar          *value = get_node_field_value(info, collector->edt);
        if (!*cell)
            *cell = wmem_strbuf_new(collector->pool, NULL);
        if (wmem_strbuf_get_len(*cell) > 0)
            wmem_strbuf_append_c(*cell, ';');
        wmem_strbuf_append(*cell, value ? value : "");
        g_free(value);
    }
    proto_tree_children_foreach(node, collect, data);
}

static void add_fields(const bcnet_csv_t *csv, const bcnet_tap_message_t *message, wmem_allocator_t *pool,
                       epan_dissect_t *edt)
{
    const guint       count = csv->fields->len;
    bcnet_collector_t collector = { csv, edt, pool, wmem_alloc0_array(pool, wmem_strbuf_t *, count) };

    if (message->node && csv->fields->len > 0)
        proto_tree_children_foreach(message->node, collect, &collector);
    for (guint i = 0; i < count; i++) {
        g_string_append_c(csv->line, ',');
        if (collector.values[i])
            bcnet_csv_cell(csv->line, wmem_strbuf_get_str(collector.values[i]));
    }
}

static bool is_wanted(const bcnet_csv_t *csv, const bcnet_tap_message_t *message)
{
    return csv->everything || (message->has_opcode && (!csv->one_opcode || message->opcode_value == csv->opcode));
}

static const char *left_out_type(const bcnet_left_out_t *left_out)
{
    return left_out->again > 0 ? "Captured again" : left_out->unread > 0 ? "Not read" : "Left out";
}

/* One line for all datagrams and messages that were left out, the last. */
static void write_end(void *data)
{
    bcnet_csv_t *csv = (bcnet_csv_t *)data;

    write_header(csv);
    char *words = bcnet_left_out_words(NULL, &csv->left_out);
    if (words) {
        csv->left_out_row.summary = words;
        csv->left_out_row.is.type = left_out_type(&csv->left_out);
        write_row(csv, &csv->left_out_row);
        wmem_free(NULL, words);
    }
    bcnet_csv_end();
}

static tap_packet_status print_row(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                   tap_flags_t flags)
{
    bcnet_csv_t               *csv = (bcnet_csv_t *)data;
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;

    write_header(csv);
    const bool is_message = !bcnet_is_left_out(&csv->left_out, message);
    if (!is_message && csv->left_out_row.is.when.frame == 0)
        csv->left_out_row = row_at(pinfo, NULL, NULL);
    if (!is_message || !is_wanted(csv, message))
        return TAP_PACKET_DONT_REDRAW;
    bcnet_csv_row_t row = row_at(pinfo, NULL, message->summary);
    add_message(&row, message, pinfo);
    bcnet_row_append(csv->line, &row_kind, &row);
    add_fields(csv, message, pinfo->pool, edt);
    bcnet_csv_write(csv->line);
    return TAP_PACKET_REDRAW;
}

/* A GameSpy text has no number, no opcode and no relations. */
static tap_packet_status print_text(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                    tap_flags_t flags)
{
    bcnet_csv_t                *csv = *(bcnet_csv_t **)data;
    const bcnet_gamespy_said_t *said = (const bcnet_gamespy_said_t *)record;
    bcnet_csv_row_t             row = row_at(pinfo, "GameSpy", said->sentence);

    write_header(csv);
    row.from = said->from;
    row.to = said->to;
    row.is.length = said->length;
    row.is.epoch = bcnet_nanoseconds(&pinfo->abs_ts);
    write_row(csv, &row);
    return TAP_PACKET_REDRAW;
}

static void free_csv(void *data)
{
    bcnet_csv_t *csv = (bcnet_csv_t *)data;

    g_ptr_array_free(csv->fields, TRUE);
    g_hash_table_destroy(csv->column_of_field);
    g_string_free(csv->line, TRUE);
    g_free(csv);
}

/* ---- The command line ---- */

/* "0x1c", "28", "StateUpdate", "SHIP_UPDATE"; false when it is something else, a display filter. */
static bool parse_opcode(const char *text, uint8_t *opcode)
{
    char         *end;
    const guint64 number = g_ascii_strtoull(text, &end, 0);

    if (g_ascii_isdigit(*text) && *end == '\0' && number <= 0xFF) {
        *opcode = (uint8_t)number;
        return true;
    }
    for (unsigned value = 0; value <= G_MAXUINT8; value++) {
        const bcnet_opcode_t *row = bcnet_opcode_row((uint8_t)value);
        if (row && bcnet_opcode_is_called(row, text)) {
            *opcode = (uint8_t)value;
            return true;
        }
    }
    return false;
}

/* Names everything the rows need, so that it is made. The first name is in every message. */
static char *listener_filter(const bcnet_csv_t *csv, const char *chosen)
{
    GString *filter = g_string_new("(bcnet.msg");

    for (guint i = 0; i < csv->fields->len; i++)
        g_string_append_printf(filter, " || %s", name_of(csv, i));
    g_string_append_c(filter, ')');
    if (chosen)
        g_string_append_printf(filter, " && (%s)", chosen);
    return g_string_free(filter, FALSE);
}

static void fail(const char *argument, const char *why)
{
    fprintf(stderr, "-z %s: what follows bcnet,csv is neither an opcode nor a display filter: %s\n", argument, why);
    exit(1);
}

/* The part of the command line behind "bcnet,csv": an opcode, a filter, both, or nothing. Returns the filter. */
static const char *read_argument(bcnet_csv_t *csv, const char *argument)
{
    const char *rest = argument + strlen("bcnet,csv");

    if (*rest == '\0')
        return NULL;
    if (*rest != ',')
        fail(argument, "a comma is missing");
    const char *filter = strchr(++rest, ',');
    char       *first = g_strndup(rest, filter ? (gsize)(filter - rest) : strlen(rest));
    csv->everything = g_ascii_strcasecmp(first, "all") == 0;
    csv->one_opcode = !csv->everything && parse_opcode(first, &csv->opcode);
    g_free(first);
    if (csv->everything || csv->one_opcode)
        rest = filter ? filter + 1 : "";
    return *rest ? rest : NULL;
}

/* Listeners are told apart by their data: this one has a pointer to the other's. */
static GString *listen_to_texts(bcnet_csv_t *csv, const char *chosen)
{
    bcnet_csv_t **listener = g_new(bcnet_csv_t *, 1);

    *listener = csv;
    return register_tap_listener("bcnet.text", listener, chosen, TL_REQUIRES_NOTHING, NULL, print_text, NULL, g_free);
}

static bcnet_stat_start_t start_csv(const char *argument, void *unused)
{
    bcnet_csv_t *csv = g_new0(bcnet_csv_t, 1);

    csv->fields = g_ptr_array_new();
    csv->column_of_field = g_hash_table_new(g_direct_hash, g_direct_equal);
    csv->line = g_string_new(NULL);
    const char *chosen = read_argument(csv, argument);
    if (csv->one_opcode)
        choose_columns(csv);
    char    *filter = listener_filter(csv, chosen);
    GString *error =
        register_tap_listener("bcnet", csv, filter, TL_REQUIRES_COLUMNS, NULL, print_row, write_end, free_csv);
    g_free(filter);
    if (!error && csv->everything)
        error = listen_to_texts(csv, chosen);
    if (error)
        fail(argument, error->str);
    BCNET_STAT_STARTED;
}

void bcnet_register_stats_csv(void)
{
    static stat_tap_ui ui = {
        REGISTER_STAT_GROUP_GENERIC, NULL, "bcnet,csv", start_csv, 0, NULL,
    };

    register_stat_tap_ui(&ui, NULL);
}
