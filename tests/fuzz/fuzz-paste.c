/* Hex that somebody pasted. The first byte chooses the kind.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "forge/forge-paste.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GPtrArray *remarks = g_ptr_array_new_with_free_func(g_free);
    GError    *error = NULL;

    if (size > 0) {
        const forge_paste_options_t options = { .kind = (forge_paste_kind_t)(data[0] % 4), .sender = data[0] };
        char                       *text = (char *)fuzz_copy(data + 1, size - 1);
        forge_capture_t            *capture = bcnet_forge_paste("input", text, size - 1, &options, remarks, &error);
        FUZZ_MUST((capture == NULL) == (error != NULL));
        g_clear_pointer(&capture, bcnet_forge_capture_free);
        g_clear_error(&error);
        free(text);
    }
    g_ptr_array_free(remarks, TRUE);
    return 0;
}
