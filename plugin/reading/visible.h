/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts of strangers without what an eye or a terminal would be led astray by. No Wireshark include here. */
#pragma once

#include <stdbool.h>

#include <glib.h>

/* THE letters that change how the text around them is shown, or are not seen themselves: they can make one name look
 * like another. */
bool bcnet_leads_astray(gunichar c);
/* A text, such as the name of a file, with these and control characters written by their numbers: \u001B. */
char *bcnet_visible(const char *text);
