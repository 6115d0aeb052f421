/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "opcodes/subsystems.h"

#include <math.h>
#include <stdlib.h>

#include "reading/words.h"
#include "game/health.h"
#include "game/show.h"
#include "game/ship-layouts.h"
#include "opcodes/opcodes.h"

static const value_string dialect_names[] = {
    { 0, "the game's own" },
    { 1, "one-byte shields, groups closed early" },
    { 0, NULL },
};

enum { WANTED_PAIRS_MAX = 3 };

/* ---- Walking ---- */

static bool walk(bcnet_state_t *state, bool dialect)
{
    state->block.layout = state->choice.layout;
    state->block.dialect = dialect;
    return bcnet_block_walk(&state->block, &state->result);
}

/* Stock wins whenever it fits; a host whose blocks fit only as dialect speaks it from there on (60.2). */
static void walk_as_host_speaks(bcnet_msg_t *msg, bcnet_state_t *state)
{
    const bcnet_inference_t *inference = state->choice.inference;
    const bool               speaks_dialect = bcnet_dialect_since(msg) != 0;
    const bool               first = inference ? inference->dialect : speaks_dialect;
    const bool sure = state->choice.source == BCNET_SOURCE_CREATED || state->choice.source == BCNET_SOURCE_BY_USER;

    if (walk(state, first) || msg->captured < msg->end)
        return;
    if (walk(state, !first)) {
        if (!speaks_dialect && sure && !first)
            bcnet_note_dialect(msg);
        if (speaks_dialect || sure || first)
            return;
    }
    walk(state, first);
}

/* What a block says that does not fit is anybody's guess: it is shown, and teaches nothing. One that the capture cuts
 * short is right as far as it goes. */
static bool teaches(const bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bcnet_block_problem_t problem = state->result.problem;
    const bool                  at_the_end = problem == BCNET_BLOCK_CUT || problem == BCNET_BLOCK_BITS_FEWER;

    return problem == BCNET_BLOCK_FITS || (at_the_end && msg->captured < msg->end);
}

/* ---- New damage ---- */

/* Only what is printed gets its text: a unit that is appended to every field is text for nothing in most runs. */
static void format_points(char *label, double points)
{
    g_strlcpy(label, bcnet_points_words(points).text, ITEM_LABEL_LENGTH);
}

#define DAMAGE_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_new_damage, "New damage", "bcnet.damage.new", FT_STRING, BASE_NONE, NULL, 0,                              \
          "Name of a subsystem, part or shield facing that is worse than when this receiver was last told of it; "     \
          "absent when it is told for the first time (60.2)")                                                          \
    FIELD(hf_damage_before, "Before", "bcnet.damage.before", FT_FLOAT, BASE_CUSTOM, CF_FUNC(bcnet_format_percent), 0,  \
          "Its condition in percent when this receiver was last told of it (60.2)")                                    \
    FIELD(hf_damage_points, "Points lost", "bcnet.damage.points", FT_FLOAT, BASE_CUSTOM, CF_FUNC(format_points), 0,    \
          "Hit points that it lost since this receiver was last told of it, in steps of 1/255 of all; absent where "   \
          "its hit points are not known (60.2)")                                                                       \
    FIELD(hf_damage_by, "By", "bcnet.damage.by", FT_STRING, BASE_NONE, NULL, 0,                                        \
          "Who alone was seen firing at the ship just before; absent where nobody was or several, no message says "    \
          "who hit, and shots without a target are not seen (45.8)")                                                   \
    FIELD(hf_damage_shot_in, "Last shot in", "bcnet.damage.shot_in", FT_FRAMENUM, BASE_NONE,                           \
          FRAMENUM_TYPE(FT_FRAMENUM_NONE), 0, "Frame of the last shot of that one at the ship (45.8)")
BCNET_FIELDS(damage_fields, DAMAGE_FIELDS)

