/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of the unmodified game that clients are asked about, folder by folder.
 *
 * Provenance: the protocol description, chapters 35.4 and 35.12. 34 content hashes stand in answers of unmodified clients
 * in real captures, 100 are computed from the published scripts with the compiler rules of the game. */
#include "reading/stock-files.h"

#include <stdlib.h>
#include <string.h>

#include <glib.h>

enum { NOT_KNOWN = 0 };

/* In alphabetical order, as bcnet_stock_file searches them. */
static const bcnet_stock_file_t scripts[] = {
    { "App.pyc", 0xF8A0A768 },
    { "Autoexec.pyc", 0x17930049 },
};

static const bcnet_stock_file_t ships[] = {
    { "__init__.pyc", 0x66E88E50 },      { "Akira.pyc", 0xCCD37170 },         { "Amagon.pyc", 0xB277FCFC },
    { "Ambassador.pyc", 0xE819F28A },    { "Asteroid.pyc", 0x90636AA0 },      { "Asteroid1.pyc", 0xC002F743 },
    { "Asteroid2.pyc", 0xF7BEF5C9 },     { "Asteroid3.pyc", 0x0AF84258 },     { "Asteroidh1.pyc", 0xA02835BA },
    { "Asteroidh2.pyc", 0xA32B03BC },    { "Asteroidh3.pyc", 0xF6B2E33A },    { "BiranuStation.pyc", 0x2A353855 },
    { "BirdOfPrey.pyc", 0xDF8AD8B7 },    { "BombFreighter.pyc", 0xF8738654 }, { "CardFacility.pyc", 0xAFF48CFC },
    { "CardFreighter.pyc", 0xF7A59466 }, { "CardHybrid.pyc", 0x3AF79366 },    { "CardOutpost.pyc", 0xCDC062BC },
    { "CardStarbase.pyc", 0xDB05F42B },  { "CardStation.pyc", 0x35762B79 },   { "CommArray.pyc", 0x1C4E6A97 },
    { "CommLight.pyc", 0x28F37BAC },     { "Decoy.pyc", 0x699C82B4 },         { "DryDock.pyc", 0xE4966259 },
    { "E2M0Warbird.pyc", NOT_KNOWN },    { "Enterprise.pyc", 0x76D465CF },    { "EscapePod.pyc", 0xB6652D59 },
    { "FedOutpost.pyc", 0x878E305C },    { "FedStarbase.pyc", 0x05B1A109 },   { "Freighter.pyc", 0x22E5242E },
    { "Galaxy.pyc", 0x3F712BBF },        { "Galor.pyc", 0xEDE2305F },         { "GenericTemplate.pyc", 0x15EE0446 },
    { "Geronimo.pyc", 0x456C087E },      { "Keldon.pyc", 0x62C27140 },        { "KessokHeavy.pyc", 0x2316DBC4 },
    { "KessokLight.pyc", 0x75B632C1 },   { "KessokMine.pyc", 0xAB73E61A },    { "Marauder.pyc", 0x12F3AF24 },
    { "MatanKeldon.pyc", 0x67DEEE4A },   { "Nebula.pyc", 0xBFD9BC09 },        { "Peregrine.pyc", 0x05A11472 },
    { "Probe.pyc", 0xC7B4ACC8 },         { "RanKuf.pyc", 0x639FE993 },        { "Shuttle.pyc", 0x7CEEE5D2 },
    { "Sovereign.pyc", 0xEE03AF3F },     { "SpaceFacility.pyc", 0x51528C01 }, { "Sunbuster.pyc", 0x90521D1C },
    { "Transport.pyc", 0xC467F421 },     { "Vorcha.pyc", 0x2060141A },        { "Warbird.pyc", NOT_KNOWN },
};

