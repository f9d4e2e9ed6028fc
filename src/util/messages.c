/* messages.c: see messages.h */
#include "util/messages.h"

#include "util/buffer.h"
#include "util/words.h"
#include "util/wrap.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum {
    LONGEST = 4,      /* bytes of a character in UTF-8 */
    LEAST_WIDTH = 40, /* on narrower terminals, lines are not broken */
    INDENT = 4,       /* of continuation lines */
};

static FILE *unfiltered;

/* the first bytes of a character that is not complete yet */
static char begun[LONGEST + 1];
static size_t begun_size;

static bool put(const char *text, size_t size)
{
    while (size) {
        ssize_t done = write(STDERR_FILENO, text, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        text += done;
        size -= (size_t)done;
    }
    return true;
}

/* True if the text may be an incomplete UTF-8 character. */
static bool is_begun(const char *text, size_t size)
{
    unsigned char first = (unsigned char)*text;
    size_t whole = first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 1;
    return size < whole;
}

static void filter(struct buffer *to, const char *text, size_t size)
{
    while (size) {
        size_t bytes = 1;
        bool harmless = words_is_harmless(text, &bytes);
        if (!bytes && is_begun(text, size)) {
            memcpy(begun, text, size);
            begun_size = size;
            return;
        }
        if (harmless || *text == '\n' || *text == '\t')
            buffer_add_bytes(to, text, bytes);
        else
            buffer_add(to, "?");
        text += bytes ? bytes : 1;
        size -= bytes ? bytes : 1;
    }
}

/* the last byte written was not a newline */
static bool within_line;

/* the last line marked a part of the line above it: "      ^^^" */
static bool after_mark;

static bool is_mark(const char *line)
{
    size_t spaces = strspn(line, " "), marks = strspn(line + spaces, "^");
    return spaces && marks && line[spaces + marks] == '\n';
}

/* Adds one line, broken to the terminal's width if it is a message of a command, or the help below
 * a mark. Other lines stay as they are, such as a query with a mark below it. */
static void add_line(struct buffer *to, const char *line, size_t width)
{
    bool is_message = !within_line && (!strncmp(line, "triptych: ", 10) ||
                                       (!strncmp(line, "triptych ", 9) && strstr(line, ": ")));
    if (is_message || after_mark)
        wrap_add(to, line, (struct wrap){.indent = INDENT, .width = width});
    else
        buffer_add(to, line);
    after_mark = is_mark(line);
}

/* Adds lines, broken to the width. An incomplete last line is not broken. */
static void add_lines(struct buffer *to, const char *text, size_t width)
{
    while (*text) {
        const char *end = strchr(text, '\n');
        struct buffer line = {0};
        buffer_add_bytes(&line, text, end ? (size_t)(end + 1 - text) : strlen(text));
        if (end)
            add_line(to, line.text, width);
        else
            buffer_add(to, line.text);
        text += line.used;
        within_line = !end;
        buffer_free(&line);
    }
}

/* Writes lines: broken for a terminal, as they are for a file. */
static bool put_lines(const struct buffer *clean)
{
    size_t width = isatty(STDERR_FILENO) ? wrap_screen_width(STDERR_FILENO) : 0;
    struct buffer shown = {0};
    if (width < LEAST_WIDTH)
        return put(clean->text, clean->used);
    add_lines(&shown, clean->text, width);
    bool good = put(shown.text, shown.used);
    buffer_free(&shown);
    return good;
}

/* The write function for fopencookie(). Returns the number of bytes taken. */
static ssize_t write_filtered(void *cookie, const char *bytes, size_t size)
{
    (void)cookie;
    struct buffer all = {0}, clean = {0};
    buffer_add_bytes(&all, begun, begun_size);
    begun_size = 0;
    for (size_t i = 0; i < size; i++) /* a zero byte would end the text */
        buffer_add_bytes(&all, bytes[i] ? &bytes[i] : "\1", 1);
    filter(&clean, all.text, all.used);
    bool good = !clean.used || put_lines(&clean);
    buffer_free(&all);
    buffer_free(&clean);
    return good ? (ssize_t)size : 0;
}

void messages_make_harmless(void)
{
    const cookie_io_functions_t functions = {.write = write_filtered};
    FILE *filtered = unfiltered ? NULL : fopencookie(NULL, "w", functions);
    if (!filtered)
        return;
    setvbuf(filtered, NULL, _IOLBF, BUFSIZ);
    unfiltered = stderr;
    stderr = filtered;
}

FILE *messages_unfiltered(void)
{
    return unfiltered ? unfiltered : stderr;
}