/* Who may have done it: likely, where one alone is seen firing at the ship. Asked for once, where something is worse. */
static void show_attack(bcnet_msg_t *msg, bcnet_state_t *state, proto_item *item, int position)
{
    const bcnet_moment_t        moment = { msg->stamp, msg->pinfo->abs_ts };
    const bcnet_attack_t *const attack = &state->attack;
    proto_tree                 *tree = proto_item_get_subtree(item);

    if (!state->attack_asked && state->ship.any)
        state->attack = bcnet_attack_on(state->ship.any, &moment);
    state->attack_asked = true;
    const char *by = bcnet_attacker_words(msg->pinfo->pool, attack, msg->stamp);
    if (attack->several)
        proto_item_append_text(item, "; several are seen firing at it");
    if (!by)
        return;
    proto_item_append_text(item, "; only %s is seen firing at it", by);
    proto_item_set_generated(proto_tree_add_string(tree, hf_damage_by, msg->tvb, position, 1, by));
    proto_item_set_generated(proto_tree_add_uint(tree, hf_damage_shot_in, msg->tvb, position, 1,
                                                 bcnet_stamp_frame(attack->shot->fired.stamp)));
}

/* `maximum`: its hit points; 0: not known. */
static void show_damage(bcnet_msg_t *msg, bcnet_state_t *state, const char *name, float maximum, int position,
                        uint8_t before, uint32_t frame)
{
    const uint8_t now = msg->data[position];
    proto_item   *item = proto_tree_add_string(msg->tree, hf_new_damage, msg->tvb, position, 1, name);

    proto_item_set_generated(item);
    proto_item_append_text(item, " %u %%, %u %% in frame %u", bcnet_whole_percent(now), bcnet_whole_percent(before),
                           frame);
    proto_tree *tree = bcnet_below(item, hf_new_damage);
    proto_item_set_generated(bcnet_add_float(tree, hf_damage_before, msg->tvb, position, 1, bcnet_percent(before)));
    if (maximum > 0.0f && !msg->several_ships)
        proto_item_set_generated(bcnet_add_float(tree, hf_damage_points, msg->tvb, position, 1,
                                                 bcnet_fraction((uint8_t)(before - now)) * maximum));
    show_attack(msg, state, item, position);
}

static inline void show_if_worse(bcnet_msg_t *msg, bcnet_state_t *state, const char *name, float maximum, int position,
                                 uint8_t before, uint32_t frame)
{
    if (msg->data[position] < before)
        show_damage(msg, state, name, maximum, position, before, frame);
}

/* Nobody is told anything by a resend or a quote. */
static bool tells(const bcnet_msg_t *msg, const bcnet_state_t *state)
{
    return !msg->resend && !msg->quoted && teaches(msg, state);
}

/* What the receiver was told of an entry before; NULL: nobody looks, or nobody knows. */
static const bcnet_known_t *told_before(const bcnet_msg_t *msg, const bcnet_state_t *state, unsigned index)
{
    return state->known && state->known[index].conditions && tells(msg, state) ? &state->known[index] : NULL;
}

/* bcnet.damage.new of whatever is worse than before. */
static void show_new_damage(bcnet_msg_t *msg, bcnet_state_t *state, const bcnet_block_entry_t *at,
                            const bcnet_known_t *before)
{
    const bcnet_subsystem_t *subsystem = &state->choice.layout->subsystems[at->index];
    const int                start = state->start + (int)at->offset;

    if (!before)
        return;
    show_if_worse(msg, state, subsystem->name, subsystem->max_condition, start, before->conditions[0], before->frame);
    for (unsigned i = 0; i < at->children; i++)
        show_if_worse(msg, state, subsystem->children[i].name, subsystem->children[i].max_condition, start + 1 + (int)i,
                      before->conditions[1 + i], before->frame);
    for (unsigned i = 0; at->facings && before->facings && i < BCNET_FACINGS; i++)
        show_if_worse(msg, state, bcnet_facing_name(i), subsystem->max_shields[i],
                      state->start + (int)at->facings + (int)i, before->facings[i], before->frame);
}

static int compare_mentions(const void *a, const void *b)
{
    const bcnet_mention_t *one = (const bcnet_mention_t *)a, *other = (const bcnet_mention_t *)b;

    if (bcnet_is_new_damage(one) != bcnet_is_new_damage(other))
        return bcnet_is_new_damage(one) ? -1 : 1;
    if (one->value != other->value)
        return one->value < other->value ? -1 : 1;
    return one->place < other->place ? -1 : 1;
}

