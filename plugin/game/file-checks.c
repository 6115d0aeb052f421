/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/file-checks.h"

#include <string.h>

#include <wsutil/str_util.h>

#include "reading/name-hash.h"
#include "game/stays.h"

/* ---- Checks ---- */

bcnet_file_check_t *bcnet_file_check_at(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    return link ? (bcnet_file_check_t *)bcnet_timeline_at(link->file_checks, stamp, NULL) : NULL;
}

static bcnet_file_check_t *check_of(bcnet_msg_t *msg)
{
    bcnet_file_check_t *check = bcnet_file_check_at(msg->link, msg->stamp);

    if (check && check->connection == msg->link->connection)
        return check;
    check = wmem_new0(wmem_file_scope(), bcnet_file_check_t);
    check->link = msg->link;
    check->connection = msg->link->connection;
    check->files = wmem_array_new(wmem_file_scope(), sizeof(bcnet_checked_file_t *));
    check->newest = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    bcnet_keep_fact(&msg->link->file_checks, msg->stamp, check);
    return check;
}

const bcnet_checked_file_t *bcnet_file_of_check(const bcnet_file_check_t *check, unsigned i)
{
    return *(const bcnet_checked_file_t **)wmem_array_index(check->files, i);
}

/* What was told again later does not count. */
static bool is_newest(const bcnet_file_check_t *check, const bcnet_checked_file_t *file)
{
    return wmem_map_lookup(check->newest, &file->key) == file;
}

/* Case counts only in what the stock game does not have. */
static uint64_t key_of(const char *directory, uint32_t name_hash, const bcnet_stock_file_t *stock)
{
    return stock ? (uint64_t)(uintptr_t)stock
                 : (uint64_t)bcnet_name_hash(directory, strlen(directory)) << 32 | name_hash;
}

/* The files of a directory share its name. */
static const char *kept_directory(const bcnet_file_check_t *check, const char *directory)
{
    const unsigned count = wmem_array_get_count(check->files);
    const char    *last = count > 0 ? bcnet_file_of_check(check, count - 1)->directory : "";

    return strcmp(last, directory) == 0 ? last : wmem_strdup(wmem_file_scope(), directory);
}

/* A host that asks in mid-game (35.2) is told the same again and again. */
static void keep_file(bcnet_file_check_t *check, const bcnet_checked_file_t *told)
{
    const bcnet_checked_file_t *known = (const bcnet_checked_file_t *)wmem_map_lookup(check->newest, &told->key);

    if (known && known->missing == told->missing && known->content == told->content)
        return;
    bcnet_checked_file_t *file = (bcnet_checked_file_t *)wmem_memdup(wmem_file_scope(), told, sizeof *told);
    file->directory = kept_directory(check, told->directory);
    wmem_array_append_one(check->files, file);
    wmem_map_insert(check->newest, &file->key, file);
}

void bcnet_note_checked_file(bcnet_msg_t *msg, const char *directory, uint32_t name_hash,
                             const bcnet_stock_file_t *stock, uint32_t content, bcnet_file_status_t status)
{
    if (!msg->may_learn || msg->from_host)
        return;
    const bcnet_checked_file_t file = { .key = key_of(directory, name_hash, stock),
                                        .directory = directory,
                                        .stock = stock,
                                        .told = msg->stamp,
                                        .name_hash = name_hash,
                                        .content = content,
                                        .status = status };
    keep_file(check_of(msg), &file);
}

static void keep_missing(bcnet_msg_t *msg, const bcnet_stock_folder_t *folder, const bcnet_stock_file_t *stock)
{
    const bcnet_checked_file_t file = { .key = key_of(folder->path, 0, stock),
                                        .directory = folder->path,
                                        .stock = stock,
                                        .told = msg->stamp,
                                        .name_hash = bcnet_name_hash(stock->name, strlen(stock->name)),
                                        .missing = true };

    keep_file(check_of(msg), &file);
}

void bcnet_note_missing_files(bcnet_msg_t *msg, const bcnet_stock_answer_t *answer)
{
    bcnet_missing_t           at = { 0 };
    const bcnet_stock_file_t *stock;

    while (msg->may_learn && !msg->from_host && (stock = bcnet_answer_next_missing(answer, &at)) != NULL)
        keep_missing(msg, &bcnet_stock_folders[at.folder], stock);
}

/* ---- What the host says ---- */

/* A file by its path. */
typedef struct {
    const char                 *directory;
    const bcnet_stock_folder_t *folder; /* NULL: the stock game has no such directory */
    const bcnet_stock_file_t   *stock; /* NULL: nor such a file there */
    uint64_t                    key;
    uint32_t                    name_hash;
} bcnet_file_place_t;

