/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The whole game in one piece, as a capture tells it: who played, which ships flew where and in what condition,
 * who fired at whom, what was said, how the network did. Collected from the records of the tap (tap.h) in one pass;
 * memory is bounded whatever a capture holds.
 *
 * Written as JSON (world-json.c), described in docs/report.md. */
#pragma once

#include "tables/row-facts.h"

typedef struct bcnet_world bcnet_world_t;

bcnet_world_t *bcnet_world_new(void);
void           bcnet_world_free(bcnet_world_t *world);

void bcnet_world_add(bcnet_world_t *world, const bcnet_tap_message_t *message, packet_info *pinfo);
/* A complaint or remark of the dissector. */
void bcnet_world_add_remark(bcnet_world_t *world, const bcnet_remark_row_t *row);
/* The name under which a host offers its game to players who search for one (80). */
void bcnet_world_add_server_name(bcnet_world_t *world, const char *name, const packet_info *pinfo);

/* The JSON text. */
GString *bcnet_world_json(const bcnet_world_t *world);

/* report.c: -z bcnet,report,FILE and -z bcnet,world,FILE */
void bcnet_register_report(void);
/* Listens to the whole capture, for the menu; bcnet_report_page makes the page of what was heard, and listens no more. NULL:
 * nothing of the game was. */
typedef struct bcnet_request bcnet_request_t;
bcnet_request_t             *bcnet_report_listen(void);
GString                     *bcnet_report_page(bcnet_request_t *request);