/* Damage as items of the report: new damage first, then the worst. */
static void report_damage(bcnet_msg_t *msg, const bcnet_state_t *state, bcnet_ship_report_t *report)
{
    bcnet_damage_t damage;

    if (!state->block.layout || state->choice.source == BCNET_SOURCE_PROVISIONAL)
        return;
    if (!teaches(msg, state)) {
        bcnet_say(msg, " (does not fit the layout)");
        return;
    }

    damage.count = damage.beyond = 0;
    for (unsigned i = 0; i < state->result.entry_count; i++) {
        const bcnet_block_entry_t *at = &state->block.entries[i];
        const bcnet_known_t       *before = told_before(msg, state, at->index);
        bcnet_mention_entry(&damage, &state->choice.layout->subsystems[at->index], at->children,
                            state->block.payload + at->offset, before ? before->conditions : NULL);
        if (at->facings)
            bcnet_mention_facings(&damage, state->block.payload + at->facings, before ? before->facings : NULL);
    }
    if (damage.count == 0)
        return;
    qsort(damage.list, damage.count, sizeof *damage.list, compare_mentions);
    if (bcnet_is_new_damage(&damage.list[0]))
        msg->weight = BCNET_WEIGHT_DAMAGE;
    report->count = MIN(damage.count, BCNET_MENTIONS_SAID);
    report->left_out = damage.count - report->count + damage.beyond;
    const char **items = wmem_alloc_array(msg->pinfo->pool, const char *, report->count);
    for (unsigned i = 0; i < report->count; i++)
        items[i] = bcnet_mention_words(msg->pinfo->pool, &damage.list[i]);
    report->items = items;
}

/* ---- Showing the entries ---- */

#define BLOCK_FIELDS(FIELD, PART)                                                                                      \
    FIELD(hf_subsystems, "Subsystems", "bcnet.state.subsystems", FT_NONE, BASE_NONE, NULL, 0,                          \
          "States of some subsystems, from the start index on (60.2)")                                                 \
    FIELD(hf_start_index, "Start index", "bcnet.state.start_index", FT_UINT8, BASE_DEC, NULL, 0,                       \
          "Position in the ship's subsystem list of the first state that follows (60.2)")                              \
    FIELD(hf_subsystems_raw, "Subsystem states", "bcnet.state.subsystems.raw", FT_BYTES, BASE_NONE, NULL, 0,           \
          "States that no ship layout explains (60.4)")                                                                \
    FIELD(                                                                                                             \
        hf_dialect, "Host's way of writing", "bcnet.ship.dialect", FT_UINT8, BASE_DEC, VALS(dialect_names), 0,         \
        "How this host writes shields: in full as the game does, or in one byte as one reimplementation does (60.2)")  \
    FIELD(hf_known_state, "Known ship state", "bcnet.known_state", FT_NONE, BASE_NONE, NULL, 0,                        \
          "The newest state of every subsystem that this receiver was told (60.5)")                                    \
    FIELD(hf_known, "Known subsystem", "bcnet.known", FT_NONE, BASE_NONE, NULL, 0,                                     \
          "The newest state of one subsystem (60.5)")                                                                  \
    FIELD(hf_known_name, "Subsystem", "bcnet.known.name", FT_STRING, BASE_NONE, NULL, 0,                               \
          "Name of the subsystem (60.5)")                                                                              \
    FIELD(hf_known_percent, "Condition", "bcnet.known.condition.percent", FT_FLOAT, BASE_CUSTOM,                       \
          CF_FUNC(bcnet_format_percent), 0, "Newest known condition in percent (60.5)")                                \
    FIELD(hf_known_frame, "Told in frame", "bcnet.known.frame", FT_FRAMENUM, BASE_NONE,                                \
          FRAMENUM_TYPE(FT_FRAMENUM_NONE), 0, "Frame that told this state (60.5)")
BCNET_FIELDS(block_fields, BLOCK_FIELDS)

