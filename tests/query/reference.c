/* reference.c: see reference.h */
#include "reference.h"

#include "query/check/check.h"
#include "util/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reference_begin(struct reference *reference, struct archive *archive)
{
    *reference = (struct reference){.archive = archive, .start = UINT64_MAX};
    for (size_t i = 0; i < archive->places.rows; i++)
        if (archive->places.start[i] < reference->start)
            reference->start = archive->places.start[i];
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        struct error error;
        struct archive_act act;
        struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, &error);
        archive_acts_next(acts, &act); /* the lane itself */
        while (archive_acts_next(acts, &act)) {
            reference->acts = memory_grow(reference->acts, &reference->act_room,
                                          reference->act_count + 1, sizeof act);
            reference->acts[reference->act_count++] = act;
        }
        archive_acts_free(acts);
    }
}

void reference_end(struct reference *reference)
{
    free(reference->acts);
}

static void add_row(struct rows *rows, int64_t number, struct value *record)
{
    if (rows->count == rows->room) {
        rows->room = rows->room ? rows->room * 2 : 16;
        rows->numbers = realloc(rows->numbers, rows->room * sizeof *rows->numbers);
        rows->records = realloc(rows->records, rows->room * sizeof *rows->records);
    }
    rows->numbers[rows->count] = number;
    rows->records[rows->count++] = record;
}

static struct value *copy_of(const struct rows *rows, size_t row)
{
    size_t size = rows->shape->count * sizeof(struct value);
    if (!rows->records[row])
        return NULL;
    struct value *copy = malloc(size);
    memcpy(copy, rows->records[row], size);
    return copy;
}

void reference_free(struct rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        free(rows->records[i]);
    free(rows->numbers);
    free(rows->records);
}

int reference_compare(const struct value *a, const struct value *b)
{
    if (a->absent || b->absent)
        return a->absent - b->absent;
    if (a->type == TYPE_TEXT)
        return strcmp(a->text, b->text);
    if (a->type == TYPE_REAL && (isnan(a->real) || isnan(b->real)))
        return (isnan(a->real) != 0) - (isnan(b->real) != 0);
    if (a->type == TYPE_REAL)
        return (a->real > b->real) - (a->real < b->real);
    return (a->whole > b->whole) - (a->whole < b->whole);
}

static struct query_expression *constant_of(const struct value *value, struct query_value_type type)
{
    struct query_expression *made = query_expression_new(EXPRESSION_CONSTANT, type, 0, 0);
    made->absent = value->absent;
    made->whole = value->whole;
    made->real = value->real;
    made->text = memory_string(value->text);
    return made;
}

/* What folding constants makes of it: that was there before, and is tested alone. */
static struct value compute(struct reference *reference, const struct query_expression *of,
                            const struct rows *rows, size_t row)
{
    struct query_expression *all = query_expression_new(of->op, of->type, 0, 0);
    struct value value = {.type = of->type.type};
    all->text = of->text ? memory_string(of->text) : NULL;
    all->regex = of->regex;
    for (size_t i = 0; i < of->part_count; i++) {
        struct value part = reference_value(reference, of->parts[i], rows, row);
        query_expression_add(all, constant_of(&part, of->parts[i]->type));
    }
    if (of->regex) { /* which is the plan's */
        value.absent = all->parts[0]->absent;
        value.whole = !value.absent && regexec(of->regex, all->parts[0]->text, 0, NULL, 0) == 0;
        all->regex = NULL;
        query_expression_free(all);
        return value;
    }
    all = query_expression_fold(all);
    value.absent = all->absent;
    value.whole = all->whole;
    value.real = all->real;
    if (all->type.type == TYPE_TEXT)
        snprintf(value.text, sizeof value.text, "%s", all->text);
    query_expression_free(all);
    return value;
}

