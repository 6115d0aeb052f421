/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/file-checks.h"

#include <string.h>

#include <wsutil/str_util.h>

#include "reading/name-hash.h"
#include "game/stays.h"

/* ---- The answers of the unmodified game ---- */

enum { ROUND_MULTIPLAYER = 0xFF };

static const bcnet_file_request_t rounds[] = {
    { "scripts", "App.pyc", false },
    { "scripts", "Autoexec.pyc", false },
    { "scripts/ships", "*.pyc", true },
    { "scripts/mainmenu", "*.pyc", false },
};

static const bcnet_file_request_t multiplayer = { "Scripts/Multiplayer", "*.pyc", true };

const bcnet_file_request_t *bcnet_stock_request(uint8_t round)
{
    if (round == ROUND_MULTIPLAYER)
        return &multiplayer;
    return round < G_N_ELEMENTS(rounds) ? &rounds[round] : NULL;
}

const bcnet_stock_folder_t *bcnet_answer_folder(const char *path)
{
    const size_t                length = path ? strlen(path) : 0;
    const bcnet_stock_folder_t *folder = path ? bcnet_stock_folder(path, length) : NULL;

    return folder && strlen(folder->path) == length ? folder : NULL;
}

bcnet_stock_answer_t bcnet_stock_answer(const bcnet_file_request_t *request, const bcnet_stock_folder_t *folder)
{
    /* Of other directories there is no list to compare with. */
    const bool listed = request && folder && bcnet_answer_folder(request->directory) == folder;

    return (bcnet_stock_answer_t){ .request = listed ? request : NULL };
}

/* `file`: of the folder; NULL: it has none of that name. */
static bcnet_file_status_t status_of(const bcnet_stock_folder_t *folder, const bcnet_stock_file_t *file,
                                     uint32_t content)
{
    if (!file)
        return folder && !folder->complete ? BCNET_FILE_UNKNOWN : BCNET_FILE_ADDED;
    if (file->content == 0)
        return BCNET_FILE_UNKNOWN;
    return file->content == content ? BCNET_FILE_STOCK : BCNET_FILE_CHANGED;
}

bcnet_file_status_t bcnet_answer_file(bcnet_stock_answer_t *answer, const bcnet_stock_folder_t *folder,
                                      const bcnet_stock_file_t *file, uint32_t content)
{
    const bcnet_file_status_t status = answer->request ? status_of(folder, file, content) : BCNET_FILE_UNKNOWN;

    if (answer->request && file)
        answer->named[folder - bcnet_stock_folders] |= G_GUINT64_CONSTANT(1) << (file - folder->files);
    answer->changed += status == BCNET_FILE_CHANGED;
    answer->added += status == BCNET_FILE_ADDED;
    return status;
}

static bool is_about(const bcnet_stock_answer_t *answer, const bcnet_stock_folder_t *folder)
{
    const char  *directory = answer->request ? answer->request->directory : "";
    const size_t length = strlen(directory);

    return answer->request && g_ascii_strncasecmp(folder->path, directory, length) == 0 &&
           (folder->path[length] == '\0' || (folder->path[length] == '/' && answer->request->recursive));
}

/* Case does not count in file names on the game's own system. */
static bool asks_about_file(const bcnet_file_request_t *request, const char *name)
{
    char      *pattern = g_ascii_strdown(request->pattern, -1), *lower = g_ascii_strdown(name, -1);
    const bool asks = *pattern == '\0' || g_pattern_match_simple(pattern, lower);

    g_free(pattern);
    g_free(lower);
    return asks;
}

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

/* Case counts only in what the stock game does not have. */
static uint64_t key_of(const char *directory, uint32_t name_hash, const bcnet_stock_file_t *stock)
{
    return stock ? (uint64_t)(uintptr_t)stock
                 : (uint64_t)bcnet_name_hash(directory, strlen(directory)) << 32 | name_hash;
}

