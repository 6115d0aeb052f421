/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A made-up battle: who joins when, flies, fires, talks, dies. Rates are those of a real session of three players
 * over 34 minutes (50.3, 90.2), so that about 96 % of the messages are StateUpdates. */
#include "forge/forge-net.h"

#include <string.h>

#include "common/output.h"
#include "forge/forge-bytes.h"
#include "forge/forge-message.h"

/* Seconds. */
static const double join_every = 2, ready_after = 2, spawn_after = 3, respawn_after = 12;
static const double update_every = 0.104; /* 9.6 times a second */
static const double frame_time = 1.0 / 30;

/* Per second and player. */
static const double firing_rate = 0.08, torpedo_rate = 0.1, target_rate = 0.0125, phaser_level_rate = 0.0022;
static const double torpedo_type_rate = 0.0007, repair_order_rate = 0.0005, switch_rate = 0.0035;
static const double collision_rate = 0.05, chat_rate = 0.0025, death_rate = 0.004;
/* Damage reports, per second and ship; each goes to every player. */
static const double report_rate = 0.21;

typedef struct {
    const char *name;
    gint64      next_step; /* when the client does what STEP says; -1 for never */
    enum { STEP_CONNECT, STEP_READY, STEP_SPAWN } step;
    gboolean     ready; /* the host has its 0x2A */
    gboolean     known; /* the host knows its ship */
    forge_ship_t ship;
    guint32      next_object;
    gint64       next_update; /* of its client */
    gint64       next_told[BCNET_FORGE_MAX_PLAYERS]; /* of the host, to each player */
    gint64       stop_firing; /* -1 when it does not fire */
    gint32       kills;
    gint32       deaths;
    gint32       score;
} player_t;

typedef struct {
    forge_net_t    *net;
    forge_random_t *random;
    guint           count; /* of players */
    player_t        players[BCNET_FORGE_MAX_PLAYERS];
} battle_t;

static gint64 in_seconds(const battle_t *self, double seconds)
{
    return self->net->now + (gint64)(seconds * G_USEC_PER_SEC);
}

static guint peer_of(guint slot)
{
    return slot + 1;
}

static guint8 id_of(guint slot)
{
    return (guint8)(slot + BCNET_FORGE_FIRST_PLAYER);
}

static GByteArray *bytes_of(const char *hex)
{
    GByteArray *bytes = g_byte_array_new();

    bcnet_forge_append_hex(bytes, hex);
    return bytes;
}

static void say_to_host(battle_t *self, guint slot, GByteArray *payload)
{
    bcnet_forge_net_say(self->net, peer_of(slot), BCNET_FORGE_HOST, FORGE_GAME, TRUE, payload);
}

static void say_to_player(battle_t *self, guint slot, GByteArray *payload)
{
    bcnet_forge_net_say(self->net, BCNET_FORGE_HOST, peer_of(slot), FORGE_GAME, TRUE, payload);
}

/* To all who have sent 0x2A, but for EXCEPT (any number that is no slot for nobody). Takes PAYLOAD over. */
static void say_to_all(battle_t *self, guint except, GByteArray *payload)
{
    for (guint slot = 0; slot < self->count; slot++)
        if (slot != except && self->players[slot].ready)
            say_to_player(self, slot, g_byte_array_ref(payload));
    g_byte_array_unref(payload);
}

/* Joining: the checksums. */

static const struct {
    const char *request; /* opcode and number, that of the last one 0xFF */
    const char *answer; /* NULL for the large one */
} rounds[] = {
    { "20000800736372697074732F07004170702E70796320", "210043E20C7E2FCBAF4D010077B63E3768A7A0F800" },
    { "20010800736372697074732F0C004175746F657865632E70796320", "21012FCBAF4D0100A1E601854900931700" },
    { "20020D00736372697074732F736869707305002A2E70796321", NULL },
    { "20031000736372697074732F6D61696E6D656E7505002A2E70796320", "21035D4709340400"
                                                                  "8B6646587C740989"
                                                                  "9DD2D270C1BB58B8"
                                                                  "A29FDDE9ADD08C2C"
                                                                  "231D4DB5A7B0B12D"
                                                                  "00" },
    { "20FF1300536372697074732F4D756C7469706C6179657205002A2E70796321", "21FF3FD194870100"
                                                                        "29A72508C733FFAC"
                                                                        "00" },
};

