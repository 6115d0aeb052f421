/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "opcodes/subsystems.h"

#include <math.h>
#include <wsutil/utf8_entities.h>

#include "reading/labels.h"
#include "reading/numbers.h"
#include "reading/words.h"
#include "opcodes/opcodes.h"

enum { FULL = 255 };

const char *const bcnet_facing_words[BCNET_FACINGS] = { "front", "rear", "top", "bottom", "left", "right" };

unsigned bcnet_whole_percent(uint8_t value)
{
    if (value == 0 || value == FULL)
        return value == 0 ? 0 : 100;
    return CLAMP((unsigned)(bcnet_percent(value) + 0.5f), 1, 99);
}

/* "41", "100→71" where it was better before; "78.4→78" says what whole numbers hide. */
static const char *change_words(wmem_allocator_t *pool, uint8_t before, uint8_t now)
{
    const unsigned was = bcnet_whole_percent(before), is = bcnet_whole_percent(now);

    if (now >= before)
        return wmem_strdup_printf(pool, "%u", is);
    if (was != is)
        return wmem_strdup_printf(pool, "%u" UTF8_RIGHTWARDS_ARROW "%u", was, is);
    return wmem_strdup_printf(pool, "%s" UTF8_RIGHTWARDS_ARROW "%s", bcnet_fixed(bcnet_percent(before), 1).text,
                              bcnet_fixed(bcnet_percent(now), 1).text);
}

/* ---- Values that are a fraction of something: conditions, batteries, shields ---- */

static const unit_name_string  percent_sign = { " %", NULL };
static const true_false_string has_power_words = { "yes (other players' view)", "no (owner's view)" };
static const true_false_string switched = { "on", "off" };
static const true_false_string yes_no = { "yes", "no" };

#define ENTRY_FIELDS(FIELD, PART)                                                                                      \
    FIELD(hf_condition, "Condition", "bcnet.subsystem.condition", FT_UINT8, BASE_DEC, NULL, 0,                         \
          "Condition as a fraction of 255: 255 undamaged, 0 destroyed (40.4, 60.2)")                                   \
    FIELD(hf_condition_percent, "Condition in percent", "bcnet.subsystem.condition.percent", FT_FLOAT, BASE_CUSTOM,    \
          CF_FUNC(bcnet_format_percent), 0, "Condition of the subsystem in percent of its maximum (60.2)")             \
    FIELD(hf_child_name, "Name", "bcnet.subsystem.child.name", FT_STRING, BASE_NONE, NULL, 0,                          \
          "Name of a part: phaser bank, tube, cannon, projector or engine (60.2)")                                     \
    FIELD(hf_child_condition, "Condition of the part", "bcnet.subsystem.child.condition", FT_UINT8, BASE_DEC, NULL, 0, \
          "Condition of one part as a fraction of 255 (40.4, 60.2)")                                                   \
    FIELD(hf_child_percent, "Condition in percent", "bcnet.subsystem.child.condition.percent", FT_FLOAT, BASE_CUSTOM,  \
          CF_FUNC(bcnet_format_percent), 0, "Condition of the part in percent of its maximum (60.2)")                  \
    FIELD(hf_entry, "Subsystem", "bcnet.subsystem", FT_NONE, BASE_NONE, NULL, 0,                                       \
          "One entry of the ship's list of top-level subsystems (40.4, 60.2)")                                         \
    FIELD(hf_index, "Place in the ship's list", "bcnet.subsystem.index", FT_UINT8, BASE_DEC, NULL, 0,                  \
          "Position of the subsystem in the ship's list, from 0 (60.2)")                                               \
    FIELD(hf_name, "Name", "bcnet.subsystem.name", FT_STRING, BASE_NONE, NULL, 0,                                      \
          "Name of the subsystem, from the ship's layout (60.4)")                                                      \
    FIELD(hf_has_power, "Has power data", "bcnet.subsystem.has_power", FT_BOOLEAN, BASE_NONE, TFS(&has_power_words),   \
          0, "A power byte follows; the host leaves it out for the ship's owner (60.2)")                               \
    FIELD(hf_power, "Power", "bcnet.subsystem.power", FT_UINT8, BASE_DEC | BASE_UNIT_STRING, &percent_sign, 0,         \
          "Wanted power in percent, 0 to 125 (40.4, 60.2)")                                                            \
    FIELD(hf_power_signed, "Power setting", "bcnet.subsystem.power.signed", FT_INT8, BASE_DEC, NULL, 0,                \
          "Wanted power in percent; zero and below: switched off (40.4)")                                              \
    FIELD(hf_enabled, "Switched", "bcnet.subsystem.enabled", FT_BOOLEAN, BASE_NONE, TFS(&switched), 0,                 \
          "The subsystem is switched on: its power setting is above zero (40.4)")                                      \
    FIELD(hf_battery_main, "Main battery", "bcnet.subsystem.battery.main", FT_UINT8, BASE_DEC, NULL, 0,                \
          "Charge of the main battery as a fraction of 255 (40.4, 60.2)")                                              \
    FIELD(hf_battery_backup, "Backup battery", "bcnet.subsystem.battery.backup", FT_UINT8, BASE_DEC, NULL, 0,          \
          "Charge of the backup battery as a fraction of 255 (40.4, 60.2)")
