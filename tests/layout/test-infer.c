/* The inference of layouts (60.4, rule 3): its rules one by one, and how fast it decides.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ships/infer.h"
#include "support.h"

#include <string.h>
#include <unistd.h>

static bcnet_layouts_t *layouts;
static bcnet_infer_t   *infer;
static GPtrArray       *vectors;

static const bcnet_layout_t *ship(unsigned species)
{
    return bcnet_layouts_by_species(layouts, species);
}

/* What is known so far: no pairs tell nothing (60.3). */
static const bcnet_inference_t *now(bcnet_infer_object_t *object)
{
    return bcnet_infer_wanted(infer, object, NULL, 0);
}

static bool is_left(const bcnet_inference_t *answer, const bcnet_layout_t *layout)
{
    for (unsigned i = 0; i < answer->count; i++)
        if (answer->layouts[i] == layout)
            return true;
    return false;
}

/* Sends one block and gives the answer; *start goes on to the next block. */
static const bcnet_inference_t *send_block(bcnet_infer_object_t *object, uint32_t receiver,
                                           const bcnet_layout_t *layout, unsigned *start, bcnet_view_t view)
{
    test_message_t           message = test_message(layout, *start, view, 0, NULL, NULL);
    bcnet_block_t            block = test_block(&message, NULL, BCNET_WALK_LENIENT);
    const bcnet_inference_t *answer = bcnet_infer_block(infer, object, receiver, &block);

    *start = message.next;
    test_message_free(&message);
    return answer;
}

static const bcnet_inference_t *send_bytes(bcnet_infer_object_t *object, const char *hex)
{
    g_autoptr(GByteArray) payload = test_bytes(hex);
    bcnet_block_t block = { .payload = payload->data, .start = 0, .end = payload->len };

    return bcnet_infer_block(infer, object, 1, &block);
}

/* --- the figures --- */

enum { BLOCKS = 24 };

typedef struct {
    bool     damage, open_bits, loss;
    unsigned rounds;
    GRand   *random;
    unsigned cases, decided[BLOCKS + 1]; /* after so many blocks */
} run_t;

static uint8_t damaged(bool is_power, void *data)
{
    return (uint8_t)g_rand_int_range(data, 0, is_power ? 126 : 256);
}

/* Feeds the blocks of one ship from one start index until one form is left. */
static void run_case(run_t *run, const bcnet_layout_t *layout, bcnet_view_t view, unsigned start)
{
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer = now(object);
    unsigned                 received = 0;

    while (received < BLOCKS) {
        unsigned bits = run->open_bits && view == BCNET_VIEW_REMOTE ? (unsigned)g_rand_int_range(run->random, 0, 3) : 0;
        test_message_t message = test_message(layout, start, view, bits, run->damage ? damaged : NULL, run->random);
        bcnet_block_t  block = test_block(&message, NULL, BCNET_WALK_LENIENT);

        start = message.next;
        /* the first block is the one that begins the capture */
        if (received == 0 || !run->loss || g_rand_int_range(run->random, 0, 10) > 0) {
            answer = bcnet_infer_block(infer, object, 1, &block);
            received++;
            g_assert_true(is_left(answer, layout));
            run->decided[received] += answer->state == BCNET_INFER_DECIDED;
        }
        test_message_free(&message);
    }
    g_assert_cmpint(answer->state, ==, BCNET_INFER_DECIDED);
    g_assert_cmpuint(answer->count, ==, layout->species == 1 || layout->species == 4 ? 2 : 1);
    run->cases++;
}

/* All 15 ships, both views, every starting point of the way from creation through the cycle. */
static void run_all(run_t *run)
{
    run->random = g_rand_new_with_seed(1138);
    for (unsigned round = 0; round < run->rounds; round++) {
        for (guint i = 0; i < vectors->len; i++) {
            const vector_ship_t *vector = g_ptr_array_index(vectors, i);

            for (guint c = 0; c < vector->cycles->len; c++) {
                const vector_cycle_t *cycle = &g_array_index(vector->cycles, vector_cycle_t, c);

                for (guint s = 0; s < cycle->first->len; s++)
                    run_case(run, ship(vector->species), cycle->view, g_array_index(cycle->first, unsigned, s));
            }
        }
    }
    g_rand_free(run->random);
}

