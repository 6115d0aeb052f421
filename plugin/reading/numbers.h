/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as text: with a point, whatever the user's locale has.
 *
 * printf asks the locale. In one with a decimal comma "626,2" would shift the columns of a csv row, and two
 * people would read the same capture differently. So no other file prints a floating number. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Long enough for every double, sign, point and decimals. */
enum { BCNET_NUMBER_LENGTH = 328, BCNET_DECIMALS_MAX = 16 };

/* Given by value: bcnet_fixed(2.5, 1).text stays valid until the end of the statement it stands in. */
typedef struct {
    char text[BCNET_NUMBER_LENGTH];
} bcnet_number_t;

bcnet_number_t bcnet_fixed(double value, int decimals); /* "626.2", at most BCNET_DECIMALS_MAX decimals */
bcnet_number_t bcnet_significant(double value, int digits); /* "0.041", "1e+30": no more digits than it has */

/* "62.75 %", for a field with that format: Wireshark 4.0 does not show the unit strings of floats. By hand: there are dozens
 * in a datagram. */
void bcnet_format_percent(char *label, double percent);

/* Into a growing text, by hand: printf takes a good part of the time of what has a million numbers. */
void bcnet_append_number(GString *text, int64_t scaled, unsigned decimals); /* 1500 with 3 decimals: "1.500" */
/* So many decimals at most, without zeros at the end: "12.5", "3". What is scaled has to fit into 63 bits. */
void bcnet_append_decimal(GString *text, double value, unsigned decimals);