BCNET_FIELDS(entry_fields, ENTRY_FIELDS)

/* "Condition: 160, 63 % (7529 of 12000 points)", "255 (8000 of 8000 points)", "255, 100 %" without a certain maximum.
 * Put together at once, and only if somebody sees it: there are dozens in a datagram. Whole numbers are much cheaper to
 * print than floats. Without a label of its own the field's name. */
static inline proto_item *show_fraction(bcnet_msg_t *msg, int hf, const char *label, int position, float maximum,
                                        const char *unit)
{
    const uint8_t value = msg->data[position];

    if (!PTREE_DATA(msg->tree)->visible)
        return proto_tree_add_uint(msg->tree, hf, msg->tvb, position, 1, value);
    label = label ? label : proto_registrar_get_name(hf);
    const unsigned percent = bcnet_whole_percent(value);
    const long     amount = lrintf(bcnet_fraction(value) * maximum), most = lrintf(maximum);

    if (maximum <= 0.0f || msg->several_ships)
        return proto_tree_add_uint_format(msg->tree, hf, msg->tvb, position, 1, value, "%s: %u, %u %%", label, value,
                                          percent);
    if (value == FULL)
        return proto_tree_add_uint_format(msg->tree, hf, msg->tvb, position, 1, value, "%s: %u (%ld of %ld%s)", label,
                                          value, amount, most, unit);
    return proto_tree_add_uint_format(msg->tree, hf, msg->tvb, position, 1, value, "%s: %u, %u %% (%ld of %ld%s)",
                                      label, value, percent, amount, most, unit);
}

/* Of a part with its name, of a subsystem without. */
static inline void show_condition(bcnet_msg_t *msg, int position, const char *part, float maximum)
{
    const float percent = bcnet_percent(msg->data[position]);
    const int   hf = part ? hf_child_condition : hf_condition;
    proto_item *item = show_fraction(msg, hf, part, position, maximum, " points");
    proto_tree *tree = bcnet_below(item, hf);

    if (part)
        proto_item_set_generated(proto_tree_add_string(tree, hf_child_name, msg->tvb, position, 0, part));
    proto_item_set_generated(
        bcnet_add_float(tree, part ? hf_child_percent : hf_condition_percent, msg->tvb, position, 1, percent));
}

/* ---- One entry ---- */

enum { MANY_PARTS = 5 }; /* ", Dorsal Phaser 1 100→71 %" of each fill a line */

/* What is worse than before is marked: "Hull (0): 100→71 %". */
static void label_entry(const bcnet_msg_t *msg, const bcnet_entry_t *entry, unsigned index)
{
    const bcnet_subsystem_t *subsystem = entry->subsystem;
    const uint8_t    *now = msg->data + entry->scope.start, *before = entry->before ? entry->before->conditions : now;
    wmem_allocator_t *pool = msg->pinfo->pool;

    if (!PTREE_DATA(entry->scope.outer)->visible)
        return;
    proto_item_set_text(entry->scope.item, "%s (%u): %s %%", subsystem->name, index,
                        change_words(pool, before[0], now[0]));
    unsigned hurt = 0;
    for (unsigned i = 1; i <= subsystem->child_count; i++) {
        if (now[i] == FULL)
            continue;
        proto_item_append_text(entry->scope.item, ", %s %s %%", subsystem->children[i - 1].name,
                               change_words(pool, before[i], now[i]));
        if (++hurt == MANY_PARTS)
            bcnet_expect_long_words();
    }
}

