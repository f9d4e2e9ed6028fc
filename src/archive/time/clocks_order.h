/* clocks_order.h: what must come before what, on places whose clocks differ. */
#ifndef ARCHIVE_TIME_CLOCKS_ORDER_H
#define ARCHIVE_TIME_CLOCKS_ORDER_H

#include "archive/time/clocks.h"

/* Something that cannot end on one place before it has begun on others: a message, a collective
 * operation. */
struct order;
struct order *order_new(size_t places);
void order_free(struct order *order);
void order_begin(struct order *order);                                /* another one of these */
void order_gives(struct order *order, uint32_t place, uint64_t when); /* that has to begin first */
void order_takes(struct order *order, uint32_t place, uint64_t start, uint64_t end);

/* What it came to, by place. */
struct order_found {
    uint64_t early; /* ended before they could */
    uint64_t most;  /* ns */
};

/* Gives every line the moves that it needs. */
void order_correct(struct order *order, struct clock_line *lines, struct order_found *found);

#endif
