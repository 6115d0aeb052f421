/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writing JSON into a growing text: small, the same in every locale, and safe inside an HTML page.
 *
 * Wireshark's json_dumper does not do: it passes on what is no UTF-8 and letters that lead astray, begins no line where
 * one is wanted, writes decimals with 17 digits and whole numbers through printf, and tests without Wireshark use this.
 *
 * Commas are set by the writer. Text may come from strangers: what is no UTF-8 becomes U+FFFD; control characters,
 * characters that change the direction of writing, and those that could end a script of HTML are written as \uXXXX. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    GString *text;
    bool     comma; /* the next value has one before it */
    bool     line; /* and a line end */
} bcnet_json_t;

bcnet_json_t bcnet_json_begin(void);

/* An object '{' '}', or an array '[' ']'. The name of a value of an object; NULL for what stands in an array. */
void bcnet_json_open(bcnet_json_t *json, const char *name, char bracket);
void bcnet_json_close(bcnet_json_t *json, char bracket);

/* At most BCNET_JSON_TEXT_MAX letters of the text are written, then "…". NULL is written as null. */
enum { BCNET_JSON_TEXT_MAX = 500 };
void bcnet_json_text(bcnet_json_t *json, const char *name, const char *text);
void bcnet_json_integer(bcnet_json_t *json, const char *name, int64_t value);
/* With so many decimals at most; zeros at the end are left out. What is no number is written as null. */
void bcnet_json_decimal(bcnet_json_t *json, const char *name, double value, unsigned decimals);
void bcnet_json_boolean(bcnet_json_t *json, const char *name, bool value);

/* The next value begins a line, so that the text can be read and compared by lines. */
void bcnet_json_new_line(bcnet_json_t *json);
