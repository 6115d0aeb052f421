/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/labels.h"

const unit_name_string  bcnet_units_bytes = { " byte", " bytes" };
const true_false_string bcnet_tfs_yes_no = { "Yes", "No" };
const true_false_string bcnet_tfs_on_off = { "On", "Off" };

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

const value_string bcnet_phaser_level_names[] = {
    { 0, "low" },
    { 1, "medium" },
    { 2, "high" },
    { 0, NULL },
};

const value_string bcnet_no_player_names[] = {
    { 0, "nobody" },
    { 0, NULL },
};
