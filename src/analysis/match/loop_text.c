/* loop_text.c: see loop_text.h */
#include "analysis/match/loop_text.h"

#include "format/hash.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LINES = 400,  /* lines of a loop that are read */
    FEWEST_TOKENS = 5, /* tokens needed for any conclusion */
    SAME_TOKENS = 16,  /* tokens of a loop that is not equal by chance */
};

/* A loop being read. */
struct reading {
    const char *at, *end;
    bool fortran;
    struct analysis_loop_text text;
    size_t shape_room, word_room;
    uint64_t last; /* the last token's hash in the shape; 0: none */
};

/* Hashes in lower case: Fortran ignores case, and words of names are compared without it. */
static uint64_t hash_lower(const char *bytes, size_t size)
{
    uint64_t hash = FORMAT_HASH_START;
    for (size_t i = 0; i < size; i++) {
        char lower = (char)tolower((unsigned char)bytes[i]);
        hash = format_hash(hash, &lower, 1);
    }
    return hash;
}

static const char *next_line(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    return newline ? newline + 1 : end;
}

/* Returns the columns before the first character of a line; `otherwise` for an empty line, a
 * preprocessor line, or one that begins a block. */
static size_t indentation(const char *line, const char *end, size_t otherwise)
{
    size_t columns = 0;
    for (; line < end && (*line == ' ' || *line == '\t'); line++)
        columns = *line == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
    return line == end || strchr("\r\n#{", *line) ? otherwise : columns;
}

/* Returns the text from a line to the end of its loop; *size is 0 if there is no such line. */
static const char *find_lines(const char *source, size_t *size, uint32_t line, uint32_t last,
                              bool exact)
{
    const char *end = source + *size, *begin = source;
    for (uint32_t i = 1; i < line && begin < end; i++)
        begin = next_line(begin, end);
    size_t head = indentation(begin, end, 0);
    const char *at = next_line(begin, end), *found = at;
    for (uint32_t i = 1; i < MOST_LINES && at < end; i++) {
        bool inside = line + i <= last;
        if (!inside && (exact || indentation(at, end, head + 1) <= head))
            break;
        at = next_line(at, end);
        found = at;
    }
    *size = line && begin < end ? (size_t)(found - begin) : 0;
    return begin;
}

static bool is_name(char character)
{
    return isalnum((unsigned char)character) || character == '_' || character == '$';
}

/* Skips blanks, comments and preprocessor lines. */
static void skip_blanks(struct reading *reading)
{
    while (reading->at < reading->end) {
        const char *at = reading->at;
        bool two = at + 1 < reading->end && at[0] == '/';
        if (isspace((unsigned char)*at) || (reading->fortran && *at == '&')) {
            reading->at++;
        } else if (reading->fortran ? *at == '!' : (two && at[1] == '/') || *at == '#') {
            reading->at = next_line(at, reading->end);
        } else if (!reading->fortran && two && at[1] == '*') {
            const char *close = memmem(at + 2, (size_t)(reading->end - at - 2), "*/", 2);
            reading->at = close ? close + 2 : reading->end;
        } else {
            return;
        }
    }
}

static bool is_word(const char *word, size_t size, const char *is)
{
    return strlen(is) == size && !strncasecmp(is, word, size);
}

/* True for keywords, which renaming does not change. */
static bool is_keyword(const char *word, size_t size)
{
    static const char *const keywords[] = {"for",    "while", "do",       "if",    "else", "break",
                                           "return", "goto",  "continue", "cycle", "exit", "switch",
                                           "case",   "then",  "end",      "enddo", "endif"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        if (is_word(word, size, keywords[i]))
            return true;
    }
    return false;
}

static void add_word(struct reading *reading, const char *word, size_t size)
{
    if (size < 2)
        return;
    struct analysis_loop_text *text = &reading->text;
    text->words =
        memory_grow(text->words, &reading->word_room, text->word_count + 1, sizeof *text->words);
    text->words[text->word_count++] = hash_lower(word, size);
}

/* Adds the parts of a name, which end at a change from lower to upper case and at any character
 * that is not a letter. */
static void add_words(struct reading *reading, const char *name, size_t size)
{
    size_t begin = 0;
    for (size_t i = 0; i <= size; i++) {
        bool letter = i < size && isalpha((unsigned char)name[i]);
        bool hump = letter && i > begin && isupper((unsigned char)name[i]) &&
                    islower((unsigned char)name[i - 1]);
        if (letter && !hump)
            continue;
        add_word(reading, name + begin, i - begin);
        begin = hump ? i : i + 1;
    }
}

