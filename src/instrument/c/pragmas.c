/* pragmas.c: reads the pragmas right before a statement. */
#include "instrument/c/scope.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 16 }; /* joined loops: more than there are do no harm */

/* Returns the number in the brackets of a clause; 0 if there is none, MANY if it is not known. */
static unsigned clause_number(const char *text, size_t size, const char *word)
{
    const char *end = text + size, *at = text;
    while ((at = lex_find_word(at, (size_t)(end - at), word))) {
        at += strlen(word);
        while (at < end && isspace((unsigned char)*at))
            at++;
        if (at >= end || *at != '(')
            continue;
        for (at++; at < end && isspace((unsigned char)*at);)
            at++;
        bool known = at < end && isdigit((unsigned char)*at);
        return known ? (unsigned)strtoul(at, NULL, 10) : MANY;
    }
    return 0;
}

/* Decides how the trips of a shared loop are counted. A thread that reaches `parallel for` or a
 * SIMD loop reaches the whole loop: their number follows from the head. Under a `for` inside a
 * parallel region, each thread can count its own trips. names: size of the directive's names. */
static void read_sharing(struct pragmas *pragmas, const char *text, size_t names)
{
    bool divides = lex_find_word(text, names, "for");
    bool simd = lex_find_word(text, names, "simd");
    bool parallel =
        lex_find_word(text, names, "parallel") || lex_find_word(text, names, "taskloop");
    bool teams = lex_find_word(text, names, "distribute") || lex_find_word(text, names, "loop");
    if (teams)
        pragmas->whole = parallel && lex_find_word(text, names, "teams");
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
        if (lex_find_word(text, names, dividing[i]))
            pragmas->shared = pragmas->binds = true;
    }
    if (lex_find_word(text, names, "simd"))
        pragmas->simd = true;
    if (lex_find_word(text, names, "tile") || lex_find_word(text, names, "unroll"))
        pragmas->binds = pragmas->shared = true;
    unsigned collapse = clause_number(text, size, "collapse");
    unsigned ordered = clause_number(text, size, "ordered");
    if (collapse > pragmas->collapse)
        pragmas->collapse = collapse;
    if (ordered > pragmas->collapse)
        pragmas->collapse = ordered;
    if (lex_find_word(text, names, "tile"))
        pragmas->collapse = MANY; /* it joins as many loops as it has sizes */
    if (pragmas->shared)
        read_sharing(pragmas, text, names);
    const char *policy = lex_find_word(text, size, "default");
    if (policy && lex_find_word(policy, size - (size_t)(policy - text), "none"))
        pragmas->closed = true;
}

static void read_pragma(struct pragmas *pragmas, const char *text, size_t size)
{
    static const char *const binding[] = {"ivdep", "unroll", "nounroll", "novector", "loop", "acc"};
    pragmas->any = true;
    if (lex_find_word(text, size, "omp") || lex_find_word(text, size, "acc"))
        pragmas->threads = true;
    if (lex_find_word(text, size, "omp")) {
        read_openmp(pragmas, text, size);
        return;
    }
    for (size_t i = 0; i < sizeof binding / sizeof binding[0]; i++) {
        if (lex_find_word(text, size, binding[i]))
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
            if (lex_find_word(text, line->end - line->start, "pragma") &&
                !lex_find_word(text, line->end - line->start, "triptych"))
                read_pragma(&pragmas, text, line->end - line->start);
            token--;
        } else if (token >= 4 && lex_is(lex, token - 4, "_Pragma")) {
            const struct lex_token *string = &lex->tokens[token - 2];
            read_pragma(&pragmas, lex->text + string->start, string->end - string->start);
            token -= 4;
        } else {
            const struct pragma_macro *macro =
                token ? unit_pragma_macro(unit, lex->tokens[token - 1].end) : NULL;
            if (!macro || !macro->text.used)
                break;
            read_pragma(&pragmas, macro->text.text, macro->text.used);
            token = lex_at(lex, macro->span.start);
        }
    }
    if (pragmas.any && token > 0)
        pragmas.before = lex->tokens[token - 1].end;
    return pragmas;
}