static bcnet_file_place_t place_of(wmem_allocator_t *pool, const char *path)
{
    const char        *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    bcnet_file_place_t place = { .directory = wmem_strndup(pool, path, slash ? (size_t)(slash - path) : 0) };

    place.folder = bcnet_answer_folder(place.directory);
    place.stock = place.folder ? bcnet_stock_file(place.folder, name) : NULL;
    place.name_hash = bcnet_name_hash(name, strlen(name));
    place.key = key_of(place.directory, place.name_hash, place.stock);
    return place;
}

const bcnet_checked_file_t *bcnet_checked_file(wmem_allocator_t *pool, const bcnet_file_check_t *check,
                                               const char *path)
{
    const uint64_t key = place_of(pool, path).key;

    return (const bcnet_checked_file_t *)wmem_map_lookup(check->newest, &key);
}

void bcnet_note_file_refused(bcnet_msg_t *msg, const char *path)
{
    bcnet_file_check_t *check = msg->may_learn ? check_of(msg) : NULL;

    if (!check || check->refused != 0)
        return;
    check->refused = msg->stamp;
    check->refused_path = wmem_strdup(wmem_file_scope(), path);
    check->refused_key = place_of(msg->pinfo->pool, path).key;
}

void bcnet_note_file_sent(bcnet_msg_t *msg, const char *path, const uint8_t *data, size_t size)
{
    bcnet_file_check_t *check = msg->may_learn ? check_of(msg) : NULL;

    if (!check)
        return;
    const bcnet_file_place_t   place = place_of(msg->pinfo->pool, path);
    const bcnet_checked_file_t none = { .key = place.key,
                                        .directory = place.directory,
                                        .stock = place.stock,
                                        .told = msg->stamp,
                                        .name_hash = place.name_hash,
                                        .missing = true };
    if (!wmem_map_contains(check->newest, &place.key))
        keep_file(check, &none);
    bcnet_checked_file_t *file = (bcnet_checked_file_t *)wmem_map_lookup(check->newest, &place.key);
    check->sent += file->sent == 0;
    file->sent = msg->stamp;
    file->content_sent = bcnet_content_hash(data, size);
    file->status_sent = bcnet_file_status(place.folder, place.stock, file->content_sent);
}

const char *bcnet_file_verdict(wmem_allocator_t *pool, const bcnet_file_check_t *check,
                               const bcnet_checked_file_t *file, bcnet_stamp_t stamp)
{
    if (file->sent != 0 && file->sent <= stamp)
        return wmem_strdup_printf(pool, "sent its own, 0x%08x", file->content_sent);
    if (check->refused != 0 && check->refused <= stamp &&
        (file->key == check->refused_key || g_ascii_strcasecmp(file->directory, check->refused_path) == 0))
        return "refused";
    return check->passed != 0 && check->passed <= stamp && file->told < check->passed ? "passed" : "";
}

/* ---- The game's files ---- */

const bcnet_game_files_t *bcnet_game_files_at(const bcnet_game_t *game, bcnet_stamp_t stamp)
{
    return game ? (const bcnet_game_files_t *)bcnet_timeline_at(game->files, stamp, NULL) : NULL;
}

bcnet_file_status_t bcnet_species_status(const bcnet_game_t *game, bcnet_species_t species, bcnet_stamp_t stamp)
{
    const bcnet_game_files_t *files = bcnet_game_files_at(game, stamp);

    return files ? files->species[species] : BCNET_FILE_UNKNOWN;
}

static void judge_species(bcnet_game_files_t *files, const bcnet_checked_file_t *file, bcnet_file_status_t status)
{
    static const char *const names[BCNET_SPECIES_COUNT] = { "SpeciesToShip.pyc", "SpeciesToSystem.pyc",
                                                            "SpeciesToTorp.pyc" };

    for (unsigned i = 0; file->stock && status != BCNET_FILE_UNKNOWN && i < BCNET_SPECIES_COUNT; i++) {
        if (strcmp(file->stock->name, names[i]) == 0)
            files->species[i] = status;
    }
}

/* A file as the game has it after the check. Returns whether it is one of the stock game's. */
static bool judge_file(bcnet_game_files_t *files, const bcnet_checked_file_t *file)
{
    const bcnet_file_status_t status = file->sent ? file->status_sent : file->status;

    judge_species(files, file, status);
    files->missing += file->missing && file->sent == 0;
    if (status == BCNET_FILE_CHANGED || status == BCNET_FILE_ADDED) {
        if (files->odd < BCNET_ODD_FILES)
            files->first[files->odd] = file;
        files->odd++;
    }
    files->compared += status == BCNET_FILE_STOCK || status == BCNET_FILE_CHANGED;
    return file->stock != NULL;
}

static unsigned stock_files(void)
{
    unsigned count = 0;

    for (unsigned i = 0; i < BCNET_STOCK_FOLDERS; i++)
        count += bcnet_stock_folders[i].count;
    return count;
}