bcnet_entry_t bcnet_open_entry(bcnet_msg_t *msg, const bcnet_subsystem_t *subsystem, unsigned index, int start,
                               const bcnet_known_t *before)
{
    bcnet_entry_t entry = { .subsystem = subsystem, .before = before, .scope = { .outer = msg->tree, .start = start } };

    if (!msg->tree)
        return entry;
    entry.scope.item = proto_tree_add_item(msg->tree, hf_entry, msg->tvb, start, 1, ENC_NA);
    label_entry(msg, &entry, index);
    msg->tree = bcnet_below(entry.scope.item, hf_entry);
    proto_item_set_generated(proto_tree_add_uint(msg->tree, hf_index, msg->tvb, start, 0, index));
    proto_item_set_generated(proto_tree_add_string(msg->tree, hf_name, msg->tvb, start, 0, subsystem->name));
    show_condition(msg, start, NULL, subsystem->max_condition);
    for (unsigned c = 0; c < subsystem->child_count; c++)
        show_condition(msg, start + 1 + (int)c, subsystem->children[c].name, subsystem->children[c].max_condition);
    return entry;
}

void bcnet_close_entry(bcnet_msg_t *msg, bcnet_entry_t *entry, int end)
{
    if (entry->scope.item)
        proto_item_set_len(entry->scope.item, end - entry->scope.start);
    msg->tree = entry->scope.outer;
    msg->last = entry->scope.item;
}

/* ---- Power and batteries ---- */

void bcnet_show_signed_power(bcnet_msg_t *msg, bcnet_entry_t *entry, int position)
{
    const int8_t   power = (int8_t)msg->data[position];
    const unsigned percent = (unsigned)ABS((int)power);
    proto_item    *item = NULL;

    if (msg->tree) {
        item = proto_tree_add_int_format_value(msg->tree, hf_power_signed, msg->tvb, position, 1, power,
                                               "%d (%s, %u %%)", power, power > 0 ? "on" : "off", percent);
        proto_tree *tree = bcnet_below(item, hf_power_signed);
        proto_item_set_generated(proto_tree_add_boolean(tree, hf_enabled, msg->tvb, position, 1, power > 0));
        proto_item_set_generated(proto_tree_add_uint(tree, hf_power, msg->tvb, position, 1, percent));
        if (power <= 0)
            proto_item_append_text(entry->scope.item, ", switched off");
        else if (power != 100)
            proto_item_append_text(entry->scope.item, ", power %u %%", percent);
    }
    if (percent > BCNET_POWER_MAX)
        bcnet_expert(msg->pinfo, item ? item : msg->item, BCNET_EI_VALUE, "Power is at most 125 %");
}

void bcnet_show_batteries(bcnet_msg_t *msg, bcnet_entry_t *entry, int position)
{
    if (!msg->tree)
        return;
    show_fraction(msg, hf_battery_main, NULL, position, entry->subsystem->main_battery, "");
    show_fraction(msg, hf_battery_backup, NULL, position + 1, entry->subsystem->backup_battery, "");
    proto_item_append_text(entry->scope.item, ", batteries %u %% and %u %%", bcnet_whole_percent(msg->data[position]),
                           bcnet_whole_percent(msg->data[position + 1]));
}

/* ---- Shields and weapons ---- */

static const value_string tractor_mode_names[] = {
    { 0, "hold" },         { 1, "tow" },          { 2, "pull" }, { 3, "push" },
    { 4, "dock stage 1" }, { 5, "dock stage 2" }, { 0, NULL },
};

static int hf_facings[BCNET_FACINGS] = { -1, -1, -1, -1, -1, -1 };

