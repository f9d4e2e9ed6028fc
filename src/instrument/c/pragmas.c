/* pragmas.c: reads the pragmas right before a statement. */
#include "instrument/c/scope.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns the first place of the word in text[0, size), as a whole word; NULL: none. */
static const char *find_word(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++) {
        if (!memcmp(text + i, word, length) &&
            (i == 0 || (!isalnum((unsigned char)text[i - 1]) && text[i - 1] != '_')) &&
            (i + length == size ||
             (!isalnum((unsigned char)text[i + length]) && text[i + length] != '_')))
            return text + i;
    }
    return NULL;
}

/* Returns the number in the brackets of a clause; 0 if there is none. */
static unsigned clause_number(const char *text, size_t size, const char *word)
{
    const char *found = find_word(text, size, word);
    const char *open = found ? memchr(found, '(', size - (size_t)(found - text)) : NULL;
    return open ? (unsigned)strtoul(open + 1, NULL, 10) : 0;
}

/* Decides how the trips of a shared loop are counted. A thread that reaches `parallel for` or a
 * SIMD loop reaches the whole loop: their number follows from the head. Under a `for` inside a
 * parallel region, each thread can count its own trips. names: size of the directive's names. */
static void read_sharing(struct pragmas *pragmas, const char *text, size_t names)
{
    bool divides = find_word(text, names, "for");
    bool simd = find_word(text, names, "simd");
    bool parallel = find_word(text, names, "parallel") || find_word(text, names, "taskloop");
    bool teams = find_word(text, names, "distribute") || find_word(text, names, "loop");
    if (teams)
        pragmas->whole = parallel && find_word(text, names, "teams");
    else
        pragmas->whole = parallel || (simd && !divides);
    if (divides && !simd && !parallel && !teams && pragmas->collapse <= 1)
        pragmas->shared = false;
}

/* Reads an OpenMP directive. Its names end where its first clause opens a bracket. */
static void read_openmp(struct pragmas *pragmas, const char *text, size_t size)
{
    const char *open = memchr(text, '(', size);
    size_t names = open ? (size_t)(open - text) : size;
    static const char *const dividing[] = {"for", "simd", "distribute", "taskloop", "loop"};
    for (size_t i = 0; i < sizeof dividing / sizeof dividing[0]; i++) {
        if (find_word(text, names, dividing[i]))
            pragmas->shared = pragmas->binds = true;
    }
    if (find_word(text, names, "simd"))
        pragmas->simd = true;
    if (find_word(text, names, "tile") || find_word(text, names, "unroll"))
        pragmas->binds = pragmas->shared = true;
    unsigned collapse = clause_number(text, size, "collapse");
    unsigned ordered = clause_number(text, size, "ordered");
    if (collapse > pragmas->collapse)
        pragmas->collapse = collapse;
    if (ordered > pragmas->collapse)
        pragmas->collapse = ordered;
    if (find_word(text, names, "tile"))
        pragmas->collapse = 16; /* it joins as many loops as it has sizes; more do no harm */
    if (pragmas->shared)
        read_sharing(pragmas, text, names);
    const char *policy = find_word(text, size, "default");
    if (policy && find_word(policy, size - (size_t)(policy - text), "none"))
        pragmas->closed = true;
}

static void read_pragma(struct pragmas *pragmas, const char *text, size_t size)
{
    static const char *const binding[] = {"ivdep", "unroll", "nounroll", "novector", "loop", "acc"};
    pragmas->any = true;
    if (find_word(text, size, "omp") || find_word(text, size, "acc"))
        pragmas->threads = true;
    if (find_word(text, size, "omp")) {
        read_openmp(pragmas, text, size);
        return;
    }
    for (size_t i = 0; i < sizeof binding / sizeof binding[0]; i++) {
        if (find_word(text, size, binding[i]))
            pragmas->binds = true;
    }
}

struct pragmas pragmas_before(const struct unit *unit, size_t offset)
{
    struct pragmas pragmas = {.before = offset};
    const struct lex *lex = &unit->lex;
    size_t token = lex_at(lex, offset);
    for (;;) {
        if (token >= 1 && lex->tokens[token - 1].kind == LEX_DIRECTIVE) {
            const struct lex_token *line = &lex->tokens[token - 1];
            const char *text = lex->text + line->start;
            if (find_word(text, line->end - line->start, "pragma") &&
                !find_word(text, line->end - line->start, "triptych"))
                read_pragma(&pragmas, text, line->end - line->start);
            token--;
        } else if (token >= 4 && lex_is(lex, token - 4, "_Pragma")) {
            const struct lex_token *string = &lex->tokens[token - 2];
            read_pragma(&pragmas, lex->text + string->start, string->end - string->start);
            token -= 4;
        } else {
            break;
        }
    }
    if (pragmas.any && token > 0)
        pragmas.before = lex->tokens[token - 1].end;
    return pragmas;
}