struct value reference_value(struct reference *reference, const struct query_expression *expression,
                             const struct rows *rows, size_t row)
{
    struct value value = {.type = expression->type.type};
    switch (expression->op) {
    case EXPRESSION_CONSTANT:
        value.absent = expression->absent;
        value.whole = expression->whole;
        value.real = expression->real;
        if (expression->text)
            snprintf(value.text, sizeof value.text, "%s", expression->text);
        return value;
    case EXPRESSION_SELF:
        value.whole = rows->numbers[row];
        return value;
    case EXPRESSION_FIELD:
        if (expression->part_count) {
            struct value of = reference_value(reference, expression->parts[0], rows, row);
            value.absent = true;
            return of.absent ? value
                             : reference_field(reference, expression->parts[0]->type.shape,
                                               expression->field, of.whole);
        }
        if (expression->field->from == FIELD_MADE)
            return rows->records[row][expression->field->number];
        return reference_field(reference, rows->shape, expression->field, rows->numbers[row]);
    default:
        return compute(reference, expression, rows, row);
    }
}

static bool is_true(struct reference *reference, const struct query_stage *stage,
                    const struct rows *rows, size_t row)
{
    struct value value = reference_value(reference, stage->expressions[0], rows, row);
    return !value.absent && value.whole;
}

static bool same(struct reference *reference, const struct query_stage *stage, size_t count,
                 const struct rows *rows, size_t a, size_t b)
{
    for (size_t i = 0; i < count; i++) {
        struct value left = reference_value(reference, stage->expressions[i], rows, a);
        struct value right = reference_value(reference, stage->expressions[i], rows, b);
        if (reference_compare(&left, &right) != 0)
            return false;
    }
    return true;
}

/* Whether row a comes behind row b. */
static bool is_behind(struct reference *reference, const struct query_stage *stage,
                      const struct rows *rows, size_t a, size_t b)
{
    for (size_t i = 0; i < stage->expression_count; i++) {
        struct value left = reference_value(reference, stage->expressions[i], rows, a);
        struct value right = reference_value(reference, stage->expressions[i], rows, b);
        int order = reference_compare(&left, &right);
        bool turned = stage->descending[i] && !left.absent && !right.absent;
        if (order)
            return turned ? order < 0 : order > 0;
    }
    return false;
}