static void show_entry(bcnet_msg_t *msg, bcnet_state_t *state, const bcnet_block_entry_t *at)
{
    const bcnet_subsystem_t *subsystem = &state->choice.layout->subsystems[at->index];
    const bcnet_known_t     *before = told_before(msg, state, at->index);
    bcnet_entry_t entry = bcnet_open_entry(msg, subsystem, at->index, state->start + (int)at->offset, before);

    bcnet_show_entry_values(msg, &entry, at, state->start);
    show_new_damage(msg, state, at, before);
    bcnet_close_entry(msg, &entry, state->start + (int)at->end);
}

static void say_indices(wmem_strbuf_t *parts, unsigned first, unsigned last)
{
    wmem_strbuf_append_printf(parts, "%u", first);
    if (last != first)
        wmem_strbuf_append_printf(parts, "-%u", last);
}

/* " SUB 2-5", " SUB 8-10,0-1" where the list wraps; the start index alone when nothing else is known. */
static void say_range(const bcnet_msg_t *msg, const bcnet_state_t *state, uint8_t first)
{
    wmem_strbuf_t *parts = state->parts;
    const unsigned count = state->block.layout && teaches(msg, state) ? state->result.entry_count : 0;

    wmem_strbuf_append(parts, " SUB ");
    if (count <= 1) {
        say_indices(parts, first, first);
        return;
    }
    const unsigned last = state->block.entries[count - 1].index, length = state->choice.layout->count;
    if (first + count <= length) {
        say_indices(parts, first, last);
        return;
    }
    say_indices(parts, first, length - 1);
    wmem_strbuf_append_c(parts, ',');
    say_indices(parts, 0, last);
}

static void show_raw(bcnet_msg_t *msg, const char *why)
{
    const int there = msg->limit - msg->pos;

    if (there <= 0)
        return;
    bcnet_read_bytes(msg, hf_subsystems_raw, there);
    if (msg->last)
        proto_item_append_text(msg->last, " (%s)", msg->captured < msg->end ? "cut short by the capture" : why);
}

static void complain_of_problem(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bcnet_block_result_t *result = &state->result;
    const bcnet_layout_t       *layout = state->choice.layout;
    const char                 *place = "the start index";

    if (result->problem == BCNET_BLOCK_BITS_FEWER)
        place = "the bit group";
    else if (result->problem_index < layout->count)
        place = layout->subsystems[result->problem_index].name;
    bcnet_complain_with(msg, BCNET_EI_LAYOUT,
                        bcnet_with_mod_hint(msg->pinfo->pool, "The bytes do not fit the ship's layout", layout),
                        "layout of the %s, at %s, %u bytes behind the opcode: %s", layout->name, place,
                        result->problem_offset, bcnet_block_problem_text(result->problem));
}

static const char *end_flaw(unsigned notes)
{
    return notes & BCNET_NOTE_ENDS_EARLY ? "ends before ten bytes are used"
         : notes & BCNET_NOTE_ENDS_LATE  ? "goes on when ten bytes are used"
                                         : NULL;
}

/* A block of the dialect without shields may differ from the game's by its bit groups alone (20.1): each holds five
 * booleans before another one begins. The 10-byte rule is one for the game's blocks, so it is looked at here. */
static const char *dialect_flaw(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const uint32_t start = state->block.start;
    bool           late = false, shields = false;
    uint32_t       group = 0, end = start;

    for (unsigned i = 0; i < state->result.entry_count; i++) {
        const bcnet_block_entry_t *entry = &state->block.entries[i];
        if (entry->opens && group != 0 && bcnet_bits_stated_count(state->block.payload[group]) < BCNET_BITS_PER_GROUP)
            msg->bits_outcome = BCNET_BITS_WRONG;
        group = entry->group ? entry->group : group;
        late |= end - start >= BCNET_BLOCK_BUDGET;
        shields |= state->choice.layout->forms[entry->index].format == BCNET_FORMAT_SHIELD;
        end = entry->end;
    }
    const bool early = end - start < BCNET_BLOCK_BUDGET && state->result.entry_count < state->choice.layout->count;
    return shields ? "has shields of one byte"
                   : end_flaw((early ? BCNET_NOTE_ENDS_EARLY : 0) | (late ? BCNET_NOTE_ENDS_LATE : 0));
}