static const bcnet_stock_file_t hardpoints[] = {
    { "__init__.pyc", 0xECA30640 },      { "akira.pyc", 0xCD42E07B },           { "amagon.pyc", 0xAACB7138 },
    { "ambassador.pyc", 0xEB3868EE },    { "asteroid.pyc", 0x25415023 },        { "asteroid1.pyc", 0x7238BAB4 },
    { "asteroid2.pyc", 0x1A50E2AB },     { "asteroid3.pyc", 0x862374E1 },       { "asteroidh1.pyc", 0xEEFF598A },
    { "asteroidh2.pyc", 0x1A35036A },    { "asteroidh3.pyc", 0xA8925827 },      { "biranustation.pyc", 0xFFE81C9D },
    { "birdofprey.pyc", 0xAA73B5E8 },    { "bombfreighter.pyc", 0x1BD724CE },   { "cardfacility.pyc", 0xFD88AA82 },
    { "cardfreighter.pyc", 0x30FADF57 }, { "cardhybrid.pyc", 0x6FE63F74 },      { "cardoutpost.pyc", 0x7BBBC1C9 },
    { "cardstarbase.pyc", 0x44B3995D },  { "cardstation.pyc", 0x0F64E85D },     { "commarray.pyc", 0x53AC3B73 },
    { "commlight.pyc", 0x7B536487 },     { "drydock.pyc", 0x459E1D67 },         { "e2m0warbird.pyc", 0x30460C33 },
    { "enterprise.pyc", 0xEC6F5257 },    { "escapepod.pyc", 0x359328FB },       { "fedoutpost.pyc", 0x6CFE73AE },
    { "fedstarbase.pyc", 0x1049FE76 },   { "freighter.pyc", 0x2E3752BB },       { "galaxy.pyc", 0x1CA1C3E4 },
    { "galor.pyc", 0xCB0FC783 },         { "GenericTemplate.pyc", 0xFE05A340 }, { "geronimo.pyc", 0xC6BB92EB },
    { "keldon.pyc", 0x859A0984 },        { "kessokheavy.pyc", 0x65DEB74B },     { "kessoklight.pyc", 0x4015E4C3 },
    { "kessokmine.pyc", 0x2790F102 },    { "marauder.pyc", 0x5A9FE0B7 },        { "matankeldon.pyc", 0xFC089EED },
    { "nebula.pyc", 0xFC02ADE5 },        { "peregrine.pyc", 0x53578FA6 },       { "probe.pyc", 0x23B127DC },
    { "probe2.pyc", 0xAB9B7127 },        { "rankuf.pyc", 0xA1EDCD64 },          { "shuttle.pyc", 0x5431FE12 },
    { "sovereign.pyc", 0x7853109D },     { "spacefacility.pyc", 0x2D52430A },   { "sunbuster.pyc", 0x5C390BA9 },
    { "transport.pyc", 0xF7AD0564 },     { "vorcha.pyc", 0x4AD0F71B },          { "warbird.pyc", 0xC55B87F8 },
};

static const bcnet_stock_file_t main_menu[] = {
    { "__init__.pyc", 0x2C8CD0AD },
    { "CardSpecificSetup.pyc", 0x8909747C },
    { "KeyboardConfig.pyc", 0xB858BBC1 },
    { "mainmenu.pyc", 0x2DB130A7 },
};

static const bcnet_stock_file_t multiplayer[] = {
    { "__init__.pyc", 0x6F451F7D },        { "MissionMenusShared.pyc", 0x86CE738F },
    { "MissionShared.pyc", 0x5961A782 },   { "Modifier.pyc", 0xACFF33C7 },
    { "MultiplayerGame.pyc", 0xA55B9C31 }, { "MultiplayerMenus.pyc", 0xDA19FA3E },
    { "SpeciesToShip.pyc", 0xF5575071 },   { "SpeciesToSystem.pyc", 0x09DC0E74 },
    { "SpeciesToTorp.pyc", 0x8D19ADF2 },
};

