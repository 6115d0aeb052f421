/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page of the report without its data: made from report/ by report/embed.cmake. The JSON stands between head and
 * tail. */
#pragma once

#include <stddef.h>

extern const char   bcnet_report_head[];
extern const size_t bcnet_report_head_length;
extern const char   bcnet_report_tail[];
extern const size_t bcnet_report_tail_length;
