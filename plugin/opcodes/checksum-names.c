/* The names behind the name hashes of the unmodified game (protocol chapter 35.4).
 *
 * Provenance: the version string "60" and the paths, subdirectories and files that the
 * unmodified game can send in the five rounds of the checksum exchange, 138 names, each with the game's own
 * hash of it. All hashes in captures of unmodified clients are among them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "opcodes/checksum-names.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t    hash;
    const char *name;
} bcnet_hashed_name_t;

/* In the order of the hashes. */
static const bcnet_hashed_name_t names[] = {
    { 0x00B0768C, "DryDock.pyc" },
    { 0x0240516C, "Mission1Menus.pyc" },
    { 0x030C6585, "kessokmine.pyc" },
    { 0x06B7B458, "freighter.pyc" },
    { 0x0825A729, "Modifier.pyc" },
    { 0x0C652730, "KessokLight.pyc" },
    { 0x0DD017CA, "CardStarbase.pyc" },
    { 0x0F29D80D, "bombfreighter.pyc" },
    { 0x0FD4F0A4, "cardfreighter.pyc" },
    { 0x0FFFB996, "Keldon.pyc" },
    { 0x110EA8DE, "asteroid2.pyc" },
    { 0x13423EDD, "Mission3Name.pyc" },
    { 0x1556D45E, "Vorcha.pyc" },
    { 0x16F2E8DA, "Mission5" },
    { 0x1A72E060, "BiranuStation.pyc" },
    { 0x1A8F56B8, "asteroidh1.pyc" },
    { 0x1AD01BB3, "akira.pyc" },
    { 0x1F4130E9, "SpeciesToShip.pyc" },
    { 0x216A105E, "CommArray.pyc" },
    { 0x21C31841, "sovereign.pyc" },
    { 0x21DDDA87, "commlight.pyc" },
    { 0x2207BCE4, "vorcha.pyc" },
    { 0x24237B45, "asteroid1.pyc" },
    { 0x24B7B20B, "birdofprey.pyc" },
    { 0x2C11712D, "MissionMenusShared.pyc" },
    { 0x2D4B2820, "cardoutpost.pyc" },
    { 0x2E1758E1, "Asteroidh3.pyc" },
    { 0x2F11087B, "CommLight.pyc" },
    { 0x2F9FC4A9, "Decoy.pyc" },
    { 0x3409475D, "scripts/mainmenu" },
    { 0x373EB677, "App.pyc" },
    { 0x3D11CF61, "kessoklight.pyc" },
    { 0x3E47DEF8, "probe.pyc" },
    { 0x3EB23EBA, "Akira.pyc" },
    { 0x3EBDF4BA, "EscapePod.pyc" },
    { 0x40927413, "GenericTemplate.pyc" },
    { 0x412691AF, "ambassador.pyc" },
    { 0x415BD938, "Mission1.pyc" },
    { 0x4370D29D, "KeyboardConfig.pyc" },
    { 0x44AF0748, "MultiplayerMenus.pyc" },
    { 0x45FC7597, "Amagon.pyc" },
    { 0x4AEBE16F, "cardfacility.pyc" },
    { 0x4DAFCB2F, "scripts" },
    { 0x51C87312, "Nebula.pyc" },
    { 0x5246443F, "Asteroid2.pyc" },
    { 0x5297FE01, "E2M0Warbird.pyc" },
    { 0x547FD9DF, "matankeldon.pyc" },
    { 0x5846668B, "CardSpecificSetup.pyc" },
    { 0x587DA208, "Mission2" },
    { 0x58F3F034, "Mission3Menus.pyc" },
    { 0x5C7F437F, "asteroid3.pyc" },
    { 0x5F66DE18, "Enterprise.pyc" },
    { 0x6359818B, "Mission1Name.pyc" },
    { 0x66B01048, "galaxy.pyc" },
    { 0x67A4C085, "MissionShared.pyc" },
    { 0x67D443E2, "StarbaseAI.pyc" },
    { 0x69CD81F9, "transport.pyc" },
    { 0x6DF64B1C, "Mission5.pyc" },
    { 0x70D9B0B8, "Warbird.pyc" },
    { 0x712E2686, "Episode.pyc" },
    { 0x71DDEF3B, "BombFreighter.pyc" },
    { 0x72ED3851, "Mission3" },
    { 0x732570D6, "CardOutpost.pyc" },
    { 0x7593FABC, "CardFacility.pyc" },
    { 0x76999DB1, "shuttle.pyc" },
    { 0x76DB5ADE, "MatanKeldon.pyc" },
    { 0x79400952, "Probe.pyc" },
    { 0x7B27230B, "Mission5Name.pyc" },
    { 0x7E0CE243, "60" },
    { 0x7E43513F, "CardHybrid.pyc" },
    { 0x82A30472, "cardstation.pyc" },
    { 0x83C82BA5, "Episode" },
    { 0x8501E6A1, "Autoexec.pyc" },
    { 0x8562BCCE, "asteroidh2.pyc" },
    { 0x8794D13F, "Scripts/Multiplayer" },
    { 0x88D63ABC, "Mission1" },
    { 0x88EAB037, "Mission2.pyc" },
    { 0x89ABC52E, "Geronimo.pyc" },
    { 0x8D0F8067, "Galaxy.pyc" },
    { 0x8E3EC2EC, "Shuttle.pyc" },
    { 0x8ED2A632, "asteroid.pyc" },
    { 0x8EF674BD, "escapepod.pyc" },
    { 0x902F5C87, "asteroidh3.pyc" },
    { 0x91312029, "Freighter.pyc" },
    { 0x944D0354, "CardFreighter.pyc" },
    { 0x95CA658D, "Asteroid3.pyc" },
    { 0x9977E2D6, "nebula.pyc" },
    { 0x9B4FB0D1, "fedoutpost.pyc" },
    { 0x9D0B4F3D, "Mission5Menus.pyc" },
    { 0xA0806B91, "Asteroid.pyc" },
    { 0xA21393D7, "RanKuf.pyc" },
    { 0xA29FC9B5, "keldon.pyc" },
    { 0xA2A8082F, "KessokMine.pyc" },
    { 0xA43A24A7, "Sunbuster.pyc" },
    { 0xA4FC6415, "Mission3.pyc" },
    { 0xA6FEE294, "Mission2Name.pyc" },
    { 0xAA18D497, "peregrine.pyc" },
    { 0xB223C78E, "KessokHeavy.pyc" },
    { 0xB42D7C88, "Galor.pyc" },
    { 0xB54D1D23, "mainmenu.pyc" },
    { 0xB7C9AB76, "cardhybrid.pyc" },
    { 0xB89B7EA3, "warbird.pyc" },
    { 0xBE8C5386, "e2m0warbird.pyc" },
    { 0xBF319661, "Sovereign.pyc" },
    { 0xC017D1C4, "scripts/ships" },
    { 0xC07C63B1, "sunbuster.pyc" },
    { 0xC090F057, "Asteroidh2.pyc" },
    { 0xC0E54A54, "fedstarbase.pyc" },
    { 0xC11F951B, "Transport.pyc" },
    { 0xC5DE8AE5, "SpeciesToSystem.pyc" },
    { 0xC7DDFB47, "biranustation.pyc" },
    { 0xC81B7007, "SpaceFacility.pyc" },
    { 0xC8ED1FD9, "commarray.pyc" },
    { 0xCA278656, "Marauder.pyc" },
    { 0xCAAFFDD4, "Hardpoints" },
    { 0xCB1F8D37, "MultiplayerGame.pyc" },
    { 0xCB98BB6A, "enterprise.pyc" },
    { 0xCBDBC77B, "cardstarbase.pyc" },
    { 0xCC8A8AB2, "probe2.pyc" },
    { 0xCDDF111F, "Asteroidh1.pyc" },
    { 0xD107E920, "galor.pyc" },
    { 0xDA209364, "marauder.pyc" },
    { 0xDBB2F964, "Asteroid1.pyc" },
    { 0xDF4C8B63, "amagon.pyc" },
    { 0xE0F34C13, "rankuf.pyc" },
    { 0xE0FABB1F, "CardStation.pyc" },
    { 0xE46791C4, "BirdOfPrey.pyc" },
    { 0xE6C0D878, "Ambassador.pyc" },
    { 0xE9DD9FA2, "__init__.pyc" },
    { 0xEA32CDE7, "Mission2Menus.pyc" },
    { 0xF051BB89, "drydock.pyc" },
    { 0xF1265576, "kessokheavy.pyc" },
    { 0xF175AF02, "geronimo.pyc" },
    { 0xF297F287, "FedStarbase.pyc" },
    { 0xF6CDB1B8, "spacefacility.pyc" },
    { 0xFC53F27B, "SpeciesToTorp.pyc" },
    { 0xFDDAB887, "FedOutpost.pyc" },
    { 0xFDE92B28, "Peregrine.pyc" },
};

enum { NAME_COUNT = sizeof names / sizeof names[0] };

static int compare(const void *key, const void *entry)
{
    const uint32_t hash = *(const uint32_t *)key, other = ((const bcnet_hashed_name_t *)entry)->hash;

    return hash < other ? -1 : hash > other;
}

const char *bcnet_name_of_hash(uint32_t hash)
{
    const bcnet_hashed_name_t *found =
        (const bcnet_hashed_name_t *)bsearch(&hash, names, NAME_COUNT, sizeof names[0], compare);

    return found ? found->name : NULL;
}

bool bcnet_has_known_hash(const char *name)
{
    for (unsigned i = 0; i < NAME_COUNT; i++) {
        if (strcmp(names[i].name, name) == 0)
            return true;
    }
    return false;
}
