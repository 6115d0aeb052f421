/* bcnet-forge.c
 * Makes captures of Bridge Commander traffic from readable scenarios.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdio.h>

#include "forge-scenario.h"

static int report(GError *error)
{
    fprintf(stderr, "%s\n", error->message);
    g_error_free(error);
    return 1;
}

static int make_capture(const char *scenario, const char *output)
{
    GError *error = NULL;
    forge_capture_t *capture = bcnet_forge_run(scenario, &bcnet_forge_default_limits, &error);

    if (capture == NULL || !bcnet_forge_capture_write(capture, output, &error)) {
        bcnet_forge_capture_free(capture);
        return report(error);
    }
    bcnet_forge_capture_free(capture);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "Usage: bcnet-forge SCENARIO OUT.pcapng\n");
        return 1;
    }
    return make_capture(argv[1], argv[2]);
}