static const char *flaw_of(const bcnet_block_result_t *result)
{
    return result->problem != BCNET_BLOCK_FITS ? "does not fit the ship's list" : end_flaw(result->notes);
}

static const char *block_flaw(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    if (!state->block.dialect)
        return flaw_of(&state->result);
    bcnet_block_t        block = state->block;
    bcnet_block_result_t result;
    block.dialect = false; /* both may read it */
    block.entries = NULL;
    if (!bcnet_block_walk(&block, &result) && state->result.problem == BCNET_BLOCK_FITS)
        return dialect_flaw(msg, state);
    return flaw_of(&result);
}

static void tap_block(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bcnet_block_result_t *result = &state->result;

    if (!msg->facts || state->choice.source != BCNET_SOURCE_CREATED)
        return;
    msg->facts->update.block = (bcnet_tap_block_t){
        .layout = state->choice.layout,
        .view = result->view,
        .start = result->problem == BCNET_BLOCK_EMPTY ? 0 : state->block.payload[state->block.start],
        .next = (uint8_t)result->next,
        .dialect = state->block.dialect,
        .flaw = block_flaw(msg, state),
    };
}

bool bcnet_fits_unseen(bcnet_msg_t *msg, bcnet_state_t *state)
{
    const bcnet_update_t *update = &state->update;

    if (msg->tree || msg->text || bcnet_is_counted(msg) || !msg->may_learn || !msg->from_host ||
        !state->choice.layout || !update->whole || update->has_hash || update->bits_outcome == BCNET_BITS_WRONG ||
        !bcnet_update_ends_in(update, BCNET_STATE_SUBSYSTEMS))
        return false;
    state->block.entries = NULL;
    if (!walk(state, false) || state->result.notes & (BCNET_NOTE_ENDS_EARLY | BCNET_NOTE_ENDS_LATE))
        return false;
    tap_block(msg, state);
    msg->pos = msg->end;
    return true;
}

/* A layout that is a guess is dropped without a word; one that is known to be right is contradicted. */
static void complain_of_block(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bcnet_block_result_t *result = &state->result;

    tap_block(msg, state);
    if (state->choice.source == BCNET_SOURCE_PROVISIONAL)
        return;
    if (result->problem != BCNET_BLOCK_FITS)
        complain_of_problem(msg, state);
    else if (state->block.dialect)
        return;
    else if (result->notes & BCNET_NOTE_ENDS_EARLY)
        bcnet_complain_once(msg, BCNET_ONCE_ENDS_EARLY, BCNET_EI_LAYOUT_NOTE,
                            "The block ends early: the game's own host goes on until ten bytes are used");
    else if (result->notes & BCNET_NOTE_ENDS_LATE)
        bcnet_complain_once(msg, BCNET_ONCE_ENDS_LATE, BCNET_EI_LAYOUT_NOTE,
                            "The block is too long: the game's own host stops once ten bytes are used");
}

/* "Torpedoes: 87 % (2610 of 3000), Forward Torp 2 41 %, frame 17", put together at once: there is one for every
 * subsystem of a ship in every update. */
static proto_item *add_known_entry(const bcnet_msg_t *msg, proto_tree *outer, const bcnet_subsystem_t *subsystem,
                                   const bcnet_known_t *known)
{
    if (!PTREE_DATA(outer)->visible)
        return proto_tree_add_item(outer, hf_known, msg->tvb, msg->pos, 0, ENC_NA);
    const uint8_t *conditions = known->conditions;
    const unsigned percent = bcnet_whole_percent(conditions[0]);
    const float    points = subsystem->max_condition * bcnet_percent(conditions[0]) / 100.0f;
    const char    *child = "";
    unsigned       worst = 1;

    for (unsigned i = 2; i <= subsystem->child_count; i++)
        worst = conditions[i] < conditions[worst] ? i : worst;
    if (subsystem->child_count > 0 && conditions[worst] < 255)
        child = wmem_strdup_printf(msg->pinfo->pool, ", %s %u %%", subsystem->children[worst - 1].name,
                                   bcnet_whole_percent(conditions[worst]));
    if (subsystem->max_condition > 0.0f && !msg->several_ships)
        return proto_tree_add_none_format(outer, hf_known, msg->tvb, msg->pos, 0, "%s: %u %% (%ld of %ld)%s, frame %u",
                                          subsystem->name, percent, lrintf(points), lrintf(subsystem->max_condition),
                                          child, known->frame);
    return proto_tree_add_none_format(outer, hf_known, msg->tvb, msg->pos, 0, "%s: %u %%%s, frame %u", subsystem->name,
                                      percent, child, known->frame);
}

