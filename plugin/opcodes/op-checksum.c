/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Are the client's scripts the host's: checksums of files, and their transfer (protocol chapter 35). */
#include "opcodes/opcodes.h"

#include <epan/proto_data.h>
#include <wsutil/str_util.h>

#include "reading/labels.h"
#include "game/show.h"
#include "game/tap-facts.h"

enum { ROUND_FIRST = 0, ROUND_LAST_OF_FOUR = 3, ROUND_LAST_IN_GAME = 5, ROUND_MULTIPLAYER = 0xFF };

static const value_string round_names[] = {
    { 0, "version and App" },
    { 1, "Autoexec" },
    { 2, "ships" },
    { 3, "main menu" },
    { 4, "hardpoints, as a mod asks in mid-game" },
    { ROUND_LAST_IN_GAME, "projectiles, as a mod asks in mid-game" },
    { ROUND_MULTIPLAYER, "multiplayer scripts" },
    { 0, NULL },
};

/* ---- What all of them have; 0x20 ChecksumRequest (35.2) ---- */

#define REQUEST_FIELDS(FIELD, PART)                                                                                    \
    FIELD(hf_round, "Round", "bcnet.checksum.round", FT_UINT8, BASE_HEX, VALS(round_names), 0,                         \
          "Which of the five checks: 0 to 3, then 0xff; a mod's host asks 2, 4 and 5 in mid-game (35.2)")              \
    FIELD(hf_directory_len, "Directory length", "bcnet.checksum.directory_len", FT_INT16, BASE_DEC | BASE_UNIT_STRING, \
          UNS(&bcnet_units_bytes), 0, "Length of the directory's name (35.2)")                                         \
    FIELD(hf_directory, "Directory", "bcnet.checksum.directory", FT_STRING, BASE_NONE, NULL, 0,                        \
          "Directory whose files are checked; in an answer the name that gives the hash (35.2, 35.3)")                 \
    FIELD(hf_filter_len, "Filter length", "bcnet.checksum.filter_len", FT_INT16, BASE_DEC | BASE_UNIT_STRING,          \
          UNS(&bcnet_units_bytes), 0, "Length of the filter; 0 or negative for all files (35.2)")                      \
    FIELD(hf_filter, "Filter", "bcnet.checksum.filter", FT_STRING, BASE_NONE, NULL, 0,                                 \
          "File name or pattern of the files that are checked (35.2)")                                                 \
    FIELD(hf_recursive, "With subdirectories", "bcnet.checksum.recursive", FT_BOOLEAN, BASE_NONE,                      \
          TFS(&bcnet_tfs_yes_no), 0, "Whether the subdirectories are checked too (35.2)")                              \
    FIELD(hf_response_in, "Answer in", "bcnet.checksum.response_in", FT_FRAMENUM, BASE_NONE,                           \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame with the answer to this request (35.3)")
BCNET_FIELDS(request_fields, REQUEST_FIELDS)

/* One mod's host goes on asking while the game is played, with two rounds more (35.2). */
static bool is_known_round(const bcnet_msg_t *msg, uint8_t round)
{
    const bool of_stock = round <= ROUND_LAST_OF_FOUR || round == ROUND_MULTIPLAYER;

    if (of_stock || round > ROUND_LAST_IN_GAME)
        return of_stock;
    const bcnet_exchange_t *connect = bcnet_exchange_at(msg, BCNET_EXCHANGE_CONNECT, 0);
    const bcnet_exchange_t *init = bcnet_exchange_at(msg, BCNET_EXCHANGE_INIT, 0);
    return !connect || (init && init->begun.stamp > connect->begun.stamp);
}

static uint8_t read_round(bcnet_msg_t *msg)
{
    const uint8_t round = bcnet_read_u8(msg, hf_round);

    if (msg->truncated)
        return round;
    bcnet_say(msg, round <= ROUND_LAST_IN_GAME ? " round %u" : " round 0x%02x", round);
    if (!is_known_round(msg, round))
        bcnet_complain(msg, BCNET_EI_VALUE, "The rounds of the game are 0 to 3 and 0xff");
    if (msg->facts) {
        msg->facts->has_round = true;
        msg->facts->round = round;
    }
    return round;
}

/* A length or count just read: the game takes negative ones for 0 (30.1, 35.3). */
static int checked_count(bcnet_msg_t *msg, int count)
{
    if (count < 0)
        bcnet_complain(msg, BCNET_EI_VALUE, "A negative number stands for 0");
    return MAX(count, 0);
}

/* A name that the other end may send the hash of, today or in an answer to come (35.4); a pattern is none. */
static const char *read_counted_name(bcnet_msg_t *msg, int hf_length, int hf_text)
{
    const size_t   length = (size_t)checked_count(msg, bcnet_read_i16(msg, hf_length));
    const char    *text = length > 0 ? bcnet_read_text(msg, hf_text, (int)length) : "";
    const uint8_t *name = msg->data + msg->pos - length;

    if (length > 0 && !msg->truncated && !memchr(name, '*', length) && !memchr(name, '?', length))
        bcnet_note_file_name(msg, name, (int)length);
    return text;
}

/* The directory in the client's form, as it will answer (35.3). */
static char *client_form(const char *directory)
{
    char *path = g_strdelimit(wmem_strdup(wmem_file_scope(), directory), "\\", '/');

    if (g_str_has_suffix(path, "/"))
        path[strlen(path) - 1] = '\0';
    return path;
}

static void note_file_request(bcnet_msg_t *msg, uint8_t round, const char *directory, const char *filter,
                              bool recursive)
{
    bcnet_exchange_t *exchange = bcnet_note_request(msg, BCNET_EXCHANGE_CHECKSUM, round, NULL);

    if (!exchange)
        return;
    bcnet_file_request_t *request = wmem_new(wmem_file_scope(), bcnet_file_request_t);
    request->directory = client_form(directory);
    request->pattern = wmem_strdup(wmem_file_scope(), filter);
    request->recursive = recursive;
    exchange->files = request;
}

/* 0x20 ChecksumRequest (35.2); the bit: with subdirectories
 *
 *      0    1       2     4           4+d   6+d      6+d+f
 *    | 20 | round | d   | directory | f   | filter | bits  |
 *           u8      i16   d           i16   f        bits */
static void dissect_checksum_request(bcnet_msg_t *msg)
{
    const uint8_t round = read_round(msg);
    const char   *directory = read_counted_name(msg, hf_directory_len, hf_directory);
    const char   *filter = read_counted_name(msg, hf_filter_len, hf_filter);
    const bool    recursive = bcnet_read_bit(msg, hf_recursive);

    if (msg->truncated)
        return;
    bcnet_say(msg, ": %s %s%s", *directory ? directory : "\"\"", *filter ? filter : "all files",
              recursive ? " with subdirectories" : "");
    note_file_request(msg, round, directory, filter, recursive);
    bcnet_show_request(msg, BCNET_EXCHANGE_CHECKSUM, round, hf_response_in);
}

/* ---- 0x21 ChecksumResponse: the tree (35.3) ----
 * Everything in it is counted by whoever sent it. So in one packet no more is shown than even a game with a
 * thousand ships added to its 50 would send, and as many levels as no game's folders have. */

enum { MOST_ENTRIES = 4096, MOST_LEVELS = 32, ENTRIES_SHOWN_KEY = 0x21 };
enum { FILE_SIZE = 8, HASH_SIZE = 4 };

enum { ODD_NAMES = 3 }; /* files that are not stock, named in Info */

typedef struct {
    unsigned             files; /* read so far, in all directories */
    unsigned             directories; /* subdirectories read so far */
    int                  top_files; /* file count of the top directory, -1: not read */
    unsigned            *shown; /* entries shown in this packet */
    bcnet_stock_answer_t stock;
    const char          *odd[ODD_NAMES]; /* the first ones that are not stock */
} bcnet_survey_t;

/* A directory of the tree. */
typedef struct {
    uint32_t                    hash;
    bcnet_file_name_t           known;
    const char                 *path; /* NULL when a part of it is unknown */
    const char                 *words; /* the same, with numbers for what is unknown */
    const bcnet_stock_folder_t *stock; /* NULL: the unmodified game has no such directory */
    int                         level;
} bcnet_checksum_directory_t;

static const value_string file_statuses[] = {
    { BCNET_FILE_STOCK, "stock" },
    { BCNET_FILE_CHANGED, "not the content of the stock file" },
    { BCNET_FILE_ADDED, "no file of the stock game" },
    { 0, NULL },
};

#define TREE_FIELDS(FIELD, PART)                                                                                       \
    FIELD(hf_tree, "Directory tree", "bcnet.checksum.tree", FT_NONE, BASE_NONE, NULL, 0,                               \
          "A directory with its files and subdirectories (35.3)")                                                      \
    FIELD(hf_file_count, "Files", "bcnet.checksum.file_count", FT_INT16, BASE_DEC, NULL, 0,                            \
          "Number of files in this directory; negative counts as 0 (35.3)")                                            \
    FIELD(hf_file, "File", "bcnet.checksum.file", FT_NONE, BASE_NONE, NULL, 0,                                         \
          "A file: hash of its name and hash of its contents (35.3)")                                                  \
    FIELD(hf_file_name_hash, "Name hash", "bcnet.checksum.file.name_hash", FT_UINT32, BASE_HEX, NULL, 0,               \
          "Name hash of the file's name without its path (35.3, 35.4)")                                                \
    FIELD(                                                                                                             \
        hf_file_content_hash, "Content hash", "bcnet.checksum.file.content_hash", FT_UINT32, BASE_HEX, NULL, 0,        \
        "Hash of the file's 32-bit words except the second, which is a time stamp; equal hashes prove little (35.4)")  \
    FIELD(hf_file_name, "Name", "bcnet.checksum.file.name", FT_STRING, BASE_NONE, NULL, 0,                             \
          "File name that gives this hash: known from the unmodified game, from your lists, or from an earlier "       \
          "message (35.4)")                                                                                            \
    FIELD(hf_file_path, "Path", "bcnet.checksum.file.path", FT_STRING, BASE_NONE, NULL, 0,                             \
          "Directory, subdirectories and name of the file, when all are known (35.3)")                                 \
    FIELD(hf_file_status, "Status", "bcnet.checksum.file.status", FT_UINT8, BASE_DEC, VALS(file_statuses), 0,          \
          "Whether the stock game has this file, with this content; absent where that is not known (35.12)")           \
    FIELD(hf_dir_count, "Subdirectories", "bcnet.checksum.dir_count", FT_INT8, BASE_DEC, NULL, 0,                      \
          "Number of subdirectories of this directory; negative counts as 0 (35.3)")                                   \
    FIELD(hf_dir_name_hash, "Subdirectory", "bcnet.checksum.dir.name_hash", FT_UINT32, BASE_HEX, NULL, 0,              \
          "Name hash of a subdirectory, whose tree follows in the same order (35.3)")                                  \
    FIELD(hf_dir_name, "Subdirectory name", "bcnet.checksum.dir.name", FT_STRING, BASE_NONE, NULL, 0,                  \
          "Name that gives the hash of this subdirectory (35.4)")                                                      \
    FIELD(hf_other_name, "Or the name", "bcnet.checksum.other_name", FT_STRING, BASE_NONE, NULL, 0,                    \
          "Another known name that has the same hash: it may be this one (35.4)")
BCNET_FIELDS(tree_fields, TREE_FIELDS)

/* Many answers can be completed by one packet: they share the limit. */
static unsigned *entries_shown(packet_info *pinfo)
{
    unsigned *shown = (unsigned *)p_get_proto_data(pinfo->pool, pinfo, proto_bcnet, ENTRIES_SHOWN_KEY);

    if (!shown) {
        shown = wmem_new0(pinfo->pool, unsigned);
        p_add_proto_data(pinfo->pool, pinfo, proto_bcnet, ENTRIES_SHOWN_KEY, shown);
    }
    return shown;
}

static bool may_show(bcnet_msg_t *msg, bcnet_survey_t *survey)
{
    if (msg->truncated)
        return false;
    if (*survey->shown < MOST_ENTRIES) {
        ++*survey->shown;
        return true;
    }
    bcnet_give_up(msg);
    bcnet_complain_with(msg, BCNET_EI_LIMIT, "More files and directories than are shown: the rest is left as bytes",
                        "%d are shown", MOST_ENTRIES);
    return false;
}

static const char *joined(const bcnet_msg_t *msg, const char *path, const char *name)
{
    return path && name ? wmem_strdup_printf(msg->pinfo->pool, "%s/%s", path, name) : NULL;
}

/* The name behind a hash as a field; says so when it may be another one as well. */
static void show_name(bcnet_msg_t *msg, int hf, const bcnet_file_name_t *known)
{
    if (known->name)
        bcnet_generated_string(msg, hf, known->name);
    if (known->other)
        bcnet_generated_string(msg, hf_other_name, known->other);
}

/* For a label, be it a number. */
static const char *name_words(const bcnet_msg_t *msg, const bcnet_file_name_t *known, uint32_t hash)
{
    if (!known->name)
        return wmem_strdup_printf(msg->pinfo->pool, "0x%08x", hash);
    return known->other ? wmem_strdup_printf(msg->pinfo->pool, "%s or %s", known->name, known->other) : known->name;
}

/* Ends the message when the entries that a count promises are not all there. */
static void check_promise(bcnet_msg_t *msg, int promised, int there, const char *what)
{
    if (there < promised && bcnet_give_up(msg))
        bcnet_complain_with(msg, BCNET_EI_TRUNCATED, "The message holds fewer entries than it promises", "%d of %d %s",
                            there, promised, what);
}

/* Counts the file among those of the stock game, or not among them. */
static void compare_file(bcnet_msg_t *msg, bcnet_survey_t *survey, const bcnet_checksum_directory_t *place,
                         const bcnet_file_name_t *known, uint32_t hash, uint32_t content, proto_item *item)
{
    const bcnet_stock_file_t *stock = place->stock && known->name ? bcnet_stock_file(place->stock, known->name) : NULL;
    const bcnet_file_status_t status = bcnet_answer_file(&survey->stock, place->stock, stock, content);
    const unsigned            odd = survey->stock.changed + survey->stock.added;

    bcnet_note_checked_file(msg, place->words, hash, stock, content, status);
    if (status == BCNET_FILE_UNKNOWN)
        return;
    bcnet_generated_uint(msg, hf_file_status, status);
    if (status == BCNET_FILE_STOCK)
        return;
    proto_item_append_text(item, ", %s", val_to_str_const(status, file_statuses, ""));
    if (odd <= ODD_NAMES)
        survey->odd[odd - 1] = name_words(msg, known, hash);
}

static void read_file(bcnet_msg_t *msg, bcnet_survey_t *survey, const bcnet_checksum_directory_t *place)
{
    bcnet_scope_t  scope = bcnet_open(msg, hf_file);
    const uint32_t hash = bcnet_read_u32(msg, hf_file_name_hash);
    const uint32_t content = bcnet_read_u32(msg, hf_file_content_hash);

    if (!msg->truncated) {
        const bcnet_file_name_t known = bcnet_file_name(msg, hash);
        const char             *path = joined(msg, place->path, known.name);
        show_name(msg, hf_file_name, &known);
        if (path)
            bcnet_generated_string(msg, hf_file_path, path);
        proto_item_append_text(scope.item, ": %s, contents 0x%08x", name_words(msg, &known, hash), content);
        compare_file(msg, survey, place, &known, hash, content, scope.item);
    }
    bcnet_close(msg, &scope);
}

static int read_files(bcnet_msg_t *msg, bcnet_survey_t *survey, const bcnet_checksum_directory_t *place)
{
    const int count = checked_count(msg, bcnet_read_i16(msg, hf_file_count));
    const int there = MIN(count, bcnet_left(msg) / FILE_SIZE);

    if (place->level == 0 && !msg->truncated)
        survey->top_files = count;
    for (int i = 0; i < there && may_show(msg, survey); i++) {
        read_file(msg, survey, place);
        survey->files++;
    }
    check_promise(msg, count, there, "files");
    return count;
}

/* The names of all subdirectories; their trees follow. */
static int read_directory_names(bcnet_msg_t *msg, bcnet_survey_t *survey)
{
    const int count = checked_count(msg, bcnet_read_i8(msg, hf_dir_count));
    const int there = MIN(count, bcnet_left(msg) / HASH_SIZE);

    for (int i = 0; i < there && may_show(msg, survey); i++) {
        const uint32_t          hash = bcnet_read_u32(msg, hf_dir_name_hash);
        const bcnet_file_name_t known = bcnet_file_name(msg, hash);
        if (known.name && msg->last)
            proto_item_append_text(msg->last, " (%s)", name_words(msg, &known, hash));
        show_name(msg, hf_dir_name, &known);
        survey->directories++;
    }
    check_promise(msg, count, there, "subdirectories");
    return count;
}

/* A directory of the tree (35.3)
 *
 *      0     2               2+8F   3+8F             3+8F+4D
 *    | F   | files | D    | subdirectories | their trees |
 *      i16   8F              i8     4D               rest
 *
 * F files with the hashes of their names and contents, D subdirectories with the hashes of their names. Calls itself for
 * these, MOST_LEVELS deep at the most. */
static void read_directory(bcnet_msg_t *msg, bcnet_survey_t *survey, const bcnet_checksum_directory_t *place)
{
    if (place->level == MOST_LEVELS) {
        bcnet_give_up(msg);
        bcnet_complain_with(msg, BCNET_EI_LIMIT, "Directories deeper than are shown: the rest is left as bytes",
                            "%d levels are shown", MOST_LEVELS);
        return;
    }
    bcnet_scope_t scope = bcnet_open(msg, hf_tree);
    const int     files = read_files(msg, survey, place);
    const int     hashes = msg->pos + 1; /* behind the count */
    const int     directories = read_directory_names(msg, survey);
    if (scope.item && !msg->truncated)
        proto_item_append_text(scope.item, ": %s, %d file%s, %d subdirector%s",
                               place->path ? place->path : name_words(msg, &place->known, place->hash), files,
                               plurality(files, "", "s"), directories, plurality(directories, "y", "ies"));
    for (int i = 0; i < directories && !msg->truncated; i++) {
        bcnet_checksum_directory_t below = { .hash = tvb_get_letohl(msg->tvb, hashes + i * HASH_SIZE),
                                             .level = place->level + 1 };
        below.known = bcnet_file_name(msg, below.hash);
        below.path = joined(msg, place->path, below.known.name);
        below.words = below.path ? below.path : joined(msg, place->words, name_words(msg, &below.known, below.hash));
        below.stock = bcnet_answer_folder(below.path);
        read_directory(msg, survey, &below);
    }
    bcnet_close(msg, &scope);
}

/* ---- 0x21 ChecksumResponse: the whole (35.3) ---- */

#define RESPONSE_FIELDS(FIELD, PART)                                                                                   \
    FIELD(hf_version_hash, "Version hash", "bcnet.checksum.version_hash", FT_UINT32, BASE_HEX, NULL, 0,                \
          "Name hash of the client's version string, in round 0 only (35.3)")                                          \
    FIELD(hf_version, "Version", "bcnet.checksum.version", FT_STRING, BASE_NONE, NULL, 0,                              \
          "Version of the game: the client's, found by its hash, or the host's (35.3, 35.5)")                          \
    FIELD(hf_directory_hash, "Directory hash", "bcnet.checksum.directory_hash", FT_UINT32, BASE_HEX, NULL, 0,          \
          "Name hash of the directory, without a slash at its end (35.3)")                                             \
    FIELD(hf_files_total, "Files in all", "bcnet.checksum.files_total", FT_UINT32, BASE_DEC, NULL, 0,                  \
          "Number of files in the answer, in all directories (35.3)")                                                  \
    FIELD(hf_dirs_total, "Subdirectories in all", "bcnet.checksum.dirs_total", FT_UINT32, BASE_DEC, NULL, 0,           \
          "Number of subdirectories in the answer, on all levels (35.3)")                                              \
    FIELD(hf_files_changed, "Stock files with other content", "bcnet.checksum.files_changed", FT_UINT32, BASE_DEC,     \
          NULL, 0,                                                                                                     \
          "Files that the stock game has with another content; before 0x28 they say what the client had, after it "    \
          "what the game is (35.12)")                                                                                  \
    FIELD(hf_files_added, "Files the stock game does not have", "bcnet.checksum.files_added", FT_UINT32, BASE_DEC,     \
          NULL, 0, "Files in the answer that the stock game does not have there (35.12)")                              \
    FIELD(hf_files_missing, "Stock files that are missing", "bcnet.checksum.files_missing", FT_UINT32, BASE_DEC, NULL, \
          0, "Files of the stock game that the request asks about and the answer does not name (35.12)")               \
    FIELD(hf_request_in, "Request in", "bcnet.checksum.request_in", FT_FRAMENUM, BASE_NONE,                            \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame with the request that is answered here (35.3)")                \
    FIELD(hf_response_time, "Time since the request", "bcnet.checksum.response_time", FT_RELATIVE_TIME, BASE_NONE,     \
          NULL, 0, "Seconds the client took for its answer (35.3)")
BCNET_FIELDS(response_fields, RESPONSE_FIELDS)

static const char *read_version(bcnet_msg_t *msg)
{
    const uint32_t          hash = bcnet_read_u32(msg, hf_version_hash);
    const bcnet_file_name_t known = bcnet_file_name(msg, hash);

    if (!msg->truncated)
        show_name(msg, hf_version, &known);
    return name_words(msg, &known, hash);
}

static bcnet_checksum_directory_t read_top(bcnet_msg_t *msg, uint8_t round)
{
    bcnet_checksum_directory_t top = { .hash = bcnet_read_u32(msg, hf_directory_hash), .level = 0 };

    if (msg->truncated)
        return top;
    bcnet_note_answer(msg, BCNET_EXCHANGE_CHECKSUM, round);
    top.known = bcnet_file_name(msg, top.hash);
    top.path = top.known.name;
    top.words = name_words(msg, &top.known, top.hash);
    top.stock = bcnet_answer_folder(top.path);
    show_name(msg, hf_directory, &top.known);
    bcnet_show_answer(msg, BCNET_EXCHANGE_CHECKSUM, round, hf_request_in, hf_response_time);
    return top;
}

/* The files that are not stock by name, and without accusing anybody, since they may be the game's (35.12). */
static void say_survey(bcnet_msg_t *msg, const bcnet_survey_t *survey, const bcnet_checksum_directory_t *top)
{
    const unsigned below = survey->files - (unsigned)MAX(survey->top_files, 0);
    const unsigned odd = survey->stock.changed + survey->stock.added, missing = survey->stock.missing;

    if (survey->top_files < 0)
        return;
    bcnet_say(msg, ": %d file%s in %s", survey->top_files, plurality(survey->top_files, "", "s"),
              top->path ? top->path : wmem_strdup_printf(msg->pinfo->pool, "directory 0x%08x", top->hash));
    if (survey->directories > 0 && !msg->truncated)
        bcnet_say(msg, ", %u in %u subdirector%s", below, survey->directories,
                  plurality(survey->directories, "y", "ies"));
    if (odd > 0)
        bcnet_say(msg, ", %u not stock: ", odd);
    for (unsigned i = 0; i < MIN(odd, ODD_NAMES); i++)
        bcnet_say(msg, "%s%s", i > 0 ? ", " : "", survey->odd[i]);
    if (odd > ODD_NAMES)
        bcnet_say(msg, " and %u more", odd - ODD_NAMES);
    if (missing > 0 && !msg->truncated)
        bcnet_say(msg, ", %u stock file%s missing", missing, plurality(missing, "", "s"));
}

static void show_totals(bcnet_msg_t *msg, const bcnet_survey_t *survey)
{
    if (!msg->truncated) {
        bcnet_generated_uint(msg, hf_files_total, survey->files);
        bcnet_generated_uint(msg, hf_dirs_total, survey->directories);
    }
    if (!survey->stock.request || survey->top_files < 0)
        return;
    const char *more = msg->truncated ? " or more" : "";
    proto_item_append_text(bcnet_generated_uint(msg, hf_files_changed, survey->stock.changed), "%s", more);
    proto_item_append_text(bcnet_generated_uint(msg, hf_files_added, survey->stock.added), "%s", more);
    if (!msg->truncated)
        bcnet_generated_uint(msg, hf_files_missing, survey->stock.missing);
}

/* 0x21 ChecksumResponse (35.3); the version in round 0 only
 *
 *      0    1       2           2/6         6/10
 *    | 21 | round | [version] | directory | tree |
 *           u8      u32         u32         rest */
static void dissect_checksum_response(bcnet_msg_t *msg)
{
    bcnet_survey_t                   survey = { .top_files = -1, .shown = entries_shown(msg->pinfo) };
    const uint8_t                    round = read_round(msg);
    const bool                       has_version = round == ROUND_FIRST && !msg->truncated;
    const char                      *version = has_version ? read_version(msg) : "";
    const bcnet_checksum_directory_t top = read_top(msg, round);

    /* What was asked; where the request was not seen, what the unmodified game asks in the round (35.12). */
    const bcnet_exchange_t *exchange = bcnet_exchange_at(msg, BCNET_EXCHANGE_CHECKSUM, round);
    survey.stock = bcnet_stock_answer(exchange ? exchange->files : bcnet_stock_request(round), top.stock);
    if (!msg->truncated)
        read_directory(msg, &survey, &top);
    if (!msg->truncated)
        bcnet_note_missing_files(msg, &survey.stock);
    bcnet_tap_check(msg, NULL);
    show_totals(msg, &survey);
    say_survey(msg, &survey, &top);
    if (has_version && survey.top_files >= 0)
        bcnet_say(msg, ", version %s", version);
}

/* ---- 0x22 and 0x23 (35.5): the labels in use are swapped, so the summary says what is meant. Files (35.6, 35.7) ---- */

#define FILE_FIELDS(FIELD, PART)                                                                                       \
    FIELD(hf_fail_len, "Text length", "bcnet.checksum.fail_len", FT_INT16, BASE_DEC | BASE_UNIT_STRING,                \
          UNS(&bcnet_units_bytes), 0, "Length of the path or version that follows (35.5)")                             \
    FIELD(hf_fail_path, "Differing path", "bcnet.checksum.fail_path", FT_STRING, BASE_NONE, NULL, 0,                   \
          "First file that differs, or the directory (35.5)")                                                          \
    FIELD(hf_transfer_name_len, "Name length", "bcnet.transfer.name_len", FT_INT16, BASE_DEC | BASE_UNIT_STRING,       \
          UNS(&bcnet_units_bytes), 0, "Length of the file's path (35.6)")                                              \
    FIELD(hf_transfer_name, "Name", "bcnet.transfer.name", FT_STRING, BASE_NONE, NULL, 0,                              \
          "Path of the file that is sent (35.6)")                                                                      \
    FIELD(hf_transfer_data, "Contents", "bcnet.transfer.data", FT_BYTES, BASE_NONE, NULL, 0,                           \
          "The whole file, up to the end of the message (35.6)")                                                       \
    FIELD(hf_transfer_size, "Size", "bcnet.transfer.size", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,                     \
          UNS(&bcnet_units_bytes), 0, "Bytes of the file's contents (35.6)")                                           \
    FIELD(hf_transfer_received_in, "Received in frame", "bcnet.transfer.received_in", FT_FRAMENUM, BASE_NONE,          \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame in which the client says that it has the file (35.7)")        \
    FIELD(hf_transfer_sent_in, "Sent in frame", "bcnet.transfer.sent_in", FT_FRAMENUM, BASE_NONE,                      \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame that completed the file (35.7)")                               \
    FIELD(hf_transfer_time, "Time since it was sent", "bcnet.transfer.time", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,     \
          "Seconds from the file to the client's answer that it has arrived (35.7)")
BCNET_FIELDS(file_fields, FILE_FIELDS)

/* The host speaks to the one it turns away. */
static void tap_refusal(bcnet_msg_t *msg, const char *why)
{
    bcnet_say(msg, ": %s", why);
    bcnet_note_refusal(msg, why);
    bcnet_tap_refusal(msg, bcnet_refused_by(msg), true, why);
}

/* 0x22 FileDiffers and 0x23 VersionDiffers (35.5): the path that differs; the host's version
 *
 *      0       1     3
 *    | 22 23 | n   | path or version |
 *              i16   n */
static void dissect_checksum_failed(bcnet_msg_t *msg)
{
    const char *path = read_counted_name(msg, hf_fail_len, hf_fail_path);

    if (msg->truncated)
        return;
    bcnet_note_file_refused(msg, path);
    bcnet_tap_check(msg, NULL);
    const char *what = *path ? wmem_strdup_printf(msg->pinfo->pool, "%s differs", path) : "scripts differ";
    tap_refusal(msg, wmem_strdup_printf(msg->pinfo->pool, "the client's %s from the host's", what));
}

static void dissect_version_different(bcnet_msg_t *msg)
{
    const char *version = read_counted_name(msg, hf_fail_len, hf_version);

    if (msg->truncated)
        return;
    tap_refusal(msg, wmem_strdup_printf(msg->pinfo->pool, "the versions of the game differ, the host's is %s",
                                        *version ? version : "unknown"));
}

/* 0x25 FileTransfer (35.6)
 *
 *      0    1     3      3+n
 *    | 25 | n   | name | contents |
 *           i16   n      rest */
static void dissect_transfer(bcnet_msg_t *msg)
{
    const char *name = read_counted_name(msg, hf_transfer_name_len, hf_transfer_name);
    const int   size = bcnet_left(msg);

    if (msg->truncated)
        return;
    bcnet_say(msg, ": %s, %d byte%s", name, size, plurality(size, "", "s"));
    bcnet_generated_uint(msg, hf_transfer_size, (uint32_t)size);
    bcnet_tap_file_t *file = size <= msg->captured - msg->pos ? BCNET_TAP_FACT(msg, file) : NULL;
    if (file) /* not cut by the capture */
        *file = (bcnet_tap_file_t){ name, msg->data + msg->pos, (uint32_t)size };
    bcnet_note_file_sent(msg, name, msg->data + msg->pos, (size_t)size);
    bcnet_tap_check(msg, name);
    if (size > 0)
        bcnet_read_bytes(msg, hf_transfer_data, size);
    bcnet_note_request(msg, BCNET_EXCHANGE_FILE, 0, name);
    bcnet_show_request(msg, BCNET_EXCHANGE_FILE, 0, hf_transfer_received_in);
}

/* 0x27 FileTransferACK (35.7): nothing behind the opcode. The next file follows only after this one was acknowledged. */
static void dissect_file_received(bcnet_msg_t *msg)
{
    bcnet_note_answer(msg, BCNET_EXCHANGE_FILE, 0);
    const bcnet_exchange_t *exchange = bcnet_exchange_at(msg, BCNET_EXCHANGE_FILE, 0);

    bcnet_show_answer(msg, BCNET_EXCHANGE_FILE, 0, hf_transfer_sent_in, hf_transfer_time);
    bcnet_say(msg, ": %s received", exchange && exchange->file_name ? exchange->file_name : "file");
}

/* 0x28 ChecksumComplete (35.7): nothing behind the opcode. From here on the client has the host's files (35.12). */
static void dissect_checksum_complete(bcnet_msg_t *msg)
{
    bcnet_note_files_passed(msg);
    const bcnet_game_files_t *files = bcnet_game_files_at(msg->game, msg->stamp);
    if (files && files->passed == msg->stamp && files->verdict == BCNET_GAME_STOCK)
        bcnet_say(msg, ": the game is stock");
    else if (files && files->passed == msg->stamp && files->verdict == BCNET_GAME_NOT_STOCK)
        bcnet_say(msg, ": %s", bcnet_game_files_words(msg->pinfo->pool, msg->game, msg->stamp));
    bcnet_tap_check(msg, NULL);
}

/* ---- The family ---- */

static const bcnet_opcode_t opcodes[] = {
    { BCNET_OPCODE(0x20, "ChecksumRequest", "DO_CHECKSUM"), .direction = BCNET_FROM_HOST, .relay = BCNET_TO_ONE,
      .length = { 7, BCNET_OBJECT_BUFFER }, .dissect = dissect_checksum_request,
      .columns = "checksum.round checksum.directory checksum.directory_len checksum.filter checksum.filter_len "
                 "checksum.recursive checksum.response_in" },
    { BCNET_OPCODE(0x21, "ChecksumResponse", "CHECKSUM"), .direction = BCNET_FROM_CLIENT, .relay = BCNET_RELAY_NOBODY,
      .length = { 9, 0 }, .dissect = dissect_checksum_response,
      .columns =
          "checksum.round checksum.version checksum.version_hash checksum.directory checksum.directory_hash "
          "checksum.file_count checksum.file checksum.other_name checksum.files_total checksum.dir_count checksum.dir "
          "checksum.dirs_total checksum.files_changed checksum.files_added checksum.files_missing "
          "checksum.request_in checksum.response_time" },
    { BCNET_OPCODE(0x22, "VersionMismatch", "SYSTEM_CHECKSUM_FAILED"), .label = "FileDiffers",
      .weight = BCNET_WEIGHT_BOOT, .direction = BCNET_FROM_HOST, .relay = BCNET_TO_ONE,
      .length = { 3, BCNET_OBJECT_BUFFER }, .dissect = dissect_checksum_failed,
      .columns = "checksum.fail_len checksum.fail_path checksum.version" },
    { BCNET_OPCODE(0x23, "SystemChecksumFail", "VERSION_DIFFERENT"), .label = "VersionDiffers",
      .weight = BCNET_WEIGHT_BOOT, .direction = BCNET_FROM_HOST, .relay = BCNET_TO_ONE,
      .length = { 3, BCNET_OBJECT_BUFFER }, .dissect = dissect_version_different,
      .columns = "checksum.fail_len checksum.fail_path checksum.version" },
    { BCNET_OPCODE(0x25, "FileTransfer", "FILE"), .direction = BCNET_FROM_HOST, .relay = BCNET_TO_ONE,
      .length = { 3, 0 }, .dissect = dissect_transfer,
      .columns = "transfer.name transfer.name_len transfer.data transfer.size transfer.received_in" },
    { BCNET_OPCODE(0x27, "FileTransferACK", "FILE_RECEIVED_ACK"), .direction = BCNET_FROM_CLIENT,
      .relay = BCNET_RELAY_NOBODY, .length = { 1, 1 }, .dissect = dissect_file_received,
      .columns = "transfer.sent_in transfer.time" },
    { BCNET_OPCODE(0x28, "ChecksumComplete", "SEND_FILE_COMPLETED"), .direction = BCNET_FROM_HOST,
      .relay = BCNET_TO_ONE, .length = { 1, 1 }, .dissect = dissect_checksum_complete },
};

const bcnet_family_t bcnet_family_checksum = { opcodes,
                                               array_length(opcodes),
                                               { request_fields, tree_fields, response_fields, file_fields } };