/* A join that does not tell all leaves what an earlier one told, unless it contradicts. */
static void judge_game(bcnet_game_files_t *files, const bcnet_game_files_t *before, bool whole)
{
    const bool odd = files->odd > 0 || files->missing > 0;

    if (!whole && before && before->verdict != BCNET_GAME_NOT_KNOWN && !(odd && before->verdict == BCNET_GAME_STOCK))
        memcpy(files, before, offsetof(bcnet_game_files_t, species));
    else if (odd || whole)
        files->verdict = odd ? BCNET_GAME_NOT_STOCK : BCNET_GAME_STOCK;
}

/* `before`: what the game's earlier joins tell; NULL: nothing. */
static void keep_game_files(bcnet_msg_t *msg, const bcnet_file_check_t *check, const bcnet_game_files_t *before)
{
    bcnet_game_files_t *files = wmem_new0(wmem_file_scope(), bcnet_game_files_t);
    unsigned            told = 0;

    if (before)
        memcpy(files->species, before->species, sizeof files->species);
    for (unsigned i = 0; i < wmem_array_get_count(check->files); i++) {
        if (is_newest(check, bcnet_file_of_check(check, i)))
            told += judge_file(files, bcnet_file_of_check(check, i));
    }
    files->passed = check->passed;
    judge_game(files, before, told == stock_files());
    bcnet_keep_fact(&msg->game->files, msg->stamp, files);
}

void bcnet_note_files_passed(bcnet_msg_t *msg)
{
    bcnet_file_check_t *check = msg->may_learn ? bcnet_file_check_at(msg->link, msg->stamp) : NULL;

    if (!check || check->passed != 0 || check->connection != msg->link->connection)
        return;
    check->passed = msg->stamp;
    keep_game_files(msg, check, bcnet_game_files_at(msg->game, msg->stamp));
}

void bcnet_note_files_of_new_evening(bcnet_msg_t *msg, bcnet_stamp_t told)
{
    const bcnet_file_check_t *check = bcnet_file_check_at(msg->link, msg->stamp);

    if (check && bcnet_is_of_new_evening(msg->link, check->passed, told))
        keep_game_files(msg, check, NULL);
    else if (msg->game->files)
        bcnet_keep_fact(&msg->game->files, msg->stamp, NULL);
}

/* ---- Words: what passed is the game's, so they accuse nobody ---- */

const char *bcnet_checked_file_status(const bcnet_checked_file_t *file)
{
    static const char *const words[] = { NULL, "stock", "other content", "not in the stock game" };

    return file->missing ? "missing" : words[file->status];
}

const char *bcnet_checked_file_words(wmem_allocator_t *pool, const bcnet_checked_file_t *file)
{
    const char *name = file->stock ? file->stock->name : bcnet_file_name_at(pool, file->name_hash, BCNET_LATEST).name;

    return name ? name : wmem_strdup_printf(pool, "0x%08x", file->name_hash);
}

/* "5 files, among them A, B, C" */
static void append_odd(wmem_strbuf_t *words, wmem_allocator_t *pool, const bcnet_game_files_t *files)
{
    wmem_strbuf_append_printf(words, "%u file%s, %s", files->odd, plurality(files->odd, "", "s"),
                              files->odd > BCNET_ODD_FILES ? "among them " : "");
    for (unsigned i = 0; i < MIN(files->odd, BCNET_ODD_FILES); i++)
        wmem_strbuf_append_printf(words, "%s%s", i > 0 ? ", " : "", bcnet_checked_file_words(pool, files->first[i]));
    if (files->missing > 0)
        wmem_strbuf_append(words, ", and ");
}

const char *bcnet_game_files_words(wmem_allocator_t *pool, const bcnet_game_t *game, bcnet_stamp_t stamp)
{
    const bcnet_game_files_t *files = bcnet_game_files_at(game, stamp);

    if (!files || files->verdict == BCNET_GAME_NOT_KNOWN)
        return "not known";
    if (files->verdict == BCNET_GAME_STOCK)
        return wmem_strdup_printf(pool, "the game is stock (%u of %u files compared)", files->compared, stock_files());
    wmem_strbuf_t *words = wmem_strbuf_new(pool, "not stock: ");
    if (files->odd > 0)
        append_odd(words, pool, files);
    if (files->missing > 0)
        wmem_strbuf_append_printf(words, "%u stock file%s missing", files->missing, plurality(files->missing, "", "s"));
    return wmem_strbuf_get_str(words);
}

const char *bcnet_file_check_words(wmem_allocator_t *pool, const bcnet_file_check_t *check, bcnet_stamp_t stamp)
{
    if (check->refused != 0 && check->refused <= stamp)
        return *check->refused_path ? wmem_strdup_printf(pool, "%s is not the host's", check->refused_path)
                                    : "not the host's";
    if (check->passed == 0 || check->passed > stamp)
        return "";
    if (check->sent == 0)
        return "as the host's";
    return wmem_strdup_printf(pool, "as the host's, which sent %u", check->sent);
}