static double percent(const run_t *run, unsigned blocks)
{
    return 100.0 * run->decided[blocks] / run->cases;
}

/* 62, 84 and 96 % after one, two and three blocks; four is the worst. */
static void test_figures(void)
{
    run_t run = { .rounds = 1 };

    run_all(&run);
    g_test_message("%u cases: %.1f, %.1f, %.1f, %.1f %%", run.cases, percent(&run, 1), percent(&run, 2),
                   percent(&run, 3), percent(&run, 4));
    g_assert_cmpuint(run.cases, ==, 153);
    g_assert_cmpfloat_with_epsilon(percent(&run, 1), 62, 0.5);
    g_assert_cmpfloat_with_epsilon(percent(&run, 2), 84, 0.5);
    g_assert_cmpfloat_with_epsilon(percent(&run, 3), 96, 0.5);
    g_assert_cmpuint(run.decided[4], ==, run.cases);
}

/* With 10 % loss a long run of bad luck is always possible; seven blocks are enough but for one case
 * in a thousand. */
static void test_figures_loss(void)
{
    run_t run = { .rounds = 20, .loss = true };

    run_all(&run);
    g_test_message("%u cases: %.2f %% after four, %.2f %% after seven", run.cases, percent(&run, 4), percent(&run, 7));
    g_assert_cmpfloat(percent(&run, 1), >=, 61.5);
    g_assert_cmpfloat(percent(&run, 2), >=, 83.5);
    g_assert_cmpfloat(percent(&run, 3), >=, 95.5);
    g_assert_cmpfloat(percent(&run, 7), >=, 99.9);
}

/* Booleans before the block: every message of a moving ship has them now and then. */
static void test_figures_open_bits(void)
{
    run_t run = { .rounds = 20, .open_bits = true, .loss = true };

    run_all(&run);
    g_assert_cmpfloat(percent(&run, 1), >=, 61.5);
    g_assert_cmpfloat(percent(&run, 3), >=, 95.5);
    g_assert_cmpfloat(percent(&run, 7), >=, 99.9);
}

/* Every byte random: a condition can then pass for a group byte or a power, which costs a few per
 * cent and a fifth block (Akira and Ambassador in remote view), but never the true ship. */
static void test_figures_damage(void)
{
    run_t calm = { .rounds = 20, .damage = true };
    run_t rough = { .rounds = 20, .damage = true, .open_bits = true, .loss = true };

    run_all(&calm);
    g_test_message("%.1f, %.1f, %.1f, %.1f %%", percent(&calm, 1), percent(&calm, 2), percent(&calm, 3),
                   percent(&calm, 4));
    g_assert_cmpfloat(percent(&calm, 1), >=, 57);
    g_assert_cmpfloat(percent(&calm, 2), >=, 82);
    g_assert_cmpfloat(percent(&calm, 3), >=, 94);
    g_assert_cmpuint(calm.decided[5], ==, calm.cases);
    run_all(&rough);
    g_assert_cmpfloat(percent(&rough, 7), >=, 99.5);
}

/* --- single rules --- */

static void test_nothing(void)
{
    bcnet_infer_object_t *object = bcnet_infer_object_new(infer);

    g_assert_cmpint(now(object)->state, ==, BCNET_INFER_NOTHING);
    g_assert_cmpuint(now(object)->count, ==, 0);
    g_assert_cmpstr(now(object)->names, ==, "");
}

/* The real Akira block (60.7) leaves the Akira; what is left is named in species order. */
static void test_real_akira(void)
{
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer = send_bytes(object, "08 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF");

    g_assert_true(is_left(answer, ship(1)));
    g_assert_false(is_left(answer, ship(5)));
    g_assert_true(answer->layouts[0] == ship(1));
    g_assert_true(g_str_has_prefix(answer->names, "Akira"));
    for (unsigned i = 1; i < answer->count; i++)
        g_assert_cmpint(answer->layouts[i - 1]->species, <, answer->layouts[i]->species);
}