static void show_known_entry(bcnet_msg_t *msg, proto_tree *outer, const bcnet_subsystem_t *subsystem,
                             const bcnet_known_t *known)
{
    proto_item *item = add_known_entry(msg, outer, subsystem, known);

    proto_item_set_generated(item);
    msg->tree = bcnet_below(item, hf_known);
    /* What the line says already is for filters and columns only; the link to another frame tells more. */
    proto_item_set_hidden(bcnet_generated_string(msg, hf_known_name, subsystem->name));
    proto_item_set_hidden(bcnet_generated_float(msg, hf_known_percent, bcnet_percent(known->conditions[0])));
    proto_item *frame = bcnet_generated_uint(msg, hf_known_frame, known->frame);
    if (known->frame == msg->pinfo->num)
        proto_item_set_hidden(frame);
}

/* With what the message itself tells, if it does so for the first time. */
static unsigned known_now(const bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bool fits = state->result.problem == BCNET_BLOCK_FITS && (!state->block.dialect || bcnet_dialect_since(msg));
    const bool kept = fits && bcnet_is_block_kept(msg, state->history);
    unsigned   count = 0;

    for (unsigned i = kept ? state->result.entry_count : 0; i > 0; i--) {
        const bcnet_block_entry_t *at = &state->block.entries[i - 1];
        state->known[at->index].conditions = state->block.payload + at->offset;
        state->known[at->index].frame = bcnet_stamp_frame(msg->stamp);
    }
    for (unsigned i = 0; i < state->choice.layout->count; i++)
        count += state->known[i].conditions != NULL;
    return count;
}

static void show_known_state(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bcnet_layout_t *layout = state->choice.layout;
    proto_tree           *outer = msg->tree;
    const unsigned        count = outer && state->known ? known_now(msg, state) : 0;

    if (count == 0)
        return;
    proto_item *item = proto_tree_add_item(outer, hf_known_state, msg->tvb, msg->pos, 0, ENC_NA);
    proto_item_set_generated(item);
    proto_item_append_text(item, ": %u of %u subsystems", count, layout->count);
    proto_tree *tree = bcnet_below(item, hf_known_state);
    for (unsigned i = 0; i < layout->count; i++) {
        if (state->known[i].conditions)
            show_known_entry(msg, tree, &layout->subsystems[i], &state->known[i]);
    }
    msg->tree = outer;
}

/* For the table of ships. */
static void tap_conditions(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    if (!bcnet_is_counted(msg) || state->choice.source == BCNET_SOURCE_PROVISIONAL || !teaches(msg, state))
        return;
    for (unsigned i = 0; i < state->result.entry_count; i++) {
        const bcnet_block_entry_t *at = &state->block.entries[i];
        bcnet_tap_entry(msg, &state->choice.layout->subsystems[at->index], at->index, state->start + (int)at->offset);
        if (at->facings)
            bcnet_tap_facings(msg, at->index, state->start + (int)at->facings);
        if (at->power)
            bcnet_tap_power(msg, at->index, msg->data[state->start + (int)at->power]);
    }
}

