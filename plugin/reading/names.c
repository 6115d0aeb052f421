/* The numbers of the protocol in words.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/names.h"

const value_string bcnet_ship_species_names[] = {
    { 0, "(none)" },
    { 1, "Akira" },
    { 2, "Ambassador" },
    { 3, "Galaxy" },
    { 4, "Nebula" },
    { 5, "Sovereign" },
    { 6, "Bird of Prey" },
    { 7, "Vor'cha" },
    { 8, "Warbird" },
    { 9, "Marauder" },
    { 10, "Galor" },
    { 11, "Keldon" },
    { 12, "Cardassian Hybrid" },
    { 13, "Kessok Heavy" },
    { 14, "Kessok Light" },
    { 15, "Shuttle" },
    { 16, "Cardassian Freighter" },
    { 17, "Freighter" },
    { 18, "Transport" },
    { 19, "Space Facility" },
    { 20, "Communications Array" },
    { 21, "Comm Light (sensor array)" },
    { 22, "Dry Dock" },
    { 23, "Probe" },
    { 24, "Decoy" },
    { 25, "Sunbuster" },
    { 26, "Cardassian Outpost" },
    { 27, "Cardassian Starbase" },
    { 28, "Cardassian Station" },
    { 29, "Federation Outpost" },
    { 30, "Federation Starbase" },
    { 31, "Asteroid" },
    { 32, "Asteroid 1" },
    { 33, "Asteroid 2" },
    { 34, "Asteroid 3" },
    { 35, "Amagon" },
    { 36, "Biranu Station" },
    { 37, "Enterprise" },
    { 38, "Geronimo" },
    { 39, "Peregrine" },
    { 40, "Asteroid h1" },
    { 41, "Asteroid h2" },
    { 42, "Asteroid h3" },
    { 43, "Escape Pod" },
    { 44, "Kessok Mine" },
    { 45, "Borg Cube" },
    { 0, NULL },
};

const value_string bcnet_torpedo_species_names[] = {
    { 0, "(none)" },
    { 1, "Disruptor" },
    { 2, "PhotonTorpedo" },
    { 3, "QuantumTorpedo" },
    { 4, "AntimatterTorpedo" },
    { 5, "CardassianTorpedo" },
    { 6, "KlingonTorpedo" },
    { 7, "PositronTorpedo" },
    { 8, "PulseDisruptor" },
    { 9, "FusionBolt" },
    { 10, "CardassianDisruptor" },
    { 11, "KessokDisruptor" },
    { 12, "PhasedPlasma" },
    { 13, "Positron2" },
    { 14, "PhotonTorpedo2" },
    { 15, "RomulanCannon" },
    { 0, NULL },
};

const value_string bcnet_star_system_names[] = {
    { 0, "unknown" }, { 1, "Multi1" }, { 2, "Multi2" },  { 3, "Multi3" },   { 4, "Multi4" }, { 5, "Multi5" },
    { 6, "Multi6" },  { 7, "Multi7" }, { 8, "Albirea" }, { 9, "Poseidon" }, { 0, NULL },
};

const value_string bcnet_class_id_names[] = {
    { 0x8002, "base object" },    { 0x8003, "object" },
    { 0x8004, "planet" },         { 0x8005, "sun" },
    { 0x8006, "physics object" }, { 0x8007, "damageable object" },
    { 0x8008, "ship" },           { 0x8009, "torpedo" },
    { 0x800A, "debris" },         { 0, NULL },
};

const value_string bcnet_phaser_level_names[] = {
    { 0, "low" },
    { 1, "medium" },
    { 2, "high" },
    { 0, NULL },
};

const value_string bcnet_tractor_mode_names[] = {
    { 0, "hold" },         { 1, "tow" },          { 2, "pull" }, { 3, "push" },
    { 4, "dock stage 1" }, { 5, "dock stage 2" }, { 0, NULL },
};

const value_string bcnet_no_player_names[] = {
    { 0, "nobody" },
    { 0, NULL },
};
