/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From scenario text to a capture. */
#pragma once

#include "forge/forge-capture.h"
#include "forge/forge-lexer.h"

/* A few lines of text can ask for any amount of traffic; these stop it. */
typedef struct {
    guint64      max_frames;
    guint64      max_bytes; /* of all frames together */
    guint64      max_lines; /* executed, each round of a loop counted */
    char *const *folders; /* whose files may be read beside those below the scenario's own; NULL for none */
    const char  *output; /* must not be read; NULL for none */
} forge_limits_t;

extern const forge_limits_t bcnet_forge_default_limits;

/* NAME is what messages call the text, and says where its files are. NULL with ERROR set if the scenario is wrong. */
forge_capture_t *bcnet_forge_run(const char *name, const char *text, gsize length, const forge_limits_t *limits,
                                 GError **error);