/* Akira and Nebula stay together for ever, unless the hash tells them apart (98.3). */
static void test_akira_nebula(void)
{
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer = NULL;
    unsigned                 start = 0;

    for (unsigned i = 0; i < 100; i++)
        answer = send_block(object, 1, ship(4), &start, BCNET_VIEW_OWNER);
    g_assert_cmpint(answer->state, ==, BCNET_INFER_DECIDED);
    g_assert_cmpstr(answer->names, ==, "Akira/Nebula");
    g_assert_cmpuint(answer->count, ==, 2);
    g_assert_true(bcnet_infer_hash(infer, object, 0x1234) == answer); /* unknown: says nothing */
    answer = bcnet_infer_hash(infer, object, 0x040C);
    g_assert_cmpstr(answer->names, ==, "Nebula");
}

static void test_hash_alone(void)
{
    bcnet_infer_object_t *object = bcnet_infer_object_new(infer);

    g_assert_cmpstr(bcnet_infer_hash(infer, object, 0xFB37)->names, ==, "Akira");
    g_assert_cmpint(now(object)->state, ==, BCNET_INFER_DECIDED);
}

/* Flag 0x40: five of the 15 ships have a cloaking device (40.7). */
static void test_cloak(void)
{
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer = bcnet_infer_cloak(infer, object);

    g_assert_cmpint(answer->state, ==, BCNET_INFER_PROVISIONAL);
    g_assert_cmpstr(answer->names, ==, "Bird of Prey/Vor'cha/Warbird/Kessok Heavy/Kessok Light");
}

/* Hull and reactor take no power: an Akira has them at 0, 3 and 10 (60.3). */
static void test_wanted(void)
{
    static const uint8_t     pairs[] = { 1, 0xCC, 2, 0xCC, 4, 0xCC };
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer;

    g_assert_cmpint(bcnet_infer_wanted(infer, object, pairs, 0)->state, ==, BCNET_INFER_NOTHING);
    answer = bcnet_infer_wanted(infer, object, pairs, sizeof pairs);
    g_assert_cmpint(answer->state, ==, BCNET_INFER_PROVISIONAL);
    g_assert_cmpstr(answer->names, ==, "Akira/Ambassador/Nebula/Sovereign");
    answer = bcnet_infer_wanted(infer, object, (const uint8_t[]){ 8, 0xCC, 10 }, 3); /* odd byte: ignored */
    g_assert_cmpstr(answer->names, ==, "Akira/Ambassador/Nebula/Sovereign");
    answer = bcnet_infer_wanted(infer, object, (const uint8_t[]){ 10, 0xCC }, 2);
    g_assert_cmpstr(answer->names, ==, "Ambassador");
    answer = bcnet_infer_wanted(infer, object, (const uint8_t[]){ 200, 0xCC }, 2);
    g_assert_cmpint(answer->state, ==, BCNET_INFER_NONE);
}

/* Object ids: k = 30 is a tractor projector of the Akira, 28 its tractor system, 14 a tube. */
static void test_subsystem(void)
{
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer = bcnet_infer_subsystem(infer, object, 28, BCNET_ROLE_WEAPONS);

    g_assert_true(is_left(answer, ship(1)));
    g_assert_true(is_left(bcnet_infer_subsystem(infer, object, 14, BCNET_ROLE_TUBE), ship(1)));
    g_assert_false(is_left(bcnet_infer_subsystem(infer, object, 30, BCNET_ROLE_WEAPONS), ship(1)));
}

/* The cannons of the Bird of Prey have k = 5 and 6. */
static void test_pulse(void)
{
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer = bcnet_infer_subsystem(infer, object, 5, BCNET_ROLE_PULSE_WEAPON);

    g_assert_true(is_left(answer, ship(6)));
    g_assert_false(is_left(answer, ship(1)));
    g_assert_false(is_left(bcnet_infer_subsystem(infer, object, 6, BCNET_ROLE_TUBE), ship(6)));
}

/* Start indices that the writer comes to from `from`, found with the test's own writer. */
static void find_reachable(const bcnet_layout_t *layout, unsigned from, bcnet_view_t view, bool *reached)
{
    if (reached[from])
        return;
    reached[from] = true;
    for (unsigned bits = 0; bits <= (view == BCNET_VIEW_REMOTE ? 2U : 0U); bits++) {
        test_message_t message = test_message(layout, from, view, bits, NULL, NULL);

        find_reachable(layout, message.next, view, reached);
        test_message_free(&message);
    }
}

/* A ship stays a candidate just as long as its writer can have come to the start index: from 0
 * before the first block, from the predicted one before every other. */
