/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/numbers.h"

#include <math.h>
#include <stdbool.h>

static bcnet_number_t number(double value, int precision, char conversion)
{
    bcnet_number_t made;
    const int      digits = CLAMP(precision, 0, BCNET_DECIMALS_MAX);
    const char     format[] = { '%', '.', (char)('0' + digits / 10), (char)('0' + digits % 10), conversion, '\0' };

    g_ascii_formatd(made.text, sizeof made.text, format, value);
    return made;
}

bcnet_number_t bcnet_fixed(double value, int decimals)
{
    return number(value, decimals, 'f');
}

bcnet_number_t bcnet_significant(double value, int digits)
{
    return number(value, digits, 'g');
}

void bcnet_format_percent(char *label, double percent)
{
    const bcnet_number_t shown = number(percent, 4, 'g');
    const char          *digits = shown.text;

    while (*digits)
        *label++ = *digits++;
    *label++ = ' ';
    *label++ = '%';
    *label = '\0';
}

void bcnet_append_number(GString *text, int64_t scaled, unsigned decimals)
{
    char digits[24], *const end = digits + sizeof digits, *first = end;
    uint64_t   value = scaled < 0 ? -(uint64_t)scaled : (uint64_t)scaled;
    const bool has_point = decimals > 0;

    for (; decimals > 0; decimals--, value /= 10)
        *--first = (char)('0' + value % 10);
    if (has_point)
        *--first = '.';
    do {
        *--first = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    if (scaled < 0)
        *--first = '-';
    g_string_append_len(text, first, end - first);
}

void bcnet_append_decimal(GString *text, double value, unsigned decimals)
{
    double scale = 1;

    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    int64_t scaled = (int64_t)round(value * scale);
    for (; decimals > 0 && scaled % 10 == 0; decimals--)
        scaled /= 10;
    bcnet_append_number(text, scaled, decimals);
}
