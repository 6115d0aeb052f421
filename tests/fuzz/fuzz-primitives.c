/* Compressed numbers, object ids and bit groups (20).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <math.h>

#include "reading/primitives.h"

static void read_bits(const uint8_t *data, size_t size)
{
    bcnet_bit_group_t group;

    bcnet_bits_start(&group);
    for (size_t i = 0; i < size; i++) {
        if (!bcnet_bits_open(&group))
            bcnet_bits_begin(&group, (int)i, data[i]);
        bcnet_bits_next(&group);
        FUZZ_MUST(group.used <= 7);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = { data, size };
    uint32_t     serial;

    const float value = bcnet_cf16_decode(fuzz_u16(&input));
    FUZZ_MUST(isfinite(value));
    const uint32_t id = fuzz_u16(&input) | (uint32_t)fuzz_u16(&input) << 16;
    const int      slot = bcnet_object_slot(id, &serial);
    if (slot >= 0)
        FUZZ_MUST(slot < BCNET_SLOTS && serial < BCNET_SLOT_IDS);
    FUZZ_MUST(fabsf(bcnet_direction_component((int8_t)fuzz_u8(&input))) <= 128.0f / 127.0f);
    read_bits(input.data, input.left);
    return 0;
}
