/* The numbers of the protocol in words.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_NAMES_H
#define BCNET_NAMES_H

#include <epan/packet.h>

extern const value_string bcnet_torpedo_species_names[]; /* 40.8 */
extern const value_string bcnet_star_system_names[]; /* 40.8, 70.5 */
extern const value_string bcnet_class_id_names[]; /* 40.2 */
extern const value_string bcnet_phaser_level_names[]; /* 40.4 */
extern const value_string bcnet_tractor_mode_names[]; /* 40.4 */
extern const value_string bcnet_no_player_names[]; /* 70.3: network id 0 */

#endif
