/* A script of the game that is gone through for what it defines, not for what it does to a ship.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_GAME_SCRIPT_H
#define BCNET_GAME_SCRIPT_H

#include "mods/hardpoint-folder.h"
#include "mods/hardpoint-run.h"

typedef struct {
    const GPtrArray          *folders;
    bcnet_hardpoint_parents_t parents;
    run_t                    *run;
    bcnet_module_t           *module;
    GPtrArray                *unused; /* what is outside the subset in these scripts has nothing to do with ships */
} bcnet_game_script_t;

/* Reads the script of a package ("ships") from the first of its folders that has it; what it imports of its package
 * comes from these folders too. It may not be moved while it is open. False when there is none, or, with a remark, when it cannot be read. Closed in any case. */
bool bcnet_game_script_open(bcnet_game_script_t *script, const GPtrArray *folders, const char *package,
                            const char *name, GPtrArray *remarks);
void bcnet_game_script_close(bcnet_game_script_t *script);
/* A number that the script defines. */
int bcnet_game_script_number(const bcnet_game_script_t *script, const char *name, int otherwise);

#endif
