/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers whose lowest byte comes first, as everywhere in the game's messages and files. */
#pragma once

#include <stdint.h>

static inline uint16_t bcnet_le16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static inline uint32_t bcnet_le32(const uint8_t *bytes)
{
    return bcnet_le16(bytes) | (uint32_t)bcnet_le16(bytes + 2) << 16;
}
