/* The numbers of the protocol in words.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/names.h"

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
