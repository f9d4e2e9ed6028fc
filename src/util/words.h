/* words.h: text that came from a program, made fit to be shown; numbers made readable. */
#ifndef UTIL_WORDS_H
#define UTIL_WORDS_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Valid UTF-8 without control characters: "?" stands for what is neither. To be freed. */
char *words_clean(const char *text);

/* Adds text as a field of CSV: clean, with quotes where it needs them. A text that a spreadsheet
 * would take for a formula (= + - @) gets an apostrophe in front; numbers stay as they are. */
void words_csv(struct buffer *to, const char *text);

/* Adds the character that a text begins with as JSON tells it by number: "\u202e". */
void words_json_escape(struct buffer *to, const char *text);

/* Whether the character that a text begins with can be shown: words_clean() keeps it. *size: its
 * bytes; 0: it is no UTF-8. */
bool words_is_harmless(const char *text, size_t *size);

/* Bytes of the UTF-8 character that a text begins with; 0: it is none. */
size_t words_character(const char *text);

/* Columns of a terminal that clean text takes. */
size_t words_width(const char *text);

/* Adds clean text, shortened in the middle when it is wider than `width`. */
void words_shorten(struct buffer *to, const char *text, size_t width, bool utf8);

/* Adds the clean name of a function. One that is wider than `width` loses the arguments of its
 * templates first: "std::sort<…>"; then it is shortened as other text is. */
void words_shorten_name(struct buffer *to, const char *name, size_t width, bool utf8);

/* 1,234,567 or 1234567 */
void words_count(struct buffer *to, uint64_t number, bool grouped);

/* A number that is no count: 0.25, 12.5, 1,234. So many digits that count up to 1,000, from there
 * on all before the point and none behind it. */
void words_number(struct buffer *to, double number, int digits);

/* Seconds with that many decimals; "<0.000001" for what is less than can be shown but not nothing.
 */
void words_seconds(struct buffer *to, uint64_t ns, int decimals);

/* A time by itself: "1.234 s", "12.3 ms", "45 ns". */
void words_time(struct buffer *to, uint64_t ns);

/* Bytes by themselves: "12 bytes", "3.4 MB". */
void words_bytes(struct buffer *to, uint64_t bytes);

#endif
