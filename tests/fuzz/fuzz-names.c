/* Lists of names: any text, any paths, any questions (35.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "reading/name-hash.h"
#include "reading/name-list.h"

/* What is found has the hash that was asked for. */
static void ask(const bcnet_name_list_t *list, uint32_t hash, uint64_t when)
{
    bcnet_listed_name_t       other;
    const bcnet_listed_name_t name = bcnet_name_list_find(list, hash, when, &other);

    FUZZ_MUST(name.text != NULL || other.text == NULL);
    if (name.text != NULL)
        FUZZ_MUST(name.length > 0 && bcnet_name_hash(name.text, name.length) == hash);
    if (other.text != NULL)
        FUZZ_MUST(other.length > 0 && bcnet_name_hash(other.text, other.length) == hash);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t       input = { data, size };
    bcnet_name_list_t *list = bcnet_name_list_new();
    uint64_t           when = 0;

    /* A few paths, then a text. */
    for (unsigned paths = fuzz_u8(&input) % 8; paths > 0; paths--) {
        const size_t wanted = fuzz_u8(&input), length = MIN(wanted, input.left);
        uint8_t     *path = fuzz_copy(input.data, length);
        bcnet_name_list_add_path(list, (const char *)path, length, ++when);
        ask(list, bcnet_name_hash((const char *)path, length), when);
        free(path);
        input.data += length;
        input.left -= length;
    }
    bcnet_name_list_add_text(list, (char *)fuzz_copy(input.data, input.left), input.left);
    for (size_t i = 0; i + 8 <= input.left; i += 8)
        ask(list, bcnet_name_hash((const char *)input.data + i, 8), when);
    bcnet_name_list_free(list);
    return 0;
}
