/* GameSpy text: every function sees every input (80).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "gamespy/gamespy-text.h"

static void look_at_pair(const uint8_t *text, size_t size, const bcnet_gamespy_pair_t *pair)
{
    bcnet_gamespy_span_t number, part;
    int64_t              value;

    FUZZ_MUST(pair->key.offset + pair->key.length <= size && pair->value.offset + pair->value.length <= size);
    bcnet_gamespy_is_query(text, pair->key);
    if (bcnet_gamespy_number(text, pair->value, INT32_MIN, INT32_MAX, &value))
        FUZZ_MUST(value >= INT32_MIN && value <= INT32_MAX);
    bcnet_gamespy_player_index(text, pair->key, &value);
    bcnet_gamespy_queryid(text, pair->value, &number, &part);
    g_free(bcnet_gamespy_answer(text + pair->value.offset, pair->value.length));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t                *text = fuzz_copy(data, size);
    bcnet_gamespy_cursor_t  cursor = { text, size, 0 };
    bcnet_gamespy_pair_t    pair;
    bcnet_gamespy_summary_t summary;
    bool                    complete;

    FUZZ_MUST(bcnet_gamespy_message_length(text, size) <= size);
    FUZZ_MUST(bcnet_gamespy_list_records(text, size, &complete) * BCNET_GAMESPY_RECORD_SIZE <= size);
    if (bcnet_gamespy_is_text(text, size)) {
        while (bcnet_gamespy_next(&cursor, &pair))
            look_at_pair(text, size, &pair);
        FUZZ_MUST(cursor.offset <= size);
        bcnet_gamespy_summarize(text, size, size & 1, &summary);
        FUZZ_MUST(summary.rest <= size);
    }
    free(text);
    return 0;
}