static void check_reachability(const bcnet_layout_t *layout, bcnet_view_t view, unsigned first)
{
    bool     from_zero[BCNET_MAX_SUBSYSTEMS] = { false }, from_next[BCNET_MAX_SUBSYSTEMS] = { false };
    unsigned next = first;

    find_reachable(layout, 0, view, from_zero);
    for (unsigned second = 0; second < layout->count; second++) {
        bcnet_infer_object_t *object = bcnet_infer_object_new(infer);
        unsigned              start = second;

        next = first;
        g_assert_cmpint(is_left(send_block(object, 1, layout, &next, view), layout), ==, from_zero[first]);
        if (!from_zero[first])
            return;
        find_reachable(layout, next, view, from_next);
        g_assert_cmpint(is_left(send_block(object, 1, layout, &start, view), layout), ==, from_next[second]);
    }
}

static void test_reachability(void)
{
    for (unsigned species = 1; species <= 15; species++)
        for (unsigned first = 0; first < ship(species)->count; first++)
            for (int view = BCNET_VIEW_OWNER; view <= BCNET_VIEW_REMOTE; view++)
                check_reachability(ship(species), (bcnet_view_t)view, first);
}

/* Lost blocks: from 2 straight to 8 is possible, for the block at 6 may be lost. From 2 back to 0
 * is not: the owner's cycle is 2, 6, 8. */
static void test_prediction(void)
{
    bcnet_infer_object_t *object = bcnet_infer_object_new(infer);
    unsigned              start = 2;

    send_block(object, 1, ship(1), &start, BCNET_VIEW_OWNER);
    start = 8;
    g_assert_true(is_left(send_block(object, 1, ship(1), &start, BCNET_VIEW_OWNER), ship(1)));
    start = 0;
    g_assert_false(is_left(send_block(object, 1, ship(1), &start, BCNET_VIEW_OWNER), ship(1)));
}

/* Each receiver has a cursor of its own: another one may well begin at 0. */
static void test_receivers(void)
{
    bcnet_infer_object_t *object = bcnet_infer_object_new(infer);
    unsigned              start = 2;

    send_block(object, 1, ship(1), &start, BCNET_VIEW_OWNER);
    start = 0;
    g_assert_true(is_left(send_block(object, 2, ship(1), &start, BCNET_VIEW_OWNER), ship(1)));
}

/* The oldest receiver is forgotten when there are too many. */
static void test_forgotten_receiver(void)
{
    bcnet_infer_object_t *object = bcnet_infer_object_new(infer);
    unsigned              start = 2;

    for (unsigned receiver = 0; receiver <= BCNET_INFER_RECEIVERS; receiver++) {
        start = 2;
        send_block(object, receiver, ship(1), &start, BCNET_VIEW_OWNER);
    }
    start = 0; /* not on the way from 2, but from the beginning */
    g_assert_true(is_left(send_block(object, 0, ship(1), &start, BCNET_VIEW_OWNER), ship(1)));
    start = 0;
    g_assert_false(is_left(send_block(object, BCNET_INFER_RECEIVERS, ship(1), &start, BCNET_VIEW_OWNER), ship(1)));
}

/* More receivers than are remembered: a forgotten one begins at 0 again, which never excludes the
 * true ship. */
static void test_many_receivers(void)
{
    bcnet_infer_object_t *object = bcnet_infer_object_new(infer);

    for (unsigned round = 0; round < 3; round++) {
        for (unsigned receiver = 0; receiver < BCNET_INFER_RECEIVERS + 10; receiver++) {
            unsigned start = 2;

            g_assert_true(is_left(send_block(object, receiver, ship(1), &start, BCNET_VIEW_REMOTE), ship(1)));
        }
    }
}

/* A block that no ship could have written: none; the next one begins anew. */
static void test_none(void)
{
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer;
    unsigned                 start = 0;

    send_block(object, 1, ship(1), &start, BCNET_VIEW_OWNER);
    answer = send_bytes(object, "F0 01 02");
    g_assert_cmpint(answer->state, ==, BCNET_INFER_NONE);
    g_assert_cmpuint(answer->count, ==, 0);
    g_assert_cmpstr(answer->names, ==, "");
    g_assert_true(now(object) == answer);
    start = 0;
    answer = send_block(object, 1, ship(9), &start, BCNET_VIEW_OWNER);
    g_assert_true(is_left(answer, ship(9)));
    g_assert_cmpint(send_bytes(object, "")->state, ==, BCNET_INFER_NONE);
}

