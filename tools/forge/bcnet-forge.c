/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes captures of Bridge Commander traffic: from readable scenarios, from pasted hex, and made up. */
#include <stdio.h>
#include <string.h>

#include "common/output.h"
#include "common/program.h"
#include "forge/forge-net.h"
#include "forge/forge-paste.h"
#include "forge/forge-scenario.h"

typedef struct {
    gboolean            battle;
    forge_net_options_t net; /* of the battle; percentages where it has probabilities */
    char               *truth;
    gboolean            paste;
    char              **allowed;
    char               *kind;
    int                 sender;
    char              **files;
} arguments_t;

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

static int parse_arguments(int *argc, char ***argv, arguments_t *arguments)
{
    const GOptionEntry entries[] = {
        { "paste", 'p', 0, G_OPTION_ARG_NONE, &arguments->paste, "Read pasted hex instead of a scenario", NULL },
        { "as", 0, 0, G_OPTION_ARG_STRING, &arguments->kind,
          "What was pasted: datagrams (the default), cipher, messages or payloads", "KIND" },
        { "sender", 0, 0, G_OPTION_ARG_INT, &arguments->sender,
          "Network id of the sender of messages and payloads, 2 by default", "ID" },
        { "battle", 'b', 0, G_OPTION_ARG_NONE, &arguments->battle, "Make up a battle; only OUT.pcapng is given", NULL },
        { "players", 0, 0, G_OPTION_ARG_INT, &arguments->net.players, "Clients of the battle, 1 to 8; 3 by default",
          "N" },
        { "datagrams", 0, 0, G_OPTION_ARG_INT64, &arguments->net.datagrams,
          "Frames of the battle; 140000 if --seconds is not given either", "N" },
        { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->net.seconds, "Length of the battle", "S" },
        { "loss", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->net.loss, "Datagrams that get lost, in percent", "P" },
        { "duplicate", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->net.duplicate, "Datagrams that arrive twice, in percent",
          "P" },
        { "reorder", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->net.reorder, "Datagrams that are overtaken, in percent",
          "P" },
        { "seed", 0, 0, G_OPTION_ARG_INT64, &arguments->net.seed, "Another number, another battle; 1 by default", "K" },
        { "truth", 0, 0, G_OPTION_ARG_FILENAME, &arguments->truth, "Write what really happened, as JSON", "FILE" },
        { "allow", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments->allowed,
          "Let the scenario read files below this folder, too, not only below its own", "DIR" },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments->files, NULL, "INPUT OUT.pcapng" },
        G_OPTION_ENTRY_NULL,
    };

    return tool_options("bcnet-forge", NULL, summary, description, entries, argc, argv);
}

/* A wrong call, not a fault of the input. */
static gboolean misuse(GError **error, const char *message)
{
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, message);
    return FALSE;
}

/* Pasting. */

static gboolean parse_kind(const char *name, forge_paste_kind_t *kind)
{
    static const char *const names[] = { "datagrams", "cipher", "messages", "payloads", NULL };
    guint                    i = 0;

    while (name && names[i] && strcmp(name, names[i]) != 0)
        i++;
    *kind = (forge_paste_kind_t)i;
    return names[i] != NULL;
}

static forge_capture_t *paste(const arguments_t *arguments, GError **error)
{
    forge_paste_options_t options = { .sender = (guint8)arguments->sender };

    if (!parse_kind(arguments->kind, &options.kind))
        misuse(error, "--as takes datagrams, cipher, messages or payloads.");
    else if (arguments->sender < 0 || arguments->sender > 255)
        misuse(error, "--sender takes a number from 0 to 255.");
    if (*error)
        return NULL;
    g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
    forge_capture_t *capture = bcnet_forge_paste(arguments->files[0], &options, remarks, error);
    for (guint i = 0; i < remarks->len; i++)
        fprintf(stderr, "%s\n", (const char *)g_ptr_array_index(remarks, i));
    return capture;
}

/* Battles. */

enum { DEFAULT_DATAGRAMS = 140000, DEFAULT_PLAYERS = 3, DEFAULT_SEED = 1 };

static gboolean is_percent(double value)
{
    return value >= 0 && value < 100;
}

