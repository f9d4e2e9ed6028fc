/* diagnostic.c: error messages with their position: see diagnostic.h */
#include "util/diagnostic.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool diagnostic_at(struct diagnostic *trouble, size_t at, size_t end, const char *format, ...)
{
    if (trouble->what[0])
        return false;
    trouble->at = at;
    trouble->end = end;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trouble->what, sizeof trouble->what, format, arguments);
    va_end(arguments);
    return false;
}

void diagnostic_help(struct diagnostic *trouble, const char *format, ...)
{
    if (trouble->help[0])
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trouble->help, sizeof trouble->help, format, arguments);
    va_end(arguments);
}

/* Continuation bytes of a UTF-8 character take no column. */
static bool takes_column(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

static size_t columns(const char *text, size_t from, size_t to)
{
    size_t count = 0;
    for (size_t i = from; i < to; i++)
        count += takes_column(text[i]);
    return count;
}

/* Appends a line of the text, with tabs and control characters as one blank, so that the caret
 * below it is in the right column. */
static void add_line(struct buffer *out, const char *text, size_t from, size_t to)
{
    buffer_add(out, "  ");
    for (size_t i = from; i < to; i++) {
        char byte = (unsigned char)text[i] < ' ' || text[i] == 127 ? ' ' : text[i];
        buffer_add_bytes(out, &byte, 1);
    }
    buffer_add(out, "\n");
}

void diagnostic_write(struct buffer *out, const struct diagnostic *trouble, const char *name,
                      const char *text)
{
    size_t length = strlen(text), at = trouble->at < length ? trouble->at : length;
    size_t first = at, last = at, line = 1;
    while (first > 0 && text[first - 1] != '\n')
        first--;
    while (last < length && text[last] != '\n')
        last++;
    for (size_t i = 0; i < first; i++)
        line += text[i] == '\n';
    if (name)
        buffer_printf(out, "%s:%zu:%zu: ", name, line, columns(text, first, at) + 1);
    buffer_printf(out, "%s\n", trouble->what);
    add_line(out, text, first, last);
    buffer_printf(out, "  %*s", (int)columns(text, first, at), "");
    size_t end = trouble->end < last ? trouble->end : last, width = columns(text, at, end);
    for (size_t i = 0; i < (width ? width : 1); i++)
        buffer_add(out, "^");
    buffer_add(out, "\n");
    if (trouble->help[0])
        buffer_printf(out, "%s\n", trouble->help);
}

static char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

enum { LONGEST = 40 }; /* length of the words that are compared */

/* Returns the edit distance of two words: insertions, deletions, replacements and swaps of two
 * neighbours, ignoring case. */
static unsigned distance(const char *a, size_t m, const char *b, size_t n)
{
    unsigned rows[3][LONGEST + 1];
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        unsigned *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            unsigned best = last[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]) && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    return rows[m % 3][n];
}

unsigned diagnostic_changes(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    for (; m && n && *a == *b; m--, n--, a++, b++)
        ; /* what is the same at both ends needs no change */
    for (; m && n && a[m - 1] == b[n - 1]; m--, n--)
        ;
    return m > LONGEST || n > LONGEST ? UINT_MAX : distance(a, m, b, n);
}

const char *diagnostic_nearest(const char *word, size_t size, const char *const *words,
                               size_t count)
{
    const char *nearest = NULL;
    unsigned least = UINT32_MAX;
    for (size_t i = 0; i < count && size <= LONGEST; i++) {
        size_t length = strlen(words[i]);
        if (length > LONGEST)
            continue;
        unsigned changes = distance(word, size, words[i], length);
        bool begins = size >= 3 && length > size && !strncmp(word, words[i], size);
        if (begins && changes > 1)
            changes = 1; /* a prefix: "dur" for "duration" */
        bool other_row =
            size == 1 && length == 1 && word[0] >= 'a'; /* a wrong name of the row: x for e */
        if (changes < least && (changes < size || other_row)) {
            least = changes;
            nearest = words[i];
        }
    }
    return nearest && least <= (size < 4 ? 1U : size < 8 ? 2U : 3U) ? nearest : NULL;
}