/* What is known by other ways: what an object cannot be, or what alone it can be. */
static void test_among(void)
{
    const bcnet_inference_t *but_sovereign = bcnet_infer_put(infer, NULL, ship(5), false);
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    unsigned                 start = 6;

    g_assert_true(bcnet_infer_put(infer, but_sovereign, ship(5), true) != but_sovereign);
    g_assert_false(is_left(but_sovereign, ship(5)));
    g_assert_true(is_left(send_block(object, 1, ship(5), &start, BCNET_VIEW_OWNER), ship(5)));
    g_assert_false(is_left(bcnet_infer_among(infer, object, but_sovereign), ship(5)));
    for (unsigned i = 0; i < 12; i++) /* nor when it begins anew */
        g_assert_false(is_left(send_block(object, 1, ship(5), &start, BCNET_VIEW_OWNER), ship(5)));
}

/* Where none is left time and again, more and more blocks have to fit before a ship is named. */
static void test_held_back(void)
{
    bcnet_infer_object_t *object = bcnet_infer_object_new(infer);
    unsigned              start = 0, named = 0, blocks = 0;

    for (unsigned failures = 0; failures < 5; failures++, blocks = 0) {
        g_assert_cmpint(send_bytes(object, "F0 01 02")->state, ==, BCNET_INFER_NONE);
        for (start = 0, named = 0; named == 0; blocks++)
            named = send_block(object, 1, ship(1), &start, BCNET_VIEW_OWNER)->count;
        g_assert_cmpuint(blocks, ==, failures == 0 ? 1 : 2U << failures);
    }
}

/* A host's form is known when a ship was found in it for long. */
static void test_dialect(void)
{
    bcnet_infer_object_t *object = bcnet_infer_object_new(infer);
    unsigned              blocks = 0;

    while (!bcnet_infer_knows_dialect(object)) {
        g_assert_cmpuint(++blocks, <, 16);
        send_bytes(object, "02 FF 21 64 FF FF FF FF FF FF 21 64"); /* sensors, warp core, impulse engines */
        send_bytes(object, "00 FF FF FF 21 64"); /* hull, shield of one byte, sensors */
        send_bytes(object, "06 FF 43 64 FF FF FF FF FF FF FF FF FF 64"); /* repair, phasers */
    }
    g_assert_true(now(object)->dialect);
    g_assert_cmpstr(now(object)->names, ==, "Sovereign");
}

/* The other species come in when no ship of the menu is left; scripts without a species never. */
static void test_second_stage(void)
{
    const bcnet_layout_t    *transport = ship(18);
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer = NULL;
    unsigned                 start = 0;

    for (unsigned i = 0; i < 12; i++)
        answer = send_block(object, 1, transport, &start, BCNET_VIEW_REMOTE);
    g_assert_true(is_left(answer, transport));
    for (unsigned i = 0; i < answer->count; i++)
        g_assert_false(answer->layouts[i]->menu);
    object = bcnet_infer_object_new(infer);
    start = 0;
    for (unsigned i = 0; i < 12; i++)
        answer = send_block(object, 1, bcnet_layouts_by_name(layouts, "matankeldon"), &start, BCNET_VIEW_OWNER);
    g_assert_false(is_left(answer, bcnet_layouts_by_name(layouts, "matankeldon")));
}

/* Every ship with a species is found by its own blocks; of those outside the menu a few cannot be
 * told from a ship of the menu, which then comes first. */
static void test_every_species(void)
{
    unsigned hidden = 0;

    for (unsigned species = 1; species <= 44; species++) {
        for (int view = BCNET_VIEW_OWNER; view <= BCNET_VIEW_REMOTE; view++) {
            bcnet_infer_object_t *object = bcnet_infer_object_new(infer);
            unsigned              start = 0;

            for (unsigned i = 0; i < 12; i++)
                send_block(object, 7, ship(species), &start, (bcnet_view_t)view);
            if (is_left(now(object), ship(species)))
                continue;
            g_test_message("%s reads as %s", ship(species)->name, now(object)->names);
            g_assert_cmpuint(species, >, 15);
            g_assert_true(now(object)->layouts[0]->menu);
            hidden++;
        }
    }
    /* Geronimo is built like the Akira; two comm stations send blocks that a Keldon can send too */
    g_assert_cmpuint(hidden, ==, 4);
}

