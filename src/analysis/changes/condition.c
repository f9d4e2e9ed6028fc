/* condition.c: see condition.h */
#include "analysis/changes/condition.h"

#include "analysis/division/keys.h"
#include "cube/region_words.h"
#include "util/memory.h"
#include "util/words.h"

#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const measures[CHANGES_MEASURES] = {
    [CHANGES_TIME] = "time",     [CHANGES_INCLUSIVE] = "inclusive",
    [CHANGES_VISITS] = "visits", [CHANGES_TRIPS] = "trips",
    [CHANGES_BYTES] = "bytes",   [CHANGES_INSTRUCTIONS] = "instructions",
};

/* An operator; longer ones come first. */
static const struct {
    const char *text;
    enum analysis_condition_operator operator;
} operators[] = {
    {">=", CONDITION_GREATER_EQUAL}, {"<=", CONDITION_LESS_EQUAL}, {"==", CONDITION_EQUAL},
    {"!=", CONDITION_UNEQUAL},       {">", CONDITION_GREATER},     {"<", CONDITION_LESS},
    {"=", CONDITION_EQUAL},
};

/* A unit; the number is multiplied by its factor. */
static const struct {
    const char *text;
    enum analysis_condition_unit unit;
    double factor;
    bool time; /* for times only */
} units[] = {
    {"x", CONDITION_RATIO, 1, false},      {"%", CONDITION_PERCENT, 1, false},
    {"s", CONDITION_ABSOLUTE, 1e9, true},  {"ms", CONDITION_ABSOLUTE, 1e6, true},
    {"us", CONDITION_ABSOLUTE, 1e3, true}, {"ns", CONDITION_ABSOLUTE, 1, true},
    {"", CONDITION_ABSOLUTE, 1, false},    {"k", CONDITION_ABSOLUTE, 1e3, false},
    {"M", CONDITION_ABSOLUTE, 1e6, false}, {"G", CONDITION_ABSOLUTE, 1e9, false},
};

/* Returns a copy of text[0, size) without blanks around it. */
static char *trimmed(const char *text, size_t size)
{
    while (size && isspace((unsigned char)*text)) {
        text++;
        size--;
    }
    while (size && isspace((unsigned char)text[size - 1]))
        size--;
    return memory_printf("%.*s", (int)size, text);
}

/* Finds the last operator, as names of C++ may have some, too. Returns its position, or NULL. */
static const char *find_operator(const char *text, size_t *which)
{
    size_t count = sizeof operators / sizeof operators[0];
    for (const char *at = text + strlen(text); at-- > text;) {
        if (at > text && *at == '=' && strchr("<>=!", at[-1]))
            at--;
        for (size_t i = 0; i < count; i++) {
            if (words_begins(at, operators[i].text)) {
                *which = i;
                return at;
            }
        }
    }
    return NULL;
}

static bool read_number(struct analysis_condition *condition, const char *text, struct error *error)
{
    char *end;
    condition->number = strtod(text, &end);
    while (isspace((unsigned char)*end))
        end++;
    bool time = !condition->changes &&
                (condition->measure == CHANGES_TIME || condition->measure == CHANGES_INCLUSIVE);
    for (size_t i = 0;
         end != text && isfinite(condition->number) && i < sizeof units / sizeof units[0]; i++) {
        bool ratio = units[i].unit != CONDITION_ABSOLUTE;
        bool fits = ratio ? !condition->changes : units[i].time == time;
        if (strcmp(end, units[i].text) != 0 || !fits)
            continue;
        condition->unit = units[i].unit;
        condition->number *= units[i].factor;
        return true;
    }
    return error_set(error, "'%s' is not a number with a unit: %s", text,
                     condition->changes ? "write how many changes, such as 0"
                     : time             ? "write 1.05x, 5% or a time such as 2s or 50ms"
                                        : "write 1.05x, 5% or a number such as 1000 or 3M");
}

