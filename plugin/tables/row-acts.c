/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What happens, for -z bcnet,tables: a row for each message, and one for each act, as soon as a message tells of it. */
#include "tables/row-folder.h"

#include <math.h>

#include "game/shots.h"
#include "messages/reliability.h"
#include "opcodes/subsystems.h"

/* ---- Messages ----
 *
 * A row is complete when its ack is known, which comes later: rows wait for that, in order, as long as there is room; then
 * those that nobody acknowledges wait apart. */

enum { WAITING_ROWS = 4096 };

typedef struct {
    bcnet_message_row_t row;
    const bcnet_sent_t *sent; /* NULL: nothing to wait for */
    bool                is_first; /* sending of it */
} bcnet_waiting_row_t;

static bool waits(const bcnet_waiting_row_t *row)
{
    return row->sent && row->sent->acked_frame == 0;
}

static void write_row(bcnet_row_folder_t *folder, bcnet_waiting_row_t *row)
{
    const bcnet_sent_t *sent = row->sent;

    if (sent && !waits(row)) {
        row->row.acked_in_frame = sent->acked_frame;
        if (row->is_first)
            row->row.ack_ms = (double)(sent->acked_time - sent->first_time) / 1e6;
    }
    bcnet_row_write(folder, BCNET_MESSAGES, &row->row);
    g_free(row);
}

/* The oldest one: it is written, or waits apart. */
static void let_out(bcnet_row_folder_t *folder)
{
    bcnet_waiting_row_t *row = (bcnet_waiting_row_t *)g_queue_pop_head(&folder->waiting);

    if (waits(row))
        g_queue_push_tail(&folder->waiting_late, row);
    else
        write_row(folder, row);
}

void bcnet_write_waiting(bcnet_row_folder_t *folder)
{
    while (folder->waiting.length > 0)
        let_out(folder);
    while (folder->waiting_late.length > 0)
        write_row(folder, (bcnet_waiting_row_t *)g_queue_pop_head(&folder->waiting_late));
}

void bcnet_write_message(bcnet_row_folder_t *folder)
{
    const bcnet_tap_message_t *message = folder->records.message;
    bcnet_waiting_row_t       *row = g_new0(bcnet_waiting_row_t, 1);

    bcnet_row_clear(&bcnet_row_kinds[BCNET_MESSAGES], &row->row);
    row->row.when = folder->records.when;
    row->row.epoch = bcnet_nanoseconds(&folder->records.pinfo->abs_ts);
    row->row.link = bcnet_number_of(&folder->records, message->link);
    row->sent = bcnet_reliable_of(message);
    row->is_first = row->sent && message->analysis->sending == 0;
    if (message->again)
        row->row.type = message->unread ? "Not read" : message->left_out > 0 ? "Left out" : "Captured again";
    else
        bcnet_fill_message(&row->row, message, folder->records.pinfo);
    GQueue *waiting = &folder->waiting;
    g_queue_push_tail(waiting, row);
    while (waiting->length == WAITING_ROWS ||
           (waiting->length > 0 && !waits((const bcnet_waiting_row_t *)waiting->head->data)))
        let_out(folder);
}

/* ---- Ships ---- */

static void write_position(bcnet_row_folder_t *folder, bcnet_ship_record_t *ship)
{
    const bcnet_tap_motion_t *motion = folder->records.message->facts->motion;
    const double              now = (double)folder->records.when.t / 1e9;
    bcnet_position_row_t      row;

    if (!bcnet_teller_is_heard(&ship->teller, folder->records.message, now))
        return;
    bcnet_row_clear(&bcnet_row_kinds[BCNET_POSITIONS], &row);
    row.when = folder->records.when;
    row.ship = ship->is.number;
    if (motion->has_position) {
        ship->teller.told = now;
        row.x = (double)motion->position[0];
        row.y = (double)motion->position[1];
        row.z = (double)motion->position[2];
    }
    if (motion->has_forward) {
        row.forward_x = (double)motion->forward[0];
        row.forward_y = (double)motion->forward[1];
        row.forward_z = (double)motion->forward[2];
    }
    if (motion->has_up) {
        row.up_x = (double)motion->up[0];
        row.up_y = (double)motion->up[1];
        row.up_z = (double)motion->up[2];
    }
    if (motion->has_speed)
        row.speed = (double)motion->speed;
    bcnet_row_write(folder, BCNET_POSITIONS, &row);
}

