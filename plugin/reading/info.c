/* The Info column: what the messages of a datagram say, side by side.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/info.h"

#include <string.h>

#define BETWEEN " | "
#define TIMES " \xC3\x97" /* a multiplication sign */

void bcnet_info_open(packet_info *pinfo)
{
    col_clear(pinfo->cinfo, COL_INFO);
    const char *before = col_get_text(pinfo->cinfo, COL_INFO);
    if (!before || !*before)
        return;
    col_append_str(pinfo->cinfo, COL_INFO, BETWEEN);
    col_set_fence(pinfo->cinfo, COL_INFO);
}

void bcnet_info_close(packet_info *pinfo)
{
    col_set_fence(pinfo->cinfo, COL_INFO);
}

bcnet_info_t bcnet_info_begin(packet_info *pinfo, const char *separator)
{
    return (bcnet_info_t){ .pinfo = pinfo, .separator = separator };
}

static void write_words(bcnet_info_t *info)
{
    if (!info->words)
        return;
    col_append_fstr(info->pinfo->cinfo, COL_INFO, "%s%s", info->separator, info->words);
    if (info->times > 1)
        col_append_fstr(info->pinfo->cinfo, COL_INFO, TIMES "%u", info->times);
    info->separator = BETWEEN;
}

void bcnet_info_add(bcnet_info_t *info, const char *words)
{
    if (info->words && strcmp(info->words, words) == 0) {
        info->times++;
        return;
    }
    write_words(info);
    info->words = words;
    info->times = 1;
}

void bcnet_info_end(bcnet_info_t *info)
{
    write_words(info);
    info->words = NULL;
}
