/* The names of the unmodified game (protocol chapter 35.4). No Wireshark include here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STOCK_NAMES_H
#define BCNET_STOCK_NAMES_H

/* Version string, directories and files; NULL behind the last one. ASCII. */
extern const char *const bcnet_stock_names[];

#endif