/* --- subsystem ids while several ships are left --- */

static void test_agreement(void)
{
    bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
    const bcnet_inference_t *answer = NULL;
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child;
    unsigned                 start = 0, agreed = 0;

    for (unsigned i = 0; i < 6; i++)
        answer = send_block(object, 1, ship(1), &start, BCNET_VIEW_OWNER);
    g_assert_cmpstr(answer->names, ==, "Akira/Nebula");
    for (unsigned k = 0; k < 40; k++) {
        const bcnet_subsystem_t *nebula;
        const bcnet_child_t     *nebula_child;
        bool                     found = bcnet_inference_find_object(answer, k, &subsystem, &child);

        if (!found)
            continue;
        agreed++;
        g_assert_true(bcnet_layout_find_object(ship(4), k, &nebula, &nebula_child));
        g_assert_cmpstr(subsystem->name, ==, nebula->name);
        g_assert_cmpstr(child != NULL ? child->name : NULL, ==, nebula_child != NULL ? nebula_child->name : NULL);
    }
    g_assert_cmpuint(agreed, >, 0);
    g_assert_cmpuint(agreed, <, 31);
    g_assert_false(bcnet_inference_find_object(now(bcnet_infer_object_new(infer)), 1, &subsystem, &child));
}

/* --- user layouts --- */