static void sort(struct reference *reference, const struct query_stage *stage,
                 const struct rows *in, struct rows *out)
{
    size_t *order = calloc(in->count + 1, sizeof *order);
    for (size_t i = 0; i < in->count; i++) {
        size_t at = i;
        for (; at && is_behind(reference, stage, in, order[at - 1], i); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (size_t i = 0; i < in->count; i++)
        add_row(out, in->numbers[order[i]], copy_of(in, order[i]));
    free(order);
}

static int by_value(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

#if __LDBL_MANT_DIG__ == 113
typedef long double exact;
#else
typedef __float128 exact;
#endif

/* Of the values of a group, in their order; `whole` are the same as whole numbers. */
static struct value sum_of(const struct query_stage_sum *sum, double *reals, const int64_t *whole,
                           size_t count, size_t rows, bool is_real)
{
    struct value value = {.type = is_real ? TYPE_REAL : TYPE_INTEGER, .absent = !count};
    __int128 total = 0;
    exact real = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        total += whole[i];
        real += reals[i];
    }
    if (sum->aggregate == AGGREGATE_COUNT)
        return (struct value){.type = TYPE_INTEGER, .whole = (int64_t)rows};
    if (!count)
        return value;
    for (size_t i = 0; i < count; i++) {
        exact off = reals[i] - real / (exact)count;
        squares += off * off;
    }
    double mean = (is_real ? (double)real : (double)total) / (double)count;
    value.whole = total > INT64_MAX ? INT64_MAX : total < INT64_MIN ? INT64_MIN : (int64_t)total;
    value.real = (double)real;
    double at = sum->parameter / 100 * (double)(count - 1);
    size_t low = (size_t)at, high = low + 1 < count ? low + 1 : low;
    switch (sum->aggregate) {
    case AGGREGATE_SUM:
        return value;
    case AGGREGATE_MIN:
    case AGGREGATE_MAX:
        value.whole = whole[0];
        value.real = reals[0];
        for (size_t i = 0; i < count; i++) {
            bool larger = sum->aggregate == AGGREGATE_MAX;
            if (is_real ? (larger ? reals[i] > value.real : reals[i] < value.real)
                        : (larger ? whole[i] > value.whole : whole[i] < value.whole)) {
                value.whole = whole[i];
                value.real = reals[i];
            }
        }
        return value;
    case AGGREGATE_PERCENTILE:
        qsort(reals, count, sizeof *reals, by_value);
        value.real = reals[low] + (at - (double)low) * (reals[high] - reals[low]);
        break;
    default:
        value.real =
            sum->aggregate == AGGREGATE_MEAN ? mean : sqrt((double)(squares / (exact)count));
    }
    value.type = TYPE_REAL;
    return value;
}

static void group(struct reference *reference, const struct query_stage *stage,
                  const struct rows *in, struct rows *out)
{
    size_t *leaders = calloc(in->count + 1, sizeof *leaders), groups = 0;
    size_t *of = calloc(in->count + 1, sizeof *of);
    double *reals = calloc(in->count + 1, sizeof *reals);
    int64_t *whole = calloc(in->count + 1, sizeof *whole);
    for (size_t i = 0; i < in->count; i++) {
        size_t k = 0;
        while (k < groups && !same(reference, stage, stage->keys, in, leaders[k], i))
            k++;
        leaders[k] = k == groups ? i : leaders[k];
        groups += k == groups;
        of[i] = k;
    }
    groups = stage->keys ? groups : 1;
    for (size_t k = 0; k < groups; k++) {
        struct value *record = calloc(stage->keys + stage->sum_count, sizeof *record);
        for (size_t i = 0; i < stage->keys; i++)
            record[i] = reference_value(reference, stage->expressions[i], in, leaders[k]);
        for (size_t s = 0; s < stage->sum_count; s++) {
            const struct query_stage_sum *sum = &stage->sums[s];
            size_t count = 0, rows = 0;
            bool is_real = false;
            for (size_t i = 0; i < in->count; i++) {
                if (of[i] != k)
                    continue;
                rows++;
                if (sum->aggregate == AGGREGATE_COUNT)
                    continue;
                const struct query_expression *from = stage->expressions[sum->expression];
                struct value value = reference_value(reference, from, in, i);
                is_real = from->type.type == TYPE_REAL;
                reals[count] = is_real ? value.real : (double)value.whole;
                whole[count] = value.whole;
                count += !value.absent;
            }
            record[stage->keys + s] = sum_of(sum, reals, whole, count, rows, is_real);
        }
        add_row(out, 0, record);
    }
    free(leaders);
    free(of);
    free(reals);
    free(whole);
}

static void join(struct reference *reference, const struct query_stage *stage,
                 const struct rows *in, struct rows *out)
{
    struct rows other = reference_run(reference, stage->other);
    const struct query_tree nowhere = {0};
    size_t left = in->shape->count, count = left + other.shape->count;
    struct query_expression **fields = calloc(count, sizeof *fields);
    for (size_t i = 0; i < count; i++) {
        const struct query_fields *shape = i < left ? in->shape : other.shape;
        fields[i] =
            query_check_field(shape, NULL, &shape->fields[i < left ? i : i - left], &nowhere);
    }
    for (size_t a = 0; a < in->count; a++) {
        struct value key = reference_value(reference, stage->expressions[0], in, a);
        for (size_t b = 0; b < other.count; b++) {
            struct value with = reference_value(reference, stage->expressions[1], &other, b);
            if (key.absent || with.absent || reference_compare(&key, &with) != 0)
                continue;
            struct value *record = calloc(count, sizeof *record);
            for (size_t i = 0; i < count; i++)
                record[i] =
                    reference_value(reference, fields[i], i < left ? in : &other, i < left ? a : b);
            add_row(out, 0, record);
        }
    }
    for (size_t i = 0; i < count; i++)
        query_expression_free(fields[i]);
    free(fields);
    reference_free(&other);
}

static bool is_above(const struct archive *archive, int64_t upper, int64_t row, bool directly)
{
    uint32_t parent = archive->nodes.parent[row];
    while (parent != ARCHIVE_NONE && parent != upper && !directly)
        parent = archive->nodes.parent[parent];
    return parent == upper;
}

static void relatives(const struct reference *reference, const struct query_stage *stage,
                      const struct rows *in, struct rows *out)
{
    bool children = stage->kind == STAGE_CHILDREN;
    for (int64_t row = 0; row < (int64_t)reference->archive->nodes.rows; row++) {
        bool wanted = false;
        for (size_t i = 0; i < in->count; i++)
            wanted |= children ? is_above(reference->archive, in->numbers[i], row, true)
                               : is_above(reference->archive, row, in->numbers[i], false);
        if (wanted)
            add_row(out, row, NULL);
    }
}

/* Tries everything. */
static bool fits(const char *pattern, const char *path)
{
    if (!strncmp(pattern, "**", 2) && (pattern[2] == '/' || !pattern[2])) {
        if (!pattern[2])
            return true;
        if (fits(pattern + 3, path))
            return true;
        const char *slash = strchr(path, '/');
        return slash && fits(pattern, slash + 1);
    }
    if (*pattern == '*')
        return fits(pattern + 1, path) || (*path && *path != '/' && fits(pattern, path + 1));
    if (*pattern == '/' && !*path && !strcmp(pattern, "/**"))
        return true;
    return *pattern ? *pattern == *path && fits(pattern + 1, path + 1) : !*path;
}

static void one_row(struct reference *reference, const struct query_stage *stage,
                    const struct rows *in, struct rows *out)
{
    size_t trues = 0;
    for (size_t i = 0; i < in->count; i++)
        trues += is_true(reference, stage, in, i);
    struct value *record = calloc(1, sizeof *record);
    record->type = TYPE_BOOL;
    record->whole = stage->kind == STAGE_ANY   ? trues > 0
                    : stage->kind == STAGE_ALL ? trues == in->count
                                               : trues == 0;
    add_row(out, 0, record);
}

static bool stays(struct reference *reference, const struct query_stage *stage,
                  const struct rows *in, size_t i)
{
    static const char name[] = "path";
    const struct query_field *field;
    struct value path;
    switch (stage->kind) {
    case STAGE_FILTER:
        return is_true(reference, stage, in, i);
    case STAGE_LIMIT:
        return i < stage->count;
    case STAGE_SKIP:
        return i >= stage->count;
    case STAGE_DISTINCT:
        for (size_t k = 0; k < i; k++) {
            if (same(reference, stage, stage->expression_count, in, k, i))
                return false;
        }
        return true;
    default: /* STAGE_PATH */
        field = query_fields_get(in->shape, name, sizeof name - 1);
        path = reference_field(reference, in->shape, field, in->numbers[i]);
        return !path.absent && fits(stage->path, path.text);
    }
}

static struct rows apply(struct reference *reference, const struct query_stage *stage,
                         const struct rows *in)
{
    struct rows out = {.shape = stage->shape ? stage->shape : in->shape};
    switch (stage->kind) {
    case STAGE_MAP:
        for (size_t i = 0; i < in->count; i++) {
            struct value *record = calloc(stage->expression_count, sizeof *record);
            for (size_t k = 0; k < stage->expression_count; k++)
                record[k] = reference_value(reference, stage->expressions[k], in, i);
            add_row(&out, 0, record);
        }
        break;
    case STAGE_SORT:
        sort(reference, stage, in, &out);
        break;
    case STAGE_GROUP:
        group(reference, stage, in, &out);
        break;
    case STAGE_ANY:
    case STAGE_ALL:
    case STAGE_NONE:
        one_row(reference, stage, in, &out);
        break;
    case STAGE_JOIN:
        join(reference, stage, in, &out);
        break;
    case STAGE_CHILDREN:
    case STAGE_ANCESTORS:
        relatives(reference, stage, in, &out);
        break;
    default:
        for (size_t i = 0; i < in->count; i++) {
            if (stays(reference, stage, in, i))
                add_row(&out, in->numbers[i], copy_of(in, i));
        }
    }
    return out;
}

struct rows reference_run(struct reference *reference, const struct query_plan *plan)
{
    struct rows rows = {.shape = plan->source};
    const struct archive_table *table = archive_table(reference->archive, plan->source->table);
    for (size_t i = 0; table && i < table->rows; i++)
        add_row(&rows, (int64_t)i, NULL);
    for (size_t i = 0; i < plan->stage_count; i++) {
        struct rows next = apply(reference, &plan->stages[i], &rows);
        reference_free(&rows);
        rows = next;
    }
    return rows;
}
