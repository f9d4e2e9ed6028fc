/* words.h: prepares text for output: control characters are removed, long names are shortened,
 * numbers get units. */
#ifndef UTIL_WORDS_H
#define UTIL_WORDS_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns the text as valid UTF-8 without control characters; "?" replaces the others. To be freed.
 */
char *words_clean(const char *text);

/* Adds text as a field of CSV: clean, with quotes where it needs them. A text that a spreadsheet
 * would take for a formula (= + - @) gets an apostrophe in front; numbers stay as they are. */
void words_csv(struct buffer *to, const char *text);

/* Adds the first character of a text as a JSON escape: "\u202e". */
void words_json_escape(struct buffer *to, const char *text);

/* True if words_clean() keeps the first character of a text. *size is its number of bytes; 0 if it
 * is not UTF-8. */
bool words_is_harmless(const char *text, size_t *size);

/* Returns the number of bytes of the first UTF-8 character of a text; 0 if it is not UTF-8. */
size_t words_character(const char *text);

/* Returns the number of terminal columns that clean text takes. */
size_t words_width(const char *text);

/* True if a text begins or ends with another one. */
static inline bool words_begins(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

static inline bool words_ends(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && !strcmp(text + size - end_size, end);
}

/* Returns the number of UTF-8 characters of a text. */
static inline int64_t words_characters(const char *text)
{
    int64_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* True for the ten decimal digits, in every locale. */
static inline bool words_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* Adds clean text, shortened in the middle when it is wider than `width`; numbers are not cut. */
void words_shorten(struct buffer *to, const char *text, size_t width, bool utf8);

/* Adds the clean name of a function. If it is wider than `width`, its template arguments go first:
 * "std::sort<…>", then its scopes: "…::vector<…>::push_back", "…::push_back"; then it is shortened
 * like other text. */
void words_shorten_name(struct buffer *to, const char *name, size_t width, bool utf8);

/* Returns the part of a function's name behind its scopes, "push_back" or "operator()"; NULL: it
 * has no scopes. */
const char *words_last_scope(const char *name);

/* Adds a count: 1,234,567 or, if not `grouped`, 1234567. */
void words_count(struct buffer *to, uint64_t number, bool grouped);

/* Adds a number that is not a count: 0.25, 12.5, 1,234. Below 1,000 it has `digits` significant
 * digits; from there on, all digits before the point and none after it. */
void words_number(struct buffer *to, double number, int digits);

/* Adds seconds with that many decimals; "<0.000001" if it is not zero but would be shown as zero.
 */
void words_seconds(struct buffer *to, uint64_t ns, int decimals);

/* Adds a time with its unit: "1.234 s", "12.3 ms", "45 ns". */
void words_time(struct buffer *to, uint64_t ns);

/* Adds bytes with their unit: "12 bytes", "3.4 MB". */
void words_bytes(struct buffer *to, uint64_t bytes);

#endif
