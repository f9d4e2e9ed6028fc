/* range.c: see range.h */
#include "query/range.h"

#include "query/kernel.h"

#include <string.h>

static enum range_of time_of(const struct expression *expression)
{
    const struct field *field = expression->field;
    if (expression->op != EXPRESSION_FIELD || expression->part_count)
        return RANGE_NONE;
    if (field->from == FIELD_COMPUTED)
        return field->number == FUNCTION_EVENT_FINISH ? RANGE_FINISH : RANGE_NONE;
    if (field->from != FIELD_COLUMN)
        return RANGE_NONE;
    return !strcmp(field->column, "start")      ? RANGE_START
           : !strcmp(field->column, "duration") ? RANGE_DURATION
                                                : RANGE_NONE;
}

static bool is_number(const struct expression *expression)
{
    return expression->op == EXPRESSION_CONSTANT && !expression->absent &&
           expression->type.type == TYPE_INTEGER;
}

struct range range_of(const struct expression *condition)
{
    struct range range = {RANGE_NONE, INT64_MIN, INT64_MAX, false};
    enum expression_op op = condition->op;
    if (op != EXPRESSION_EQUAL && op != EXPRESSION_UNEQUAL && op != EXPRESSION_LESS &&
        op != EXPRESSION_LESS_OR_EQUAL)
        return range;
    bool turned = is_number(condition->parts[0]);
    const struct expression *field = condition->parts[turned], *other = condition->parts[!turned];
    if (!is_number(other))
        return range;
    int64_t number = other->whole;
    if (number <= INT64_MIN + 1 || number >= INT64_MAX - 1)
        return range;
    range.of = time_of(field);
    range.outside = op == EXPRESSION_UNEQUAL;
    bool equal = op == EXPRESSION_EQUAL || op == EXPRESSION_UNEQUAL;
    if (turned || equal)
        range.low = number + (op == EXPRESSION_LESS);
    if (!turned || equal)
        range.high = number - (op == EXPRESSION_LESS);
    return range;
}

bool range_mask(const struct range *range, const struct query_data *data,
                const struct query_block *block, uint64_t first, size_t count, uint8_t *mask)
{
    int64_t low = range->low, high = range->high, base = query_data_moment(data, block->base);
    uint64_t skip = first - block->first;
    const uint32_t *values = range->of == RANGE_START ? block->start : block->duration;
    if (range->of == RANGE_FINISH)
        return false;
    if (range->of == RANGE_START) {
        low = __builtin_sub_overflow(low, base, &low) ? INT64_MIN : low;
        high = __builtin_sub_overflow(high, base, &high) ? INT64_MAX : high;
    } else if (low > UINT32_MAX || (high >= UINT32_MAX && high != INT64_MAX)) {
        return false; /* a longer duration is not in the column */
    }
    if (high < 0 || low > UINT32_MAX || low > high) {
        if (!range->outside)
            memset(mask, 0, count);
        return true;
    }
    low = low < 0 ? 0 : low;
    high = high > UINT32_MAX ? UINT32_MAX : high;
    kernel_between(values + skip, (uint32_t)low, (uint32_t)high, range->outside, count, mask);
    return true;
}

bool range_may_have(const struct expression *condition, const struct query_data *data,
                    const struct query_block *block)
{
    if (condition->op == EXPRESSION_AND)
        return range_may_have(condition->parts[0], data, block) &&
               range_may_have(condition->parts[1], data, block);
    if (condition->op == EXPRESSION_OR)
        return range_may_have(condition->parts[0], data, block) ||
               range_may_have(condition->parts[1], data, block);
    struct range range = range_of(condition);
    if (range.of == RANGE_NONE || range.outside)
        return true;
    int64_t from = query_data_moment(data, block->base), to = query_data_moment(data, block->last);
    if (range.of == RANGE_DURATION) {
        to -= from;
        from = 0;
    }
    return range.low <= to && range.high >= from;
}