/* A host that asks in mid-game (35.2) is told the same again and again. The files of a directory share its name. */
static void keep_file(bcnet_msg_t *msg, bcnet_checked_file_t told)
{
    bcnet_file_check_t *check = check_of(msg);
    const unsigned      count = wmem_array_get_count(check->files);
    const char         *last = count > 0 ? bcnet_file_of_check(check, count - 1)->directory : "";

    told.told = msg->stamp;
    told.key = key_of(told.directory, told.name_hash, told.stock);
    const bcnet_checked_file_t *known = (const bcnet_checked_file_t *)wmem_map_lookup(check->newest, &told.key);
    if (known && known->missing == told.missing && known->content == told.content)
        return;
    if (known && known->untold) { /* what it was answered with stands in front of it */
        told.sent = told.named = known->sent;
        told.content_sent = known->content_sent;
        told.status_sent = known->status_sent;
    }
    bcnet_checked_file_t *file = (bcnet_checked_file_t *)wmem_memdup(wmem_file_scope(), &told, sizeof told);
    file->directory = strcmp(last, told.directory) == 0 ? last : wmem_strdup(wmem_file_scope(), told.directory);
    wmem_array_append_one(check->files, file);
    wmem_map_insert(check->newest, &file->key, file);
}

void bcnet_note_checked_file(bcnet_msg_t *msg, const char *directory, uint32_t name_hash,
                             const bcnet_stock_file_t *stock, uint32_t content, bcnet_file_status_t status)
{
    const bcnet_checked_file_t file = {
        .directory = directory, .stock = stock, .name_hash = name_hash, .content = content, .status = status
    };

    if (msg->may_learn && !msg->from_host)
        keep_file(msg, file);
}

static void keep_missing(bcnet_msg_t *msg, const bcnet_stock_folder_t *folder, const bcnet_stock_file_t *stock)
{
    const uint32_t name_hash = bcnet_name_hash(stock->name, strlen(stock->name));

    keep_file(msg, (bcnet_checked_file_t){
                       .directory = folder->path, .stock = stock, .name_hash = name_hash, .missing = true });
}

void bcnet_note_missing_files(bcnet_msg_t *msg, bcnet_stock_answer_t *answer)
{
    for (unsigned i = 0; i < BCNET_STOCK_FOLDERS; i++) {
        const bcnet_stock_folder_t *folder = &bcnet_stock_folders[i];
        for (unsigned file = 0; is_about(answer, folder) && file < folder->count; file++) {
            if (answer->named[i] >> file & 1 || !asks_about_file(answer->request, folder->files[file].name))
                continue;
            answer->missing++;
            if (msg->may_learn && !msg->from_host)
                keep_missing(msg, folder, &folder->files[file]);
        }
    }
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
    bcnet_checked_file_t *file = (bcnet_checked_file_t *)wmem_map_lookup(check->newest, &check->refused_key);
    if (file)
        file->named = msg->stamp;
}