static bool read_measure(struct analysis_condition *condition, const char *word,
                         struct error *error)
{
    condition->changes = !strcmp(word, "changes") && !condition->region;
    if (condition->changes)
        return true;
    for (int i = 0; i < CHANGES_MEASURES; i++) {
        condition->measure = (enum analysis_changes_measure)i;
        if (!strcmp(word, measures[i]))
            return true;
    }
    return error_set(error,
                     "'%s' is not a measure; the measures are time, inclusive, visits, trips, "
                     "bytes, instructions and changes",
                     word);
}

bool analysis_condition_read(struct analysis_condition *condition, const char *text,
                             struct error *error)
{
    *condition = (struct analysis_condition){.text = text};
    size_t which = 0;
    const char *at = find_operator(text, &which);
    if (!at)
        return error_set(error,
                         "'%s' has no operator; write a condition such as 'time > 1.05x' or "
                         "'solve trips != 1x'",
                         text);
    condition->operator= operators[which].operator;
    const char *right = at + strlen(operators[which].text);
    char *left = trimmed(text, (size_t)(at - text)), *number = trimmed(right, strlen(right));
    char *word = left + strlen(left);
    while (word > left && !isspace((unsigned char)word[-1]))
        word--;
    if (word > left)
        condition->region = trimmed(left, (size_t)(word - left));
    bool good = read_measure(condition, word, error) && read_number(condition, number, error);
    if (good && !condition->region && !condition->changes && condition->measure != CHANGES_TIME &&
        condition->measure != CHANGES_INCLUSIVE && condition->measure != CHANGES_INSTRUCTIONS)
        good = error_set(error,
                         "the run as a whole has no %s; write 'any %s ...' for all regions, or the "
                         "name of one",
                         measures[condition->measure], measures[condition->measure]);
    free(left);
    free(number);
    if (!good)
        analysis_condition_free(condition);
    return good;
}

void analysis_condition_free(struct analysis_condition *condition)
{
    free(condition->region);
    condition->region = NULL;
}

/* True if the pattern of a condition matches a region. */
static bool matches(const struct analysis_condition *condition, const char *kind, const char *name)
{
    if (!strcmp(condition->region, "any"))
        return true;
    char *full = memory_printf("%s:%s", kind, name);
    bool is_match = !fnmatch(condition->region, name, 0) || !fnmatch(condition->region, full, 0);
    free(full);
    return is_match;
}

/* True if a row is one that the condition is about. */
static bool is_about(const struct analysis_condition *condition,
                     const struct analysis_changes *changes, uint32_t row)
{
    if (!condition->region || !row)
        return !condition->region && !row;
    const struct archive *archive;
    uint32_t region = analysis_changes_region(changes, row, &archive);
    const char *name = cube_region_name(archive, region);
    name = *name ? name : cube_region_routine(archive, region);
    return matches(condition, cube_region_kind(archive, region), name);
}

static bool holds(const struct analysis_condition *condition, double value)
{
    switch (condition->operator) {
    case CONDITION_GREATER:
        return value > condition->number;
    case CONDITION_GREATER_EQUAL:
        return value >= condition->number;
    case CONDITION_LESS:
        return value < condition->number;
    case CONDITION_LESS_EQUAL:
        return value <= condition->number;
    case CONDITION_EQUAL:
        return value == condition->number;
    default:
        return value != condition->number;
    }
}

/* Returns the number that the condition is about; NaN if it is not known. */
static double value_of(const struct analysis_condition *condition, double before, double after)
{
    if (condition->unit == CONDITION_ABSOLUTE)
        return after;
    bool percent = condition->unit == CONDITION_PERCENT;
    if (isnan(before) || isnan(after))
        return NAN;
    if (before == after)
        return percent ? 0 : 1;
    if (before <= 0)
        return INFINITY;
    return percent ? 100 * (after - before) / before : after / before; /* rounded only once */
}

/* True if a row's difference may be noise. With `any`, times are judged only if they are large
 * enough for it. */
