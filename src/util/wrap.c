/* wrap.c: see wrap.h */
#include "util/wrap.h"

#include "util/words.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static size_t width_of(const char *text, size_t size)
{
    struct buffer copy = {0};
    buffer_add_bytes(&copy, text, size);
    size_t width = copy.used ? words_width(copy.text) : 0;
    buffer_free(&copy);
    return width;
}

/* Returns the size of the quotation that a text begins with; 0 if it begins with none, or if the
 * quotation does not end in its line. An apostrophe within a word ends no quotation. */
static size_t quotation(const char *text)
{
    char quote = *text;
    if (quote != '\'' && quote != '`')
        return 0;
    for (size_t i = 1; text[i] && text[i] != '\n'; i++) {
        if (text[i] == quote && !isalnum((unsigned char)text[i + 1]))
            return i + 1;
    }
    return 0;
}

/* Returns the size of the word that a text begins with, a quotation being part of a word if it is
 * no wider than `room`. */
static size_t word_size(const char *text, size_t room)
{
    size_t size = *text == '(' ? 1 : 0;
    size_t quoted = quotation(text + size);
    if (quoted && width_of(text + size, quoted) <= room)
        size += quoted;
    return size + strcspn(text + size, " \n");
}

static void break_line(struct buffer *to, size_t indent, size_t *column)
{
    buffer_add(to, "\n");
    for (size_t i = 0; i < indent; i++)
        buffer_add(to, " ");
    *column = indent;
}

void wrap_add(struct buffer *to, const char *text, struct wrap wrap)
{
    size_t column = wrap.column;
    size_t room = wrap.width > wrap.indent ? wrap.width - wrap.indent : 1;
    for (bool first = true; *text; first = false) {
        if (*text == '\n') {
            buffer_add(to, "\n");
            column = 0;
            text++;
            continue;
        }
        size_t spaces = strspn(text, " "), size = word_size(text + spaces, room);
        size_t wide = width_of(text + spaces, size);
        if (spaces && size && !first && column + spaces + wide > wrap.width) {
            break_line(to, wrap.indent, &column);
        } else {
            buffer_add_bytes(to, text, spaces);
            column += spaces;
        }
        buffer_add_bytes(to, text + spaces, size);
        column += wide;
        text += spaces + size;
    }
}

size_t wrap_screen_width(int stream)
{
    struct winsize size;
    const char *given = getenv("COLUMNS");
    char *end;
    if (isatty(stream) && !ioctl(stream, TIOCGWINSZ, &size) && size.ws_col)
        return size.ws_col;
    long columns = given ? strtol(given, &end, 10) : 0;
    return given && *given && !*end && columns > 0 && columns < INT_MAX ? (size_t)columns : 0;
}