/* Not a number: those of the part are not known. */
static double points(const bcnet_tap_facts_t *facts, const bcnet_condition_t *condition, int steps)
{
    const bool known = bcnet_condition_points(&facts->choice, condition, UINT8_MAX) > 0.0f;

    return known ? (double)bcnet_condition_points(&facts->choice, condition, steps) : (double)NAN;
}

static void add_attacker(const bcnet_row_folder_t *folder, bcnet_condition_row_t *row, const bcnet_object_t *target)
{
    const bcnet_moment_t now = { folder->records.message->stamp, folder->records.pinfo->abs_ts };
    const bcnet_attack_t attack = bcnet_attack_on(target, &now);

    row->attackers = attack.several ? "several" : attack.shot ? "one" : "none";
    if (attack.several || !attack.shot)
        return;
    row->by_id = bcnet_id_cell(attack.shot->player);
    row->by_stay = bcnet_number_of(&folder->records, attack.shot->player);
    row->weapon = bcnet_shot_words(attack.shot);
}

static void write_condition(bcnet_row_folder_t *folder, const bcnet_ship_record_t *ship,
                            const bcnet_condition_t *condition)
{
    const bcnet_tap_facts_t *facts = folder->records.message->facts;
    const bcnet_layout_t    *layout = ship->health.layout;
    const bool               is_hull = condition->part == BCNET_PART_SELF && bcnet_hull_of(layout) == condition->index;
    bcnet_condition_row_t    row = {
           .when = folder->records.when,
           .ship = ship->is.number,
           .entry = condition->index,
           .place = condition->part,
           .kind = is_hull ? "hull" : "systems",
           .part = condition->name,
           .value = bcnet_percent(condition->last),
           .points = points(facts, condition, condition->last),
    };

    if (condition->part >= BCNET_PART_FIRST_FACING) {
        row.facing = bcnet_facing_words[condition->part - BCNET_PART_FIRST_FACING];
        row.kind = "shields";
        row.part = layout && condition->index < layout->count ? layout->subsystems[condition->index].name : NULL;
    }
    if (condition->is_news)
        bcnet_row_write(folder, BCNET_CONDITIONS, &row);
    if (condition->last >= condition->before)
        return;
    row.value = bcnet_percent(condition->before - condition->last);
    row.points = points(facts, condition, condition->before - condition->last);
    add_attacker(folder, &row, (const bcnet_object_t *)ship->is.of);
    bcnet_row_write(folder, BCNET_DAMAGE, &row);
}

static void write_ship(bcnet_row_folder_t *folder, bcnet_ship_record_t *ship)
{
    const bcnet_tap_facts_t *facts = folder->records.message->facts;
    const bcnet_condition_t *told;

    if (!bcnet_ship_is_told(facts, folder->records.message->stamp))
        return;
    write_position(folder, ship);
    for (unsigned i = 0; (told = bcnet_health_next(&ship->health, facts, &i)) != NULL;)
        write_condition(folder, ship, told);
}

/* ---- Files ---- */

static void keep_file(bcnet_row_folder_t *folder, const bcnet_file_check_t *check, const bcnet_checked_file_t *file)
{
    bcnet_told_file_t told = { .file = file };

    told.row = (bcnet_file_row_t){
        .when = folder->records.when,
        .link = bcnet_number_of(&folder->records, check->link),
        .content = file->missing || file->untold ? BCNET_NOTHING : file->content,
        .directory = file->directory,
        .status = bcnet_checked_file_status(file),
    };

    told.row.when.frame = bcnet_stamp_frame(file->told);
    wmem_array_append_one(folder->files_told, told);
}

