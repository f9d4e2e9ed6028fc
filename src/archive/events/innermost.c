/* innermost.c: see innermost.h */
#include "archive/events/innermost.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

void innermost_flush(struct innermost *innermost)
{
    assert(innermost->count <= INNERMOST_ROOM);
    if (innermost->count)
        innermost->take(innermost->to, innermost->stretches, innermost->count);
    innermost->count = 0;
}

void innermost_grow(struct innermost *innermost)
{
    innermost->stack = memory_grow(innermost->stack, &innermost->room, innermost->depth + 1,
                                   sizeof *innermost->stack);
}

static void push(struct innermost *innermost, uint64_t end, uint32_t node)
{
    if (innermost->depth == innermost->room)
        innermost_grow(innermost);
    innermost->stack[innermost->depth++] = (struct innermost_visit){end, ARCHIVE_UNKNOWN, node};
}

void innermost_begin(struct innermost *innermost, uint64_t start, uint64_t end, uint32_t root)
{
    innermost->now = start < end ? start : end;
    innermost->end = end;
    innermost->begun = 0;
    innermost->depth = 0;
    innermost->count = 0;
    innermost->around = (struct innermost_around){.next = ARCHIVE_UNKNOWN};
    push(innermost, end, root);
}

void innermost_take_around(struct innermost *innermost)
{
    struct innermost_around *around = &innermost->around;
    uint64_t row = around->next;
    if (innermost->depth > 1 || row >= around->count)
        return;
    uint64_t end = around->end[row], next = around->around[row];
    uint32_t node = around->node[row];
    bool good = node < around->nodes && around->lanes[node] == around->lane;
    around->next = next < row ? next : ARCHIVE_UNKNOWN;
    push(innermost, end < innermost->end ? end : innermost->end,
         good ? node : innermost->stack[0].node);
}

void innermost_go_on(struct innermost *innermost, uint64_t now, uint32_t begun,
                     const struct innermost_around *around)
{
    innermost->now = now < innermost->end ? now : innermost->end;
    innermost->begun = begun;
    innermost->around = *around;
    innermost_take_around(innermost);
}

void innermost_end(struct innermost *innermost)
{
    assert(innermost->depth > 0);
    innermost_reach(innermost, innermost->end);
    innermost_flush(innermost);
}

void innermost_free(struct innermost *innermost)
{
    free(innermost->stack);
}