enum { LAST_ROUND = G_N_ELEMENTS(rounds) - 1 };

static void put_files(GByteArray *out, guint count, guint32 first)
{
    bcnet_forge_append(out, count, 2);
    for (guint i = 0; i < count; i++)
        bcnet_forge_pack(out, "ww", first + i, 0x01000193u * (first + i));
}

/* 832 bytes, as many as the answer of a stock client (35.3); the hashes are made up. */
static GByteArray *large_answer(void)
{
    GByteArray *out = bytes_of("2102C4D117C0");

    put_files(out, 51, 0x5E000000);
    bcnet_forge_pack(out, "bw", 1, 0xCAAFFDD4);
    put_files(out, 51, 0x5E000100);
    bcnet_forge_append(out, 0, 1);
    return out;
}

static void answer_round(battle_t *self, guint slot, guint8 round)
{
    const char *answer = rounds[MIN(round, LAST_ROUND)].answer;

    say_to_host(self, slot, answer ? bytes_of(answer) : large_answer());
}

/* 0x28, Settings and GameInit (30.3, 30.11). */
static void start_game(battle_t *self, guint slot)
{
    say_to_player(self, slot, bytes_of("28"));
    say_to_player(self, slot,
                  bcnet_forge_pack(NULL, "bfbbT", 0x00, (double)self->net->now / G_USEC_PER_SEC, 0x61, slot,
                                   "Multiplayer.Episode.Mission1.Mission1"));
    say_to_player(self, slot, bytes_of("01"));
}

static void next_round(battle_t *self, guint slot, guint8 round)
{
    if (round < LAST_ROUND)
        say_to_player(self, slot, bytes_of(rounds[round + 1].request));
    else
        start_game(self, slot);
}

static void connect_player(battle_t *self, guint slot)
{
    GByteArray *request = g_byte_array_new();

    g_byte_array_append(request, self->net->peers[peer_of(slot)].address.ip, 4);
    bcnet_forge_pack(request, "wh", (guint32)bcnet_random_between(self->random, 1, 0xFFFFFF), 0);
    bcnet_forge_net_say(self->net, peer_of(slot), BCNET_FORGE_HOST, FORGE_CONNECT, TRUE, request);
}

static void accept_player(battle_t *self, guint slot)
{
    bcnet_forge_net_say(self->net, BCNET_FORGE_HOST, peer_of(slot), FORGE_CONNECT, TRUE,
                        bcnet_forge_pack(NULL, "b", id_of(slot)));
    say_to_player(self, slot, bytes_of(rounds[0].request));
}

static void announce_player(battle_t *self, guint slot)
{
    GByteArray *name = bcnet_forge_pack(NULL, "b", id_of(slot));

    g_byte_array_append(name, self->net->peers[peer_of(slot)].address.ip, 4);
    bcnet_forge_append_utf16(name, self->players[slot].name, TRUE);
    bcnet_forge_net_say(self->net, peer_of(slot), BCNET_FORGE_HOST, FORGE_ANNOUNCE, TRUE, name);
}

/* The answer to 0x2A (30.9): mission, scores, ships, and the news to everybody. */
static void welcome(battle_t *self, guint slot)
{
    say_to_player(self, slot, bytes_of("350801FFFF"));
    for (guint other = 0; other < self->count; other++) {
        const player_t *player = &self->players[other];
        if (other != slot && player->ready)
            say_to_player(
                self, slot,
                bcnet_forge_pack(NULL, "bwwww", 0x37, id_of(other), player->kills, player->deaths, player->score));
    }
    for (guint other = 0; other < self->count; other++)
        if (self->players[other].known)
            say_to_player(self, slot, bcnet_forge_ship_creation(&self->players[other].ship));
    self->players[slot].ready = TRUE;
    GByteArray *news = bcnet_forge_event(0x17, 0x0866, 0x008000F1, 0, 0x0791);
    say_to_all(self, G_MAXUINT, bcnet_forge_pack(news, "b", id_of(slot)));
}

/* Messages that have arrived. */

