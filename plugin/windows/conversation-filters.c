/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Conversation Filter > Bridge Commander, in the menu of a packet: filters about what it is about. */
#include "game/show.h"
#include "game/stays.h"
#include "windows/windows.h"

/* Behind ours: this header leaves it to others to include what it needs. */
#include <epan/conversation_filter.h>
#include <epan/to_str.h>

/* A string of a display filter. Names come from the net: nothing in them ends the string. */
static void append_quoted(GString *filter, const char *text)
{
    g_string_append_c(filter, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            g_string_append_c(filter, '\\');
        if (g_ascii_iscntrl(*text))
            g_string_append_printf(filter, "\\x%02x", (unsigned char)*text);
        else
            g_string_append_c(filter, *text);
    }
    g_string_append_c(filter, '"');
}

/* ---- This player: the connection, and what the player does as others are told of it ---- */

static bcnet_ws_bool_t has_player(BCNET_FILTER_ARGUMENTS)
{
    const bcnet_filter_context_t *context = bcnet_filter_context_of(pinfo);

    return context && context->client;
}

static char *player_filter(BCNET_FILTER_ARGUMENTS)
{
    const bcnet_stay_t *stay = bcnet_filter_context_of(pinfo)->client;
    const unsigned      id = stay->id;
    GString            *filter = g_string_new(NULL);
    uint32_t            first, last;

    g_string_printf(filter, "bcnet.from.id == %u || bcnet.to.id == %u || bcnet.actor.id == %u", id, id, id);
    bcnet_frames_of_id(stay, &first, &last);
    if (first > 0 || last > 0) { /* others have the id before or behind */
        g_string_prepend_c(filter, '(');
        g_string_append_c(filter, ')');
    }
    if (first > 0)
        g_string_append_printf(filter, " && frame.number >= %u", first);
    if (last > 0)
        g_string_append_printf(filter, " && frame.number <= %u", last);
    return g_string_free(filter, FALSE);
}

/* ---- The ships of the packet, one entry each: by class and player, so a respawn is the same ship ---- */

/* In the order of the tree; NULL: the packet has fewer. */
static const char *ship_at(packet_info *pinfo, unsigned place)
{
    const bcnet_filter_context_t *context = bcnet_filter_context_of(pinfo);

    return context && place < wmem_array_get_count(context->ships)
             ? *(const char **)wmem_array_index(context->ships, place)
             : NULL;
}

static char *filter_of_ship(packet_info *pinfo, unsigned place)
{
    GString *filter = g_string_new("bcnet.object.resolved contains ");

    append_quoted(filter, ship_at(pinfo, place));
    return g_string_free(filter, FALSE);
}

/* The titles of the menu's entries are fixed, and nobody tells an entry which one it is. */
#define ENTRY_OF_SHIP(place)                                                                                           \
    static bcnet_ws_bool_t has_ship_##place(BCNET_FILTER_ARGUMENTS)                                                    \
    {                                                                                                                  \
        return ship_at(pinfo, place) != NULL;                                                                          \
    }                                                                                                                  \
    static char *ship_filter_##place(BCNET_FILTER_ARGUMENTS)                                                           \
    {                                                                                                                  \
        return filter_of_ship(pinfo, place);                                                                           \
    }

ENTRY_OF_SHIP(0)
ENTRY_OF_SHIP(1)
ENTRY_OF_SHIP(2)
ENTRY_OF_SHIP(3)

/* ---- This game: everything from and to its host ---- */

static bcnet_ws_bool_t has_game(BCNET_FILTER_ARGUMENTS)
{
    const bcnet_filter_context_t *context = bcnet_filter_context_of(pinfo);

    return context && (context->host->type == AT_IPv4 || context->host->type == AT_IPv6);
}

static char *game_filter(BCNET_FILTER_ARGUMENTS)
{
    const bcnet_filter_context_t *context = bcnet_filter_context_of(pinfo);
    const char                   *name = context->host->type == AT_IPv6 ? "ipv6" : "ip";
    const char                   *host = address_to_str(pinfo->pool, context->host);

    return g_strdup_printf("(%s.src == %s && udp.srcport == %u) || (%s.dst == %s && udp.dstport == %u)", name, host,
                           context->port, name, host, context->port);
}

/* ---- This act and its copies ---- */

static bcnet_ws_bool_t has_original(BCNET_FILTER_ARGUMENTS)
{
    const bcnet_filter_context_t *context = bcnet_filter_context_of(pinfo);

    return context && wmem_array_get_count(context->originals) > 0;
}

static char *original_filter(BCNET_FILTER_ARGUMENTS)
{
    wmem_array_t *originals = bcnet_filter_context_of(pinfo)->originals;
    GString      *filter = g_string_new(NULL);

    for (unsigned i = 0; i < wmem_array_get_count(originals); i++) {
        const uint32_t frame = *(const uint32_t *)wmem_array_index(originals, i);
        g_string_append_printf(filter, "%sframe.number == %u || bcnet.copy_of == %u", i > 0 ? " || " : "", frame,
                               frame);
    }
    return g_string_free(filter, FALSE);
}

void bcnet_register_conversation_filters(void)
{
    BCNET_REGISTER_FILTER("BCNET: This player", has_player, player_filter);
    BCNET_REGISTER_FILTER("BCNET: This ship", has_ship_0, ship_filter_0);
    BCNET_REGISTER_FILTER("BCNET: Second ship", has_ship_1, ship_filter_1);
    BCNET_REGISTER_FILTER("BCNET: Third ship", has_ship_2, ship_filter_2);
    BCNET_REGISTER_FILTER("BCNET: Fourth ship", has_ship_3, ship_filter_3);
    BCNET_REGISTER_FILTER("BCNET: This game", has_game, game_filter);
    BCNET_REGISTER_FILTER("BCNET: This act and its copies", has_original, original_filter);
}
