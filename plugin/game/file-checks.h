/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which files the players have, and what the host thinks of them: the checks of their joins (protocol chapter 35.12).
 *
 * A check is what a client's answers name (0x21) and what the host says to it: that a file differs (0x22), that its own
 * file is to be used (0x25), that all is well (0x28). From the 0x28 on the client has the host's files, so what differs
 * from the stock game then is the game's. */
#pragma once

#include "game/session.h"
#include "reading/stock-files.h"

/* Whether the files of an answer are those of the unmodified game (protocol chapter 35.12). */

/* The files that a request asks about (35.2). */
typedef struct {
    const char *directory; /* as the client hashes it: with slashes, none at its end */
    const char *pattern; /* "" for all files */
    bool        recursive;
} bcnet_file_request_t;

/* Values of bcnet.checksum.file.status; 0: nothing is known. */
typedef enum { BCNET_FILE_UNKNOWN, BCNET_FILE_STOCK, BCNET_FILE_CHANGED, BCNET_FILE_ADDED } bcnet_file_status_t;

/* What was counted of an answer so far. */
typedef struct {
    const bcnet_file_request_t *request; /* NULL: nothing is known of what was asked, and nothing is judged */
    unsigned                    changed;
    unsigned                    added;
    unsigned                    missing; /* stock files that the request asks about and no entry names */
    uint64_t                    named[BCNET_STOCK_FOLDERS]; /* a bit per file of the folder */
} bcnet_stock_answer_t;

/* What the unmodified game asks in a round; NULL: it has no such round. */
const bcnet_file_request_t *bcnet_stock_request(uint8_t round);

/* The answer to a request, about a folder; either may be NULL. */
bcnet_stock_answer_t bcnet_stock_answer(const bcnet_file_request_t *request, const bcnet_stock_folder_t *folder);
/* The folder at a path; NULL: the unmodified game has none there, or the path is not known (NULL). */
const bcnet_stock_folder_t *bcnet_answer_folder(const char *path);
/* Takes a file in. `file`: of the folder; NULL: it has none of that name. */
bcnet_file_status_t bcnet_answer_file(bcnet_stock_answer_t *answer, const bcnet_stock_folder_t *folder,
                                      const bcnet_stock_file_t *file, uint32_t content);

/* A file that an answer names, or fails to name, or that the host sends. */
typedef struct {
    uint64_t                  key;
    const char               *directory; /* with numbers for what is known by its hash only: "scripts/0x11223344" */
    const bcnet_stock_file_t *stock; /* NULL: the stock game has no such file there */
    bcnet_stamp_t             told; /* by the answer */
    bcnet_stamp_t             sent; /* by the host; 0: it was not */
    bcnet_stamp_t             named; /* by the host, with its path; 0: it was not */
    uint32_t                  name_hash;
    uint32_t                  content; /* the client's: its hash */
    uint32_t                  content_sent;
    bool                      missing; /* the client does not have it */
    bool                      untold; /* what it has is not known: only the host told of the file */
    bcnet_file_status_t       status; /* of what the client had */
    bcnet_file_status_t       status_sent; /* of what the host sent */
} bcnet_checked_file_t;

/* The check of one join. */
typedef struct {
    bcnet_link_t *link;
    wmem_array_t *files; /* of bcnet_checked_file_t *, in the order of telling */
    wmem_map_t   *newest; /* the same by key */
    uint32_t      connection; /* of the link */
    unsigned      sent; /* files that the host sent */
    bcnet_stamp_t passed; /* 0x28; 0: not seen */
    bcnet_stamp_t refused; /* 0x22; 0: not seen */
    const char   *refused_path; /* of a file or a directory */
    uint64_t      refused_key;
} bcnet_file_check_t;

