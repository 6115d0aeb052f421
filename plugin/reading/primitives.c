/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/primitives.h"

float bcnet_cf16_decode(uint16_t code)
{
    const unsigned decade = (code >> 12) & 7;
    const float    mantissa = (float)(code & 0x0FFF);
    float          low = 0.0f, high = 0.001f;

    for (unsigned i = 0; i < decade; i++) {
        low = high;
        high = low * 10.0f;
    }
    const float value = low + (high - low) * mantissa * (1.0f / 4095.0f);
    return code & 0x8000 ? -value : value;
}

int bcnet_object_slot(uint32_t object_id, uint32_t *serial)
{
    const uint32_t distance = object_id - BCNET_FIRST_SLOT_ID; /* of lower ones a large number */

    if (distance / BCNET_SLOT_IDS >= BCNET_SLOTS)
        return -1;
    if (serial)
        *serial = distance % BCNET_SLOT_IDS;
    return (int)(distance / BCNET_SLOT_IDS);
}

void bcnet_bits_begin(bcnet_bit_group_t *group, int position, uint8_t byte)
{
    const unsigned stated = bcnet_bits_stated_count(byte);

    group->position = group->last = position;
    group->byte = byte;
    group->used = 0;
    /* The game's reader treats 0 like 1; 6 and 7 deliver zeros for the bits that are not there. */
    group->count = (uint8_t)(stated == 0 ? 1 : stated);
}

bool bcnet_bits_next(bcnet_bit_group_t *group)
{
    const bool value = group->used < BCNET_BITS_PER_GROUP && bcnet_bits_value(group->byte, group->used);

    group->used++;
    if (group->used >= group->count)
        group->position = -1;
    return value;
}
