/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frames that break a rule of the stock game (protocol chapter 90.8).
 *
 * What is missing shows late: then an earlier message is told of it, on every pass but the first. */
#include "rules/check.h"

#include "reading/reader.h"

/* What a message breaks. */
typedef struct bcnet_breach {
    struct bcnet_breach *next;
    int64_t              stamp;
    const char          *found;
    bcnet_stock_t        rule;
    bool                 has_expert; /* of its own says it, no less grave */
} bcnet_breach_t;

static bcnet_stock_checks_t *checks; /* of this capture; NULL: nothing was judged yet */
static wmem_map_t           *breaches; /* by stamp */

static void start_capture(void)
{
    checks = NULL;
}

/* That of a rule does not stand at all of its breaches, and one may stand at a breach of another. */
static bool has_expert(const bcnet_verdict_t *breach, const bcnet_tap_message_t *message)
{
    const uint8_t assigned = bcnet_assigned_id(message->link, message->stamp);

    if (breach->rule == BCNET_STOCK_BITS)
        return !(message->facts->has_update && message->facts->update.block.dialect);
    if (breach->rule == BCNET_STOCK_IDS) /* identity (10.9) */
        return !message->from_host && message->peer != BCNET_PEER_NEW && assigned != BCNET_NO_ID &&
               message->peer != assigned;
    return bcnet_stock_rules[breach->rule].has_expert;
}

static void keep(const bcnet_verdict_t *verdict, const bcnet_tap_message_t *message)
{
    if (!verdict->is_kept)
        return;
    bcnet_breach_t *breach = wmem_new0(wmem_file_scope(), bcnet_breach_t);
    breach->stamp = (int64_t)verdict->stamp;
    breach->rule = verdict->rule;
    breach->has_expert = has_expert(verdict, message);
    breach->found = wmem_strdup(wmem_file_scope(), verdict->found);
    breach->next = (bcnet_breach_t *)wmem_map_lookup(breaches, &breach->stamp);
    wmem_map_insert(breaches, &breach->stamp, breach);
}

bool bcnet_note_breaches(const bcnet_msg_t *msg, const bcnet_tap_message_t *record)
{
    if (!record)
        return false;
    if (!checks) {
        checks = (bcnet_stock_checks_t *)bcnet_stock_checks_new(wmem_file_scope());
        checks->only_breaches = true;
        breaches = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    }
    const bcnet_verdict_t *verdicts;
    const unsigned         count = bcnet_stock_check(checks, record, msg->pinfo, &verdicts);
    for (unsigned i = 0; i < count; i++)
        keep(&verdicts[i], record);
    return count > 0;
}

#define BREACH_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_rule, "Stock rule", "bcnet.stock.rule", FT_UINT8, BASE_DEC, NULL, 0,                                      \
          "A rule of the unmodified game that this breaks, by its number (90.7, 90.8); the first 20 frames of a rule " \
          "and sender")
BCNET_FIELDS(breach_fields, BREACH_FIELDS)

static void show_breach(bcnet_msg_t *msg, const bcnet_breach_t *breach)
{
    const bcnet_stock_rule_t *rule = &bcnet_stock_rules[breach->rule];

    if (breach->next)
        show_breach(msg, breach->next);
    proto_item *item = bcnet_generated_uint(msg, hf_rule, breach->rule);
    if (item)
        proto_item_append_text(item, " (%s): %s. The game %s", bcnet_stock_rule_words(msg->pinfo->pool, breach->rule),
                               breach->found, rule->game);
    if (!breach->has_expert)
        bcnet_expert(msg->pinfo, item ? item : msg->item, BCNET_EI_STOCK, rule->summary);
}

void bcnet_show_breaches(bcnet_msg_t *msg)
{
    const int64_t         key = (int64_t)msg->stamp;
    const bcnet_breach_t *breach = checks && !msg->quoted ? (bcnet_breach_t *)wmem_map_lookup(breaches, &key) : NULL;

    if (breach)
        show_breach(msg, breach);
}

void bcnet_register_breaches(int proto)
{
    BCNET_REGISTER(proto, breach_fields);
    register_init_routine(start_capture);
}