#define WEAPON_FIELDS(FIELD, PART)                                                                                     \
    PART(hf_facings[0], "Front shields", "bcnet.subsystem.shield.front", FT_UINT8, BASE_DEC, NULL, 0,                  \
         "Strength of the front shields as a fraction of 255 (40.4, 60.2)")                                            \
    PART(hf_facings[1], "Rear shields", "bcnet.subsystem.shield.rear", FT_UINT8, BASE_DEC, NULL, 0,                    \
         "Strength of the rear shields as a fraction of 255 (40.4, 60.2)")                                             \
    PART(hf_facings[2], "Top shields", "bcnet.subsystem.shield.top", FT_UINT8, BASE_DEC, NULL, 0,                      \
         "Strength of the top shields as a fraction of 255 (40.4, 60.2)")                                              \
    PART(hf_facings[3], "Bottom shields", "bcnet.subsystem.shield.bottom", FT_UINT8, BASE_DEC, NULL, 0,                \
         "Strength of the bottom shields as a fraction of 255 (40.4, 60.2)")                                           \
    PART(hf_facings[4], "Left shields", "bcnet.subsystem.shield.left", FT_UINT8, BASE_DEC, NULL, 0,                    \
         "Strength of the left shields as a fraction of 255 (40.4, 60.2)")                                             \
    PART(hf_facings[5], "Right shields", "bcnet.subsystem.shield.right", FT_UINT8, BASE_DEC, NULL, 0,                  \
         "Strength of the right shields as a fraction of 255 (40.4, 60.2)")                                            \
    FIELD(hf_firing, "Firing", "bcnet.subsystem.firing", FT_BOOLEAN, BASE_NONE, TFS(&yes_no), 0,                       \
          "The weapon system is told to fire (40.4)")                                                                  \
    FIELD(hf_cloak_wanted, "Cloak wanted", "bcnet.subsystem.cloak_wanted", FT_BOOLEAN, BASE_NONE, TFS(&yes_no), 0,     \
          "The cloaking device is switched on or on its way (40.4)")                                                   \
    FIELD(hf_phaser_level, "Phaser power level", "bcnet.subsystem.phaser_level", FT_UINT8, BASE_DEC,                   \
          VALS(bcnet_phaser_level_names), 0, "How strongly the phasers fire (40.4)")                                   \
    FIELD(hf_ammo_type, "Ammunition type", "bcnet.subsystem.ammo_type", FT_UINT8, BASE_DEC, NULL, 0,                   \
          "Position in the ship's list of torpedo types, from 0 (40.4)")                                               \
    FIELD(hf_tractor_mode, "Tractor mode", "bcnet.subsystem.tractor_mode", FT_UINT8, BASE_DEC,                         \
          VALS(tractor_mode_names), 0, "What the tractor beam does with its target (40.4)")
BCNET_FIELDS(weapon_fields, WEAPON_FIELDS)

const char *bcnet_facing_name(unsigned facing)
{
    return proto_registrar_get_name(hf_facings[facing]);
}

void bcnet_show_facings(bcnet_msg_t *msg, bcnet_entry_t *entry, int position)
{
    const uint8_t *now = msg->data + position,
                  *before = entry->before && entry->before->facings ? entry->before->facings : now;

    if (!msg->tree)
        return;
    for (int i = 0; i < BCNET_FACINGS; i++) {
        show_fraction(msg, hf_facings[i], NULL, position + i, entry->subsystem->max_shields[i], " points");
        if (now[i] != FULL && PTREE_DATA(msg->tree)->visible)
            proto_item_append_text(entry->scope.item, ", %s %s %%", bcnet_facing_words[i],
                                   change_words(msg->pinfo->pool, before[i], now[i]));
    }
}

void bcnet_show_entry_values(bcnet_msg_t *msg, bcnet_entry_t *entry, const bcnet_block_entry_t *at, int start)
{
    const uint8_t *payload = msg->data + start;

    if (at->opens)
        bcnet_show_group(msg, start + (int)at->group, payload[at->group]);
    if (at->format == BCNET_FORMAT_POWERED || at->format == BCNET_FORMAT_SHIELD)
        bcnet_show_bit(msg, hf_has_power, start + (int)at->group, at->bit, at->has_power);
    if (at->power)
        proto_tree_add_uint(msg->tree, hf_power, msg->tvb, start + (int)at->power, 1, payload[at->power]);
    if (at->power && payload[at->power] != 100)
        proto_item_append_text(entry->scope.item, ", power %u %%", payload[at->power]);
    if (at->batteries)
        bcnet_show_batteries(msg, entry, start + (int)at->batteries);
    if (at->facings)
        bcnet_show_facings(msg, entry, start + (int)at->facings);
}