/* The walker checks the group bytes itself: they belong to the block from its start on. */
static void show_explained(bcnet_msg_t *msg, bcnet_state_t *state)
{
    proto_item *start_item = msg->last;

    walk_as_host_speaks(msg, state);
    const bool fits = state->result.problem == BCNET_BLOCK_FITS;
    if (fits && state->result.view != BCNET_VIEW_UNKNOWN) /* it has a group byte */
        msg->bits_outcome = bcnet_bits_outcome(msg->bits_outcome, true);
    /* What was known before: of all that is shown, or of what the summary mentions. */
    if (state->choice.source != BCNET_SOURCE_PROVISIONAL && (msg->tree || (state->parts && tells(msg, state))))
        state->known = bcnet_known_before(msg, state->history, &state->ship, state->choice.layout,
                                          msg->tree ? NULL : state->block.entries, state->result.entry_count);
    bcnet_generated_uint(msg, hf_dialect, state->block.dialect);
    for (unsigned i = 0; msg->tree && i < state->result.entry_count; i++)
        show_entry(msg, state, &state->block.entries[i]);
    msg->pos = state->start + (int)state->result.end;
    msg->last = NULL;
    tap_conditions(msg, state);
    if (!fits || state->block.mode != BCNET_WALK_BOUNDED)
        show_raw(msg, "not explained by the layout");
    if (!msg->last)
        msg->last = start_item;
    if (msg->captured >= msg->end)
        complain_of_block(msg, state);
}

static void show_block(bcnet_msg_t *msg, bcnet_state_t *state, proto_item *outer)
{
    const uint8_t first = bcnet_read_u8(msg, hf_start_index);
    const bool    no_ship = bcnet_is_no_ship(&state->ship);

    bcnet_bits_start(&msg->bits);
    if (msg->truncated)
        return;
    if (outer)
        proto_item_append_text(outer, " from %u", first);
    if (state->choice.layout)
        show_explained(msg, state);
    else
        show_raw(msg,
                 no_ship ? "this is no ship" : bcnet_with_mod_hint(msg->pinfo->pool, "no ship layout is known", NULL));
    if (state->parts && (state->choice.layout || !no_ship))
        say_range(msg, state, first);
}

/* Flag 0x20 (60.2): start index u8, then entries of the ship's list to the end of the payload; all u8
 *
 *    base     condition | of each child |
 *    powered  condition | of each child | bit has_power | power, if that is 1 |
 *    reactor  condition | of each child | main battery | backup battery |
 *    shield   like powered, then six facings |
 *
 * The bit takes a byte only where its group begins (20.1), which may be before the block. */
void bcnet_show_subsystem_states(bcnet_msg_t *msg, bcnet_state_t *state, bcnet_ship_report_t *report)
{
    bcnet_scope_t scope = { .item = NULL };

    if (msg->tree)
        scope = bcnet_open(msg, hf_subsystems);
    show_block(msg, state, scope.item);
    if (scope.item)
        bcnet_close(msg, &scope);
    if (report)
        report_damage(msg, state, report);
    show_known_state(msg, state);
}

/* ---- Wanted power ---- */

#define WANTED_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_wanted, "Wanted power", "bcnet.wanted", FT_NONE, BASE_NONE, NULL, 0,                                      \
          "Power that the player wants a subsystem to have (60.3)")                                                    \
    FIELD(hf_wanted_index, "Index", "bcnet.wanted.index", FT_UINT8, BASE_DEC, NULL, 0,                                 \
          "Position in the ship's subsystem list (60.3)")                                                              \
    FIELD(hf_wanted_name, "Subsystem", "bcnet.wanted.name", FT_STRING, BASE_NONE, NULL, 0,                             \
          "Name of the subsystem, from the ship's layout (60.3)")                                                      \
    FIELD(hf_wanted_value, "Value", "bcnet.wanted.value", FT_UINT8, BASE_DEC, NULL, 0,                                 \
          "204 stands for 100 percent (60.3)")                                                                         \
    FIELD(hf_wanted_percent, "Wanted power", "bcnet.wanted.percent", FT_FLOAT, BASE_CUSTOM,                            \
          CF_FUNC(bcnet_format_percent), 0, "Value / 204, 0 to 125 percent (60.3)")
BCNET_FIELDS(wanted_fields, WANTED_FIELDS)

/* Where the layout is more than a guess, messages can contradict it. */
static bool is_sure(const bcnet_layout_choice_t *choice)
{
    return choice->layout && choice->source != BCNET_SOURCE_PROVISIONAL;
}

