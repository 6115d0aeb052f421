/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables by texts that a stranger chooses. The hash has a seed of its own in every run, so no names are slow. */
#pragma once

#include <glib.h>

/* By texts; what is given frees them and what stands under them, NULL: stays. */
GHashTable *bcnet_names_new(GDestroyNotify name, GDestroyNotify value);
/* Names that Windows takes for the same give the same; freed with g_free. Names of files need not be UTF-8. */
char *bcnet_name_folded(const char *name);
