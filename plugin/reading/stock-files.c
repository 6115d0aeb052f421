/* Hashes of the contents of stock files.
 *
 * Provenance: answers of unmodified clients in real captures, as the protocol description quotes them (chapter 35.9):
 * rounds 0, 1, 3 and 0xFF as a whole, and the first file of round 2.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/stock-files.h"

#include <string.h>

#include <glib.h>

static const struct {
    const char *path;
    uint32_t    hash;
} files[] = {
    { "scripts/App.pyc", 0xF8A0A768 },
    { "scripts/Autoexec.pyc", 0x17930049 },
    { "scripts/mainmenu/__init__.pyc", 0x2C8CD0AD },
    { "scripts/mainmenu/CardSpecificSetup.pyc", 0x8909747C },
    { "scripts/mainmenu/KeyboardConfig.pyc", 0xB858BBC1 },
    { "scripts/mainmenu/mainmenu.pyc", 0x2DB130A7 },
    { "Scripts/Multiplayer/__init__.pyc", 0x6F451F7D },
    { "Scripts/Multiplayer/Episode/__init__.pyc", 0x9BA78D80 },
    { "Scripts/Multiplayer/Episode/Episode.pyc", 0xB2393DC7 },
    { "Scripts/Multiplayer/Episode/Mission1/__init__.pyc", 0x4D5389FF },
    { "Scripts/Multiplayer/Episode/Mission1/Mission1.pyc", 0xDEA7083A },
    { "Scripts/Multiplayer/Episode/Mission1/Mission1Menus.pyc", 0xC1338EE9 },
    { "Scripts/Multiplayer/Episode/Mission1/Mission1Name.pyc", 0x5C4753CB },
    { "Scripts/Multiplayer/Episode/Mission2/__init__.pyc", 0x4D5589FF },
    { "Scripts/Multiplayer/Episode/Mission2/Mission2.pyc", 0xE682F39E },
    { "Scripts/Multiplayer/Episode/Mission2/Mission2Menus.pyc", 0x1E148B65 },
    { "Scripts/Multiplayer/Episode/Mission2/Mission2Name.pyc", 0x412604FD },
    { "Scripts/Multiplayer/Episode/Mission3/__init__.pyc", 0x4D5789FF },
    { "Scripts/Multiplayer/Episode/Mission3/Mission3.pyc", 0x8F8AE4CF },
    { "Scripts/Multiplayer/Episode/Mission3/Mission3Menus.pyc", 0x35D57A18 },
    { "Scripts/Multiplayer/Episode/Mission3/Mission3Name.pyc", 0x4A06C9EF },
    { "Scripts/Multiplayer/Episode/Mission5/__init__.pyc", 0x4D5B89FF },
    { "Scripts/Multiplayer/Episode/Mission5/Mission5.pyc", 0xA3B354B1 },
    { "Scripts/Multiplayer/Episode/Mission5/Mission5Menus.pyc", 0x66136A0B },
    { "Scripts/Multiplayer/Episode/Mission5/Mission5Name.pyc", 0x70C46783 },
    { "Scripts/Multiplayer/Episode/Mission5/StarbaseAI.pyc", 0x28066B97 },
    { "Scripts/Multiplayer/MissionMenusShared.pyc", 0x86CE738F },
    { "Scripts/Multiplayer/MissionShared.pyc", 0x5961A782 },
    { "Scripts/Multiplayer/Modifier.pyc", 0xACFF33C7 },
    { "Scripts/Multiplayer/MultiplayerGame.pyc", 0xA55B9C31 },
    { "Scripts/Multiplayer/MultiplayerMenus.pyc", 0xDA19FA3E },
    { "Scripts/Multiplayer/SpeciesToShip.pyc", 0xF5575071 },
    { "Scripts/Multiplayer/SpeciesToSystem.pyc", 0x09DC0E74 },
    { "Scripts/Multiplayer/SpeciesToTorp.pyc", 0x8D19ADF2 },
    { "scripts/ships/Akira.pyc", 0xCCD37170 },
};

/* Whether a path ends with another one, at the name of a folder or file. */
static bool ends_with(const char *path, const char *end)
{
    const size_t length = strlen(path), of_end = strlen(end);

    if (length < of_end || (length > of_end && path[length - of_end - 1] != '/' && path[length - of_end - 1] != '\\'))
        return false;
    for (path += length - of_end; *end; path++, end++) {
        if (*path == '\\' ? *end != '/' : g_ascii_tolower(*path) != g_ascii_tolower(*end))
            return false;
    }
    return true;
}

bool bcnet_stock_content(const char *path, uint32_t *hash)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(files); i++) {
        if (ends_with(path, files[i].path)) {
            *hash = files[i].hash;
            return true;
        }
    }
    return false;
}
