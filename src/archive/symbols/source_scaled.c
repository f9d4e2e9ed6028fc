/* source_scaled.c: see source_scaled.h
 *
 * Comments and strings are read like code: that may only make a loop look scaled which is not. */
#include "archive/symbols/source_scaled.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

/* Returns the character in front of a position that is not blank, or the start. */
static const char *before(const char *start, const char *at)
{
    while (at > start && isspace((unsigned char)at[-1]))
        at--;
    return at > start ? at - 1 : start;
}

static struct source_text_part word_at(const char *start, const char *at, const char *end)
{
    struct source_text_part word = {at, at};
    while (word.start > start && is_name(word.start[-1]))
        word.start--;
    while (word.end < end && is_name(*word.end))
        word.end++;
    return word;
}

/* True if words are the same, as in Fortran, without regard to case. */
static bool is_same(struct source_text_part a, struct source_text_part b)
{
    size_t size = (size_t)(a.end - a.start);
    return size == (size_t)(b.end - b.start) && !strncasecmp(a.start, b.start, size);
}

static bool is_number(struct source_text_part word)
{
    return word.start < word.end && isdigit((unsigned char)*word.start);
}

/* True if a word may be the variable of the loop. */
static bool may_be(struct source_text_part word, struct source_text_part variable)
{
    if (word.start == word.end || is_number(word))
        return false;
    return variable.start == variable.end || is_same(word, variable);
}

/* True if a text contains a word that may be the variable. */
static bool has_variable(struct source_text_part text, struct source_text_part variable)
{
    for (const char *at = text.start; at < text.end;) {
        struct source_text_part word = word_at(text.start, at, text.end);
        if (may_be(word, variable))
            return true;
        at = word.end > at ? word.end : at + 1;
    }
    return false;
}

/* Returns the bracket that belongs to one, searching backwards or forwards; NULL: there is none. */
static const char *matching(struct source_text_part body, const char *at)
{
    bool backwards = *at == ')' || *at == ']';
    int depth = 0;
    for (; at >= body.start && at < body.end; at += backwards ? -1 : 1) {
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        if (!depth)
            return at;
    }
    return NULL;
}

/* True if the operand that ends, or begins, with a character may contain the variable: a name, or
 * an expression in parentheses, but not an element of an array or the value of a function. */
static bool is_operand(struct source_text_part body, const char *at, bool ends,
                       struct source_text_part variable)
{
    if (is_name(*at)) {
        struct source_text_part word = word_at(body.start, at, body.end);
        const char *next = skip_blanks(word.end, body.end);
        bool selects = !ends && next < body.end && (*next == '[' || *next == '(');
        return !selects && may_be(word, variable);
    }
    const char *other = *at == (ends ? ')' : '(') ? matching(body, at) : NULL;
    if (!other)
        return false;
    const char *first = ends ? other : at, *last = ends ? at : other;
    bool is_call = ends && first > body.start && is_name(*before(body.start, first));
    return !is_call && has_variable((struct source_text_part){first + 1, last}, variable);
}

static bool is_number_at(struct source_text_part body, const char *at)
{
    return is_name(*at) && is_number(word_at(body.start, at, body.end));
}

/* True if the variable is multiplied at a position, or shifted: by anything in brackets, elsewhere
 * by a number. */
static bool is_scaled_at(struct source_text_part body, const char *at, bool in_brackets,
                         struct source_text_part variable)
{
    bool shifts = body.end - at > 2 && at[0] == '<' && at[1] == '<';
    if (*at != '*' && !shifts)
        return false;
    const char *left = before(body.start, at), *right = skip_blanks(at + 1 + shifts, body.end);
    if (left == at || right >= body.end)
        return false;
    if (is_operand(body, left, true, variable))
        return in_brackets || is_number_at(body, right);
    return !shifts && is_operand(body, right, false, variable) &&
           (in_brackets || is_number_at(body, left));
}

/* True if a name is moved by a constant other than one, as in p += 2. */
static bool moves_far(struct source_text_part body, const char *at)
{
    if (body.end - at < 3 || (at[0] != '+' && at[0] != '-') || at[1] != '=')
        return false;
    const char *number = skip_blanks(at + 2, body.end);
    if (number == body.end || !isdigit((unsigned char)*number))
        return false;
    struct source_text_part word = word_at(number, number, body.end);
    bool is_real = word.end < body.end && *word.end == '.';
    bool is_one = word.end - word.start == 1 && *word.start == '1';
    return !is_real && !is_one;
}

/* True if a name is incremented here, and again later. */
static bool moves_again(struct source_text_part body, const char *at)
{
    bool moves = body.end - at > 1 && (*at == '+' || *at == '-') && at[1] == *at;
    const char *last = before(body.start, at);
    if (!moves || !is_name(*last))
        return false;
    struct source_text_part word = word_at(body.start, last, at);
    for (const char *next = at + 2; next + 1 < body.end; next++) {
        const char *end = before(body.start, next);
        if (next[0] == *at && next[1] == *at && is_name(*end) &&
            is_same(word_at(at + 2, end, next), word))
            return true;
    }
    return false;
}

/* True if a bracket that closes a subscript with the variable is followed by a constant one: the
 * elements of x[i][0] are not side by side. */
static bool is_member_at(struct source_text_part body, const char *close,
                         struct source_text_part variable)
{
    const char *open = matching(body, close), *next = skip_blanks(close + 1, body.end);
    if (!open || next == body.end || *next != '[')
        return false;
    const char *number = skip_blanks(next + 1, body.end);
    struct source_text_part word = word_at(next + 1, number, body.end);
    const char *end = skip_blanks(word.end, body.end);
    return is_number(word) && end < body.end && *end == ']' &&
           has_variable((struct source_text_part){open + 1, close}, variable);
}

/* True if parentheses of Fortran begin with a constant subscript and have the variable behind it.
 */
static bool is_component_at(struct source_text_part body, const char *open,
                            struct source_text_part variable)
{
    const char *number = skip_blanks(open + 1, body.end);
    bool has_number = number < body.end && isdigit((unsigned char)*number);
    const char *close = has_number ? matching(body, open) : NULL;
    if (!close)
        return false;
    struct source_text_part word = word_at(number, number, close);
    const char *comma = skip_blanks(word.end, close);
    return is_number(word) && comma < close && *comma == ',' &&
           has_variable((struct source_text_part){comma + 1, close}, variable);
}

bool source_scaled_is_in(struct source_text_part body, struct source_text_part variable,
                         bool is_fortran)
{
    int depth = 0;
    char open = is_fortran ? '(' : '[', close = is_fortran ? ')' : ']';
    for (const char *at = body.start; at < body.end; at++) {
        depth += (*at == open) - (*at == close);
        if (is_scaled_at(body, at, depth > 0, variable))
            return true;
        if (is_fortran ? *at == open && is_component_at(body, at, variable)
                       : moves_far(body, at) || moves_again(body, at) ||
                             (*at == close && is_member_at(body, at, variable)))
            return true;
    }
    return false;
}
