/* range.c: see range.h */
#include "query/exec/range.h"

#include "query/exec/kernel.h"

#include <string.h>

static enum range_of number_of(const struct query_expression *expression)
{
    const struct query_field *field = expression->field;
    if (expression->op != EXPRESSION_FIELD || expression->part_count)
        return RANGE_NONE;
    if (field->from == FIELD_COMPUTED)
        return field->number == FUNCTION_EVENT_FINISH  ? RANGE_FINISH
               : field->number == FUNCTION_EVENT_BYTES ? RANGE_BYTES
                                                       : RANGE_NONE;
    if (field->from != FIELD_COLUMN)
        return RANGE_NONE;
    return !strcmp(field->column, "start")      ? RANGE_START
           : !strcmp(field->column, "duration") ? RANGE_DURATION
                                                : RANGE_NONE;
}

static bool is_number(const struct query_expression *expression)
{
    return expression->op == EXPRESSION_CONSTANT && !expression->absent &&
           expression->type.type == TYPE_INTEGER;
}

struct range range_of(const struct query_expression *condition)
{
    struct range range = {RANGE_NONE, INT64_MIN, INT64_MAX, false};
    enum query_expression_op op = condition->op;
    if (op != EXPRESSION_EQUAL && op != EXPRESSION_UNEQUAL && op != EXPRESSION_LESS &&
        op != EXPRESSION_LESS_OR_EQUAL)
        return range;
    bool turned = is_number(condition->parts[0]);
    const struct query_expression *field = condition->parts[turned],
                                  *other = condition->parts[!turned];
    if (!is_number(other))
        return range;
    int64_t number = other->whole;
    if (number <= INT64_MIN + 1 || number >= INT64_MAX - 1)
        return range;
    range.of = number_of(field);
    range.outside = op == EXPRESSION_UNEQUAL;
    bool equal = op == EXPRESSION_EQUAL || op == EXPRESSION_UNEQUAL;
    if (turned || equal)
        range.low = number + (op == EXPRESSION_LESS);
    if (!turned || equal)
        range.high = number - (op == EXPRESSION_LESS);
    return range;
}

/* Returns the verdict for values from `from` to `to`. */
static enum verdict verdict_of(const struct range *range, int64_t from, int64_t to)
{
    if (to < range->low || from > range->high)
        return range->outside ? VERDICT_ALL : VERDICT_NONE;
    if (range->low <= from && to <= range->high)
        return range->outside ? VERDICT_NONE : VERDICT_ALL;
    return VERDICT_SOME;
}

static int64_t clamped(uint64_t number)
{
    return number > INT64_MAX ? INT64_MAX : (int64_t)number;
}

/* Returns the verdict for bytes, which some rows may not have, or have as 0. */
static enum verdict bytes_verdict(const struct range *range, const struct archive_blocks *blocks,
                                  size_t block)
{
    bool has_any = blocks->has[block] & UINT32_C(1) << EVENT_BYTES;
    if (verdict_of(range, 0, 0) != VERDICT_NONE)
        return VERDICT_SOME;
    if (!has_any)
        return VERDICT_NONE;
    enum verdict verdict =
        verdict_of(range, clamped(blocks->bytes_min[block]), clamped(blocks->bytes_max[block]));
    return verdict == VERDICT_NONE ? VERDICT_NONE : VERDICT_SOME;
}

enum verdict range_verdict(const struct range *range, const struct query_data *data, size_t block)
{
    const struct archive_blocks *blocks = &data->archive->blocks;
    switch (range->of) {
    case RANGE_START:
        return verdict_of(range, query_data_moment(data, blocks->base[block]),
                          query_data_moment(data, blocks->last[block]));
    case RANGE_FINISH:
        return verdict_of(range, query_data_moment(data, blocks->early[block]),
                          query_data_moment(data, blocks->end[block]));
    case RANGE_DURATION:
        return verdict_of(range, clamped(blocks->duration_min[block]),
                          clamped(blocks->duration_max[block]));
    case RANGE_BYTES:
        return bytes_verdict(range, blocks, block);
    default:
        return VERDICT_SOME;
    }
}

bool range_may_have(const struct query_expression *condition, const struct query_data *data,
                    size_t block)
{
    if (condition->op == EXPRESSION_AND)
        return range_may_have(condition->parts[0], data, block) &&
               range_may_have(condition->parts[1], data, block);
    if (condition->op == EXPRESSION_OR)
        return range_may_have(condition->parts[0], data, block) ||
               range_may_have(condition->parts[1], data, block);
    struct range range = range_of(condition);
    return range_verdict(&range, data, block) != VERDICT_NONE;
}

/* Returns the first row from `first` on that starts at `moment` or later. */
static uint32_t first_from(const struct archive_event_block *block, int64_t base, int64_t moment,
                           uint32_t first, uint32_t end)
{
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (base + block->start[middle] < moment)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

void range_rows(const struct range *range, const struct query_data *data,
                const struct archive_event_block *block, uint32_t *first, uint32_t *end)
{
    int64_t base = query_data_moment(data, block->base);
    uint32_t low = first_from(block, base, range->low, *first, *end);
    if (range->high < INT64_MAX)
        *end = first_from(block, base, range->high + 1, low, *end);
    *first = low;
}

void range_mask(const struct range *range, const struct archive_event_block *block, uint32_t first,
                size_t count, uint8_t *mask)
{
    static const uint64_t largest[] = {
        [1] = UINT8_MAX, [2] = UINT16_MAX, [4] = UINT32_MAX, [8] = UINT64_MAX};
    uint64_t base = block->duration_base, most = largest[block->duration_width];
    uint64_t low = range->low < 0 ? 0 : (uint64_t)range->low;
    uint64_t high = range->high == INT64_MAX ? UINT64_MAX : (uint64_t)range->high;
    if (range->high < 0 || high < base || low > high || (low > base && low - base > most)) {
        memset(mask, 0, range->outside ? 0 : count);
        return;
    }
    low = low > base ? low - base : 0;
    high = high - base < most ? high - base : most;
    kernel_between(block->duration, block->duration_width, first, low, high, range->outside, count,
                   mask);
}
