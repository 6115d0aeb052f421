/* Preloaded into tshark: at its end prints what the preference page says of ship layouts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#include <epan/prefs.h>

/* From a header that is not installed everywhere. */
const char *prefs_get_title(pref_t *pref);

void epan_cleanup(void);

void epan_cleanup(void)
{
    union {
        void *found;
        void (*call)(void);
    } original = { .found = dlsym(RTLD_NEXT, "epan_cleanup") };

    puts(prefs_get_title(prefs_find_preference(prefs_find_module("bcnet"), "layouts_loaded")));
    fflush(stdout);
    original.call();
}