/* Of the newest join on the link; NULL: none was seen. */
bcnet_file_check_t *bcnet_file_check_at(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* In the order of telling, below wmem_array_get_count(check->files). */
const bcnet_checked_file_t *bcnet_file_of_check(const bcnet_file_check_t *check, unsigned i);
/* By its path; NULL: nobody told of it. */
const bcnet_checked_file_t *bcnet_checked_file(wmem_allocator_t *pool, const bcnet_file_check_t *check,
                                               const char *path);
/* What the host says of the file as of a stamp: "passed", "refused", "sent its own, 0x11223344"; "": nothing yet. */
const char *bcnet_file_verdict(wmem_allocator_t *pool, const bcnet_file_check_t *check,
                               const bcnet_checked_file_t *file, bcnet_stamp_t stamp);

/* ---- The game's files, as the newest join that passed tells them ---- */

typedef enum {
    BCNET_SPECIES_SHIPS,
    BCNET_SPECIES_SYSTEMS,
    BCNET_SPECIES_TORPEDOES,
    BCNET_SPECIES_COUNT
} bcnet_species_t;

/* BCNET_FILE_STOCK, BCNET_FILE_CHANGED; BCNET_FILE_UNKNOWN: no join tells. */
bcnet_file_status_t bcnet_species_status(const bcnet_game_t *game, bcnet_species_t species, bcnet_stamp_t stamp);

typedef enum { BCNET_GAME_NOT_KNOWN, BCNET_GAME_STOCK, BCNET_GAME_NOT_STOCK } bcnet_game_verdict_t;

enum { BCNET_ODD_FILES = 3 };

typedef struct {
    bcnet_stamp_t               passed; /* 0x28 of the join that tells it */
    bcnet_game_verdict_t        verdict;
    unsigned                    compared; /* stock files whose content is known and was told */
    unsigned                    odd; /* files with other content, or that the stock game does not have */
    unsigned                    missing; /* stock files */
    const bcnet_checked_file_t *first[BCNET_ODD_FILES]; /* of the odd ones */
    bcnet_file_status_t         species[BCNET_SPECIES_COUNT];
} bcnet_game_files_t;

/* NULL: no join tells. */
const bcnet_game_files_t *bcnet_game_files_at(const bcnet_game_t *game, bcnet_stamp_t stamp);
/* "the game is stock (134 of 136 files compared)", "not stock: 5 files, among them A, B, C", "not known". */
const char *bcnet_game_files_words(wmem_allocator_t *pool, const bcnet_game_t *game, bcnet_stamp_t stamp);
/* The same of one player: "as the host's", "as the host's, which sent 1", "scripts/App.pyc is not the host's". */
const char *bcnet_file_check_words(wmem_allocator_t *pool, const bcnet_file_check_t *check, bcnet_stamp_t stamp);
/* What the client had: "stock", "other content" ...; NULL: not known. */
const char *bcnet_checked_file_status(const bcnet_checked_file_t *file);
/* Its name as of a stamp, or its hash: names that were heard when it was told, or its own path since. */
const char *bcnet_checked_file_words(wmem_allocator_t *pool, const bcnet_checked_file_t *file, bcnet_stamp_t stamp);

/* ---- First pass ---- */

/* An entry of an answer, of a directory in words. */
void bcnet_note_checked_file(bcnet_msg_t *msg, const char *directory, uint32_t name_hash,
                             const bcnet_stock_file_t *stock, uint32_t content, bcnet_file_status_t status);
/* The whole answer: stock files that it does not name. On later passes they are only counted. */
void bcnet_note_missing_files(bcnet_msg_t *msg, bcnet_stock_answer_t *answer);
/* 0x22: the path is another on the host. */
void bcnet_note_file_refused(bcnet_msg_t *msg, const char *path);
/* 0x25: the host sends its own. */
void bcnet_note_file_sent(bcnet_msg_t *msg, const char *path, const uint8_t *data, size_t size);
/* 0x28. */
void bcnet_note_files_passed(bcnet_msg_t *msg);
/* The server was started again, as it tells the client of the link: of the game's files counts only what that one's check
 * has told since (60.10). `told`: the old game, last. */
void bcnet_note_files_of_new_evening(bcnet_msg_t *msg, bcnet_stamp_t told);

/* What a name hash stands for (protocol chapter 35.4): names of the unmodified game, then those that the user lists, then
 * those heard in the capture.
 *
 * The user's lists are the files *.txt in the folder bcnet/names of the personal configuration, read when a capture is opened.
 */

typedef struct {
    const char *name; /* NULL: nobody knows */
    const char *other; /* another name with the same hash; NULL: none is known */
} bcnet_file_name_t;

/* As of a stamp. Printable. */
bcnet_file_name_t bcnet_file_name_at(wmem_allocator_t *pool, uint32_t hash, bcnet_stamp_t stamp);
/* As of the message, in packet memory. */
bcnet_file_name_t bcnet_file_name(const bcnet_msg_t *msg, uint32_t hash);
/* A file, directory or version that the message names: `length` bytes of ISO-8859-1, parts separated by / or \. */
void bcnet_note_file_name(bcnet_msg_t *msg, const uint8_t *name, int length);

void bcnet_register_file_names(void);
