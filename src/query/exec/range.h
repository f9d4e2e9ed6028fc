/* range.h: conditions that compare a number of an event with a constant, and what is known of all
 * events of a block without reading them. */
#ifndef QUERY_EXEC_RANGE_H
#define QUERY_EXEC_RANGE_H

#include "archive/events/blocks.h"
#include "query/data/data.h"
#include "query/parse/expression.h"

enum range_of { RANGE_NONE, RANGE_START, RANGE_DURATION, RANGE_FINISH, RANGE_BYTES };

struct range {
    enum range_of of; /* RANGE_NONE: it is no such condition */
    int64_t low, high;
    bool outside; /* true where it is not in the range */
};

struct range range_of(const struct expression *condition);

/* For how many rows of a block a condition is true. */
enum verdict { VERDICT_NONE, VERDICT_SOME, VERDICT_ALL };

enum verdict range_verdict(const struct range *range, const struct query_data *data, size_t block);

/* Whether any condition may be true for any row of a block. */
bool range_may_have(const struct expression *condition, const struct query_data *data,
                    size_t block);

/* Of starts, which ascend: the rows from *first to before *end, which are narrowed to those in the
 * range. */
void range_rows(const struct range *range, const struct query_data *data,
                const struct event_block *block, uint32_t *first, uint32_t *end);

/* Of durations: narrows a mask of `count` rows from row `first` of the block on. */
void range_mask(const struct range *range, const struct event_block *block, uint32_t first,
                size_t count, uint8_t *mask);

#endif