void bcnet_note_file_sent(bcnet_msg_t *msg, const char *path, const uint8_t *data, size_t size)
{
    bcnet_file_check_t *check = msg->may_learn ? check_of(msg) : NULL;

    if (!check)
        return;
    const bcnet_file_place_t place = place_of(msg->pinfo->pool, path);
    /* An answer names a file, or fails to name one of the stock game: else the capture lacks the answer. */
    const bool                 answered = !place.stock && wmem_array_get_count(check->files) > 0;
    const bcnet_checked_file_t none = { .directory = place.directory,
                                        .stock = place.stock,
                                        .name_hash = place.name_hash,
                                        .missing = answered,
                                        .untold = !answered };
    if (!wmem_map_contains(check->newest, &place.key))
        keep_file(msg, none);
    bcnet_checked_file_t *file = (bcnet_checked_file_t *)wmem_map_lookup(check->newest, &place.key);
    check->sent += file->sent == 0;
    file->sent = file->named = msg->stamp;
    file->content_sent = bcnet_content_hash(data, size);
    file->status_sent = status_of(place.folder, place.stock, file->content_sent);
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

/* A file as the game has it after the check. */
static void judge_file(bcnet_game_files_t *files, const bcnet_checked_file_t *file)
{
    static const char *const species[BCNET_SPECIES_COUNT] = { "SpeciesToShip.pyc", "SpeciesToSystem.pyc",
                                                              "SpeciesToTorp.pyc" };

    const bcnet_file_status_t status = file->sent ? file->status_sent : file->status;
    for (unsigned i = 0; file->stock && status != BCNET_FILE_UNKNOWN && i < BCNET_SPECIES_COUNT; i++)
        if (strcmp(file->stock->name, species[i]) == 0)
            files->species[i] = status;
    files->missing += file->missing && file->sent == 0;
    if (status == BCNET_FILE_CHANGED || status == BCNET_FILE_ADDED) {
        if (files->odd < BCNET_ODD_FILES)
            files->first[files->odd] = file;
        files->odd++;
    }
    files->compared += status == BCNET_FILE_STOCK || status == BCNET_FILE_CHANGED;
}

static unsigned stock_files(void)
{
    unsigned count = 0;

    for (unsigned i = 0; i < BCNET_STOCK_FOLDERS; i++)
        count += bcnet_stock_folders[i].count;
    return count;
}

/* A join that does not tell all leaves what an earlier one told, unless it contradicts. What was told again later does not
 * count. `before`: what the game's earlier joins tell; NULL: nothing. */
static void keep_game_files(bcnet_msg_t *msg, const bcnet_file_check_t *check, const bcnet_game_files_t *before)
{
    bcnet_game_files_t *files = wmem_new0(wmem_file_scope(), bcnet_game_files_t);
    unsigned            told = 0;

    if (before)
        memcpy(files->species, before->species, sizeof files->species);
    for (unsigned i = 0; i < wmem_array_get_count(check->files); i++) {
        const bcnet_checked_file_t *file = bcnet_file_of_check(check, i);
        if (wmem_map_lookup(check->newest, &file->key) != file)
            continue;
        judge_file(files, file);
        told += file->stock != NULL;
    }
    files->passed = check->passed;
    const bool odd = files->odd > 0 || files->missing > 0, whole = told == stock_files();
    if (!whole && before && before->verdict != BCNET_GAME_NOT_KNOWN && !(odd && before->verdict == BCNET_GAME_STOCK))
        memcpy(files, before, offsetof(bcnet_game_files_t, species));
    else if (odd || whole)
        files->verdict = odd ? BCNET_GAME_NOT_STOCK : BCNET_GAME_STOCK;
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

const char *bcnet_checked_file_words(wmem_allocator_t *pool, const bcnet_checked_file_t *file, bcnet_stamp_t stamp)
{
    const bcnet_stamp_t heard = file->named != 0 && file->named <= stamp ? file->named : file->told;
    const char         *name = file->stock ? file->stock->name : bcnet_file_name_at(pool, file->name_hash, heard).name;

    return name ? name : wmem_strdup_printf(pool, "0x%08x", file->name_hash);
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
        wmem_strbuf_append_printf(words, "%u file%s, %s", files->odd, plurality(files->odd, "", "s"),
                                  files->odd > BCNET_ODD_FILES ? "among them " : "");
    for (unsigned i = 0; i < MIN(files->odd, BCNET_ODD_FILES); i++)
        wmem_strbuf_append_printf(words, "%s%s", i > 0 ? ", " : "",
                                  bcnet_checked_file_words(pool, files->first[i], stamp));
    if (files->missing > 0)
        wmem_strbuf_append_printf(words, "%s%u stock file%s missing", files->odd > 0 ? ", and " : "", files->missing,
                                  plurality(files->missing, "", "s"));
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
