/* range.h: conditions that compare a time of an event with a constant. */
#ifndef QUERY_RANGE_H
#define QUERY_RANGE_H

#include "query/data.h"
#include "query/expression.h"

enum range_of { RANGE_NONE, RANGE_START, RANGE_DURATION, RANGE_FINISH };

struct range {
    enum range_of of; /* RANGE_NONE: it is no such condition */
    int64_t low, high;
    bool outside; /* true where it is not in the range */
};

struct range range_of(const struct expression *condition);

/* Narrows a mask of `count` rows from row `first` of the block on; false: that has to be computed
 * in full. */
bool range_mask(const struct range *range, const struct query_data *data,
                const struct query_block *block, uint64_t first, size_t count, uint8_t *mask);

/* Whether a condition may be true for any row of a block, as far as times tell. */
bool range_may_have(const struct expression *condition, const struct query_data *data,
                    const struct query_block *block);

#endif
