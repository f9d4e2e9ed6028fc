/* source_fortran.c: see source_fortran.h */
#include "archive/symbols/source_fortran.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 100,    /* limit of nested loops */
    STATEMENT = 4096, /* limit of a statement, in bytes */
    FIXED_TEXT = 6,   /* columns before the text in fixed form */
};

/* A statement without comments, in lower case, with its continuation lines. */
struct statement {
    char text[STATEMENT];
    size_t size;
    uint32_t first, last; /* first and last line */
    long label;           /* 0: none */
};

struct open_loop {
    uint32_t number;
    long label; /* of the statement that ends it; 0: END DO does */
};

struct reading {
    struct archive_source_loops *loops;
    struct open_loop open[DEEPEST];
    size_t depth;
};

/* Skips blanks. */
static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Returns the position behind a word that the text begins with, or NULL. */
static const char *behind(const char *text, const char *word)
{
    size_t size = strlen(word);
    return !strncmp(text, word, size) && !is_name(text[size]) ? skip_blanks(text + size) : NULL;
}

/* Skips the name of a construct: "outer: do". */
static const char *without_name(const char *text)
{
    const char *end = text;
    while (is_name(*end))
        end++;
    const char *colon = skip_blanks(end);
    return end > text && *colon == ':' && colon[1] != ':' && colon[1] != '='
               ? skip_blanks(colon + 1)
               : text;
}

static void close_loop(struct reading *reading, uint32_t line)
{
    struct open_loop *open = &reading->open[--reading->depth];
    reading->loops->all[open->number].end = archive_source_spot(line + 1, 0);
}

static void open_loop(struct reading *reading, const struct statement *statement, bool controlled,
                      long label)
{
    struct archive_source_loops *loops = reading->loops;
    uint64_t start = archive_source_spot(statement->first, 1),
             end = archive_source_spot(statement->last + 1, 0);
    loops->all = memory_grow(loops->all, &loops->room, loops->count + 1, sizeof *loops->all);
    loops->all[loops->count] = (struct archive_source_loop){
        .keyword = start, .test = {start, controlled ? end : start}, .body = end, .end = end};
    if (reading->depth < DEEPEST)
        reading->open[reading->depth++] = (struct open_loop){(uint32_t)loops->count, label};
    loops->count++;
}

/* Opens a loop at do, do while (), do concurrent (), do i = 1, n and do 10 i = 1, n; closes loops
 * at their ends. */
static void look_at(struct reading *reading, const struct statement *statement)
{
    const char *text = without_name(statement->text), *rest = behind(text, "do");
    const char *ended = behind(text, "end");
    if (!rest && !strncmp(text, "dowhile", 7))
        rest = text + 2;
    if (rest && *rest != '=' && *rest != '(') {
        char *number;
        long label = strtol(rest, &number, 10);
        if (number > rest)
            rest = skip_blanks(*number == ',' ? number + 1 : number);
        open_loop(reading, statement, *rest, label);
        reading->loops->all[reading->loops->count - 1].is_concurrent =
            !strncmp(rest, "concurrent", strlen("concurrent"));
    } else if (reading->depth && (behind(text, "enddo") || (ended && behind(ended, "do")))) {
        close_loop(reading, statement->last);
    }
    while (statement->label && reading->depth &&
           reading->open[reading->depth - 1].label == statement->label)
        close_loop(reading, statement->last);
}

static void finish(struct reading *reading, struct statement *statement)
{
    if (statement->size) {
        statement->text[statement->size] = '\0';
        look_at(reading, statement);
    }
    statement->size = 0;
    statement->label = 0;
}

/* Adds a line up to its comment; true if it ends with `&`. */
static bool add_text(struct statement *statement, const char *at, const char *end)
{
    char quote = '\0';
    bool continues = false;
    for (; at < end; at++) {
        if (quote ? *at == quote : (*at == '\'' || *at == '"'))
            quote = quote ? '\0' : *at;
        else if (!quote && *at == '!')
            break;
        if (*at != ' ' && *at != '\t' && *at != '\r')
            continues = *at == '&';
        if (statement->size + 1 < STATEMENT && !continues)
            statement->text[statement->size++] = (char)tolower((unsigned char)*at);
    }
    return continues;
}

static const char *take_label(struct statement *statement, const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    for (; at < end && isdigit((unsigned char)*at) && statement->label < 100000; at++)
        statement->label = statement->label * 10 + (*at - '0');
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static bool is_fixed_continuation(const char *at, const char *end)
{
    return end - at > FIXED_TEXT - 1 && *at != '\t' && !memchr(at, '\t', FIXED_TEXT - 1) &&
           at[FIXED_TEXT - 1] != ' ' && at[FIXED_TEXT - 1] != '0';
}

static bool is_comment(const char *at, const char *end, bool is_fixed)
{
    if (is_fixed && at < end && strchr("cC*dD", *at))
        return true;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at == end || *at == '!' || *at == '#';
}

void source_fortran_find(struct archive_source_loops *loops, const char *text, size_t size,
                         bool is_fixed)
{
    struct reading reading = {.loops = loops};
    struct statement *statement = memory_zeroed(1, sizeof *statement);
    const char *end = text + size;
    bool continues = false;
    uint32_t line = 0;
    *loops = (struct archive_source_loops){0};
    for (const char *at = text; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        line++;
        if (!is_comment(at, stop, is_fixed)) {
            bool goes_on = is_fixed ? is_fixed_continuation(at, stop) : continues;
            const char *from = at;
            if (!goes_on) {
                finish(&reading, statement);
                statement->first = line;
                from = take_label(statement, at, stop);
            } else if (is_fixed) {
                from += FIXED_TEXT;
            } else {
                from += strspn(from, " \t");
                from += from < stop && *from == '&';
            }
            statement->last = line;
            continues = add_text(statement, from, stop);
        }
        at = stop < end ? stop + 1 : end;
    }
    finish(&reading, statement);
    while (reading.depth)
        close_loop(&reading, line);
    free(statement);
}
