/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/message.h"

#include <epan/expert.h>

static expert_field fields[BCNET_EI_COUNT];
static bool         is_muted;

void bcnet_register_experts(int proto)
{
    /* Severities as in the field tables of the chapters named. */
    static ei_register_info ei[] = {
        { &fields[BCNET_EI_TRANSPORT],
          { "bcnet.expert.transport", PI_MALFORMED, PI_WARN, "The messages do not fill the datagram exactly (10.3)",
            EXPFILL } },
        { &fields[BCNET_EI_FRAGMENT],
          { "bcnet.expert.fragment", PI_REASSEMBLE, PI_WARN, "Fragment headers contradict each other (10.5)",
            EXPFILL } },
        { &fields[BCNET_EI_TRUNCATED],
          { "bcnet.expert.truncated", PI_MALFORMED, PI_WARN, "A field goes beyond the end of the message (30.1)",
            EXPFILL } },
        { &fields[BCNET_EI_TRUNCATED_NOTE],
          { "bcnet.expert.truncated", PI_MALFORMED, PI_NOTE,
            "A field of an unknown kind of object crosses the end (60.4)", EXPFILL } },
        { &fields[BCNET_EI_TRAILING],
          { "bcnet.expert.trailing", PI_PROTOCOL, PI_NOTE, "Bytes are left after the last field (30.1)", EXPFILL } },
        { &fields[BCNET_EI_BITS],
          { "bcnet.expert.bits", PI_PROTOCOL, PI_WARN,
            "A bit group holds another number of booleans than the message needs (20.1)", EXPFILL } },
        { &fields[BCNET_EI_BITS_NOTE],
          { "bcnet.expert.bits", PI_PROTOCOL, PI_NOTE, "A bit group of an unknown kind of object does not fit (60.4)",
            EXPFILL } },
        { &fields[BCNET_EI_VALUE],
          { "bcnet.expert.value", PI_PROTOCOL, PI_NOTE, "A value outside its range (30.13)", EXPFILL } },
        { &fields[BCNET_EI_UNUSED_OPCODE],
          { "bcnet.expert.unused_opcode", PI_PROTOCOL, PI_NOTE, "An opcode that the game never uses (30.10)",
            EXPFILL } },
        { &fields[BCNET_EI_FOREIGN],
          { "bcnet.expert.foreign", PI_PROTOCOL, PI_NOTE, "The layout of a reimplementation, not of the game (30.8)",
            EXPFILL } },
        { &fields[BCNET_EI_PASSWORD],
          { "bcnet.expert.password", PI_SECURITY, PI_NOTE,
            "A password in the clear: take care whom you give the capture (70.14)", EXPFILL } },
        { &fields[BCNET_EI_CLASS],
          { "bcnet.expert.class", PI_PROTOCOL, PI_WARN, "A class that is not on the wire in a stock game (40.2, 50.2)",
            EXPFILL } },
        { &fields[BCNET_EI_SNAPSHOT_LENGTH],
          { "bcnet.expert.snapshot_length", PI_PROTOCOL, PI_NOTE, "Snapshot and ship layout differ in length (40.4)",
            EXPFILL } },
        { &fields[BCNET_EI_SPECIES],
          { "bcnet.expert.species", PI_PROTOCOL, PI_NOTE, "Not the ship that its species number stands for (60.11)",
            EXPFILL } },
        { &fields[BCNET_EI_EVENT_CLASS],
          { "bcnet.expert.event_class", PI_PROTOCOL, PI_NOTE,
            "An event class that does not belong to the opcode (50.6)", EXPFILL } },
        { &fields[BCNET_EI_EVENT_CODE],
          { "bcnet.expert.event_code", PI_PROTOCOL, PI_NOTE, "An event code that does not belong to the opcode (50.6)",
            EXPFILL } },
        { &fields[BCNET_EI_IDENTITY],
          { "bcnet.expert.identity", PI_PROTOCOL, PI_NOTE,
            "Contradicts who the sender or the owner is, or speaks for another (10.9, 10.12)", EXPFILL } },
        { &fields[BCNET_EI_DIRECTION],
          { "bcnet.expert.direction", PI_PROTOCOL, PI_NOTE, "The sender of the datagram cannot send this (50.6)",
            EXPFILL } },
        { &fields[BCNET_EI_LAYOUT],
          { "bcnet.expert.layout", PI_PROTOCOL, PI_WARN, "The bytes do not fit the ship's layout (60.2)", EXPFILL } },
        { &fields[BCNET_EI_LAYOUT_NOTE],
          { "bcnet.expert.layout", PI_PROTOCOL, PI_NOTE, "Not as the game's own writer would have written it (60.2)",
            EXPFILL } },
        { &fields[BCNET_EI_HASH_CHANGED],
          { "bcnet.expert.hash", PI_SECURITY, PI_WARN, "The integrity hash changed while the ship lives (98.3)",
            EXPFILL } },
        { &fields[BCNET_EI_HASH_DIFFERS],
          { "bcnet.expert.hash", PI_SECURITY, PI_NOTE, "The integrity hash differs from the known one (98.3)",
            EXPFILL } },
        { &fields[BCNET_EI_GAMESPY],
          { "bcnet.expert.gamespy", PI_PROTOCOL, PI_NOTE, "Keys and values do not come in pairs (80.2)", EXPFILL } },
        { &fields[BCNET_EI_RETRANSMISSION],
          { "bcnet.analysis.retransmission", PI_SEQUENCE, PI_NOTE, "This message was sent before (10.4)", EXPFILL } },
        { &fields[BCNET_EI_STALE_ACK],
          { "bcnet.analysis.stale_ack", PI_SEQUENCE, PI_CHAT,
            "Acknowledges what was acknowledged before: normal up to the ninth time (10.3)", EXPFILL } },
        { &fields[BCNET_EI_UNKNOWN_ACK],
          { "bcnet.analysis.unknown_ack", PI_SEQUENCE, PI_NOTE, "Acknowledges what the capture does not hold (10.4)",
            EXPFILL } },
        { &fields[BCNET_EI_WRONG_ACK_SPACE],
          { "bcnet.analysis.wrong_ack_space", PI_SEQUENCE, PI_NOTE,
            "Acknowledges in the wrong sequence space: the sender will resend for ever (10.3)", EXPFILL } },
        { &fields[BCNET_EI_LOST],
          { "bcnet.analysis.lost", PI_SEQUENCE, PI_NOTE, "Earlier sequence numbers were not seen (10.4)", EXPFILL } },
        { &fields[BCNET_EI_OUT_OF_ORDER],
          { "bcnet.analysis.out_of_order", PI_SEQUENCE, PI_NOTE, "An older number arrives for the first time (10.4)",
            EXPFILL } },
        { &fields[BCNET_EI_NUMBER_REUSED],
          { "bcnet.analysis.number_reused", PI_SEQUENCE, PI_WARN,
            "The game throws this message away: its number was used before (10.4)", EXPFILL } },
        { &fields[BCNET_EI_STALLED],
          { "bcnet.analysis.stalled", PI_SEQUENCE, PI_WARN,
            "A number before it never came: the game waits with all that is reliable (10.4)", EXPFILL } },
        { &fields[BCNET_EI_NEEDLESS_RESEND],
          { "bcnet.analysis.needless_resend", PI_SEQUENCE, PI_CHAT,
            "Sent again although it was acknowledged long before (10.4)", EXPFILL } },
        { &fields[BCNET_EI_LIMIT],
          { "bcnet.expert.limit", PI_UNDECODED, PI_WARN, "More than the dissector shows: the rest is left as bytes",
            EXPFILL } },
        { &fields[BCNET_EI_CAPTURE],
          { "bcnet.expert.capture", PI_ASSUMPTION, PI_CHAT, "How the capture was taken (10.11)", EXPFILL } },
        { &fields[BCNET_EI_PLAIN],
          { "bcnet.expert.plain", PI_DECRYPTION, PI_WARN,
            "A datagram that is not enciphered as the game does it (10.2)", EXPFILL } },
        { &fields[BCNET_EI_STOCK],
          { "bcnet.expert.stock", PI_PROTOCOL, PI_CHAT, "No stock game does this (90.7, 90.8)", EXPFILL } },
    };

    expert_module_t *module = expert_register_protocol(proto);
    expert_register_field_array(module, ei, array_length(ei));
}

void bcnet_mute_experts(bool muted)
{
    is_muted = muted;
}

void bcnet_expert(packet_info *pinfo, proto_item *item, bcnet_expert_t which, const char *summary)
{
    if (is_muted && which != BCNET_EI_CAPTURE)
        return;
    expert_add_info_format(pinfo, item, &fields[which], "%s", summary);
}

void bcnet_expert_list(packet_info *pinfo, proto_item *item, bcnet_expert_t which, const char *summary,
                       const char *format, va_list arguments)
{
    if (item && (!is_muted || which == BCNET_EI_CAPTURE))
        proto_item_append_text(item, " [%s]", wmem_strdup_vprintf(pinfo->pool, format, arguments));
    bcnet_expert(pinfo, item, which, summary);
}

void bcnet_expert_with(packet_info *pinfo, proto_item *item, bcnet_expert_t which, const char *summary,
                       const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    bcnet_expert_list(pinfo, item, which, summary, format, arguments);
    va_end(arguments);
}
