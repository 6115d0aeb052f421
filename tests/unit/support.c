/* What the unit tests of the pure rooms share.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

GByteArray *test_bytes(const char *hex)
{
    GByteArray *bytes = g_byte_array_new();

    while (*hex != '\0') {
        if (*hex == ' ') {
            hex++;
            continue;
        }
        g_assert_true(g_ascii_isxdigit(hex[0]) && g_ascii_isxdigit(hex[1]));
        const guint8 byte = (guint8)(g_ascii_xdigit_value(hex[0]) << 4 | g_ascii_xdigit_value(hex[1]));
        g_byte_array_append(bytes, &byte, 1);
        hex += 2;
    }
    return bytes;
}

unsigned test_data_rows(const char *file, test_row_t row, void *user)
{
    char    *path = g_build_filename(BCNET_TEST_DATA, file, NULL);
    char    *text = NULL;
    unsigned count = 0;

    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    char **lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (**line == '\0' || **line == '#')
            continue;
        char **words = g_strsplit(*line, " ", -1);
        row(words, user);
        g_strfreev(words);
        count++;
    }
    g_strfreev(lines);
    g_free(text);
    g_free(path);
    return count;
}

void test_fence_open(test_fence_t *fence)
{
    fence->page = (size_t)sysconf(_SC_PAGESIZE);
    fence->size = (1 + 65536 / fence->page) * fence->page;
    fence->map =
        (uint8_t *)mmap(NULL, fence->size + fence->page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    g_assert_true(fence->map != MAP_FAILED);
    g_assert_cmpint(mprotect(fence->map + fence->size, fence->page, PROT_NONE), ==, 0);
}

uint8_t *test_fence_copy(test_fence_t *fence, const uint8_t *bytes, size_t length)
{
    uint8_t *copy = fence->map + fence->size - length;

    g_assert_cmpuint(length, <=, fence->size);
    if (length > 0)
        memcpy(copy, bytes, length);
    return copy;
}

void test_fence_close(test_fence_t *fence)
{
    munmap(fence->map, fence->size + fence->page);
}

void test_random_bytes(test_random_t *random, uint8_t *bytes, size_t length)
{
    while (length > 0) {
        const uint64_t word = test_random(random);
        const size_t   step = MIN(length, sizeof word);
        memcpy(bytes, &word, step);
        bytes += step;
        length -= step;
    }
}

/* The likely unreliable 0x13 is taken either way. */
const bcnet_payload_form_t *test_forms(void)
{
    static bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS];

    for (unsigned opcode = BCNET_PAYLOAD_FORMS; !forms[0].sent[true] && opcode-- > 0;) {
        forms[opcode].sent[false] = opcode == 0x13 || opcode == 0x1C;
        forms[opcode].sent[true] = opcode != 0x1C &&
                                   (opcode <= 0x2A || opcode == 0x2C || opcode == 0x2D ||
                                    (opcode >= 0x35 && opcode <= 0x39) || (opcode >= 0x3F && opcode <= 0x41));
    }
    return forms;
}