static void add_token(struct reading *reading, uint64_t shape)
{
    struct analysis_loop_text *text = &reading->text;
    uint64_t both[] = {reading->last, shape};
    text->shape =
        memory_grow(text->shape, &reading->shape_room, text->shape_count + 1, sizeof *text->shape);
    text->shape[text->shape_count++] =
        format_hash(FORMAT_HASH_START, (const char *)both, sizeof both);
    reading->last = shape;
    text->tokens++;
}

/* Skips the head of a loop: the brackets after `for` or `while`, or the line that begins with `do`.
 * Heads are similar everywhere, and a division changes them. */
static void skip_head(struct reading *reading)
{
    int depth = 0;
    if (reading->fortran) {
        reading->at = next_line(reading->at, reading->end);
        return;
    }
    skip_blanks(reading);
    for (; reading->at < reading->end; reading->at++) {
        depth += *reading->at == '(' ? 1 : *reading->at == ')' ? -1 : 0;
        if (depth <= 0)
            break;
    }
    reading->at += reading->at < reading->end && *reading->at == ')';
}

/* Reads a name: a call, a keyword or any other name; the latter are all equal. */
static void read_name(struct reading *reading)
{
    const char *name = reading->at;
    while (reading->at < reading->end && is_name(*reading->at))
        reading->at++;
    size_t size = (size_t)(reading->at - name);
    const char *after = reading->at;
    while (after < reading->end && *after == ' ')
        after++;
    bool call = !reading->fortran && after < reading->end && *after == '(';
    reading->text.all = format_hash(reading->text.all, name, size);
    if (isdigit((unsigned char)*name) || is_keyword(name, size)) {
        add_token(reading, hash_lower(name, size));
        bool head = reading->fortran ? is_word(name, size, "do")
                                     : is_word(name, size, "for") || is_word(name, size, "while");
        if (head)
            skip_head(reading);
        return;
    }
    add_token(reading, call ? 'F' : 'I');
    add_words(reading, name, size);
}

static void read_token(struct reading *reading)
{
    if (is_name(*reading->at)) {
        read_name(reading);
        return;
    }
    reading->text.all = format_hash(reading->text.all, reading->at, 1);
    add_token(reading, format_hash(FORMAT_HASH_START, reading->at, 1));
    reading->at++;
}

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

struct analysis_loop_text analysis_loop_text_new(const char *source, size_t size, uint32_t line,
                                                 uint32_t end, bool exact, bool fortran)
{
    struct reading reading = {.fortran = fortran, .text.all = FORMAT_HASH_START};
    reading.at = find_lines(source, &size, line, end, exact);
    reading.end = reading.at + size;
    for (skip_blanks(&reading); reading.at < reading.end; skip_blanks(&reading))
        read_token(&reading);
    struct analysis_loop_text *text = &reading.text;
    if (text->shape_count)
        qsort(text->shape, text->shape_count, sizeof *text->shape, compare);
    if (text->word_count)
        qsort(text->words, text->word_count, sizeof *text->words, compare);
    return reading.text;
}

void analysis_loop_text_free(struct analysis_loop_text *text)
{
    free(text->shape);
    free(text->words);
    *text = (struct analysis_loop_text){0};
}

/* Returns Dice's coefficient of two sorted lists: twice the common elements, divided by all. */
static double common(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count)
{
    size_t both = 0;
    for (size_t i = 0, j = 0; i < a_count && j < b_count;) {
        both += a[i] == b[j];
        uint64_t left = a[i], right = b[j];
        i += left <= right;
        j += right <= left;
    }
    return a_count + b_count ? 2 * (double)both / (double)(a_count + b_count) : 0;
}

double analysis_loop_text_similarity(const struct analysis_loop_text *a,
                                     const struct analysis_loop_text *b)
{
    static const double part_of_shape = 0.7;
    if (a->tokens < FEWEST_TOKENS || b->tokens < FEWEST_TOKENS)
        return -1;
    double shape = common(a->shape, a->shape_count, b->shape, b->shape_count);
    if (!a->word_count || !b->word_count)
        return shape;
    return part_of_shape * shape +
           (1 - part_of_shape) * common(a->words, a->word_count, b->words, b->word_count);
}

bool analysis_loop_text_is_same(const struct analysis_loop_text *a,
                                const struct analysis_loop_text *b)
{
    return a->tokens >= SAME_TOKENS && a->tokens == b->tokens && a->all == b->all;
}
