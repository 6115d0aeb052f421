/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether the files of an answer are those of the unmodified game (protocol chapter 35.12). */
#ifndef BCNET_STOCK_ANSWER_H
#define BCNET_STOCK_ANSWER_H

#include "reading/stock-files.h"

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
    uint64_t                    named[BCNET_STOCK_FOLDERS]; /* a bit per file of the folder */
} bcnet_stock_answer_t;

/* What the unmodified game asks in a round; NULL: it has no such round. */
const bcnet_file_request_t *bcnet_stock_request(uint8_t round);

/* The answer to a request, about a folder; either may be NULL. */
bcnet_stock_answer_t bcnet_stock_answer(const bcnet_file_request_t *request, const bcnet_stock_folder_t *folder);
/* The folder at a path; NULL: the unmodified game has none there, or the path is not known (NULL). */
const bcnet_stock_folder_t *bcnet_answer_folder(const char *path);
/* `file`: of the folder; NULL: it has none of that name. */
bcnet_file_status_t bcnet_file_status(const bcnet_stock_folder_t *folder, const bcnet_stock_file_t *file,
                                      uint32_t content);
/* The same, and takes it in. */
bcnet_file_status_t bcnet_answer_file(bcnet_stock_answer_t *answer, const bcnet_stock_folder_t *folder,
                                      const bcnet_stock_file_t *file, uint32_t content);

/* Where one stands among the stock files; all 0: before the first. */
typedef struct {
    unsigned folder; /* of bcnet_stock_folders */
    unsigned file;
} bcnet_missing_t;

/* The next one that the request asks about and no entry names, in the folder of `at`; NULL: no more. How many there are. */
const bcnet_stock_file_t *bcnet_answer_next_missing(const bcnet_stock_answer_t *answer, bcnet_missing_t *at);
unsigned                  bcnet_answer_missing(const bcnet_stock_answer_t *answer);

#endif
