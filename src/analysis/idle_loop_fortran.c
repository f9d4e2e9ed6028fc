/* idle_loop_fortran.c: see idle_loop.h. This file handles Fortran. */
#include "analysis/idle_loop.h"

#include "util/words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { MOST_LINES = 100, ROOM = 512 };

/* A line in lower case, without blanks, comment and label. */
struct line {
    char text[ROOM];
    bool atomic_read; /* it is a directive "atomic read" for the next line */
};

static const char *line_end(const char *at, const char *end)
{
    const char *found = memchr(at, '\n', (size_t)(end - at));
    return found ? found : end;
}

/* True for "!$omp atomic read", also in fixed form. */
static bool is_atomic_read(const char *text)
{
    const char *omp = strstr(text, "$omp");
    return omp && strstr(omp, "atomic") && strstr(omp, "read");
}

/* True for a comment line of fixed form. In free form, a name may begin in the first column. */
static bool is_comment(const char *at, const char *end)
{
    char after = at + 1 < end ? at[1] : '\n';
    return *at == '*' || ((*at == 'c' || *at == 'C') &&
                          (isspace((unsigned char)after) || after == '$' || after == '-'));
}

static void take_line(const char *at, const char *end, struct line *to)
{
    size_t used = 0;
    bool comment = at < end && is_comment(at, end);
    for (const char *c = at; c < end && used + 1 < sizeof to->text; c++) {
        if (!isspace((unsigned char)*c))
            to->text[used++] = (char)tolower((unsigned char)*c);
    }
    to->text[used] = '\0';
    to->atomic_read = is_atomic_read(to->text);
    char *mark = comment ? to->text : strchr(to->text, '!');
    if (mark)
        *mark = '\0';
    size_t label = strspn(to->text, "0123456789");
    memmove(to->text, to->text + label, strlen(to->text + label) + 1);
}

/* Returns the text after the "name:" of a construct. */
static const char *without_name(const char *text)
{
    size_t size = 0;
    while (isalnum((unsigned char)text[size]) || text[size] == '_')
        size++;
    return size && text[size] == ':' && text[size + 1] != ':' ? text + size + 1 : text;
}

/* Returns the text after the parentheses that it begins with; NULL if there are none. */
static const char *behind_parentheses(const char *text)
{
    int depth = 0;
    if (*text != '(')
        return NULL;
    for (; *text; text++) {
        depth += *text == '(' ? 1 : *text == ')' ? -1 : 0;
        if (!depth)
            return text + 1;
    }
    return NULL;
}

static bool waits(const char *text)
{
    static const char *const calls[] = {"callsched_yield", "callpthread_yield", "callusleep",
                                        "callsleep"};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (words_begins(text, calls[i]))
            return true;
    }
    return false;
}

static bool leaves(const char *text)
{
    return words_begins(text, "exit") || words_begins(text, "cycle") ||
           words_begins(text, "goto") || words_begins(text, "return");
}

static bool is_idle(const char *text, bool atomic_read)
{
    if (!*text || leaves(text) || waits(text) || !strcmp(text, "continue"))
        return true;
    if (words_begins(text, "if(")) {
        const char *rest = behind_parentheses(text + 2);
        return rest && leaves(rest);
    }
    return atomic_read && strchr(text, '=');
}

static bool begins_loop(const char *text)
{
    text = without_name(text);
    if (!strcmp(text, "do"))
        return true;
    const char *rest = words_begins(text, "dowhile") ? behind_parentheses(text + 7) : NULL;
    return rest && !*rest;
}

bool analysis_idle_loop_of_fortran(const char *text, size_t size, uint32_t line)
{
    const char *at = text, *end = text + size;
    struct line now;
    bool atomic_read = false;
    for (uint32_t i = 1; i < line && at < end; i++) {
        at = line_end(at, end);
        at += at < end;
    }
    take_line(at, line_end(at, end), &now);
    if (at == end || !begins_loop(now.text))
        return false;
    for (int i = 0; i < MOST_LINES && at < end; i++) {
        at = line_end(at, end);
        at += at < end;
        take_line(at, line_end(at, end), &now);
        if (words_begins(now.text, "enddo"))
            return true;
        if (!is_idle(now.text, atomic_read))
            return false;
        atomic_read = now.atomic_read || (atomic_read && !*now.text);
    }
    return false;
}
