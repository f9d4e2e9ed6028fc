/* call_text.c: see call_text.h. A copy of the text is cleaned first: comments become blanks, as do
 * the marks of continued lines of Fortran, whose line breaks become CONTINUED. */
#include "archive/symbols/call_text.h"

#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define CONTINUED '\v' /* a line break inside a statement of Fortran */

enum {
    FIXED_MARK = 5,         /* column of the mark of a continued line, from 0 */
    LONGEST_CALL = 1 << 14, /* bytes; a longer one is not read */
};

/* The text while it is read. */
struct reading {
    char *text; /* cleaned */
    size_t size, at;
    enum archive_call_text_form form;
    uint32_t line, statement; /* statement 0: none has begun */
};

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Returns the offset behind the literal that begins at `at`. */
static size_t skip_literal(const char *text, size_t size, size_t at, bool is_c)
{
    char quote = text[at++];
    while (at < size && text[at] != quote && text[at] != '\n')
        at += is_c && text[at] == '\\' && at + 1 < size ? 2 : 1;
    return at < size && text[at] == quote ? at + 1 : at;
}

static void blank(char *text, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (text[i] != '\n')
            text[i] = ' ';
    }
}

static size_t end_of_line(const char *text, size_t size, size_t at)
{
    const char *end = at < size ? memchr(text + at, '\n', size - at) : NULL;
    return end ? (size_t)(end - text) : size;
}

static void clean_c(char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t from = at;
        bool pair = text[at] == '/' && at + 1 < size;
        if (text[at] == '"' || text[at] == '\'') {
            at = skip_literal(text, size, at, true);
        } else if (pair && text[at + 1] == '/') {
            at = end_of_line(text, size, at);
            blank(text, from, at);
        } else if (pair && text[at + 1] == '*') {
            const char *end = memmem(text + at + 2, size - at - 2, "*/", 2);
            at = end ? (size_t)(end - text) + 2 : size;
            blank(text, from, at);
        } else {
            at++;
        }
    }
}

/* Cleans one line of Fortran in free form. True if it is continued; a line without a statement does
 * not end one. */
static bool clean_free_line(char *text, size_t from, size_t to, bool continues)
{
    size_t last = from, at = from;
    while (at < to) {
        if (text[at] == '\'' || text[at] == '"') {
            size_t behind = skip_literal(text, to, at, false);
            last = behind - 1;
            at = behind;
        } else if (text[at] == '!') {
            blank(text, at, to);
            at = to;
        } else {
            if (!isspace((unsigned char)text[at]))
                last = at;
            at++;
        }
    }
    size_t first = from + strspn(text + from, " \t");
    bool is_empty = first >= to || text[first] == '\n';
    bool goes_on = !is_empty && text[last] == '&';
    if (goes_on)
        text[last] = ' ';
    if (continues && !is_empty && text[first] == '&')
        text[first] = ' ';
    return goes_on || (continues && is_empty);
}

static void clean_free(char *text, size_t size)
{
    bool continues = false;
    for (size_t from = 0, to; from < size; from = to + 1) {
        to = end_of_line(text, size, from);
        continues = clean_free_line(text, from, to, continues);
        if (continues && to < size)
            text[to] = CONTINUED;
    }
}

static bool is_fixed_comment(char first)
{
    return first && strchr("cC*dD!", first);
}

static void clean_fixed(char *text, size_t size)
{
    size_t broken = SIZE_MAX; /* the line break before this line, or before comments above it */
    for (size_t from = 0, to; from < size; from = to + 1) {
        to = end_of_line(text, size, from);
        if (is_fixed_comment(text[from])) {
            blank(text, from, to);
            continue;
        }
        bool is_more = to - from > FIXED_MARK && text[from] == ' ' &&
                       text[from + FIXED_MARK] != ' ' && text[from + FIXED_MARK] != '0';
        for (size_t i = broken; is_more && broken != SIZE_MAX && i < from; i++) {
            if (text[i] == '\n')
                text[i] = CONTINUED;
        }
        if (is_more)
            text[from + FIXED_MARK] = ' ';
        clean_free_line(text, from, to, false);
        broken = to;
    }
}

static void clean(char *text, size_t size, enum archive_call_text_form form)
{
    if (form == CALL_TEXT_C)
        clean_c(text, size);
    else if (form == CALL_TEXT_FREE)
        clean_free(text, size);
    else
        clean_fixed(text, size);
}

