/* directive_lines.c: see directive_lines.h */
#include "instrument/driver/directive_lines.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static const char blanks[] = " \t";

/* Returns the end of a comment whose beginning is at `at`. */
static const char *comment_end(const char *at)
{
    const char *close = strstr(at + 2, "*/");
    return close ? close + 2 : at + strlen(at);
}

/* Returns the end of the line that begins at `at`; counts the newlines before it, which are in
 * comments or behind a \. */
static const char *line_end(const char *at, unsigned *newlines)
{
    char inside = 0; /* a quotation mark, or / for a comment up to the end of the line */
    while (*at && *at != '\n') {
        if (*at == '\\' && at[1]) {
            at += at[1] == '\r' && at[2] == '\n' ? 2 : 1;
            *newlines += *at++ == '\n';
        } else if (!inside && !strncmp(at, "/*", 2)) {
            for (const char *end = comment_end(at); at < end; at++)
                *newlines += *at == '\n';
        } else {
            if (inside == *at && inside != '/')
                inside = 0;
            else if (!inside && (*at == '"' || *at == '\'' || !strncmp(at, "//", 2)))
                inside = *at;
            at++;
        }
    }
    return at;
}

bool directive_lines_next(const char *at, unsigned number, struct directive_line *line)
{
    while (*at) {
        unsigned last = number;
        const char *end = line_end(at, &last), *word = at + strspn(at, blanks);
        if (*word == '#') {
            word++;
            word += strspn(word, blanks);
            *line = (struct directive_line){at, end, word, number, last};
            return true;
        }
        at = *end ? end + 1 : end;
        number = last + 1;
    }
    return false;
}

bool directive_lines_begin(const struct directive_line *line, const char *first)
{
    return !strncmp(line->word, first, strlen(first));
}

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool directive_lines_say(const struct directive_line *line, const char *first, const char *second)
{
    const char *at = line->word + strlen(first);
    size_t length = strlen(second);
    if (!directive_lines_begin(line, first) || !isspace((unsigned char)*at))
        return false;
    at += strspn(at, blanks);
    return !strncmp(at, second, length) && !is_in_name(at[length]);
}

/* True if a text has nothing but comments before `end`. */
static bool is_empty(const char *at, const char *end)
{
    while (at < end) {
        if (!strncmp(at, "/*", 2))
            at = comment_end(at);
        else if (!strncmp(at, "//", 2))
            at += strcspn(at, "\n");
        else if (!isspace((unsigned char)*at++))
            return false;
    }
    return true;
}

/* Returns the name that a line is a guard for: of #ifndef NAME, #if !defined(NAME). NULL: none. */
static const char *guard_of(const struct directive_line *line)
{
    const char *at = line->word;
    if (!strncmp(at, "ifndef", 6))
        return at + 6 + strspn(at + 6, blanks);
    if (strncmp(at, "if", 2) != 0)
        return NULL;
    at += 2 + strspn(at + 2, blanks);
    if (*at != '!')
        return NULL;
    at += 1 + strspn(at + 1, blanks);
    return strncmp(at, "defined", 7) ? NULL : at + 7 + strspn(at + 7, " \t(");
}

/* True if a line defines a name. */
static bool defines(const struct directive_line *line, const char *name)
{
    size_t length = 0;
    const char *at = line->word + strlen("define");
    while (is_in_name(name[length]))
        length++;
    if (!length || !directive_lines_begin(line, "define"))
        return false;
    at += strspn(at, blanks);
    return !strncmp(at, name, length) && !is_in_name(at[length]);
}

bool directive_lines_are_guarded(const char *text)
{
    struct directive_line line;
    if (!directive_lines_next(text, 1, &line) || !is_empty(text, line.start))
        return false;
    const char *name = guard_of(&line);
    if (!name || !directive_lines_next(line.end, 1, &line) || !defines(&line, name))
        return false;
    unsigned open = 1;
    while (open && directive_lines_next(line.end, 1, &line)) {
        if (directive_lines_begin(&line, "el") && open == 1)
            return false;
        open += directive_lines_begin(&line, "if");
        open -= directive_lines_begin(&line, "endif");
    }
    return !open && is_empty(line.end, line.end + strlen(line.end));
}
