/* assignment.c: assignments, which may look like other statements: DO10I = 1.10, IF(I) = 3. */
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/reader/sentence.h"

#include <string.h>

/* Returns the index of the equals sign of an assignment; 0: it is none, because a comma or a
 * comparison is outside brackets. */
static size_t find_equals(const struct normal *normal, size_t at)
{
    size_t depth = 0, equals = 0;
    for (size_t i = at; i < normal->length; i++) {
        if (normal->flags[i] & NORMAL_CONSTANT)
            continue;
        char c = normal->text[i], before = i > at ? normal->text[i - 1] : '\0';
        if (c == '(' || c == '[') {
            depth++;
        } else if (c == ')' || c == ']') {
            if (!depth)
                return 0;
            depth--;
        } else if (depth == 0 && c == ',') {
            return 0;
        } else if (depth == 0 && c == '=' && !equals) {
            if (strchr("/<>=", before) || phrase_is(normal, i + 1, '='))
                return 0; /* a comparison comes first: this is no assignment */
            equals = i;
        }
    }
    return depth ? 0 : equals;
}

/* Returns the index behind a variable such as a(i)%b(1:2)[3]; 0: there is none. */
static size_t variable(const struct normal *normal, size_t at)
{
    at = phrase_name(normal, at);
    while (at && at < normal->length) {
        if (phrase_is(normal, at, '(') || phrase_is(normal, at, '['))
            at = phrase_bracket(normal, at);
        else if (phrase_is(normal, at, '%') || phrase_is(normal, at, '.'))
            at = phrase_name(normal, at + 1);
        else
            break;
    }
    return at;
}

/* Returns the index of the equals sign if the text is an assignment to a variable, else 0. */
static size_t assignment_equals(const struct sentence *sentence)
{
    size_t equals = find_equals(sentence->normal, sentence->at);
    return equals && equals + 1 < sentence->normal->length &&
                   variable(sentence->normal, sentence->at) == equals
               ? equals
               : 0;
}

bool assignment_is(const struct sentence *sentence)
{
    return assignment_equals(sentence) != 0;
}

/* True for f(x, y): only names are in the parentheses, which end before the equals sign. */
static bool has_dummy_list(const struct normal *normal, size_t open, size_t equals)
{
    size_t at = open + 1;
    if (!phrase_is(normal, open, '(') || phrase_bracket(normal, open) != equals)
        return false;
    if (at == equals - 1)
        return true;
    for (;;) {
        at = phrase_name(normal, at);
        if (!at)
            return false;
        if (at == equals - 1)
            return true;
        if (!phrase_is(normal, at++, ','))
            return false;
    }
}

bool assignment_classify(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    struct reading *reading = sentence->reading;
    size_t equals = assignment_equals(sentence);
    if (!equals)
        return false;
    size_t name = phrase_name(normal, sentence->at);
    sentence_name(sentence, sentence->at, name);
    sentence->statement->kind = STATEMENT_ASSIGNMENT;
    if (sentence->context->specification && !phrase_is(normal, equals + 1, '>') &&
        has_dummy_list(normal, name, equals) &&
        names_may_be_statement_function(blocks_declaring(reading, reading->block),
                                        sentence->statement->name))
        sentence->statement->kind = STATEMENT_FUNCTION_STATEMENT;
    return true;
}
