/* forge-pcapng.c
 * Writes pcapng files. libpcap reads this format but cannot write it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-pcapng.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define BLOCK_SECTION_HEADER 0x0A0D0D0Au
#define BLOCK_INTERFACE 0x00000001u
#define BLOCK_ENHANCED_PACKET 0x00000006u
#define BYTE_ORDER_MAGIC 0x1A2B3C4Du
#define LINKTYPE_ETHERNET 1u
#define OPTION_END 0u
#define OPTION_COMMENT 1u
#define OPTION_APPLICATION 4u /* of a section header: shb_userappl */
#define MAX_OPTION_BYTES 65535u

struct forge_pcapng {
    FILE       *stream;
    char       *path; /* the final name; NULL when written to directly */
    char       *temporary; /* what is renamed to it */
    GByteArray *block;
    gboolean    failed;
    int         cause; /* errno of the first failure */
};

/* Building a block. All integers are little-endian on every machine, so that the bytes are the same. */

static void put_u16(GByteArray *block, guint value)
{
    const guint8 bytes[2] = { (guint8)value, (guint8)(value >> 8) };

    g_byte_array_append(block, bytes, sizeof bytes);
}

static void put_u32(GByteArray *block, guint32 value)
{
    put_u16(block, value & 0xFFFF);
    put_u16(block, value >> 16);
}

static void put_padded(GByteArray *block, const void *bytes, guint length)
{
    static const guint8 zeros[3];

    g_byte_array_append(block, (const guint8 *)bytes, length);
    g_byte_array_append(block, zeros, (4 - length % 4) % 4);
}

static void put_option(GByteArray *block, guint code, const char *text)
{
    guint length = (guint)MIN(strlen(text), (gsize)MAX_OPTION_BYTES);

    put_u16(block, code);
    put_u16(block, length);
    put_padded(block, text, length);
}

static void put_end_of_options(GByteArray *block)
{
    put_u16(block, OPTION_END);
    put_u16(block, 0);
}

static void begin_block(forge_pcapng_t *pcapng, guint32 type)
{
    g_byte_array_set_size(pcapng->block, 0);
    put_u32(pcapng->block, type);
    put_u32(pcapng->block, 0); /* the length, known at the end */
}

static void end_block(forge_pcapng_t *pcapng)
{
    GByteArray *block = pcapng->block;
    guint32     length = GUINT32_TO_LE(block->len + 4);

    put_u32(block, block->len + 4);
    memcpy(block->data + 4, &length, sizeof length);
    if (!pcapng->failed && fwrite(block->data, 1, block->len, pcapng->stream) != block->len) {
        pcapng->failed = TRUE;
        pcapng->cause = errno;
    }
}

static void write_section_header(forge_pcapng_t *pcapng, const char *application)
{
    begin_block(pcapng, BLOCK_SECTION_HEADER);
    put_u32(pcapng->block, BYTE_ORDER_MAGIC);
    put_u16(pcapng->block, 1);
    put_u16(pcapng->block, 0);
    put_u32(pcapng->block, 0xFFFFFFFF); /* the section runs to the end of the file */
    put_u32(pcapng->block, 0xFFFFFFFF);
    put_option(pcapng->block, OPTION_APPLICATION, application);
    put_end_of_options(pcapng->block);
    end_block(pcapng);
}

static void write_interface(forge_pcapng_t *pcapng)
{
    begin_block(pcapng, BLOCK_INTERFACE);
    put_u16(pcapng->block, LINKTYPE_ETHERNET);
    put_u16(pcapng->block, 0);
    put_u32(pcapng->block, 262144); /* snapshot length */
    end_block(pcapng);
}

void bcnet_pcapng_write(forge_pcapng_t *pcapng, const forge_frame_t *frame)
{
    guint64 time = (guint64)frame->time;

    begin_block(pcapng, BLOCK_ENHANCED_PACKET);
    put_u32(pcapng->block, 0); /* the interface */
    put_u32(pcapng->block, (guint32)(time >> 32));
    put_u32(pcapng->block, (guint32)time);
    put_u32(pcapng->block, frame->captured);
    put_u32(pcapng->block, frame->length);
    put_padded(pcapng->block, frame->bytes, frame->captured);
    if (frame->comment != NULL) {
        put_option(pcapng->block, OPTION_COMMENT, frame->comment);
        put_end_of_options(pcapng->block);
    }
    end_block(pcapng);
}

/* Opening and closing. */

/* Devices and pipes are written to directly: renaming a file over them would replace them. */
static gboolean is_replaceable(const char *path)
{
    return !g_file_test(path, G_FILE_TEST_EXISTS) || g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

static gboolean open_temporary(forge_pcapng_t *pcapng, const char *path)
{
    pcapng->path = g_strdup(path);
    pcapng->temporary = g_strdup_printf("%s.XXXXXX", path);
    int descriptor = g_mkstemp_full(pcapng->temporary, O_RDWR, 0666);
    if (descriptor < 0)
        return FALSE;
    pcapng->stream = fdopen(descriptor, "wb");
    return pcapng->stream != NULL;
}

static void pcapng_free(forge_pcapng_t *pcapng)
{
    g_byte_array_free(pcapng->block, TRUE);
    g_free(pcapng->path);
    g_free(pcapng->temporary);
    g_free(pcapng);
}

static gboolean open_stream(forge_pcapng_t *pcapng, const char *path)
{
    if (strcmp(path, "-") == 0) {
        pcapng->stream = stdout;
        return TRUE;
    }
    if (is_replaceable(path))
        return open_temporary(pcapng, path);
    pcapng->stream = g_fopen(path, "wb");
    return pcapng->stream != NULL;
}

forge_pcapng_t *bcnet_pcapng_open(const char *path, const char *application, GError **error)
{
    forge_pcapng_t *pcapng = g_new0(forge_pcapng_t, 1);

    pcapng->block = g_byte_array_new();
    if (!open_stream(pcapng, path)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: The file cannot be written (%s).", path,
                    g_strerror(errno));
        pcapng_free(pcapng);
        return NULL;
    }
    write_section_header(pcapng, application);
    write_interface(pcapng);
    return pcapng;
}

static void finish_stream(forge_pcapng_t *pcapng)
{
    int result = pcapng->stream == stdout ? fflush(stdout) : fclose(pcapng->stream);

    if (result != 0 && !pcapng->failed) {
        pcapng->failed = TRUE;
        pcapng->cause = errno;
    }
}

gboolean bcnet_pcapng_close(forge_pcapng_t *pcapng, GError **error)
{
    finish_stream(pcapng);
    if (!pcapng->failed && pcapng->temporary != NULL && g_rename(pcapng->temporary, pcapng->path) != 0) {
        pcapng->failed = TRUE;
        pcapng->cause = errno;
    }
    gboolean fine = !pcapng->failed;
    if (!fine) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: Writing failed (%s).",
                    pcapng->path != NULL ? pcapng->path : "The output", g_strerror(pcapng->cause));
        if (pcapng->temporary != NULL)
            g_unlink(pcapng->temporary);
    }
    pcapng_free(pcapng);
    return fine;
}

void bcnet_pcapng_abandon(forge_pcapng_t *pcapng)
{
    finish_stream(pcapng);
    if (pcapng->temporary != NULL)
        g_unlink(pcapng->temporary);
    pcapng_free(pcapng);
}