static const bcnet_stock_file_t episode[] = {
    { "__init__.pyc", 0x9BA78D80 },
    { "Episode.pyc", 0xB2393DC7 },
};

static const bcnet_stock_file_t mission1[] = {
    { "__init__.pyc", 0x4D5389FF },
    { "Mission1.pyc", 0xDEA7083A },
    { "Mission1Menus.pyc", 0xC1338EE9 },
    { "Mission1Name.pyc", 0x5C4753CB },
};

static const bcnet_stock_file_t mission2[] = {
    { "__init__.pyc", 0x4D5589FF },
    { "Mission2.pyc", 0xE682F39E },
    { "Mission2Menus.pyc", 0x1E148B65 },
    { "Mission2Name.pyc", 0x412604FD },
};

static const bcnet_stock_file_t mission3[] = {
    { "__init__.pyc", 0x4D5789FF },
    { "Mission3.pyc", 0x8F8AE4CF },
    { "Mission3Menus.pyc", 0x35D57A18 },
    { "Mission3Name.pyc", 0x4A06C9EF },
};

static const bcnet_stock_file_t mission5[] = {
    { "__init__.pyc", 0x4D5B89FF },     { "Mission5.pyc", 0xA3B354B1 },   { "Mission5Menus.pyc", 0x66136A0B },
    { "Mission5Name.pyc", 0x70C46783 }, { "StarbaseAI.pyc", 0x28066B97 },
};

const bcnet_stock_folder_t bcnet_stock_folders[BCNET_STOCK_FOLDERS] = {
    { "scripts", scripts, G_N_ELEMENTS(scripts), false },
    { "scripts/ships", ships, G_N_ELEMENTS(ships), true },
    { "scripts/ships/Hardpoints", hardpoints, G_N_ELEMENTS(hardpoints), true },
    { "scripts/mainmenu", main_menu, G_N_ELEMENTS(main_menu), true },
    { "Scripts/Multiplayer", multiplayer, G_N_ELEMENTS(multiplayer), true },
    { "Scripts/Multiplayer/Episode", episode, G_N_ELEMENTS(episode), true },
    { "Scripts/Multiplayer/Episode/Mission1", mission1, G_N_ELEMENTS(mission1), true },
    { "Scripts/Multiplayer/Episode/Mission2", mission2, G_N_ELEMENTS(mission2), true },
    { "Scripts/Multiplayer/Episode/Mission3", mission3, G_N_ELEMENTS(mission3), true },
    { "Scripts/Multiplayer/Episode/Mission5", mission5, G_N_ELEMENTS(mission5), true },
};

static bool is_slash(char character)
{
    return character == '/' || character == '\\';
}

/* Whether a path ends with that of the folder, at the name of a folder. */
static bool ends_with(const char *path, size_t length, const char *folder)
{
    const size_t of_folder = strlen(folder);

    if (length < of_folder || (length > of_folder && !is_slash(path[length - of_folder - 1])))
        return false;
    for (path += length - of_folder; *folder; path++, folder++) {
        if (is_slash(*path) ? *folder != '/' : g_ascii_tolower(*path) != g_ascii_tolower(*folder))
            return false;
    }
    return true;
}

const bcnet_stock_folder_t *bcnet_stock_folder(const char *path, size_t length)
{
    for (unsigned i = 0; i < BCNET_STOCK_FOLDERS; i++) {
        if (ends_with(path, length, bcnet_stock_folders[i].path))
            return &bcnet_stock_folders[i];
    }
    return NULL;
}

static int compare_name(const void *name, const void *file)
{
    return g_ascii_strcasecmp((const char *)name, ((const bcnet_stock_file_t *)file)->name);
}

const bcnet_stock_file_t *bcnet_stock_file(const bcnet_stock_folder_t *folder, const char *name)
{
    return (const bcnet_stock_file_t *)bsearch(name, folder->files, folder->count, sizeof *folder->files, compare_name);
}
