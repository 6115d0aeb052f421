/* Opens scripts of the game for what they define.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/game-script.h"

#include <string.h>

/* Parents come from the folders of the script itself. */
static bool find_parent(void *context, const char *module, bcnet_script_t *parent)
{
    const bcnet_game_script_t *script = context;

    return bcnet_scripts_read(script->folders, module, parent, script->unused);
}

bool bcnet_game_script_open(bcnet_game_script_t *script, const GPtrArray *folders, const char *package,
                            const char *name, GPtrArray *remarks)
{
    bcnet_script_t text;

    memset(script, 0, sizeof *script);
    if (!bcnet_scripts_read(folders, name, &text, remarks))
        return false;
    script->folders = folders;
    script->parents = (bcnet_hardpoint_parents_t){ package, find_parent, script };
    script->unused = bcnet_remarks_new();
    script->run = bcnet_run_new(&script->parents, script->unused);
    script->module = bcnet_run_script(script->run, name, &text);
    bcnet_script_clear(&text);
    return true;
}

void bcnet_game_script_close(bcnet_game_script_t *script)
{
    if (script->run)
        bcnet_run_free(script->run);
    if (script->unused)
        g_ptr_array_free(script->unused, TRUE);
}

int bcnet_game_script_number(const bcnet_game_script_t *script, const char *name, int otherwise)
{
    value_t value = bcnet_run_global(script->module, name);

    return value.kind == VALUE_INTEGER ? (int)CLAMP(value.integer, 0, G_MAXINT16) : otherwise;
}