static bool may_be_noise(const struct analysis_condition *condition,
                         const struct analysis_changes *changes, uint32_t row, double before,
                         double after)
{
    bool any = condition->region && !strcmp(condition->region, "any");
    bool time = condition->measure == CHANGES_TIME || condition->measure == CHANGES_INCLUSIVE;
    double p = any ? analysis_changes_p(changes, row, condition->measure) : NAN;
    p = isnan(p) ? analysis_changes_test(changes, row, condition->measure) : p;
    if (any && time &&
        !(fmax(before, after) >= changes->limits.least_share * changes->total[CHANGES_AFTER]))
        return true;
    return condition->unit != CONDITION_ABSOLUTE && !isnan(p) && p >= changes->limits.significance;
}

/* A result while it is made. */
struct testing {
    const struct analysis_condition *condition;
    struct analysis_condition_result result;
    double most; /* the largest difference of what the condition holds for */
};

/* Tests the numbers of a row or a routine. True if the condition holds, and this differs most. */
static bool differs_most(struct testing *testing, double before, double after, bool is_noise)
{
    struct analysis_condition_result *result = &testing->result;
    double value = value_of(testing->condition, before, after);
    result->rows++;
    result->known += !isnan(value);
    if (isnan(value) || !holds(testing->condition, value) || is_noise)
        return false;
    result->holds++;
    double far = isnan(before) ? fabs(after) : fabs(after - before);
    bool is_most = far > testing->most;
    testing->most = fmax(far, testing->most);
    return is_most;
}

/* The same as may_be_noise() for a routine that samples found. */
static bool may_be_chance(const struct analysis_condition *condition,
                          const struct analysis_changes *changes,
                          const struct analysis_sampled_routine *routine)
{
    bool any = !strcmp(condition->region, "any");
    double p = any ? routine->p : routine->own_p;
    if (any && !routine->is_judged)
        return true;
    return condition->unit != CONDITION_ABSOLUTE &&
           (!routine->is_far || (!isnan(p) && p >= changes->limits.significance));
}

/* True if the pattern matches the name of a routine, or that of which it is a compiler's copy. */
static bool matches_routine(const struct analysis_condition *condition, const char *name)
{
    char *plain = memory_printf("%.*s", (int)analysis_division_plain_length(name), name);
    bool is_match = matches(condition, "routine", name) || matches(condition, "routine", plain);
    free(plain);
    return is_match;
}

/* Tests sampled routines. One that a side does not have may have another name there, or may be part
 * of its caller: its time there is not known. */
static void test_sampled(struct testing *testing, const struct analysis_sampled_changes *sampled)
{
    bool is_compared = sampled->is_sampled[CHANGES_BEFORE] && sampled->is_sampled[CHANGES_AFTER];
    for (size_t i = 0; i < sampled->count; i++) {
        const struct analysis_sampled_routine *routine = &sampled->routines[i];
        double ns[CHANGES_SIDES];
        for (int side = 0; side < CHANGES_SIDES; side++)
            ns[side] =
                is_compared && routine->run[side] != ARCHIVE_NONE ? routine->median[side] : NAN;
        if (matches_routine(testing->condition, analysis_sampled_name(sampled->changes, routine)) &&
            differs_most(testing, ns[CHANGES_BEFORE], ns[CHANGES_AFTER],
                         may_be_chance(testing->condition, sampled->changes, routine)))
            testing->result.sampled = routine;
    }
}

struct analysis_condition_result
analysis_condition_test(const struct analysis_condition *condition,
                        const struct analysis_changes *changes,
                        const struct analysis_sampled_changes *sampled)
{
    struct testing testing = {.condition = condition, .most = -1};
    if (condition->changes) {
        testing.result.changes = changes->change_count + (sampled ? sampled->changed : 0);
        testing.result.rows = testing.result.known = 1;
        testing.result.holds = holds(condition, (double)testing.result.changes);
        return testing.result;
    }
    for (uint32_t row = 0; row < changes->count; row++) {
        if (!is_about(condition, changes, row))
            continue;
        double before = analysis_changes_count(changes, row, condition->measure, CHANGES_BEFORE),
               after = analysis_changes_count(changes, row, condition->measure, CHANGES_AFTER);
        if (differs_most(&testing, before, after,
                         may_be_noise(condition, changes, row, before, after)))
            testing.result.row = row;
    }
    if (sampled && condition->region && condition->measure == CHANGES_TIME)
        test_sampled(&testing, sampled);
    return testing.result;
}
