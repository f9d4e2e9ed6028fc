/* omp_directives.c: see omp_directives.h */
#include "archive/symbols/omp_directives.h"

#include "archive/symbols/c_text.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A line of the text. */
struct line {
    const char *at, *end;
    uint32_t number;
};

static bool next_line(struct line *line, const char *end)
{
    if (line->number && line->end < end)
        line->at = line->end + 1;
    else if (line->number)
        return false;
    const char *stop = memchr(line->at, '\n', (size_t)(end - line->at));
    line->end = stop ? stop : end;
    line->number++;
    return line->at < end;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Returns the position behind a word, in any case; NULL if it is not there. */
static const char *behind(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(end - at) >= size && !strncasecmp(at, word, size) ? at + size : NULL;
}

/* Returns the position behind `#pragma omp`, or NULL. */
static const char *in_pragma(const struct line *line)
{
    const char *at = skip_blanks(line->at, line->end);
    at = behind(at, line->end, "#");
    at = at ? behind(skip_blanks(at, line->end), line->end, "pragma") : NULL;
    at = at ? behind(skip_blanks(at, line->end), line->end, "omp") : NULL;
    return at && (at == line->end || isspace((unsigned char)*at)) ? at : NULL;
}

/* Returns the position behind `!$omp`, or c$omp or *$omp in the first columns of fixed form; or
 * NULL. */
static const char *in_sentinel(const struct line *line)
{
    const char *at = skip_blanks(line->at, line->end);
    if (at < line->end && (*at == '!' || (at == line->at && strchr("cC*", *at))))
        return behind(at + 1, line->end, "$omp");
    return NULL;
}

static bool ends_with(const struct line *line, char sign)
{
    const char *end = line->end;
    while (end > line->at && isspace((unsigned char)end[-1]))
        end--;
    return end > line->at && end[-1] == sign;
}

/* The words of a directive, except those in arguments of clauses. */
struct words {
    unsigned kinds;
    bool is_end, is_parallel, has_nowait;
};

static void take_word(struct words *words, const char *word, size_t size)
{
    static const struct {
        const char *word;
        unsigned kind;
    } known[] = {
        {"barrier", OMP_BARRIER},      {"parallel", OMP_PARALLEL},  {"task", OMP_TASK},
        {"taskloop", OMP_TASK},        {"for", OMP_LOOP},           {"do", OMP_LOOP},
        {"single", OMP_SINGLE},        {"workshare", OMP_SINGLE},   {"scope", OMP_SINGLE},
        {"ordered", OMP_ORDERED},      {"critical", OMP_CRITICAL},  {"sections", OMP_SECTIONS},
        {"enddo", OMP_LOOP},           {"endsingle", OMP_SINGLE},   {"endcritical", OMP_CRITICAL},
        {"endsections", OMP_SECTIONS}, {"endworkshare", OMP_SINGLE}};
    if ((size == 3 && !strncasecmp(word, "end", 3)) || (size > 5 && !strncasecmp(word, "end", 3)) ||
        (size == 5 && !strncasecmp(word, "enddo", 5)))
        words->is_end = true;
    if (size >= 8 && !strncasecmp(word, "parallel", 8))
        words->is_parallel = true;
    if (size == 6 && !strncasecmp(word, "nowait", 6))
        words->has_nowait = true;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (size == strlen(known[i].word) && !strncasecmp(word, known[i].word, size))
            words->kinds |= known[i].kind;
    }
}

static bool is_comment(const char *at, const char *end)
{
    return *at == '!' || (*at == '/' && at + 1 < end && (at[1] == '/' || at[1] == '*'));
}

/* Reads the words of a line. `depth` counts brackets, which may be open at the end of the line. */
static void take_words(struct words *words, const char *at, const char *end, int *depth)
{
    while (at < end && !is_comment(at, end)) {
        const char *start = at;
        while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
            at++;
        if (at > start && *depth == 0)
            take_word(words, start, (size_t)(at - start));
        if (at == start) {
            *depth += (*at == '(') - (*at == ')');
            at++;
        }
    }
}

