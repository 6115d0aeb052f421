/* As Wireshark writes it; the file of mingw-w64 has another name where case matters.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <basetsd.h>