/* A collection with one user file. */
static bcnet_layouts_t *layouts_with(const char *text)
{
    g_autofree char *folder = g_dir_make_tmp("bcnet-infer-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "own.ini", NULL);
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layouts_t *own = bcnet_layouts_new();

    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_assert_cmpuint(bcnet_layouts_add_folder(own, folder, problems), ==, 1);
    unlink(path);
    rmdir(folder);
    return own;
}

/* The answer after `blocks` blocks of a ship in remote view. */
static const bcnet_inference_t *infer_ship(bcnet_infer_t *own_infer, const bcnet_layout_t *layout, unsigned blocks)
{
    bcnet_infer_object_t    *object = bcnet_infer_object_new(own_infer);
    const bcnet_inference_t *answer = NULL;
    unsigned                 start = 0;

    for (unsigned i = 0; i < blocks; i++) {
        test_message_t message = test_message(layout, start, BCNET_VIEW_REMOTE, 1, NULL, NULL);
        bcnet_block_t  block = test_block(&message, NULL, BCNET_WALK_LENIENT);

        answer = bcnet_infer_block(own_infer, object, 1, &block);
        start = message.next;
        test_message_free(&message);
    }
    return answer;
}

static void test_user_layout(void)
{
    bcnet_layouts_t         *own = layouts_with("[Ship]\nName=Runabout\nSpecies=60\n"
                                                        "[Subsystem 1]\nName=Hull\nClass=HullSubsystem\nObjectOffset=1\n"
                                                        "[Subsystem 2]\nName=Guns\nClass=PulseWeaponSystem\nObjectOffset=2\n"
                                                        "Child 1=L;PulseWeapon;1;3\nChild 2=R;PulseWeapon;1;4\n");
    bcnet_infer_t           *own_infer = bcnet_infer_new(own);
    const bcnet_inference_t *answer = infer_ship(own_infer, bcnet_layouts_by_species(own, 60), 1);

    g_assert_cmpint(answer->state, ==, BCNET_INFER_DECIDED);
    g_assert_cmpstr(answer->names, ==, "Runabout");
    bcnet_infer_free(own_infer);
    bcnet_layouts_free(own);
}

/* A refitted Akira under a new species: as good a candidate as the ships of the menu. Ids resolve
 * only where all that are left agree, and the refit calls everything otherwise. */
static void test_user_layout_same_form(void)
{
    g_autofree char *akira = bcnet_layout_write(ship(1));
    g_autoptr(GString) text = g_string_new(akira);
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child;
    const bcnet_inference_t *answer;
    bcnet_layouts_t         *own;
    bcnet_infer_t           *own_infer;

    g_string_replace(text, "\nName=", "\nName=New ", 0);
    g_string_replace(text, "Species=1\n", "Species=61\n", 1);
    g_string_replace(text, "Menu=true\n", "", 1);
    own = layouts_with(text->str);
    own_infer = bcnet_infer_new(own);
    answer = infer_ship(own_infer, ship(1), 8);
    g_assert_cmpstr(answer->names, ==, "Akira/Nebula/New Akira");
    g_assert_cmpint(answer->state, ==, BCNET_INFER_DECIDED);
    for (unsigned k = 1; k <= ship(1)->object_count; k++)
        g_assert_false(bcnet_inference_find_object(answer, k, &subsystem, &child));
    bcnet_infer_free(own_infer);
    bcnet_layouts_free(own);
}

/* --- size --- */

/* Many objects, each with a receiver: the answers are shared, nothing grows but the objects. */
static void test_many_objects(void)
{
    const bcnet_inference_t *first = NULL;

    for (unsigned i = 0; i < 200000; i++) {
        bcnet_infer_object_t    *object = bcnet_infer_object_new(infer);
        unsigned                 start = 2;
        const bcnet_inference_t *answer = NULL;

        if (i % 100 == 0)
            answer = send_block(object, i, ship(1), &start, BCNET_VIEW_OWNER);
        if (first == NULL)
            first = answer;
        g_assert_true(answer == NULL || answer == first);
    }
}

/* Random bytes may leave whatever they like, but never a wrong state. */
static void test_random(void)
{
    GRand                *random = g_rand_new_with_seed(3);
    bcnet_infer_object_t *object = bcnet_infer_object_new(infer);

    for (unsigned i = 0; i < 20000; i++) {
        uint8_t       bytes[20];
        bcnet_block_t block = {
            .payload = bytes, .start = 1, .end = (uint32_t)g_rand_int_range(random, 1, 20), .group = { 0, i % 3 }
        };
        const bcnet_inference_t *answer;

        for (unsigned b = 0; b < sizeof bytes; b++)
            bytes[b] = (uint8_t)g_rand_int(random);
        bytes[1] %= 14;
        answer = bcnet_infer_block(infer, object, i % 4, &block);
        g_assert_cmpint(answer->state, !=, BCNET_INFER_NOTHING);
        g_assert_true((answer->state == BCNET_INFER_NONE) == (answer->count == 0));
    }
    g_rand_free(random);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    layouts = bcnet_layouts_new();
    infer = bcnet_infer_new(layouts);
    vectors = test_vectors_load();
    g_test_add_func("/infer/figures/plain", test_figures);
    g_test_add_func("/infer/figures/loss", test_figures_loss);
    g_test_add_func("/infer/figures/open-bits", test_figures_open_bits);
    g_test_add_func("/infer/figures/damage", test_figures_damage);
    g_test_add_func("/infer/nothing", test_nothing);
    g_test_add_func("/infer/real-akira", test_real_akira);
    g_test_add_func("/infer/akira-nebula", test_akira_nebula);
    g_test_add_func("/infer/hash-alone", test_hash_alone);
    g_test_add_func("/infer/cloak", test_cloak);
    g_test_add_func("/infer/wanted", test_wanted);
    g_test_add_func("/infer/subsystem", test_subsystem);
    g_test_add_func("/infer/pulse", test_pulse);
    g_test_add_func("/infer/reachability", test_reachability);
    g_test_add_func("/infer/prediction", test_prediction);
    g_test_add_func("/infer/receivers", test_receivers);
    g_test_add_func("/infer/forgotten-receiver", test_forgotten_receiver);
    g_test_add_func("/infer/many-receivers", test_many_receivers);
    g_test_add_func("/infer/none", test_none);
    g_test_add_func("/infer/among", test_among);
    g_test_add_func("/infer/held-back", test_held_back);
    g_test_add_func("/infer/dialect", test_dialect);
    g_test_add_func("/infer/second-stage", test_second_stage);
    g_test_add_func("/infer/every-species", test_every_species);
    g_test_add_func("/infer/agreement", test_agreement);
    g_test_add_func("/infer/user-layout", test_user_layout);
    g_test_add_func("/infer/user-layout-same-form", test_user_layout_same_form);
    g_test_add_func("/infer/many-objects", test_many_objects);
    g_test_add_func("/infer/random", test_random);
    status = g_test_run();
    bcnet_infer_free(infer);
    bcnet_layouts_free(layouts);
    return status;
}
