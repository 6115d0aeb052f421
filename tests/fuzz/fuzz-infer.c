/* Subsystem blocks: the walker with every stock layout, and the inference fed with blocks and events (60.2, 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "ships/infer.h"

static bcnet_layouts_t *layouts;
static bcnet_infer_t   *inference;

static void walk(fuzz_input_t *choice, bcnet_block_t *block)
{
    bcnet_block_entry_t  entries[BCNET_ENTRIES_ENOUGH];
    bcnet_block_result_t result;

    block->layout = bcnet_layouts_get(layouts, fuzz_u8(choice) % bcnet_layouts_count(layouts));
    block->mode = (bcnet_walk_mode_t)(fuzz_u8(choice) % 3);
    block->dialect = fuzz_u8(choice) & 1;
    block->entries = entries;
    block->capacity = BCNET_ENTRIES_ENOUGH;
    const bool fits = bcnet_block_walk(block, &result);
    FUZZ_MUST(fits == (result.problem == BCNET_BLOCK_FITS));
    FUZZ_MUST(result.end <= block->end && result.entry_count <= BCNET_ENTRIES_ENOUGH);
    for (unsigned i = 0; i < result.entry_count; i++)
        FUZZ_MUST(entries[i].offset < entries[i].end && entries[i].end <= block->end &&
                  entries[i].index < block->layout->count);
    FUZZ_MUST(bcnet_block_problem_text(result.problem) != NULL);
}

static void observe(fuzz_input_t *input, bcnet_infer_object_t *object)
{
    const uint8_t            kind = fuzz_u8(input);
    const uint32_t           wanted = fuzz_u8(input) % 40u, size = MIN(wanted, (uint32_t)input->left);
    uint8_t                 *payload = fuzz_copy(input->data, size);
    bcnet_block_t            block = { .payload = payload, .start = size ? kind / 8 % size : 0, .end = size };
    const bcnet_inference_t *answer = bcnet_infer_wanted(inference, object, NULL, 0);

    block.dialect = kind & 0x40;
    if (block.start > 0 && kind & 0x80)
        block.group = (bcnet_open_group_t){ .offset = block.start - 1, .used = 1 + kind % 2 };
    input->data += size;
    input->left -= size;
    switch (kind % 8) {
    case 0:
        answer = bcnet_infer_wanted(inference, object, payload, size);
        break;
    case 1:
        answer = bcnet_infer_cloak(inference, object);
        break;
    case 2:
        answer =
            bcnet_infer_subsystem(inference, object, fuzz_u8(input), (bcnet_role_t)(fuzz_u8(input) % BCNET_ROLE_COUNT));
        break;
    case 3:
        answer = bcnet_infer_hash(inference, object, fuzz_u16(input));
        break;
    case 4:
        walk(input, &block);
        break;
    default:
        answer = bcnet_infer_block(inference, object, fuzz_u8(input) % 40u, &block);
    }
    FUZZ_MUST(answer && (answer->count == 0 || answer->layouts[0] != NULL));
    free(payload);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = { data, size };

    if (!layouts)
        layouts = bcnet_layouts_new();
    inference = bcnet_infer_new(layouts);
    bcnet_infer_object_t *object = bcnet_infer_object_new(inference);
    while (input.left > 0)
        observe(&input, object);
    bcnet_infer_free(inference);
    return 0;
}