static void host_hears(battle_t *self, guint slot, GByteArray *payload)
{
    guint8 opcode = payload->data[0];

    if (opcode == 0x21) {
        next_round(self, slot, payload->data[1]);
    } else if (opcode == 0x2A) {
        welcome(self, slot);
    } else if (opcode != 0x0D && opcode != 0x15) { /* these are for the host alone */
        if (opcode == 0x03)
            self->players[slot].known = self->players[slot].ship.alive;
        /* Chat goes to its author, too. */
        say_to_all(self, opcode == 0x2C ? G_MAXUINT : slot, g_byte_array_ref(payload));
    }
}

static void client_hears(battle_t *self, guint slot, const GByteArray *payload)
{
    if (payload->data[0] == 0x20) {
        answer_round(self, slot, payload->data[1]);
    } else if (payload->data[0] == 0x01) {
        self->players[slot].step = STEP_READY;
        self->players[slot].next_step = in_seconds(self, ready_after);
    }
}

static void arrived(gpointer game, guint sender, guint receiver, guint8 type, GByteArray *payload)
{
    battle_t *self = (battle_t *)game;
    gboolean  at_host = receiver == BCNET_FORGE_HOST;
    guint     slot = (at_host ? sender : receiver) - 1;

    if (type == FORGE_GAME && at_host) {
        host_hears(self, slot, payload);
    } else if (type == FORGE_GAME) {
        client_hears(self, slot, payload);
    } else if (type == FORGE_CONNECT && at_host) {
        accept_player(self, slot);
    } else if (type == FORGE_CONNECT) {
        self->net->peers[peer_of(slot)].id = payload->data[0];
        announce_player(self, slot);
    } else if (type == FORGE_ANNOUNCE && at_host) {
        bcnet_forge_net_say(self->net, BCNET_FORGE_HOST, peer_of(slot), FORGE_ANNOUNCE, TRUE,
                            g_byte_array_ref(payload));
    }
}

/* A client's game frame. */

static void spawn(battle_t *self, guint slot)
{
    player_t     *player = &self->players[slot];
    forge_ship_t *ship = &player->ship;

    ship->class = bcnet_forge_class(slot);
    ship->object = player->next_object;
    ship->slot = (guint8)slot;
    ship->player = id_of(slot);
    ship->name = player->name;
    player->next_object += ship->class->subsystems + 1;
    player->stop_firing = -1;
    player->next_update = self->net->now;
    bcnet_forge_ship_create(ship, self->random);
    say_to_host(self, slot, bcnet_forge_ship_creation(ship));
}

static void take_step(battle_t *self, guint slot)
{
    player_t *player = &self->players[slot];

    if (player->next_step < 0 || self->net->now < player->next_step)
        return;
    player->next_step = -1;
    switch (player->step) {
    case STEP_CONNECT:
        connect_player(self, slot);
        break;
    case STEP_READY:
        say_to_host(self, slot, bytes_of("2A20"));
        player->step = STEP_SPAWN;
        player->next_step = in_seconds(self, spawn_after);
        break;
    case STEP_SPAWN:
        spawn(self, slot);
        break;
    }
}

/* The object of some other living ship, 0 if there is none. */
static guint32 pick_target(battle_t *self, guint slot)
{
    guint first = (guint)bcnet_random_between(self->random, 0, self->count - 1);

    for (guint i = 0; i < self->count; i++) {
        guint other = (first + i) % self->count;
        if (other != slot && self->players[other].known)
            return self->players[other].ship.object;
    }
    return 0;
}

static gboolean happens(battle_t *self, double rate)
{
    return bcnet_random_chance(self->random, rate * frame_time);
}

static void fire(battle_t *self, guint slot)
{
    player_t           *player = &self->players[slot];
    const forge_ship_t *ship = &player->ship;

    if (player->stop_firing < 0 && happens(self, firing_rate)) {
        guint32 target = pick_target(self, slot);
        /* Stock clients send it twice (50.4). */
        say_to_host(self, slot, bcnet_forge_start_firing(ship, target));
        say_to_host(self, slot, bcnet_forge_start_firing(ship, target));
        player->stop_firing = in_seconds(self, 1 + 2 * bcnet_random_unit(self->random));
    } else if (player->stop_firing >= 0 && self->net->now >= player->stop_firing) {
        say_to_host(self, slot, bcnet_forge_event(0x08, 0x0101, 0x008000DA, 0, ship->object + ship->class->phasers));
        player->stop_firing = -1;
    }
    if (happens(self, torpedo_rate))
        say_to_host(self, slot, bcnet_forge_torpedo(ship, self->random, pick_target(self, slot)));
}

