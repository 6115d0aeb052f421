/* The reader of the game's hardpoint scripts, and what becomes of them (97).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#include "mods/hardpoint.h"

/* Every parent there is. */
static bool find_parent(void *context, const char *module, bcnet_script_t *script)
{
    static const char parent[] = "import App\n"
                                 "Hull = App.HullProperty_Create('Hull')\n"
                                 "App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)\n"
                                 "def LoadPropertySet(pObj):\n"
                                 "\tpObj.AddToSet('Scene Root', Hull)\n";

    *script = (bcnet_script_t){ g_strdup(module), g_strdup(parent), strlen(parent) };
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GPtrArray *remarks = bcnet_remarks_new();
    char      *text = (char *)fuzz_copy(data, size);
    char       name[] = "input";

    const bcnet_script_t            script = { name, text, size };
    const bcnet_hardpoint_parents_t parents = { .find = find_parent };

    for (int readd = 0; readd < BCNET_READD_COUNT; readd++) {
        bcnet_layout_t *layout = bcnet_hardpoint_read(&script, &parents, (bcnet_readd_t)readd, remarks);

        if (layout)
            g_free(bcnet_hardpoint_write(layout));
        bcnet_layout_free(layout);
    }
    g_ptr_array_free(bcnet_remarks_lines(remarks, false), TRUE);
    g_ptr_array_free(bcnet_remarks_lines(remarks, true), TRUE);
    g_ptr_array_free(remarks, TRUE);
    free(text);
    return 0;
}