/* Goes on by one character or literal. */
static void step(struct reading *reading)
{
    bool is_c = reading->form == CALL_TEXT_C;
    char c = reading->text[reading->at];
    bool ends = is_c ? c == ';' || c == '{' || c == '}' : c == '\n' || c == ';';
    if (c == '"' || c == '\'') {
        reading->at = skip_literal(reading->text, reading->size, reading->at, is_c);
        return;
    }
    if (ends)
        reading->statement = 0;
    else if (!reading->statement && !isspace((unsigned char)c))
        reading->statement = reading->line;
    reading->line += c == '\n' || c == CONTINUED;
    reading->at++;
}

/* Returns a part of the text with single blanks, cut if it is long; the caller frees it. */
static char *argument_text(const char *from, const char *to)
{
    char *text = memory_zeroed((size_t)(to - from) + 1, 1);
    size_t size = 0;
    for (; from < to; from++) {
        bool is_blank = isspace((unsigned char)*from) || iscntrl((unsigned char)*from);
        if (!is_blank)
            text[size++] = *from;
        else if (size && text[size - 1] != ' ')
            text[size++] = ' ';
    }
    while (size && text[size - 1] == ' ')
        size--;
    text[size] = '\0';
    if (size > CALL_TEXT_LONGEST)
        strcpy(text + CALL_TEXT_LONGEST - 3, "...");
    return text;
}

/* Reads the arguments behind the opening parenthesis. False if the call has no end. */
static bool read_arguments(struct reading *reading, struct archive_call_text *call)
{
    assert(reading->text[reading->at] == '(');
    int depth = 0, count = 0;
    step(reading);
    const char *from = reading->text + reading->at;
    size_t limit = reading->at + LONGEST_CALL;
    while (reading->at < reading->size && reading->at < limit) {
        const char *at = reading->text + reading->at;
        bool ends = depth == 0 && (*at == ')' || *at == ',');
        if (ends && count < CALL_TEXT_ARGUMENTS)
            call->arguments[count++] = argument_text(from, at);
        if (ends)
            from = at + 1;
        if (depth == 0 && *at == ')') {
            call->last = reading->line;
            return true;
        }
        depth +=
            (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
        if (depth < 0 || *at == ';')
            return false;
        step(reading);
    }
    return false;
}

static bool is_function(const struct reading *reading, const char *name, size_t size,
                        const char *function)
{
    bool is_c = reading->form == CALL_TEXT_C;
    bool profiling = size && (name[0] == 'P' || (!is_c && name[0] == 'p'));
    if (profiling && strlen(function) + 1 == size) {
        name++;
        size--;
    }
    return strlen(function) == size &&
           !(is_c ? strncmp(name, function, size) : strncasecmp(name, function, size));
}

static void release(struct archive_call_text *call)
{
    for (int i = 0; i < CALL_TEXT_ARGUMENTS; i++)
        free(call->arguments[i]);
}

/* Reads the call behind a name, if there is one. */
static void take_call(struct reading *reading, struct archive_call_texts *calls)
{
    struct archive_call_text call = {.statement = reading->statement, .first = reading->line};
    struct reading before = *reading;
    while (reading->at < reading->size && isspace((unsigned char)reading->text[reading->at]))
        step(reading);
    if (reading->at < reading->size && reading->text[reading->at] == '(' &&
        read_arguments(reading, &call)) {
        calls->all = memory_grow(calls->all, &calls->room, calls->count + 1, sizeof *calls->all);
        calls->all[calls->count++] = call;
        return;
    }
    release(&call);
    *reading = before;
}

void archive_call_text_find(struct archive_call_texts *calls, const char *text, size_t size,
                            enum archive_call_text_form form, const char *function)
{
    struct reading reading = {.size = size, .form = form, .line = 1};
    reading.text = memory_zeroed(size + 1, 1);
    memcpy(reading.text, text, size);
    clean(reading.text, size, form);
    while (reading.at < size) {
        const char *name = reading.text + reading.at;
        bool begins = is_name(*name) && (!reading.at || !is_name(name[-1]));
        size_t letters = 0;
        while (begins && is_name(name[letters]))
            letters++;
        step(&reading);
        if (!begins)
            continue;
        reading.at += letters - 1;
        if (is_function(&reading, name, letters, function))
            take_call(&reading, calls);
    }
    free(reading.text);
}

void archive_call_text_free(struct archive_call_texts *calls)
{
    for (size_t i = 0; i < calls->count; i++)
        release(&calls->all[i]);
    free(calls->all);
    *calls = (struct archive_call_texts){0};
}