/* An event with one more byte, up to MOST, or one more object. */
static void say_setting(battle_t *self, guint slot, GByteArray *event, guint8 most)
{
    say_to_host(self, slot, bcnet_forge_pack(event, "b", (guint)bcnet_random_between(self->random, 0, most)));
}

static void say_object_event(battle_t *self, guint slot, GByteArray *event, guint32 object)
{
    say_to_host(self, slot, bcnet_forge_pack(event, "w", object));
}

static void give_orders(battle_t *self, guint slot)
{
    const forge_ship_t *ship = &self->players[slot].ship;
    guint32             phasers = ship->object + ship->class->phasers;
    guint32             torpedoes = ship->object + ship->class->torpedoes;
    guint32             repair = ship->object + ship->class->repair;

    if (happens(self, target_rate)) {
        say_object_event(self, slot, bcnet_forge_event(0x0D, 0x010C, 0x00800058, 0, ship->object),
                         pick_target(self, slot));
    }
    if (happens(self, phaser_level_rate))
        say_setting(self, slot, bcnet_forge_event(0x12, 0x0105, 0x008000E0, 0, phasers), 2);
    if (happens(self, torpedo_type_rate))
        say_setting(self, slot, bcnet_forge_event(0x1B, 0x0105, 0x008000FE, torpedoes, torpedoes), 1);
    if (happens(self, switch_rate))
        say_setting(self, slot, bcnet_forge_event(0x0A, 0x0104, 0x008000DD, 0, phasers), 1);
    if (happens(self, repair_order_rate))
        say_object_event(self, slot, bcnet_forge_event(0x11, 0x010C, 0x00800076, 0x0210, repair), phasers);
    if (happens(self, collision_rate))
        say_to_host(self, slot, bcnet_forge_collision(ship, self->random));
}

static void chat(battle_t *self, guint slot)
{
    static const char *const lines[] = {
        "hello", "well done", "watch your six", "shields are down", "gg", "on my way"
    };
    const char *line = lines[bcnet_random_between(self->random, 0, G_N_ELEMENTS(lines) - 1)];

    say_to_host(self, slot, bcnet_forge_pack(NULL, "bwT", 0x2C, id_of(slot), line));
}

/* Whether it is time for another StateUpdate; the one after it gets its time. */
static gboolean is_due(const battle_t *self, gint64 *next)
{
    if (self->net->now < *next)
        return FALSE;
    *next = MAX(*next + (gint64)(update_every * G_USEC_PER_SEC), self->net->now);
    return TRUE;
}

static void client_tick(battle_t *self, guint slot)
{
    player_t *player = &self->players[slot];

    take_step(self, slot);
    if (player->ready && happens(self, chat_rate))
        chat(self, slot);
    if (!player->ship.alive)
        return;
    fire(self, slot);
    give_orders(self, slot);
    if (is_due(self, &player->next_update)) {
        bcnet_forge_net_say(self->net, peer_of(slot), BCNET_FORGE_HOST, FORGE_GAME, FALSE,
                            bcnet_forge_client_update(&player->ship, self->random, self->net->now));
    }
}

/* The host's game frame. */

/* 0x36 (70.4): new totals, no further entries. */
static void tell_score(battle_t *self, guint killer, guint victim)
{
    const player_t *winner = killer != victim ? &self->players[killer] : NULL;
    GByteArray     *out = bcnet_forge_pack(NULL, "bw", 0x36, winner ? id_of(killer) : 0);

    if (winner)
        bcnet_forge_pack(out, "ww", winner->kills, winner->score);
    say_to_all(self, G_MAXUINT, bcnet_forge_pack(out, "wwb", id_of(victim), self->players[victim].deaths, 0));
}