static gboolean battle(const arguments_t *arguments, GError **error)
{
    forge_net_options_t net = arguments->net;

    if (!arguments->files || g_strv_length(arguments->files) != 1)
        return misuse(error, "With --battle one name is expected: the capture to write.");
    if (arguments->truth && tool_same_file(arguments->truth, arguments->files[0]))
        return misuse(error, "The truth would replace the capture.");
    if (net.players < 1 || net.players > BCNET_FORGE_MAX_PLAYERS)
        return misuse(error, "--players takes a number from 1 to 8.");
    if (!is_percent(net.loss) || !is_percent(net.duplicate) || !is_percent(net.reorder))
        return misuse(error, "--loss, --duplicate and --reorder take percentages from 0 to below 100.");
    if (!(net.seconds >= 0 && net.seconds <= 1e8) || net.datagrams < 0)
        return misuse(error, "--seconds and --datagrams must not be negative, nor --seconds above 100000000.");
    if (net.datagrams == 0 && net.seconds == 0)
        net.datagrams = DEFAULT_DATAGRAMS;
    net.loss /= 100;
    net.duplicate /= 100;
    net.reorder /= 100;
    return bcnet_forge_battle(&net, arguments->truth, arguments->files[0], error);
}

/* An option of battles that is given otherwise would do nothing, unseen. */
static gboolean has_battle_options(const arguments_t *arguments)
{
    const forge_net_options_t *net = &arguments->net;

    return arguments->truth || net->players != DEFAULT_PLAYERS || net->seconds != 0 || net->datagrams != 0 ||
           net->loss != 0 || net->duplicate != 0 || net->reorder != 0 || net->seed != DEFAULT_SEED;
}

/* Everything. */

static forge_capture_t *run_scenario(const arguments_t *arguments, GError **error)
{
    forge_limits_t limits = bcnet_forge_default_limits;

    limits.folders = arguments->allowed;
    limits.output = arguments->files[1];
    forge_capture_t *capture = bcnet_forge_run(arguments->files[0], &limits, error);
    if (!capture || capture->packets->len > 0)
        return capture;
    g_set_error(error, BCNET_FORGE_ERROR, 0,
                "%s: There is nothing to capture: the scenario is empty, or all of it gets lost.",
                tool_input_name(arguments->files[0]));
    bcnet_forge_capture_free(capture);
    return NULL;
}

static gboolean make_capture(const arguments_t *arguments, GError **error)
{
    if (arguments->battle && arguments->paste)
        return misuse(error, "--battle and --paste exclude each other.");
    if (arguments->battle)
        return battle(arguments, error);
    if (!arguments->files || g_strv_length(arguments->files) != 2)
        return misuse(error, "Two names are expected: the input and the capture to write.");
    if (arguments->kind && !arguments->paste)
        return misuse(error, "--as belongs to --paste.");
    if (has_battle_options(arguments))
        return misuse(error, "--players, --seconds, --datagrams, --loss, --duplicate, --reorder, --seed and --truth "
                             "belong to --battle.");
    if (tool_same_file(arguments->files[0], arguments->files[1]))
        return misuse(error, "The capture would replace the input.");
    forge_capture_t *capture = arguments->paste ? paste(arguments, error) : run_scenario(arguments, error);
    if (!capture)
        return FALSE;
    gboolean fine = bcnet_forge_capture_write(capture, arguments->files[1], error);
    bcnet_forge_capture_free(capture);
    return fine;
}

static int end(const GError *error)
{
    if (!error)
        return TOOL_OK;
    if (g_error_matches(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED))
        return tool_misuse("bcnet-forge", "%s", error->message);
    fprintf(stderr, "%s\n", error->message);
    return TOOL_FAILURE;
}

int main(int argc, char **argv)
{
    arguments_t arguments = { .sender = 2, .net = { .players = DEFAULT_PLAYERS, .seed = DEFAULT_SEED } };
    g_autoptr(GError) error = NULL;

    tool_start(&argc, &argv);
    int code = parse_arguments(&argc, &argv, &arguments);
    if (code == TOOL_GO_ON) {
        make_capture(&arguments, &error);
        code = end(error);
    }
    g_free(arguments.kind);
    g_free(arguments.truth);
    g_strfreev(arguments.allowed);
    g_strfreev(arguments.files);
    return code;
}
