/* source_plain.c: see source_plain.h */
#include "archive/symbols/source_plain.h"

#include "archive/symbols/source_scaled.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A text with the offsets of its lines. */
struct lines {
    const char *text, *end;
    size_t *starts; /* by line, from 1 on */
    size_t count, room;
};

static void add_line(struct lines *lines, size_t start)
{
    lines->starts =
        memory_grow(lines->starts, &lines->room, lines->count + 1, sizeof *lines->starts);
    lines->starts[lines->count++] = start;
}

static void find_lines(struct lines *lines, const char *text, size_t size)
{
    *lines = (struct lines){.text = text, .end = text + size};
    add_line(lines, 0);
    add_line(lines, 0);
    const char *at = text;
    while ((at = memchr(at, '\n', (size_t)(lines->end - at))))
        add_line(lines, (size_t)(++at - text));
}

/* Returns the character at a position, or the end of the text. */
static const char *at_spot(const struct lines *lines, uint64_t spot)
{
    uint64_t line = spot >> 32, column = spot & UINT32_MAX;
    if (line >= lines->count)
        return lines->end;
    const char *start = lines->text + lines->starts[line];
    column -= column > 0;
    return column < (uint64_t)(lines->end - start) ? start + column : lines->end;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* True if the word in front of a dot is a number. */
static bool is_number_before(const char *start, const char *dot)
{
    const char *at = dot;
    while (at > start && is_name(at[-1]))
        at--;
    return at < dot && isdigit((unsigned char)*at);
}

static bool has_members(const char *start, const char *end, bool is_fortran)
{
    for (const char *at = start; at + 1 < end; at++) {
        if (is_fortran ? *at == '%' : at[0] == '-' && at[1] == '>')
            return true;
        if (!is_fortran && *at == '.' && !isdigit((unsigned char)at[1]) &&
            !is_number_before(start, at))
            return true;
    }
    return false;
}

/* True if the step of a `for` is an increment or a decrement and nothing else. */
static bool counts_by_one(const char *start, const char *end)
{
    bool counts = false;
    for (const char *at = start; at < end; at++) {
        if (*at == ',' || *at == '=')
            return false;
        counts |= at + 1 < end && (*at == '+' || *at == '-') && at[1] == *at;
    }
    return counts;
}

/* True if a word is one of those that parentheses follow and that are no calls. */
static bool is_keyword(const char *word, size_t size)
{
    static const char *const words[] = {"if", "for", "while", "switch", "return", "sizeof"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == size && !memcmp(words[i], word, size))
            return true;
    }
    return false;
}