static void explode(battle_t *self, guint slot)
{
    player_t   *player = &self->players[slot];
    guint       killer = (guint)bcnet_random_between(self->random, 0, self->count - 1);
    GByteArray *event = bcnet_forge_event(0x06, 0x8129, 0x0080004E, 0, player->ship.object);

    /* A self-destruct names nobody. The time: 50.2.9. */
    say_to_all(self, G_MAXUINT, bcnet_forge_pack(event, "wf", killer != slot ? id_of(killer) : 0, 9.5));
    player->deaths++;
    if (killer != slot) {
        self->players[killer].kills++;
        self->players[killer].score += 1000;
    }
    tell_score(self, killer, slot);
    player->ship.alive = FALSE;
    player->known = FALSE;
    player->step = STEP_SPAWN;
    player->next_step = in_seconds(self, respawn_after);
}

/* 0x06 for a subsystem that needs repair, or is repaired (50.4). */
static void report_damage(battle_t *self, guint slot)
{
    const forge_ship_t *ship = &self->players[slot].ship;
    guint32     subsystem = ship->object + (guint32)bcnet_random_between(self->random, 1, ship->class->subsystems);
    guint32     repair = ship->object + ship->class->repair;
    GByteArray *event;

    if (bcnet_random_chance(self->random, 0.6)) {
        event = bcnet_forge_event(0x06, 0x0101, 0x008000DF, subsystem, repair);
    } else {
        event = bcnet_forge_pack(bcnet_forge_event(0x06, 0x010C, 0x00800074, repair, ship->object), "w", subsystem);
    }
    say_to_all(self, G_MAXUINT, event);
}

static void tell_state(battle_t *self, player_t *player)
{
    for (guint slot = 0; slot < self->count; slot++) {
        if (self->players[slot].ready && is_due(self, &player->next_told[slot])) {
            bcnet_forge_net_say(self->net, BCNET_FORGE_HOST, peer_of(slot), FORGE_GAME, FALSE,
                                bcnet_forge_host_update(&player->ship, self->random, slot, self->net->now));
        }
    }
}

static void host_tick(battle_t *self)
{
    for (guint slot = 0; slot < self->count; slot++) {
        player_t *player = &self->players[slot];
        if (player->ship.alive)
            bcnet_forge_ship_fly(&player->ship, self->random, frame_time);
        if (!player->known)
            continue;
        if (happens(self, report_rate)) {
            bcnet_forge_ship_suffer(&player->ship, self->random);
            report_damage(self, slot);
        }
        tell_state(self, player);
        if (happens(self, death_rate))
            explode(self, slot);
    }
}

static void tick(gpointer game, guint peer)
{
    battle_t *self = (battle_t *)game;

    if (peer == BCNET_FORGE_HOST)
        host_tick(self);
    else
        client_tick(self, peer - 1);
}

/* All of it. */

static void init_players(battle_t *self)
{
    static const char *const names[BCNET_FORGE_MAX_PLAYERS] = { "Ace",  "Cady", "Sep",   "Dauntless",
                                                                "Kira", "Odo",  "Quark", "Morn" };

    for (guint slot = 0; slot < self->count; slot++) {
        self->players[slot].name = names[slot];
        self->players[slot].step = STEP_CONNECT;
        self->players[slot].next_step = (gint64)(join_every * slot * G_USEC_PER_SEC);
        self->players[slot].next_object = bcnet_forge_first_object(slot);
        self->players[slot].stop_firing = -1;
    }
}

gboolean bcnet_forge_battle(const forge_net_options_t *options, const char *truth, const char *output, GError **error)
{
    static const forge_net_callbacks_t callbacks = { .arrived = arrived, .tick = tick };
    battle_t                           self = { .count = (guint)options->players };
    forge_pcapng_t                    *pcapng = bcnet_pcapng_open(output, "bcnet-forge", error);
    tool_output_t                     *truth_output = pcapng && truth ? tool_output_open(truth, error) : NULL;

    self.net = bcnet_forge_net_new(options, &callbacks, &self, pcapng);
    self.random = &self.net->random;
    init_players(&self);
    if (!*error)
        bcnet_forge_net_run(self.net);
    gboolean fine = pcapng && bcnet_pcapng_close(pcapng, error);
    /* The truth is that of a capture which is there. */
    if (truth_output) {
        g_autofree char *json = bcnet_forge_truth(self.net);
        tool_output_put(truth_output, json, strlen(json));
        fine = tool_output_close(truth_output, error);
    }
    bcnet_forge_net_free(self.net);
    return fine;
}
