/* clocks_order.h: finds corrections of the clocks of places from constraints on the order of their
 * events. */
#ifndef ARCHIVE_TIME_CLOCKS_ORDER_H
#define ARCHIVE_TIME_CLOCKS_ORDER_H

#include "archive/time/clocks.h"

/* A set of constraints. Each is an operation, a message or a collective one, that cannot end on the
 * places that take before it has begun on those that give. */
struct order;
struct order *order_new(size_t places);
void order_free(struct order *order);
void order_begin(struct order *order); /* starts the next operation */
void order_gives(struct order *order, uint32_t place,
                 uint64_t when); /* the operation cannot end elsewhere before `when` */
void order_takes(struct order *order, uint32_t place, uint64_t start, uint64_t end);

/* The result for one place. */
struct order_found {
    uint64_t early; /* operations that ended before they could */
    uint64_t most;  /* ns: largest shift */
};

/* Gives each line the moves that it needs; `lines` and `found` have one element per place. */
void order_correct(struct order *order, struct archive_clock_line *lines,
                   struct order_found *found);

#endif
