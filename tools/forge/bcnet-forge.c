/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes captures of Bridge Commander traffic: from readable scenarios, from pasted hex, and made up. */
#include <stdio.h>
#include <string.h>

#include "common/output.h"
#include "common/program.h"
#include "forge/forge-net.h"
#include "forge/forge-paste.h"
#include "forge/forge-scenario.h"

enum { DEFAULT_DATAGRAMS = 140000, DEFAULT_PLAYERS = 3, DEFAULT_SEED = 1, DEFAULT_SENDER = 2 };

static gboolean is_battle, is_paste;
/* Loss and the like in percent, until battle() makes probabilities of them. */
static forge_net_options_t net = { .players = DEFAULT_PLAYERS, .seed = DEFAULT_SEED };
static char               *truth;
static char              **allowed;
static char               *kind;
static int                 sender = DEFAULT_SENDER;
static char              **files;

static const char summary[] =
    "Turns a scenario, a text that describes datagrams of the game, into a capture for Wireshark.\n"
    "With --paste it takes hex as people post it, with --battle it makes up a battle of any length.\n"
    "\"-\" stands for standard input or output.";

static const char description[] = "A scenario:\n"
                                  "  endpoint host 10.10.10.1:22101 id 1\n"
                                  "  endpoint ace  10.10.10.239:59405 id 2\n"
                                  "  at 0 ace > host\n"
                                  "      ack 5\n"
                                  "      game seq auto 2A 20\n\n"
                                  "The language is described in docs/forge.md.";

static const GOptionEntry entries[] = {
    { "paste", 'p', 0, G_OPTION_ARG_NONE, &is_paste, "Read pasted hex instead of a scenario", NULL },
    { "as", 0, 0, G_OPTION_ARG_STRING, &kind, "What was pasted: datagrams (the default), cipher, messages or payloads",
      "KIND" },
    { "sender", 0, 0, G_OPTION_ARG_INT, &sender, "Network id of the sender of messages and payloads, 2 by default",
      "ID" },
    { "battle", 'b', 0, G_OPTION_ARG_NONE, &is_battle, "Make up a battle; only OUT.pcapng is given", NULL },
    { "players", 0, 0, G_OPTION_ARG_INT, &net.players, "Clients of the battle, 1 to 8; 3 by default", "N" },
    { "datagrams", 0, 0, G_OPTION_ARG_INT64, &net.datagrams,
      "Frames of the battle; 140000 if --seconds is not given either", "N" },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &net.seconds, "Length of the battle", "S" },
    { "loss", 0, 0, G_OPTION_ARG_DOUBLE, &net.loss, "Datagrams that get lost, in percent", "P" },
    { "duplicate", 0, 0, G_OPTION_ARG_DOUBLE, &net.duplicate, "Datagrams that arrive twice, in percent", "P" },
    { "reorder", 0, 0, G_OPTION_ARG_DOUBLE, &net.reorder, "Datagrams that are overtaken, in percent", "P" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &net.seed, "Another number, another battle; 1 by default", "K" },
    { "truth", 0, 0, G_OPTION_ARG_FILENAME, &truth, "Write what really happened, as JSON", "FILE" },
    { "allow", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &allowed,
      "Let the scenario read files below this folder, too, not only below its own", "DIR" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL, "INPUT OUT.pcapng" },
    G_OPTION_ENTRY_NULL,
};

/* ---- Wrong calls ---- */

static forge_paste_kind_t paste_kind(void)
{
    static const char *const names[] = { "datagrams", "cipher", "messages", "payloads" };
    guint                    i = 0;

    while (kind && i < G_N_ELEMENTS(names) && strcmp(kind, names[i]) != 0)
        i++;
    return (forge_paste_kind_t)i;
}

static gboolean is_percent(double value)
{
    return value >= 0 && value < 100;
}

