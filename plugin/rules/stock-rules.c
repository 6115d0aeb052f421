/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a stock game does: THE table of the rules (protocol chapters 90.7, 90.8). */
#include "rules/stock-rules.h"

#include "opcodes/opcodes.h"

#define EXPORTED "not decided for exported messages"

#define RULE(rule_words, rule_limits, rule_section, rule_effect, rule_game, rule_cause)                                \
    .words = (rule_words), .limits = (rule_limits), .section = (rule_section), .effect = BCNET_BREACH_##rule_effect,   \
    .game = (rule_game), .cause = (rule_cause)

const bcnet_stock_rule_t bcnet_stock_rules[BCNET_STOCK_COUNT + 1] = {
    [BCNET_STOCK_DATAGRAM] = { RULE("512 bytes at most, ends with its last message", EXPORTED, "10.3", THROWN_AWAY,
                                    "has a buffer of 512 bytes, and reads nothing behind the messages",
                                    "the datagram is filled without counting, or padded"),
                               .host = true, .client = true },
    [BCNET_STOCK_FRAGMENTS] = { RULE("split above 412 bytes, fragments of 412", "the last fragment's size", "10.5",
                                     DIFFERS, "joins what it gets, but never cuts like this",
                                     "another size of fragments, or short messages cut"),
                                .host = true, .client = true },
    [BCNET_STOCK_ORDER] = { RULE("young acks, a resend, new messages, old acks",
                                 "acks sent once or twice before, or behind a resend; " EXPORTED, "10.3", DIFFERS,
                                 "reads messages in any order",
                                 "acks are queued with the messages instead of before them"),
                            .host = true, .client = true },
    [BCNET_STOCK_ONE_RESEND] = { RULE("one resend per datagram", "what was acknowledged before; " EXPORTED, "10.3",
                                      DIFFERS, "takes them all", "everything unacknowledged is sent again at once"),
                                 .host = true, .client = true },
    [BCNET_STOCK_ONE_REPLAY] = { RULE("one replayed object or 0x29 per datagram", EXPORTED, "10.3", DIFFERS,
                                      "takes them all", "a newcomer is told of all ships in one datagram"),
                                 .host = true },
    [BCNET_STOCK_ACK_REPEATS] = { RULE("an ack nine times, 0.67 s apart, three times alone",
                                       "sendings that were lost; " EXPORTED, "10.3", DIFFERS,
                                       "ignores what is too much", "acks without a timer, or that are never dropped"),
                                  .host = true, .client = true },
    [BCNET_STOCK_FLAGS] = { RULE("flags of acks, types below 0x32 ordered, 0x32 not", "", "10.3", DIFFERS,
                                 "looks at two bits of acks; ordered ones overtake others",
                                 "flags_len made of the wrong bits"),
                            .host = true, .client = true },
    [BCNET_STOCK_RESEND_TIMES] = { RULE("resent after 1 s, then 1, 2, 3, 4, 5, 1 ... s",
                                        "resends that are late, and those behind them", "10.4", DIFFERS,
                                        "throws away what it has", "a resend timer of its own"),
                                   .host = true, .client = true },
    [BCNET_STOCK_RELIABLE] = { RULE("0x1C unreliable, all else reliable", "0x13 either way", "10.3", DIFFERS,
                                    "takes it; what is unreliable gets lost", "one way of sending for all messages"),
                               .host = true, .client = true },
    [BCNET_STOCK_IDS] = { RULE("id 2..126 without 92, the same in byte 0", "", "10.9", THROWN_AWAY,
                               "knows senders by byte 0; 92 is a backslash and means text",
                               "ids counted from elsewhere, or slots for ids"),
                          .host = true, .client = true },
    [BCNET_STOCK_NEWCOMER] = { RULE("a newcomer is told of all who are there", "players of whom nothing was seen",
                                    "10.9", DIFFERS, "has no names for them, and none in its list",
                                    "names go to the others only"),
                               .host = true },
    [BCNET_STOCK_RELAY] = { RULE("relayed unchanged; to the author chat and teams",
                                 "who else got it; team chat to its author", "10.10", DIFFERS,
                                 "believes what it is told; a line of chat shows when it comes back",
                                 "messages are built again, or one list of receivers for all"),
                            .host = true },
    [BCNET_STOCK_STATE_FLAGS] = { RULE("0x1C: client never 0x20, host never 0x80, hash",
                                       "hasData bits of ships not seen created", "60.1", THROWN_AWAY,
                                       "reads the parts by who it is, host or client",
                                       "a client's update is handed on, or its flags"),
                                  .host = true, .client = true },
    [BCNET_STOCK_STATE_ABSOLUTE] = { RULE("0x1C: absolute position every second",
                                          "where two in a row may have been lost", "60.1", DIFFERS,
                                          "adds up what it gets: ships drift after a loss",
                                          "updates are counted instead of seconds, or too few are sent"),
                                     .host = true, .client = true },
    [BCNET_STOCK_STATE_BLOCK] = { RULE("0x20: ends by the 10-byte rule, in the right place",
                                       "ships not seen created; what was lost between", "60.2", THROWN_AWAY,
                                       "reads the list of its own ship: another order breaks other systems",
                                       "another order of subsystems, or a list that starts again each time"),
                                  .host = true },
    [BCNET_STOCK_STATE_POWER] = { RULE("0x80: three pairs of powered entries at most",
                                       "ships not seen created; all once at the start", "60.3", THROWN_AWAY,
                                       "sets the power of what the number means in its list",
                                       "numbers of another list"),
                                  .client = true },
    [BCNET_STOCK_BITS] = { RULE("bit groups: count as stated, five a group", "", "20.1", THROWN_AWAY,
                                "takes as many as the count says; the rest shifts all that follows",
                                "count - 1 is stored, or each boolean has a byte"),
                           .host = true, .client = true, .has_expert = true },
    [BCNET_STOCK_NEVER_SENT] = { RULE("never", "", "30.2", DIFFERS, "may do what no player did",
                                      "opcodes taken from a list of names"),
                                 .host = true, .client = true, .has_expert = true },
    [BCNET_STOCK_SUBSYSTEM_IDS] = { RULE("ids of subsystems are ship id + k",
                                         "all but weapons that fire; ships not seen created; what is relayed", "20.4",
                                         THROWN_AWAY, "finds no such object, or another one",
                                         "ids are counted without the ship's parts, or from another base"),
                                    .host = true, .client = true },
    [BCNET_STOCK_INTERVAL] = { RULE("0x1C: not before the interval is over",
                                    "by the shortest of all, 0.1 s of the clock in it", "90.7", DIFFERS,
                                    "takes it, at a cost", "an update per frame, or per update of a client"),
                               .host = true, .client = true },
    [BCNET_STOCK_NUMBERS] = { RULE("a reliable number is used once, and never goes back",
                                   "numbers whose ack was not seen", "10.4", HANGS,
                                   "acknowledges it and throws it away: the number was there already",
                                   "a number is not raised, has 8 bits, or is shared by receivers"),
                              .host = true, .client = true, .has_expert = true },
    [BCNET_STOCK_NO_HOLES] = { RULE("no reliable number is left out for good", "the last 20 s", "10.4", HANGS,
                                    "waits for it for ever, and with it all that is reliable",
                                    "one count for all receivers, or for both kinds of types"),
                               .host = true, .client = true, .has_expert = true },
    [BCNET_STOCK_ACK_SPACE] = { RULE("an ack is in the space of what it acknowledges", "acks of what was not seen",
                                     "10.3", HANGS, "takes it for an ack of something else, and sends again for 360 s",
                                     "bit 1 of the flags is never set, or always"),
                                .host = true, .client = true, .has_expert = true },
    [BCNET_STOCK_NEEDLESS] = { RULE("what was acknowledged is not sent again",
                                    "before three acks, the first of them 10 s old", "10.4", DIFFERS,
                                    "throws it away each time", "acks are not read, or not in the right space"),
                               .host = true, .client = true },
    [BCNET_STOCK_JOIN] = { RULE("a join asks 0, 1, 2, 3, 0xFF in order", "joins that end early, or with gaps", "35.1",
                                HANGS, "counts the rounds: it waits for the one that is missing",
                                "a round is left out, or all are asked at once"),
                           .host = true },
    [BCNET_STOCK_SLOTS] = { RULE("a slot has one player", "who is not heard afterwards", "30.3", HANGS,
                                 "makes objects with the same ids as the other player",
                                 "Settings with one slot for all"),
                            .host = true },
    [BCNET_STOCK_JOINED_TOLD] = { RULE("everybody is told who joined (0x17)", "who is silent 20 s later", "30.9", HANGS,
                                       "does not let the newcomer choose a ship, and shows nobody new",
                                       "0x2A is answered with 0x35 and nothing else"),
                                  .host = true },
    [BCNET_STOCK_CLOCK] = { RULE("clocks run like the capture's", "less than 10 s; what was captured again", "60.1",
                                 DIFFERS, "moves ships by the time between updates: they race or do not move",
                                 "milliseconds, a count of frames, or a clock per player"),
                            .host = true, .client = true },
    [BCNET_STOCK_HANDED_ON] = { RULE("acts reach those for whom they are", "team chat; who is silent 20 s later; gaps",
                                     "10.10", THROWN_AWAY,
                                     "never sees it: shots that only their author sees, ships that nobody else has",
                                     "an opcode is missing in the list of what is relayed"),
                                .host = true },
    [BCNET_STOCK_NO_ECHO] = { RULE("nobody gets an own act back but chat and teams", "0x0A", "10.10", DIFFERS,
                                   "does it a second time: two torpedoes, double damage",
                                   "relayed to everybody instead of everybody else"),
                              .host = true },
    [BCNET_STOCK_OWN_BYTES] = { RULE("0x1C and 0x29 are the host's own; acts are handed on once",
                                     "acts of which the capture may lack one", "10.10", THROWN_AWAY,
                                     "reads a client's update as a host's: ships jump, systems break",
                                     "everything a client sends is relayed"),
                                .host = true },
    [BCNET_STOCK_KINDS] = { RULE("ids name what the message needs", "ships not seen created; what is relayed", "50.4",
                                 THROWN_AWAY, "finds no such system, and may end",
                                 "k is counted in another order than the game's"),
                            .host = true, .client = true },
    [BCNET_STOCK_TOTALS] = { RULE("kills and deaths below 1000, never back, of players", "rounds started before",
                                  "70.4", DIFFERS, "shows them in its table",
                                  "the wrong byte order, or totals of another round"),
                             .host = true },
    [BCNET_STOCK_CIPHER] = { RULE("enciphered from byte 1 on", "what is not the game's for certain", "10.2", HANGS,
                                  "takes it for noise: nobody answers", "sent as it is, or enciphered from byte 0 on"),
                             .host = true, .client = true, .has_expert = true },
};

bool bcnet_is_never_sent(unsigned opcode)
{
    const bcnet_opcode_t *row = bcnet_opcode_row((uint8_t)opcode);

    return row && row->direction == BCNET_FROM_NOBODY;
}

const char *bcnet_stock_rule_words(wmem_allocator_t *pool, bcnet_stock_t rule)
{
    wmem_strbuf_t *words = wmem_strbuf_new(pool, bcnet_stock_rules[rule].words);

    for (unsigned opcode = 0; opcode <= UINT8_MAX && rule == BCNET_STOCK_NEVER_SENT; opcode++)
        if (bcnet_is_never_sent(opcode))
            wmem_strbuf_append_printf(words, " 0x%02X", opcode);
    return wmem_strbuf_get_str(words);
}

const char *bcnet_breach_effect_words(bcnet_breach_effect_t effect)
{
    static const char *const words[] = { [BCNET_BREACH_DIFFERS] = "differs",
                                         [BCNET_BREACH_THROWN_AWAY] = "is thrown away",
                                         [BCNET_BREACH_HANGS] = "hangs" };

    return words[effect];
}
