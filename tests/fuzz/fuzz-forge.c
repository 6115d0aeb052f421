/* The forge's scenario language. Inputs that name files are left out: what they hold is none of this harness's business.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#include "forge/forge-scenario.h"

static bool names_a_file(const char *text, size_t size)
{
    return g_strstr_len(text, (gssize)size, "file") || g_strstr_len(text, (gssize)size, "include");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const forge_limits_t limits = { .max_frames = 200, .max_bytes = 1 << 20, .max_lines = 2000 };
    GError                     *error = NULL;

    if (names_a_file((const char *)data, size))
        return 0;
    char            *text = (char *)fuzz_copy(data, size);
    forge_capture_t *capture = bcnet_forge_run("input.scn", text, size, &limits, &error);
    FUZZ_MUST((capture == NULL) == (error != NULL));
    FUZZ_MUST(!error || *error->message != 0);
    if (capture)
        bcnet_forge_capture_sort(capture);
    g_clear_pointer(&capture, bcnet_forge_capture_free);
    g_clear_error(&error);
    free(text);
    return 0;
}
