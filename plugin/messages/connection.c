/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comings and goings on the transport's own messages: announcement (0x00), connect (0x03), boot (0x04) and
 * disconnect (0x05) (protocol chapters 10.3, 10.6). */
#include "messages/transport.h"

#include <epan/to_str.h>

#include "reading/info.h"
#include "game/tap-facts.h"
#include "game/show.h"

enum { REASON_TIMED_OUT = 1, REASON_PASSWORD = 2, REASON_FULL = 3, REASON_ADDRESS = 5 };

static const value_string boot_reason_names[] = {
    { 0, "no reason given" },
    { REASON_TIMED_OUT, "timed out" },
    { REASON_PASSWORD, "wrong password" },
    { REASON_FULL, "too many players" },
    { 4, "booted by the host" },
    { REASON_ADDRESS, "banned or already connected" },
    { 0, NULL },
};

#define CONNECTION_FIELDS(FIELD, PART)                                                                                 \
    FIELD(hf_announce_peer, "Network id", "bcnet.announce.peer", FT_UINT8, BASE_DEC, NULL, 0,                          \
          "Network id of the announced player (10.3)")                                                                 \
    FIELD(hf_announce_ip, "Address", "bcnet.announce.ip", FT_IPv4, BASE_NONE, NULL, 0,                                 \
          "The player's address as its own machine sees it (10.3)")                                                    \
    FIELD(hf_announce_name, "Name", "bcnet.announce.name", FT_STRING, BASE_NONE, NULL, 0,                              \
          "Name of the player, UTF-16 (10.3)")                                                                         \
    FIELD(hf_connect_ip, "Address", "bcnet.connect.ip", FT_IPv4, BASE_NONE, NULL, 0,                                   \
          "The client's address as its own machine sees it (10.3)")                                                    \
    FIELD(hf_connect_nonce, "Nonce", "bcnet.connect.nonce", FT_UINT32, BASE_HEX, NULL, 0,                              \
          "Random number of this connection attempt (10.3)")                                                           \
    FIELD(hf_connect_password, "Password", "bcnet.connect.password", FT_STRING, BASE_NONE, NULL, 0,                    \
          "Password of the game, UTF-16, or only how long it is unless a preference shows it; empty when there is "    \
          "none (10.3)")                                                                                               \
    FIELD(hf_connect_assigned, "Assigned network id", "bcnet.connect.assigned", FT_UINT8, BASE_DEC, NULL, 0,           \
          "Network id the host gives to the client (10.3)")                                                            \
    FIELD(hf_connect_response_in, "Answer in", "bcnet.connect.response_in", FT_FRAMENUM, BASE_NONE,                    \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame of the host's answer (10.6)")                                 \
    FIELD(hf_connect_request_in, "Request in", "bcnet.connect.request_in", FT_FRAMENUM, BASE_NONE,                     \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame of the client's request (10.6)")                               \
    FIELD(hf_connect_time, "Time since the request", "bcnet.connect.time", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,       \
          "Seconds from request to answer (10.6)")                                                                     \
    FIELD(hf_boot_reason, "Reason", "bcnet.boot.reason", FT_INT8, BASE_DEC, VALS(boot_reason_names), 0,                \
          "Why the host throws the player out (10.3)")                                                                 \
    FIELD(hf_boot_peer, "Network id", "bcnet.boot.peer", FT_UINT8, BASE_DEC, NULL, 0,                                  \
          "Network id of the booted player (10.3)")                                                                    \
    FIELD(hf_disconnect_peer, "Network id", "bcnet.disconnect.peer", FT_UINT8, BASE_DEC, NULL, 0,                      \
          "Network id of the player who leaves (10.3)")                                                                \
    FIELD(hf_disconnect_ip, "Address", "bcnet.disconnect.ip", FT_IPv4, BASE_NONE, NULL, 0,                             \
          "Address of the player who leaves (10.3)")
BCNET_FIELDS(connection_fields, CONNECTION_FIELDS)

/* The payloads of the transport's own messages (10.3), counted from the end of their header.
 *
 * 0x00, from anybody; the name in UTF-16 ends with 0x0000
 *
 *      0            1      5
 *    | network id | ip | name |
 *      u8           ipv4   rest */
static void dissect_announce(bcnet_msg_t *msg)
{
    const uint8_t peer = bcnet_read_u8(msg, hf_announce_peer);
    bcnet_show_player(msg, peer);
    bcnet_check_own_id(msg, peer, "A client announces an id that is not its own");
    bcnet_read_ipv4(msg, hf_announce_ip);
    const char *name = bcnet_read_utf16z(msg, hf_announce_name);

    if (msg->truncated)
        return;
    bcnet_stay_t *named = bcnet_note_announcement(msg, peer, name);
    if (msg->facts) {
        msg->facts->named = named;
        msg->facts->announced = peer;
    }
    /* The host's echo names the receiver, whatever id stands in it. */
    if (!msg->from_host || bcnet_is_echo(msg) || peer == bcnet_stay_id(bcnet_stay_on(msg->link, msg->stamp)))
        bcnet_say(msg, "Name \"%s\"", name);
    else
        bcnet_say(msg, "#%u is \"%s\"", peer, name);
}

/* 0x03, from a client; the password like the name above
 *
 *      0      4       8
 *    | ip | nonce | password |
 *      ipv4   u32     rest
 *
 * and from the host
 *
 *      0
 *    | network id |
 *      u8 */
static void dissect_connect(bcnet_msg_t *msg)
{
    if (msg->from_host && bcnet_left(msg) == 1) {
        const uint8_t id = bcnet_read_u8(msg, hf_connect_assigned);
        bcnet_show_player(msg, id);
        bcnet_say(msg, "Connect: your id is %u", id);
        if (msg->facts)
            msg->facts->assigned = id;
        bcnet_note_answer(msg, BCNET_EXCHANGE_CONNECT, 0);
        bcnet_show_answer(msg, BCNET_EXCHANGE_CONNECT, 0, hf_connect_request_in, hf_connect_time);
        return;
    }
    const uint32_t ip = bcnet_read_ipv4(msg, hf_connect_ip);
    const address  own = ADDRESS_INIT(AT_IPv4, sizeof ip, &ip);
    if (!msg->truncated)
        bcnet_say(msg, "Connect, ip %s", address_to_str(msg->pinfo->pool, &own));
    bcnet_read_u32(msg, hf_connect_nonce);
    const char *password = bcnet_read_password(msg, hf_connect_password, -1);
    if (*password)
        bcnet_say(msg, ", with a password");
    bcnet_note_request(msg, BCNET_EXCHANGE_CONNECT, 0, NULL);
    bcnet_show_request(msg, BCNET_EXCHANGE_CONNECT, 0, hf_connect_response_in);
}

static void leave(bcnet_msg_t *msg, bcnet_stay_t *stay, bcnet_departure_t how, const char *why)
{
    if (stay && msg->may_learn)
        bcnet_note_owner_gone(stay, bcnet_moment_of(msg));
    bcnet_note_leaving(msg, stay, how, why);
    bcnet_note_id_freed(msg, stay);
    if (msg->facts)
        msg->facts->left = stay;
    bcnet_show_leaving(msg, stay);
}

/* A client throws nobody out (10.9). */
static void note_boot(bcnet_msg_t *msg, uint8_t peer, int8_t reason, const char *why)
{
    if (!msg->from_host) {
        msg->last = NULL;
        bcnet_complain(msg, BCNET_EI_DIRECTION, "Only the host sends this");
        return;
    }
    /* These answer a connect request; the others are for players. Who is turned away at the door is whoever is at this door,
     * whatever id the message says. */
    const bool refused = reason == REASON_PASSWORD || reason == REASON_FULL || reason == REASON_ADDRESS;
    if (refused)
        bcnet_note_refusal(msg, why);
    bcnet_stay_t *stay = refused                ? bcnet_refused_by(msg)
                       : peer == BCNET_PEER_NEW ? bcnet_present_on(msg->link, msg->stamp)
                                                : bcnet_note_named(msg, peer);
    leave(msg, stay, reason == REASON_TIMED_OUT ? BCNET_LEFT_TIMED_OUT : BCNET_LEFT_BOOTED, why);
    bcnet_tap_refusal(msg, stay, refused, why);
}

/* 0x04, from the host; network id 0xFF: the receiver
 *
 *      0        1
 *    | reason | network id |
 *      i8       u8 */
static void dissect_boot(bcnet_msg_t *msg)
{
    const int8_t reason = bcnet_read_i8(msg, hf_boot_reason); /* 0 where it is missing */

    if (!try_val_to_str((uint32_t)reason, boot_reason_names))
        bcnet_complain(msg, BCNET_EI_VALUE, "The game knows the reasons 0 to 5");
    const uint8_t peer = bcnet_read_u8(msg, hf_boot_peer);
    if (msg->truncated)
        return;
    const char *why = val_to_str_const((uint32_t)reason, boot_reason_names, "unknown reason");
    if (peer != BCNET_PEER_NEW)
        bcnet_show_departed(msg, peer);
    else if (msg->last)
        proto_item_append_text(msg->last, " (the receiver)");
    note_boot(msg, peer, reason, why);
    bcnet_say(msg, "Boot %s: %s", peer == BCNET_PEER_NEW ? "the receiver" : bcnet_who(msg, peer, true), why);
}

/* 0x05, from anybody
 *
 *      0            1
 *    | network id | ip |
 *      u8           ipv4
 *
 * A client's own id, whatever stands in the message; what the host tells is about the one who left. */
static void dissect_disconnect(bcnet_msg_t *msg)
{
    const uint8_t peer = bcnet_read_u8(msg, hf_disconnect_peer);

    bcnet_show_departed(msg, peer);
    if (!msg->truncated)
        bcnet_say(msg, "Disconnect %s", bcnet_who(msg, peer, true));
    bcnet_read_ipv4(msg, hf_disconnect_ip);
    leave(msg, msg->from_host ? bcnet_note_named(msg, peer) : bcnet_stay_on(msg->link, msg->stamp),
          BCNET_LEFT_BY_HIMSELF, NULL);
}

static const struct {
    void (*dissect)(bcnet_msg_t *msg);
    bcnet_weight_t weight;
} by_type[] = {
    [BCNET_TYPE_ANNOUNCE] = { dissect_announce, BCNET_WEIGHT_REST },
    [BCNET_TYPE_CONNECT] = { dissect_connect, BCNET_WEIGHT_JOIN },
    [BCNET_TYPE_BOOT] = { dissect_boot, BCNET_WEIGHT_BOOT },
    [BCNET_TYPE_DISCONNECT] = { dissect_disconnect, BCNET_WEIGHT_LEAVE },
};

void bcnet_dissect_connection(bcnet_msg_t *msg, uint8_t type)
{
    if (type < array_length(by_type) && by_type[type].dissect) {
        msg->weight = (int8_t)by_type[type].weight;
        by_type[type].dissect(msg);
    }
    bcnet_finish(msg);
}

hf_register_info *const bcnet_connection_fields[] = { connection_fields, NULL };
