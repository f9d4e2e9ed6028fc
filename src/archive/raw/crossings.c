/* crossings.c: see crossings.h */
#include "archive/raw/crossings.h"

#include "util/memory.h"

#include <stdlib.h>

void raw_crossings_free(struct raw_crossings *crossings)
{
    free(crossings->tops);
    free(crossings->links);
    pairs_free(&crossings->top_of);
    pairs_free(&crossings->link_of);
    *crossings = (struct raw_crossings){0};
}

uint32_t raw_crossings_add_top(struct raw_crossings *crossings, const struct raw_top *top)
{
    uint32_t next = (uint32_t)crossings->top_count;
    uint32_t found = pairs_add(&crossings->top_of, top->row, 0, next);
    if (found == next) {
        crossings->tops = memory_grow(crossings->tops, &crossings->top_room, (size_t)next + 1,
                                      sizeof *crossings->tops);
        crossings->tops[crossings->top_count++] = *top;
    }
    return found + 1;
}

void raw_crossings_add_link(struct raw_crossings *crossings, uint32_t context, struct raw_link link)
{
    uint32_t next = (uint32_t)crossings->link_count;
    if (pairs_add(&crossings->link_of, context, 0, next) != next)
        return;
    crossings->links = memory_grow(crossings->links, &crossings->link_room, (size_t)next + 1,
                                   sizeof *crossings->links);
    crossings->links[crossings->link_count++] = link;
}

const struct raw_link *raw_crossings_link(const struct raw_crossings *crossings, uint32_t context)
{
    uint32_t found = pairs_find(&crossings->link_of, context, 0);
    return found == PAIRS_NONE ? NULL : &crossings->links[found];
}
