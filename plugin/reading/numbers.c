/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/numbers.h"

#include <glib.h>

static bcnet_number_t number(double value, int precision, char conversion)
{
    bcnet_number_t made;
    char           format[8];

    g_snprintf(format, sizeof format, "%%.%d%c", CLAMP(precision, 0, BCNET_DECIMALS_MAX), conversion);
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
