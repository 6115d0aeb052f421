/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes pcapng files. libpcap reads this format but cannot write it. */
#include "forge/forge-capture.h"

#include <string.h>

#include "common/output.h"
#include "forge/forge-bytes.h"

#define BLOCK_SECTION_HEADER 0x0A0D0D0Au
#define BLOCK_INTERFACE 0x00000001u
#define BLOCK_ENHANCED_PACKET 0x00000006u
#define BYTE_ORDER_MAGIC 0x1A2B3C4Du
#define LINKTYPE_ETHERNET 1u
#define LINKTYPE_IEEE802_11 105u
#define OPTION_END 0u
#define OPTION_COMMENT 1u
#define OPTION_APPLICATION 4u /* of a section header: shb_userappl */
#define MAX_OPTION_BYTES 65535u

struct forge_pcapng {
    tool_output_t *output;
    GByteArray    *block;
    gboolean       has_wireless; /* the second interface is there */
};

/* Building a block. All integers are little-endian on every machine, so that the bytes are the same. */

static void put_padded(GByteArray *block, const void *bytes, guint length)
{
    static const guint8 zeros[3];

    g_byte_array_append(block, (const guint8 *)bytes, length);
    g_byte_array_append(block, zeros, (4 - length % 4) % 4);
}

/* A block's only option, and the end of its options. */
static void put_option(GByteArray *block, guint code, const char *text)
{
    guint length = (guint)MIN(strlen(text), (gsize)MAX_OPTION_BYTES);

    bcnet_forge_pack(block, "hh", code, length);
    put_padded(block, text, length);
    bcnet_forge_pack(block, "hh", OPTION_END, 0);
}

static void begin_block(forge_pcapng_t *pcapng, guint32 type)
{
    g_byte_array_set_size(pcapng->block, 0);
    bcnet_forge_pack(pcapng->block, "ww", type, 0); /* the length, known at the end */
}

static void end_block(forge_pcapng_t *pcapng)
{
    GByteArray *block = pcapng->block;
    guint32     length = GUINT32_TO_LE(block->len + 4);

    bcnet_forge_append(block, block->len + 4, 4);
    memcpy(block->data + 4, &length, sizeof length);
    tool_output_put(pcapng->output, block->data, block->len);
}

static void write_section_header(forge_pcapng_t *pcapng, const char *application)
{
    begin_block(pcapng, BLOCK_SECTION_HEADER);
    /* Version 1.0; the section runs to the end of the file. */
    bcnet_forge_pack(pcapng->block, "whhww", BYTE_ORDER_MAGIC, 1, 0, 0xFFFFFFFF, 0xFFFFFFFF);
    put_option(pcapng->block, OPTION_APPLICATION, application);
    end_block(pcapng);
}

static void write_interface(forge_pcapng_t *pcapng, guint link_type)
{
    begin_block(pcapng, BLOCK_INTERFACE);
    bcnet_forge_pack(pcapng->block, "hhw", link_type, 0, 262144 /* snapshot length */);
    end_block(pcapng);
}

void bcnet_pcapng_write(forge_pcapng_t *pcapng, const forge_frame_t *frame)
{
    guint64 time = (guint64)frame->time;

    if (frame->wireless && !pcapng->has_wireless) {
        write_interface(pcapng, LINKTYPE_IEEE802_11);
        pcapng->has_wireless = TRUE;
    }
    begin_block(pcapng, BLOCK_ENHANCED_PACKET);
    bcnet_forge_pack(pcapng->block, "wwwww", frame->wireless ? 1 : 0 /* the interface */, (guint32)(time >> 32),
                     (guint32)time, frame->captured, frame->length);
    put_padded(pcapng->block, frame->bytes, frame->captured);
    if (frame->comment)
        put_option(pcapng->block, OPTION_COMMENT, frame->comment);
    end_block(pcapng);
}

/* Opening and closing. */

forge_pcapng_t *bcnet_pcapng_open(const char *path, const char *application, GError **error)
{
    tool_output_t *output = tool_output_open(path, error);

    if (!output)
        return NULL;
    forge_pcapng_t *pcapng = g_new0(forge_pcapng_t, 1);
    pcapng->output = output;
    pcapng->block = g_byte_array_new();
    write_section_header(pcapng, application);
    write_interface(pcapng, LINKTYPE_ETHERNET);
    return pcapng;
}

gboolean bcnet_pcapng_close(forge_pcapng_t *pcapng, GError **error)
{
    gboolean fine = tool_output_close(pcapng->output, error);

    g_byte_array_free(pcapng->block, TRUE);
    g_free(pcapng);
    return fine;
}
