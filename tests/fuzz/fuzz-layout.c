/* The reader of ship layouts: whatever it accepts, it writes and reads again without a change.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#include "ships/layout.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GPtrArray      *problems = g_ptr_array_new_with_free_func(g_free);
    char           *text = (char *)fuzz_copy(data, size);
    bcnet_layout_t *layout = bcnet_layout_parse("input.ini", "input", text, size, problems);

    for (guint i = 0; i < problems->len; i++)
        FUZZ_MUST(g_utf8_validate(problems->pdata[i], -1, NULL));
    FUZZ_MUST(layout || problems->len > 0);
    if (layout) {
        char           *written = bcnet_layout_write(layout);
        bcnet_layout_t *again = bcnet_layout_parse("input.ini", "input", written, strlen(written), problems);
        FUZZ_MUST(again && bcnet_layout_same_form(layout, again));
        char *rewritten = bcnet_layout_write(again);
        FUZZ_MUST(strcmp(written, rewritten) == 0);
        g_free(rewritten);
        g_free(written);
        bcnet_layout_free(again);
        bcnet_layout_free(layout);
    }
    g_ptr_array_free(problems, TRUE);
    free(text);
    return 0;
}
