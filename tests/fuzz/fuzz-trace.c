/* The reader of packet_trace.log, in pieces of any size (95).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "trace/trace-reader.h"

static void take_record(void *context G_GNUC_UNUSED, bcnet_trace_record_t *record)
{
    volatile uint8_t sum = 0;

    FUZZ_MUST(record->captured <= BCNET_FORGE_MAX_UDP && record->captured > 0);
    for (guint32 i = 0; i < record->captured; i++)
        sum = (uint8_t)(sum + record->bytes[i]);
}

static void take_tcp(void *context G_GNUC_UNUSED)
{
}

static void take_fault(void *context G_GNUC_UNUSED, guint64 line, bcnet_trace_fault_t fault, const char *explanation)
{
    FUZZ_MUST(line > 0 && fault < BCNET_TRACE_FAULT_COUNT && *explanation != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const bcnet_trace_callbacks_t callbacks = { take_record, take_tcp, take_fault };
    fuzz_input_t                         input = { data, size };
    const size_t                         piece = 1 + fuzz_u8(&input);
    bcnet_trace_reader_t                *reader = bcnet_trace_reader_new(&callbacks, NULL, 0);

    while (input.left > 0) {
        const size_t length = MIN(piece, input.left);
        char        *text = (char *)fuzz_copy(input.data, length);
        bcnet_trace_reader_feed(reader, text, length);
        free(text);
        input.data += length;
        input.left -= length;
    }
    bcnet_trace_reader_finish(reader);
    return 0;
}
