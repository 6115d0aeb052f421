/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a stock game does: the rules of the protocol description, chapters 90.7 and 90.8. */
#pragma once

#include <epan/packet.h>

#define BCNET_STOCK_EXPORTED "not decided for exported messages"

/* THE table of the rules, by their numbers in 90.7 and 90.8: RULE(constant, whose, whether an expert info of its own says it,
 * no less grave; what a breach does, section of the protocol description, words, what a capture cannot decide or is not
 * judged, what the game makes of a breach, what an author mostly did). */
#define BCNET_STOCK_RULES(RULE)                                                                                        \
    RULE(DATAGRAM, BOTH, QUIET, THROWN_AWAY, "10.3", "512 bytes at most, ends with its last message",                  \
         BCNET_STOCK_EXPORTED, "has a buffer of 512 bytes, and reads nothing behind the messages",                     \
         "the datagram is filled without counting, or padded")                                                         \
    RULE(FRAGMENTS, BOTH, QUIET, DIFFERS, "10.5", "split above 412 bytes, fragments of 412",                           \
         "the last fragment's size", "joins what it gets, but never cuts like this",                                   \
         "another size of fragments, or short messages cut")                                                           \
    RULE(ORDER, BOTH, QUIET, DIFFERS, "10.3", "young acks, a resend, new messages, old acks",                          \
         "acks sent once or twice before, or behind a resend; " BCNET_STOCK_EXPORTED, "reads messages in any order",   \
         "acks are queued with the messages instead of before them")                                                   \
    RULE(ONE_RESEND, BOTH, QUIET, DIFFERS, "10.3", "one resend per datagram",                                          \
         "what was acknowledged before; " BCNET_STOCK_EXPORTED, "takes them all",                                      \
         "everything unacknowledged is sent again at once")                                                            \
    RULE(ONE_REPLAY, HOST, QUIET, DIFFERS, "10.3", "one replayed object or 0x29 per datagram", BCNET_STOCK_EXPORTED,   \
         "takes them all", "a newcomer is told of all ships in one datagram")                                          \
    RULE(ACK_REPEATS, BOTH, QUIET, DIFFERS, "10.3", "an ack nine times, 0.67 s apart, three times alone",              \
         "sendings that were lost; " BCNET_STOCK_EXPORTED, "ignores what is too much",                                 \
         "acks without a timer, or that are never dropped")                                                            \
    RULE(FLAGS, BOTH, QUIET, DIFFERS, "10.3", "flags of acks, types below 0x32 ordered, 0x32 not", "",                 \
         "looks at two bits of acks; ordered ones overtake others", "flags_len made of the wrong bits")                \
    RULE(RESEND_TIMES, BOTH, QUIET, DIFFERS, "10.4", "resent after 1 s, then 1, 2, 3, 4, 5, 1 ... s",                  \
         "resends that are late, and those behind them", "throws away what it has", "a resend timer of its own")       \
    RULE(RELIABLE, BOTH, QUIET, DIFFERS, "10.3", "0x1C unreliable, all else reliable", "0x13 either way",              \
         "takes it; what is unreliable gets lost", "one way of sending for all messages")                              \
    RULE(IDS, BOTH, QUIET, THROWN_AWAY, "10.9", "id 2..126 without 92, the same in byte 0", "",                        \
         "knows senders by byte 0; 92 is a backslash and means text", "ids counted from elsewhere, or slots for ids")  \
    RULE(NEWCOMER, HOST, QUIET, DIFFERS, "10.9", "a newcomer is told of all who are there",                            \
         "players of whom nothing was seen", "has no names for them, and none in its list",                            \
         "names go to the others only")                                                                                \
    RULE(RELAY, HOST, QUIET, DIFFERS, "10.10", "relayed unchanged; to the author chat and teams",                      \
         "who else got it; team chat to its author",                                                                   \
         "believes what it is told; a line of chat shows when it comes back",                                          \
         "messages are built again, or one list of receivers for all")                                                 \
    RULE(STATE_FLAGS, BOTH, QUIET, THROWN_AWAY, "60.1", "0x1C: client never 0x20, host never 0x80, hash",              \
         "hasData bits of ships not seen created", "reads the parts by who it is, host or client",                     \
         "a client's update is handed on, or its flags")                                                               \
    RULE(STATE_ABSOLUTE, BOTH, QUIET, DIFFERS, "60.1", "0x1C: absolute position every second",                         \
         "where two in a row may have been lost", "adds up what it gets: ships drift after a loss",                    \
         "updates are counted instead of seconds, or too few are sent")                                                \
    RULE(STATE_BLOCK, HOST, QUIET, THROWN_AWAY, "60.2", "0x20: ends by the 10-byte rule, in the right place",          \
         "ships not seen created; what was lost between",                                                              \
         "reads the list of its own ship: another order breaks other systems",                                         \
         "another order of subsystems, or a list that starts again each time")                                         \
    RULE(STATE_POWER, CLIENT, QUIET, THROWN_AWAY, "60.3", "0x80: three pairs of powered entries at most",              \
         "ships not seen created; all once at the start", "sets the power of what the number means in its list",       \
         "numbers of another list")                                                                                    \
    RULE(BITS, BOTH, EXPERT, THROWN_AWAY, "20.1", "bit groups: count as stated, five a group", "",                     \
         "takes as many as the count says; the rest shifts all that follows",                                          \
         "count - 1 is stored, or each boolean has a byte")                                                            \
    RULE(NEVER_SENT, BOTH, EXPERT, DIFFERS, "30.2", "never", "", "may do what no player did",                          \
         "opcodes taken from a list of names")                                                                         \
    RULE(SUBSYSTEM_IDS, BOTH, QUIET, THROWN_AWAY, "20.4", "ids of subsystems are ship id + k",                         \
         "all but weapons that fire; ships not seen created; what is relayed", "finds no such object, or another one", \
         "ids are counted without the ship's parts, or from another base")                                             \
    RULE(INTERVAL, BOTH, QUIET, DIFFERS, "90.7", "0x1C: not before the interval is over",                              \
         "by the shortest of all, 0.1 s of the clock in it", "takes it, at a cost",                                    \
         "an update per frame, or per update of a client")                                                             \
    RULE(NUMBERS, BOTH, EXPERT, HANGS, "10.4", "a reliable number is used once, and never goes back",                  \
         "numbers whose ack was not seen", "acknowledges it and throws it away: the number was there already",         \
         "a number is not raised, has 8 bits, or is shared by receivers")                                              \
    RULE(NO_HOLES, BOTH, EXPERT, HANGS, "10.4", "no reliable number is left out for good", "the last 20 s",            \
         "waits for it for ever, and with it all that is reliable",                                                    \
         "one count for all receivers, or for both kinds of types")                                                    \
    RULE(ACK_SPACE, BOTH, EXPERT, HANGS, "10.3", "an ack is in the space of what it acknowledges",                     \
         "acks of what was not seen, unless it is certain",                                                            \
         "takes it for an ack of something else, and sends again for 360 s",                                           \
         "bit 1 of the flags is never set, or always")                                                                 \
    RULE(NEEDLESS, BOTH, QUIET, DIFFERS, "10.4", "what was acknowledged is not sent again",                            \
         "before three acks, the first of them 10 s old", "throws it away each time",                                  \
         "acks are not read, or not in the right space")                                                               \
    RULE(JOIN, HOST, QUIET, HANGS, "35.1", "a join asks 0, 1, 2, 3, 0xFF in order",                                    \
         "joins that end early, or with gaps", "counts the rounds: it waits for the one that is missing",              \
         "a round is left out, or all are asked at once")                                                              \
    RULE(SLOTS, HOST, QUIET, HANGS, "30.3", "a slot has one player", "who is not heard afterwards",                    \
         "makes objects with the same ids as the other player", "Settings with one slot for all")                      \
    RULE(JOINED_TOLD, HOST, QUIET, HANGS, "30.9", "everybody is told who joined (0x17)", "who is silent 20 s later",   \
         "does not let the newcomer choose a ship, and shows nobody new",                                              \
         "0x2A is answered with 0x35 and nothing else")                                                                \
    RULE(CLOCK, BOTH, QUIET, DIFFERS, "60.1", "clocks run like the capture's",                                         \
         "less than 10 s; what was captured again",                                                                    \
         "moves ships by the time between updates: they race or do not move",                                          \
         "milliseconds, a count of frames, or a clock per player")                                                     \
    RULE(HANDED_ON, HOST, QUIET, THROWN_AWAY, "10.10", "acts reach those for whom they are",                           \
         "team chat; who is silent 20 s later; gaps",                                                                  \
         "never sees it: shots that only their author sees, ships that nobody else has",                               \
         "an opcode is missing in the list of what is relayed")                                                        \
    RULE(NO_ECHO, HOST, QUIET, DIFFERS, "10.10", "nobody gets an own act back but chat and teams", "0x0A",             \
         "does it a second time: two torpedoes, double damage", "relayed to everybody instead of everybody else")      \
    RULE(OWN_BYTES, HOST, QUIET, THROWN_AWAY, "10.10", "0x1C and 0x29 are the host's own; acts are handed on once",    \
         "acts of which the capture may lack one", "reads a client's update as a host's: ships jump, systems break",   \
         "everything a client sends is relayed")                                                                       \
    RULE(KINDS, BOTH, QUIET, THROWN_AWAY, "50.4", "ids name what the message needs",                                   \
         "ships not seen created; what is relayed", "finds no such system, and may end",                               \
         "k is counted in another order than the game's")                                                              \
    RULE(TOTALS, HOST, QUIET, DIFFERS, "70.4", "kills and deaths below 1000, never back, of players",                  \
         "rounds started before", "shows them in its table", "the wrong byte order, or totals of another round")       \
    RULE(CIPHER, BOTH, EXPERT, HANGS, "10.2", "enciphered from byte 1 on", "what is not the game's for certain",       \
         "takes it for noise: nobody answers", "sent as it is, or enciphered from byte 0 on")