/* True if a text contains a name in front of parentheses: a call, or a macro. */
static bool has_calls(const char *start, const char *end)
{
    for (const char *at = start; at < end; at++) {
        const char *word = at;
        if (!is_name(*at))
            continue;
        while (at < end && is_name(*at))
            at++;
        size_t size = (size_t)(at - word);
        while (at < end && (*at == ' ' || *at == '\n'))
            at++;
        if (at < end && *at == '(' && !is_keyword(word, size))
            return true;
        at--;
    }
    return false;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

/* Reads a decimal number which, with blanks, is all of a text. False if it is anything else. */
static bool read_number(const char *at, const char *end, uint64_t *number)
{
    enum { DIGITS = 15 };
    at = skip_blanks(at, end);
    const char *first = at;
    *number = 0;
    for (; at < end && isdigit((unsigned char)*at) && at - first < DIGITS; at++)
        *number = *number * 10 + (uint64_t)(*at - '0');
    return at > first && (*first != '0' || at == first + 1) && skip_blanks(at, end) == end;
}

/* Returns the iterations of a `for` such as `for (int i = 0; i < 10; i++)`, which counts by one; 0
 * if it is of another form. */
static uint64_t times_of(const struct lines *lines, const struct archive_source_loop *loop)
{
    const char *start = at_spot(lines, loop->keyword), *test = at_spot(lines, loop->test.start);
    const char *end = at_spot(lines, loop->test.end), *name = test;
    const char *equals = test > start ? memchr(start, '=', (size_t)(test - start)) : NULL;
    const char *semicolon = equals ? memchr(equals, ';', (size_t)(test - equals)) : NULL;
    uint64_t first, last;
    while (test < end && is_name(*test))
        test++;
    size_t size = (size_t)(test - name);
    test = skip_blanks(test, end);
    if (!semicolon || !size || test == end || *test != '<' ||
        !read_number(equals + 1, semicolon, &first))
        return 0;
    while (equals > start && isspace((unsigned char)equals[-1]))
        equals--;
    bool is_same = (size_t)(equals - start) > size && !memcmp(equals - size, name, size) &&
                   !is_name(equals[-1 - (ptrdiff_t)size]);
    bool also = test + 1 < end && test[1] == '=';
    if (!is_same || !read_number(test + 1 + also, end, &last) || last + also < first)
        return 0;
    return last + also - first;
}

/* True if the head of a `do` has a step: a second comma outside parentheses. */
static bool has_step(const char *start, const char *end)
{
    int depth = 0, commas = 0;
    for (const char *at = start; at < end; at++) {
        depth += (*at == '(') - (*at == ')');
        commas += *at == ',' && !depth;
    }
    return commas != 1;
}

/* Returns the name of the variable that a loop counts with: of C, the only name of its step; of
 * Fortran, the one before the equals sign. Empty if it is not known. */
static struct source_text_part variable_of(const char *from, const char *to, bool is_fortran)
{
    struct source_text_part found = {from, from};
    const char *equals = is_fortran ? memchr(from, '=', (size_t)(to - from)) : NULL;
    if (is_fortran) {
        found.end = equals ? equals : from;
        while (found.end > from && isspace((unsigned char)found.end[-1]))
            found.end--;
        found.start = found.end;
        while (found.start > from && is_name(found.start[-1]))
            found.start--;
        return found;
    }
    for (const char *at = from; at < to; at++) {
        if (!is_name(*at))
            continue;
        if (found.end > found.start)
            return (struct source_text_part){from, from};
        found.start = at;
        while (at < to && is_name(*at))
            at++;
        found.end = at--;
    }
    return found;
}

/* Sets what the head and the body of a loop tell. */
static void look_at(const struct lines *lines, struct archive_source_loop *loop, bool is_fortran)
{
    const char *body = at_spot(lines, loop->body), *end = at_spot(lines, loop->end);
    const struct archive_source_span *head = is_fortran ? &loop->test : &loop->step;
    const char *from = at_spot(lines, head->start), *to = at_spot(lines, head->end);
    bool by_one = is_fortran ? !has_step(from, to) : counts_by_one(from, to);
    struct source_text_part variable = variable_of(from, to, is_fortran);
    loop->skips = (!by_one && from < to) ||
                  source_scaled_is_in((struct source_text_part){body, end}, variable, is_fortran);
    loop->is_plain = by_one && !has_members(body, end, is_fortran);
    loop->is_simple = !is_fortran && !has_calls(at_spot(lines, loop->keyword), end);
    loop->times = by_one && !is_fortran && memmem(from, (size_t)(to - from), "++", 2)
                      ? times_of(lines, loop)
                      : 0;
}

/* True if the text contains the word "complex". */
static bool has_complex(const char *text, size_t size)
{
    static const char *const words[] = {"complex", "Complex", "COMPLEX"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (memmem(text, size, words[i], strlen(words[i])))
            return true;
    }
    return false;
}

void source_plain_find(struct archive_source_loops *loops, const char *text, size_t size,
                       bool is_fortran)
{
    struct lines lines;
    loops->has_complex = has_complex(text, size);
    if (!loops->count)
        return;
    find_lines(&lines, text, size);
    for (size_t i = 0; i < loops->count; i++) {
        bool has_loops = i + 1 < loops->count && loops->all[i + 1].keyword < loops->all[i].end;
        look_at(&lines, &loops->all[i], is_fortran);
        loops->all[i].is_plain &= !has_loops && !loops->has_complex;
        loops->all[i].is_simple &= !has_loops;
    }
    free(lines.starts);
}
