/* order.h: the order in which a program comes to the items of its call paths. */
#ifndef MODEL_LEARN_ORDER_H
#define MODEL_LEARN_ORDER_H

#include "archive/archive.h"
#include "model/learn/table.h"

/* A call of MPI has an item for each thing that it does: it may send and receive. */
struct learn_call {
    uint32_t node, item;
};

/* Notes the order of the items of an archive's nodes below each item: that of their first visits,
 * and of their lines where nodes have them. `items` is of learn_paths(). */
void learn_order_take(struct model_learn *learn, const struct archive *archive, const size_t *items,
                      struct learn_call *calls, size_t call_count);

/* Returns all items in the order in which they are written, each behind the one above it; to be
 * freed. */
size_t *learn_order(const struct model_learn *learn);

#endif
