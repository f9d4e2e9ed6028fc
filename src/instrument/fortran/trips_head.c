/* trips_head.c: the trips of a DO, calculated from its head. The lines use no intrinsic functions,
 * because the user may have variables of their names. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct range {
    const char *first, *last, *step;
};

/* True if the text is an integer literal of at most 15 digits, perhaps with a sign. */
static bool is_number(const char *text, long long *number)
{
    bool negative = *text == '-';
    const char *digits = text + (*text == '-' || *text == '+');
    size_t length = strspn(digits, "0123456789");
    if (!length || length > 15 || digits[length])
        return false;
    *number = strtoll(digits, NULL, 10) * (negative ? -1 : 1);
    return true;
}

/* Declares a scratch variable where the loop is. */
static void use(struct routine *routine, const struct site *loop, const char *name)
{
    routine_scratch(routine, loop->environment, name);
}

/* Returns the expression as an operand of 8-byte arithmetic: a literal itself, anything else in
 * `scratch`, to which it is assigned. */
static const char *operand(struct routine *routine, const struct site *loop, const char *text,
                           const char *scratch, struct buffer *lines)
{
    long long number;
    if (is_number(text, &number) && number >= 0)
        return text;
    use(routine, loop, scratch);
    text_line(lines, "%s = %s", scratch, text);
    return scratch;
}

/* Adds lines that calculate last - first + 1, or 0 if that is negative; `result` holds `last`. They
 * do not overflow for any loop that can finish. */
static void count_by_one(const char *first, bool downwards, const char *result,
                         struct buffer *lines)
{
    if (downwards) {
        text_line(lines, "if (%s > %s) %s = %s + 1", result, first, result, first);
        text_line(lines, "%s = %s - %s + 1", result, first, result);
    } else if (!strcmp(first, "1")) {
        text_line(lines, "if (%s < 0) %s = 0", result, result);
    } else {
        text_line(lines, "if (%s < %s) %s = %s - 1", result, first, result, first);
        text_line(lines, "%s = %s - %s + 1", result, result, first);
    }
}

/* Adds lines that calculate (last - first) / step + 1, or 0 if that is negative, for a literal
 * step; `result` holds `last`. There is no call, and the compiler knows the divisor, and that what
 * it divides is not negative: by 2, that is a shift. */
static void count_by_step(const char *first, long long step, const char *result,
                          struct buffer *lines)
{
    bool negative = step < 0;
    long long width = negative ? -step : step;
    text_line(lines, "%s = %s - %s", result, negative ? first : result, negative ? result : first);
    text_line(lines, "if (%s < 0) %s = -%lld", result, result, width);
    text_line(lines, "%s = (%s + %lld) / %lld", result, result, width, width);
}

/* Adds lines that evaluate the head into tri_a, tri_b and tri_c, and calculate the trips from
 * these. */
static void set_by_variables(struct routine *routine, const struct site *loop,
                             const struct range *range, const char *result, struct buffer *lines)
{
    use(routine, loop, "tri_a");
    use(routine, loop, "tri_b");
    text_line(lines, "tri_a = %s", range->first);
    text_line(lines, "tri_b = %s", range->last);
    if (!range->step) {
        text_line(lines, "%s = tri_b", result);
        count_by_one("tri_a", false, result, lines);
        return;
    }
    use(routine, loop, "tri_c");
    text_line(lines, "tri_c = %s", range->step);
    text_line(lines, "%s = tri_trips(tri_a, tri_b, tri_c)", result);
}

/* Adds lines that set `result` to the trips of a range. */
static void set_trips(struct routine *routine, const struct site *loop, const struct range *range,
                      const char *result, struct buffer *lines)
{
    long long first, last, step = 1;
    bool literal = !range->step || is_number(range->step, &step);
    if (is_number(range->first, &first) && is_number(range->last, &last) && literal && step) {
        long long trips = (last - first + step) / step;
        text_line(lines, "%s = %lld", result, trips > 0 ? trips : 0);
        return;
    }
    if (!literal || !step) {
        set_by_variables(routine, loop, range, result, lines);
        return;
    }
    const char *from = operand(routine, loop, range->first, "tri_a", lines);
    text_line(lines, "%s = %s", result, range->last);
    if (step == 1 || step == -1)
        count_by_one(from, step == -1, result, lines);
    else
        count_by_step(from, step, result, lines);
}

