/* The reader of the game's hardpoint scripts, and what becomes of them (97).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#include "mods/script.h"

/* Every other script there is. */
static bool find_script(void *context, const char *path, bcnet_script_source_t *source)
{
    static const char parent[] = "import App\n"
                                 "Hull = App.HullProperty_Create('Hull')\n"
                                 "App.g_kModelPropertyManager.RegisterLocalTemplate(Hull)\n"
                                 "def LoadPropertySet(pObj):\n"
                                 "\tpObj.AddToSet('Scene Root', Hull)\n";

    *source = (bcnet_script_source_t){ g_strdup(path), g_strdup(parent), strlen(parent) };
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GPtrArray *remarks = bcnet_remarks_new();
    char      *text = (char *)fuzz_copy(data, size);
    char       name[] = "input";

    const bcnet_script_source_t source = { name, text, size };
    bcnet_layout_free(bcnet_hardpoint_read(&source, (bcnet_finder_t){ .find = find_script }, remarks, NULL));
    for (unsigned i = 0; i < remarks->len; i++)
        g_free(bcnet_remark_text(g_ptr_array_index(remarks, i), bcnet_remark_times(remarks, i)));
    g_ptr_array_free(remarks, TRUE);
    free(text);
    return 0;
}