/* Ends a construct of Fortran; `nowait` may be written there. */
static void end_construct(struct omp_directives *directives, const struct words *words,
                          uint32_t line)
{
    for (size_t i = directives->count; i-- > 0;) {
        struct omp_directive *directive = &directives->all[i];
        if (directive->end || !(directive->kinds & words->kinds & ~(unsigned)OMP_WAITS))
            continue;
        directive->end = line;
        if (words->has_nowait)
            directive->kinds &= ~(unsigned)OMP_WAITS;
        return;
    }
}

static void add(struct omp_directives *directives, const struct words *words, uint32_t first,
                uint32_t last, uint32_t end)
{
    unsigned shares = words->kinds & (OMP_LOOP | OMP_SECTIONS | OMP_SINGLE);
    if (words->is_end) {
        end_construct(directives, words, last);
        return;
    }
    if (!words->kinds)
        return;
    directives->all = memory_grow(directives->all, &directives->room, directives->count + 1,
                                  sizeof *directives->all);
    directives->all[directives->count++] = (struct omp_directive){
        .first = first,
        .last = last,
        .line = end ? first : last,
        .end = end,
        .kinds =
            words->kinds | (shares && !words->is_parallel && !words->has_nowait ? OMP_WAITS : 0),
    };
}

/* Reads a directive of C, with the lines that a backslash continues. */
static void read_pragma(struct omp_directives *directives, struct line *line, const char *at,
                        const char *end)
{
    struct words words = {0};
    uint32_t first = line->number;
    int depth = 0;
    take_words(&words, at, line->end, &depth);
    while (ends_with(line, '\\') && next_line(line, end))
        take_words(&words, line->at, line->end, &depth);
    uint32_t last = line->number;
    const char *stop = c_text_skip_statement(line->end, end);
    for (const char *in = line->end; in < stop; in++)
        last += *in == '\n';
    add(directives, &words, first, line->number, last);
}

/* Reads a directive of Fortran. In fixed form, the next line tells whether it continues. */
static void read_sentinel(struct omp_directives *directives, struct line *line, const char *at,
                          const char *end)
{
    struct words words = {0};
    uint32_t first = line->number;
    int depth = 0;
    take_words(&words, at, line->end, &depth);
    for (struct line next = *line; next_line(&next, end); *line = next) {
        const char *more = in_sentinel(&next);
        bool goes_on = more && (ends_with(line, '&') || (more < next.end && *more == '&') ||
                                (more == next.at + 5 && more < next.end && !strchr(" 0\t", *more)));
        if (!goes_on)
            break;
        take_words(&words, more, next.end, &depth);
    }
    add(directives, &words, first, line->number, 0);
}

/* Finds the end of a loop of Fortran without an end directive, which only its statements tell: it
 * is before the next construct that cannot be in the loop, and before the end of the construct
 * around it. 0: there is neither. */
static uint32_t find_end(const struct omp_directives *directives, size_t loop)
{
    const struct omp_directive *all = directives->all;
    const unsigned apart = OMP_BARRIER | OMP_LOOP | OMP_SECTIONS | OMP_SINGLE;
    size_t around = loop, next = loop + 1;
    while (around && all[around - 1].end <= all[loop].last)
        around--;
    while (next < directives->count &&
           !(all[next].kinds & apart && !(all[next].kinds & OMP_PARALLEL)))
        next++;
    uint32_t end = next < directives->count ? all[next].first : 0;
    return around && (!end || all[around - 1].end < end) ? all[around - 1].end - 1
           : end                                         ? end - 1
                                                         : 0;
}

static void find_ends(struct omp_directives *directives)
{
    for (size_t i = 0; i < directives->count; i++) {
        struct omp_directive *directive = &directives->all[i];
        if (directive->kinds & OMP_LOOP && !directive->end)
            directive->end = find_end(directives, i);
    }
}

void omp_directives_read(struct omp_directives *directives, const char *text, size_t size)
{
    struct line line = {.at = text, .end = text};
    while (next_line(&line, text + size)) {
        const char *pragma = in_pragma(&line), *sentinel = pragma ? NULL : in_sentinel(&line);
        if (pragma)
            read_pragma(directives, &line, pragma, text + size);
        else if (sentinel)
            read_sentinel(directives, &line, sentinel, text + size);
    }
    find_ends(directives);
}

void omp_directives_free(struct omp_directives *directives)
{
    free(directives->all);
    *directives = (struct omp_directives){0};
}