/* Those that were not told of before. */
static void keep_files(bcnet_row_folder_t *folder, const bcnet_file_check_t *check)
{
    unsigned known = GPOINTER_TO_UINT(wmem_map_lookup(folder->files_known, check));

    for (; known < wmem_array_get_count(check->files); known++) {
        const bcnet_checked_file_t *file = bcnet_file_of_check(check, known);
        if (file->told > folder->records.message->stamp)
            break;
        keep_file(folder, check, file);
    }
    wmem_map_insert(folder->files_known, check, GUINT_TO_POINTER(known));
}

void bcnet_write_files(bcnet_row_folder_t *folder)
{
    for (unsigned i = 0; i < wmem_array_get_count(folder->files_told); i++) {
        bcnet_told_file_t *told = (bcnet_told_file_t *)wmem_array_index(folder->files_told, i);
        told->row.file = bcnet_checked_file_words(folder->records.pool, told->file, BCNET_LATEST);
        bcnet_row_write(folder, BCNET_FILES, &told->row);
    }
}

/* ---- What players do ---- */

static void write_shot(bcnet_row_folder_t *folder)
{
    const bcnet_fired_t *fired = bcnet_shot_at(folder->records.message->game, folder->records.message->stamp);

    if (!fired)
        return;
    const bcnet_shot_row_t row = {
        .when = folder->records.when,
        .player_id = bcnet_id_cell(fired->player),
        .stay = bcnet_number_of(&folder->records, fired->player),
        .ship = bcnet_number_of(&folder->records, fired->ship),
        .target = bcnet_number_of(&folder->records, fired->target),
        .kind = bcnet_shot_words(fired),
        .weapon = fired->weapon_name,
    };
    bcnet_row_write(folder, BCNET_SHOTS, &row);
}

static void write_kill(bcnet_row_folder_t *folder, const bcnet_tap_kill_t *kill)
{
    const bcnet_kill_row_t row = {
        .when = folder->records.when,
        .killer_id = bcnet_player_cell((uint32_t)kill->killer_id),
        .killer_stay = bcnet_number_of(&folder->records, kill->killer),
        .victim_id = bcnet_player_cell((uint32_t)kill->victim_id),
        .victim_stay = bcnet_number_of(&folder->records, kill->victim),
        .kills = kill->killer_id != 0 ? kill->kills : BCNET_NOTHING,
        .deaths = kill->victim_id != 0 ? kill->deaths : BCNET_NOTHING,
        .score = kill->killer_id != 0 ? kill->score : BCNET_NOTHING,
    };

    bcnet_row_write(folder, BCNET_KILLS, &row);
}

/* A client speaks for itself, whomever its line names; the host for anybody. */
static void write_chat(bcnet_row_folder_t *folder)
{
    const bcnet_tap_message_t *message = folder->records.message;
    const bool                 nobody = message->from_host && !bcnet_is_player_id(message->facts->chat_from);
    const bcnet_actor_t       *actor = message->relayed && !nobody ? &message->relayed->actor : NULL;
    const bcnet_chat_row_t     row = {
            .when = folder->records.when,
            .from_id = actor ? bcnet_player_cell(actor->id) : 0,
            .stay = actor ? bcnet_number_of(&folder->records, actor->stay) : 0,
            .team = message->facts->team_chat,
            .text = message->facts->chat,
    };

    bcnet_row_write(folder, BCNET_CHAT, &row);
}

void bcnet_write_acts(bcnet_row_folder_t *folder)
{
    const bcnet_tap_message_t *message = folder->records.message;
    const bcnet_tap_facts_t   *facts = message->facts;
    bcnet_ship_record_t       *ship = bcnet_note_ship_record(&folder->records);

    if (ship)
        write_ship(folder, ship);
    if (facts->shot)
        write_shot(folder);
    if (facts->check)
        keep_files(folder, facts->check);
    if (bcnet_tap_copy_of(message) != 0)
        return;
    if (facts->kill)
        write_kill(folder, facts->kill);
    if (facts->chat)
        write_chat(folder);
}