/* The name of a list position, or NULL; complains of one that cannot have power. */
static const char *wanted_name(bcnet_msg_t *msg, const bcnet_layout_choice_t *choice, uint8_t index)
{
    const bcnet_layout_t *layout = choice->layout;

    if (!layout || index >= layout->count)
        return NULL;
    if (is_sure(choice) && !bcnet_layout_takes_power(layout, index)) {
        bcnet_complain_with(msg, BCNET_EI_LAYOUT, "This subsystem takes no power", "%s of the %s",
                            layout->subsystems[index].name, layout->name);
        return NULL;
    }
    return layout->subsystems[index].name;
}

/* Whether all pairs can be the game's. As with blocks: what does not fit is shown, and teaches nothing. */
static bool wanted_fits(const bcnet_msg_t *msg, const bcnet_layout_t *layout)
{
    const int there = msg->limit - msg->pos, pairs = there / 2;

    if (pairs > WANTED_PAIRS_MAX || (there % 2 != 0 && msg->captured >= msg->end))
        return false;
    for (int i = 0; layout && i < pairs; i++) {
        const uint8_t index = msg->data[msg->pos + 2 * i];
        if (index >= layout->count || !bcnet_layout_takes_power(layout, index))
            return false;
    }
    return true;
}

/* `said` counts the pairs mentioned in the summary; NULL: none is to be. */
static void show_wanted_pair(bcnet_msg_t *msg, const bcnet_state_t *state, unsigned *said)
{
    bcnet_scope_t scope = bcnet_open(msg, hf_wanted);
    const uint8_t index = bcnet_read_u8(msg, hf_wanted_index);
    const char   *name = wanted_name(msg, &state->choice, index);

    if (name)
        bcnet_generated_string(msg, hf_wanted_name, name);
    const uint8_t value = bcnet_read_u8(msg, hf_wanted_value);
    const float   percent = bcnet_wanted_percent(value);
    if (said && !msg->truncated)
        bcnet_tap_power(msg, index, percent);
    bcnet_generated_float(msg, hf_wanted_percent, percent);
    if (scope.item)
        proto_item_set_text(scope.item, "%s (%u): wanted %s %%", name ? name : "Subsystem", index,
                            bcnet_fixed(percent, 0).text);
    bcnet_close(msg, &scope);
    if (said && msg->text && value != BCNET_WANTED_NORMAL)
        bcnet_say(msg, "%s %s wanted %s %%", (*said)++ ? "," : "",
                  name && is_sure(&state->choice) ? name : wmem_strdup_printf(msg->pinfo->pool, "subsystem %u", index),
                  bcnet_fixed(percent, 0).text);
}

/* Flag 0x80 (60.3): pairs to the end, index u8 and wanted power u8, 204 for 100 %. */
void bcnet_show_wanted_power(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bcnet_layout_t *layout = is_sure(&state->choice) ? state->choice.layout : NULL;
    unsigned              said = 0;

    if (bcnet_is_no_ship(&state->ship)) {
        bcnet_bits_start(&msg->bits); /* whatever follows, it need not begin with a pair */
        bcnet_read_rest(msg);
        return;
    }
    const bool fits = wanted_fits(msg, layout);
    if (!fits)
        bcnet_say(msg, " (does not fit the layout)");
    for (unsigned pairs = 0; bcnet_can_read(msg, 2); pairs++) {
        const uint8_t index = msg->data[msg->pos];
        if (pairs == WANTED_PAIRS_MAX) {
            bcnet_give_up(msg);
            bcnet_complain(msg, BCNET_EI_LAYOUT, "The game sends at most three pairs");
        } else if (layout && index >= layout->count) {
            bcnet_give_up(msg);
            bcnet_complain_with(msg, BCNET_EI_LAYOUT, "The ship's list has no entry at this index",
                                "index %u, the list of the %s has %u entries", index, layout->name, layout->count);
        } else {
            show_wanted_pair(msg, state, fits ? &said : NULL);
        }
    }
    if (bcnet_left(msg) == 1 && msg->captured >= msg->end && bcnet_give_up(msg))
        bcnet_complain(msg, BCNET_EI_LAYOUT, "An index without its value");
    else
        bcnet_read_rest(msg);
}

const bcnet_family_t bcnet_shown_state_subsystems = { .fields = { block_fields, wanted_fields, damage_fields } };