/* True if all parts of the range may be evaluated a second time. */
static bool is_repeatable(const struct routine *routine, const struct range *range)
{
    return names_is_repeatable(routine->block, range->first) &&
           names_is_repeatable(routine->block, range->last) &&
           (!range->step || names_is_repeatable(routine->block, range->step));
}

/* True if that is certain, whatever modules define. */
static bool is_surely_repeatable(const struct routine *routine, const struct range *range)
{
    return names_is_surely_repeatable(routine->block, range->first) &&
           names_is_surely_repeatable(routine->block, range->last) &&
           (!range->step || names_is_surely_repeatable(routine->block, range->step));
}

/* Adds lines that evaluate the head once, into variables that the DO uses then. */
static void keep_head(struct routine *routine, const struct site *loop, const struct range *range,
                      const char *result, struct buffer *lines)
{
    set_by_variables(routine, loop, range, result, lines);
    routine->file->slots[loop->at].head = range->step ? "tri_a, tri_b, tri_c" : "tri_a, tri_b";
}

/* Returns the first `wanted` outside parentheses and character constants; the end of the text:
 * there is none. */
static const char *find_outside(const char *text, char wanted)
{
    int depth = 0;
    char quote = 0;
    for (; *text; text++) {
        if (quote) {
            quote = *text == quote ? 0 : quote;
        } else if (*text == '\'' || *text == '"') {
            quote = *text;
        } else if (*text == '(' || *text == '[') {
            depth++;
        } else if (*text == ')' || *text == ']') {
            depth--;
        } else if (!depth && *text == wanted) {
            break;
        }
    }
    return text;
}

/* Splits `i=1:n:2` in place. False: it is a mask. */
static bool split_range(char *text, struct range *range)
{
    char *equals = (char *)find_outside(text, '=');
    if (!*equals || equals[1] == '=')
        return false;
    char *colon = (char *)find_outside(equals + 1, ':');
    if (!*colon)
        return false;
    *colon = 0;
    char *second = (char *)find_outside(colon + 1, ':');
    bool stepped = *second;
    *second = 0;
    *range = (struct range){equals + 1, colon + 1, stepped ? second + 1 : NULL};
    return true;
}

/* Adds lines that set `result` to the product of all ranges of a DO CONCURRENT. False: it has a
 * mask, or a part may not be evaluated twice; the lines are then to be dropped. */
static bool concurrent_trips(struct routine *routine, const struct site *loop, const char *header,
                             const char *result, struct buffer *lines)
{
    char *copy = memory_string(header), *part = copy;
    char *typed = strstr(copy, "::");
    const char *quote = strpbrk(copy, "'\"(");
    if (typed && (!quote || quote > typed || !strncmp(copy, "integer", 7)))
        part = typed + 2;
    bool good = true;
    for (bool first = true, more = true; good && more; first = false) {
        char *comma = (char *)find_outside(part, ',');
        more = *comma;
        *comma = 0;
        struct range range;
        good = split_range(part, &range) && is_repeatable(routine, &range);
        if (good) {
            if (!first)
                use(routine, loop, "tri_d");
            set_trips(routine, loop, &range, first ? result : "tri_d", lines);
            if (!first)
                text_line(lines, "%s = %s * tri_d", result, result);
        }
        part = comma + 1;
    }
    free(copy);
    return good;
}

bool trips_of_head(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    const struct statement *statement = &routine->file->source.statements[loop->at];
    char result[VARIABLE_SIZE];
    snprintf(result, sizeof result, "tri_n%u", loop->number);
    struct buffer set = {0};
    bool good = false;
    if (statement->do_kind == DO_CONCURRENT && statement->do_header) {
        good = concurrent_trips(routine, loop, statement->do_header, result, &set);
    } else if (statement->do_kind == DO_COUNTED && statement->do_first && statement->do_last) {
        struct range range = {statement->do_first, statement->do_last, statement->do_step};
        bool integer = names_is_integer(routine->block, statement->do_variable);
        if (loop->directive.words) { /* OpenMP may evaluate it any number of times anyway */
            good = is_repeatable(routine, &range);
            if (good)
                set_trips(routine, loop, &range, result, &set);
        } else if (integer && is_surely_repeatable(routine, &range)) {
            good = true;
            set_trips(routine, loop, &range, result, &set);
        } else if (integer && statement->do_bounds) {
            good = true;
            keep_head(routine, loop, &range, result, &set);
        }
    }
    if (good)
        buffer_add(lines, set.text);
    buffer_free(&set);
    return good;
}
