/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as text: with a point, whatever the user's locale has.
 *
 * printf asks the locale. In one with a decimal comma "626,2" would shift the columns of a csv row, and two
 * people would read the same capture differently. So no other file prints a floating number. */
#pragma once

/* Long enough for every double, sign, point and decimals. */
enum { BCNET_NUMBER_LENGTH = 328, BCNET_DECIMALS_MAX = 16 };

/* Given by value: bcnet_fixed(2.5, 1).text stays valid until the end of the statement it stands in. */
typedef struct {
    char text[BCNET_NUMBER_LENGTH];
} bcnet_number_t;

bcnet_number_t bcnet_fixed(double value, int decimals); /* "626.2", at most BCNET_DECIMALS_MAX decimals */
bcnet_number_t bcnet_significant(double value, int digits); /* "0.041", "1e+30": no more digits than it has */
