/* range.h: conditions that compare a number of an event with a constant, and what a block's summary
 * tells about them without reading its events. */
#ifndef QUERY_EXEC_RANGE_H
#define QUERY_EXEC_RANGE_H

#include "archive/events/blocks.h"
#include "query/data/data.h"
#include "query/parse/expression.h"

enum range_of { RANGE_NONE, RANGE_START, RANGE_DURATION, RANGE_FINISH, RANGE_BYTES };

/* low <= value <= high, or its negation. */
struct range {
    enum range_of of; /* RANGE_NONE: the condition is not a range */
    int64_t low, high;
    bool outside; /* the negation */
};

struct range range_of(const struct query_expression *condition);

/* The rows of a block that satisfy a condition: none, some or all. */
enum verdict { VERDICT_NONE, VERDICT_SOME, VERDICT_ALL };

enum verdict range_verdict(const struct range *range, const struct query_data *data, size_t block);

/* False if the block's summary shows that the condition is true for none of its rows. */
bool range_may_have(const struct query_expression *condition, const struct query_data *data,
                    size_t block);

/* For RANGE_START, as starts ascend: narrows the rows *first to before *end to those in the
 * range. */
void range_rows(const struct range *range, const struct query_data *data,
                const struct archive_event_block *block, uint32_t *first, uint32_t *end);

/* For RANGE_DURATION: narrows a mask of `count` rows from row `first` of the block on. */
void range_mask(const struct range *range, const struct archive_event_block *block, uint32_t first,
                size_t count, uint8_t *mask);

#endif