static const char *what_is_wrong_with_battle(guint count)
{
    if (is_paste)
        return "--battle and --paste exclude each other.";
    if (count != 1)
        return "With --battle one name is expected: the capture to write.";
    if (truth && tool_same_file(truth, files[0]))
        return "The truth would replace the capture.";
    if (net.players < 1 || net.players > BCNET_FORGE_MAX_PLAYERS)
        return "--players takes a number from 1 to 8.";
    if (!is_percent(net.loss) || !is_percent(net.duplicate) || !is_percent(net.reorder))
        return "--loss, --duplicate and --reorder take percentages from 0 to below 100.";
    if (!(net.seconds >= 0 && net.seconds <= 1e8) || net.datagrams < 0)
        return "--seconds and --datagrams must not be negative, nor --seconds above 100000000.";
    return NULL;
}

/* An option of battles, or of pasted hex, that is given otherwise would do nothing, unseen. */
static gboolean has_battle_options(void)
{
    return truth || net.players != DEFAULT_PLAYERS || net.seconds != 0 || net.datagrams != 0 || net.loss != 0 ||
           net.duplicate != 0 || net.reorder != 0 || net.seed != DEFAULT_SEED;
}

static const char *what_is_wrong(guint count)
{
    if (count != 2)
        return "Two names are expected: the input and the capture to write.";
    if (paste_kind() > FORGE_PASTE_PAYLOADS)
        return "--as takes datagrams, cipher, messages or payloads.";
    if (sender < 0 || sender > 255)
        return "--sender takes a number from 0 to 255.";
    if (has_battle_options())
        return "--players, --seconds, --datagrams, --loss, --duplicate, --reorder, --seed and --truth belong to "
               "--battle.";
    if (tool_same_file(files[0], files[1]))
        return "The capture would replace the input.";
    return NULL;
}

/* ---- Captures ---- */

static forge_capture_t *paste(const char *name, const char *text, gsize length, GError **error)
{
    const forge_paste_options_t options = { .kind = paste_kind(), .sender = (guint8)sender };
    g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
    forge_capture_t *capture = bcnet_forge_paste(name, text, length, &options, remarks, error);

    for (guint i = 0; i < remarks->len; i++)
        fprintf(stderr, "%s\n", (const char *)g_ptr_array_index(remarks, i));
    return capture;
}

static void battle(GError **error)
{
    if (net.datagrams == 0 && net.seconds == 0)
        net.datagrams = DEFAULT_DATAGRAMS;
    net.loss /= 100;
    net.duplicate /= 100;
    net.reorder /= 100;
    bcnet_forge_battle(&net, truth, files[0], error);
}

static forge_capture_t *run_scenario(const char *name, const char *text, gsize length, GError **error)
{
    forge_limits_t limits = bcnet_forge_default_limits;

    limits.folders = allowed;
    limits.output = files[1];
    forge_capture_t *capture = bcnet_forge_run(name, text, length, &limits, error);
    if (capture && capture->packets->len == 0)
        g_set_error(error, BCNET_FORGE_ERROR, 0,
                    "%s: There is nothing to capture: the scenario is empty, or all of it gets lost.", name);
    return capture;
}

static void convert(GError **error)
{
    const char      *name = tool_input_name(files[0]);
    gsize            length;
    g_autofree char *text = bcnet_forge_read_text(files[0], &length, error);

    if (!text)
        return;
    forge_capture_t *capture = (is_paste ? paste : run_scenario)(name, text, length, error);
    if (!*error)
        bcnet_forge_capture_write(capture, files[1], error);
    bcnet_forge_capture_free(capture);
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;

    tool_start(&argc, &argv);
    int code = tool_options("bcnet-forge", NULL, summary, description, entries, &argc, &argv);
    if (code != TOOL_GO_ON)
        return code;
    const guint count = files ? g_strv_length(files) : 0;
    const char *wrong = (kind || sender != DEFAULT_SENDER) && !is_paste ? "--as and --sender belong to --paste."
                      : allowed && (is_paste || is_battle)              ? "--allow belongs to scenarios."
                      : is_battle                                       ? what_is_wrong_with_battle(count)
                                                                        : what_is_wrong(count);
    if (wrong)
        return tool_misuse("bcnet-forge", "%s", wrong);
    if (is_battle)
        battle(&error);
    else
        convert(&error);
    if (error)
        fprintf(stderr, "%s\n", error->message);
    return error ? TOOL_FAILURE : TOOL_OK;
}