#define BCNET_STOCK_CONSTANT(constant, ...) BCNET_STOCK_##constant,
typedef enum {
    BCNET_STOCK_NONE,
    BCNET_STOCK_RULES(BCNET_STOCK_CONSTANT) BCNET_STOCK_BEHIND,
    BCNET_STOCK_COUNT = BCNET_STOCK_BEHIND - 1
} bcnet_stock_t;
#undef BCNET_STOCK_CONSTANT

/* What a breach of a rule does to the game, the worst last. */
typedef enum { BCNET_BREACH_DIFFERS, BCNET_BREACH_THROWN_AWAY, BCNET_BREACH_HANGS } bcnet_breach_effect_t;

typedef struct {
    const char           *words;
    const char           *summary; /* of the expert info: that it is broken */
    const char           *limits; /* what a capture cannot decide, or is not judged; may be empty */
    const char           *section; /* of the protocol description */
    const char           *game; /* what the game makes of a breach */
    const char           *cause; /* what an author mostly did */
    bcnet_breach_effect_t effect;
    bool                  host;
    bool                  client;
    bool                  has_expert; /* an expert info of its own says it, no less grave */
} bcnet_stock_rule_t;

extern const bcnet_stock_rule_t bcnet_stock_rules[BCNET_STOCK_COUNT + 1]; /* by number; 0 is none */
/* A rule in full, with the opcodes that it is about. */
const char *bcnet_stock_rule_words(wmem_allocator_t *pool, bcnet_stock_t rule);
/* "hangs" */
const char *bcnet_breach_effect_words(bcnet_breach_effect_t effect);