void bcnet_show_snapshot_bit(bcnet_msg_t *msg, bcnet_entry_t *entry, int position, bool value)
{
    const bool cloak = entry->subsystem->class_id == BCNET_CLASS_CLOAK;

    if (!msg->tree)
        return;
    proto_tree_add_boolean(msg->tree, cloak ? hf_cloak_wanted : hf_firing, msg->tvb, position, 1, value);
    if (value)
        proto_item_append_text(entry->scope.item, cloak ? ", cloak wanted" : ", firing");
}

void bcnet_show_weapon_setting(bcnet_msg_t *msg, bcnet_entry_t *entry, int position)
{
    const uint8_t       value = msg->data[position];
    const value_string *names = NULL;
    int                 hf = hf_ammo_type;

    if (entry->subsystem->class_id == BCNET_CLASS_PHASER_SYSTEM) {
        names = bcnet_phaser_level_names;
        hf = hf_phaser_level;
    } else if (entry->subsystem->class_id == BCNET_CLASS_TRACTOR_SYSTEM) {
        names = tractor_mode_names;
        hf = hf_tractor_mode;
    }
    proto_item *item = msg->tree ? proto_tree_add_uint(msg->tree, hf, msg->tvb, position, 1, value) : NULL;
    if (names && !try_val_to_str(value, names))
        bcnet_expert(msg->pinfo, item ? item : msg->item, BCNET_EI_VALUE,
                     hf == hf_phaser_level ? "The game knows no such phaser level"
                                           : "The game knows no such tractor mode");
}

/* ---- Damage in words ---- */

static void mention(bcnet_damage_t *damage, const char *name, uint8_t value, uint8_t best, uint8_t before)
{
    if (value == FULL)
        return;
    if (damage->count == BCNET_MENTIONS_MAX) {
        damage->beyond++;
        return;
    }
    damage->list[damage->count] = (bcnet_mention_t){
        .name = name, .value = value, .best = best, .before = MAX(before, value), .place = damage->count
    };
    damage->count++;
}

/* Those that are worse each for itself, the others together. */
void bcnet_mention_facings(bcnet_damage_t *damage, const uint8_t *now, const uint8_t *before)
{
    uint8_t  weakest = FULL, strongest = 0;
    unsigned worse = 0;

    for (unsigned i = 0; i < BCNET_FACINGS; i++) {
        if (before && now[i] < before[i]) {
            mention(damage, bcnet_facing_name(i), now[i], now[i], before[i]);
            worse++;
            continue;
        }
        weakest = MIN(weakest, now[i]);
        strongest = MAX(strongest, now[i]);
    }
    mention(damage, worse > 0 ? "other shields" : "shields", weakest, strongest, weakest);
}

void bcnet_mention_entry(bcnet_damage_t *damage, const bcnet_subsystem_t *subsystem, unsigned children,
                         const uint8_t *now, const uint8_t *before)
{
    if (!before)
        before = now;
    for (unsigned i = 1; i <= children; i++)
        mention(damage, subsystem->children[i - 1].name, now[i], now[i], before[i]);
    mention(damage, subsystem->name, now[0], now[0], before[0]);
}

const char *bcnet_mention_words(wmem_allocator_t *pool, const bcnet_mention_t *mention)
{
    if (mention->best != mention->value)
        return wmem_strdup_printf(pool, "%s %u to %u %%", mention->name, bcnet_whole_percent(mention->value),
                                  bcnet_whole_percent(mention->best));
    return wmem_strdup_printf(pool, "%s %s %%", mention->name, change_words(pool, mention->before, mention->value));
}

const bcnet_family_t bcnet_shown_subsystems = { .fields = { entry_fields, weapon_fields } };
