/* The reader of the game's hardpoint scripts, and what becomes of them (97).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#include "mods/hardpoint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GPtrArray         *remarks = bcnet_remarks_new();
    char              *text = (char *)fuzz_copy(data, size);
    bcnet_hardpoint_t *hardpoint = bcnet_hardpoint_read("input", text, size, NULL, remarks);

    if (hardpoint) {
        for (int readd = 0; readd < BCNET_READD_COUNT; readd++) {
            bcnet_layout_t *layout = bcnet_hardpoint_layout(hardpoint, (bcnet_readd_t)readd, remarks);
            if (layout) {
                g_free(bcnet_hardpoint_write(layout));
                bcnet_layout_free(layout);
            }
        }
        bcnet_hardpoint_free(hardpoint);
    }
    for (guint i = 0; i < remarks->len; i++)
        g_free(bcnet_remark_text((const bcnet_remark_t *)remarks->pdata[i]));
    g_ptr_array_free(remarks, TRUE);
    free(text);
    return 0;
}
