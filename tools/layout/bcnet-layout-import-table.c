/* The table of what was imported.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "layout/bcnet-layout-import.h"

#include "layout/bcnet-layout.h"

#include <stdio.h>

static const char *outcome_text(const import_job_t *job)
{
    switch (job->outcome) {
    case IMPORT_FAILED:
        return "cannot be used";
    case IMPORT_STOCK:
        return "as built in";
    case IMPORT_THERE:
        return "unchanged";
    case IMPORT_KEPT:
        return "left alone: the file there says something else, see --force";
    case IMPORT_WRITTEN:
        break;
    }
    return job->target;
}

static unsigned count_children(const bcnet_layout_t *layout)
{
    unsigned count = 0;

    for (unsigned i = 0; i < layout->count; i++)
        count += layout->subsystems[i].child_count;
    return count;
}

static void print_job(const import_job_t *job)
{
    g_autofree char *file = g_filename_display_name(job->file);
    g_autofree char *species = job->species != 0 ? g_strdup_printf("%d", job->species) : g_strdup("-");
    g_autofree char *target = g_filename_display_name(outcome_text(job));

    bcnet_tool_cell(file, 23);
    bcnet_tool_cell(" ", 1);
    bcnet_tool_cell(job->name, 23);
    bcnet_tool_cell(" ", 1);
    bcnet_tool_cell(species, 9);
    if (job->layout != NULL)
        printf("%-12u%-10u%-10u", job->layout->count, count_children(job->layout),
               bcnet_layout_snapshot_length(job->layout));
    else
        printf("%-12s%-10s%-10s", "-", "-", "-");
    printf("%-7u%-8u%s\n", bcnet_remarks_count(job->remarks, BCNET_NOTE),
           bcnet_remarks_count(job->remarks, BCNET_ERROR), target);
}

void bcnet_import_print(const import_t *import)
{
    unsigned counts[IMPORT_KEPT + 1] = { 0 };

    printf("file                    ship                    species  subsystems  children  snapshot  notes  errors  "
           "layout file\n");
    for (unsigned i = 0; i < import->jobs->len; i++) {
        const import_job_t *job = g_ptr_array_index(import->jobs, i);

        counts[job->outcome]++;
        print_job(job);
    }
    printf("%u ship%s: %u written", import->jobs->len, import->jobs->len == 1 ? "" : "s", counts[IMPORT_WRITTEN]);
    if (counts[IMPORT_THERE] > 0)
        printf(", %u unchanged", counts[IMPORT_THERE]);
    if (counts[IMPORT_STOCK] > 0)
        printf(", %u as built in", counts[IMPORT_STOCK]);
    if (counts[IMPORT_KEPT] > 0)
        printf(", %u left alone", counts[IMPORT_KEPT]);
    printf(", %u with errors.\n", counts[IMPORT_FAILED]);
}
