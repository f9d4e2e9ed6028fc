/* innermost.c: see innermost.h */
#include "archive/events/innermost.h"

#include <assert.h>

void archive_innermost_flush(struct archive_innermost *innermost)
{
    assert(innermost->count <= INNERMOST_ROOM);
    if (innermost->count)
        innermost->take(innermost->to, innermost->stretches, innermost->count);
    innermost->count = 0;
}

void archive_innermost_begin(struct archive_innermost *innermost, uint64_t start, uint64_t end,
                             uint32_t root)
{
    innermost->now = start < end ? start : end;
    innermost->end = end;
    innermost->begun = 0;
    innermost->count = 0;
    innermost->around = (struct archive_innermost_around){.next = ARCHIVE_UNKNOWN};
    archive_visit_stack_begin(&innermost->stack, end, root);
}

void archive_innermost_take_around(struct archive_innermost *innermost)
{
    struct archive_innermost_around *around = &innermost->around;
    uint64_t row = around->next;
    if (innermost->stack.depth > 1 || row >= around->count)
        return;
    uint64_t end = around->end[row], next = around->around[row];
    uint32_t node = around->node[row];
    bool good = node < around->nodes && around->lanes[node] == around->lane;
    around->next = next < row ? next : ARCHIVE_UNKNOWN;
    archive_visit_stack_enter(&innermost->stack, end, good ? node : innermost->stack.all[0].node);
}

void archive_innermost_go_on(struct archive_innermost *innermost, uint64_t now, uint32_t begun,
                             const struct archive_innermost_around *around)
{
    innermost->now = now < innermost->end ? now : innermost->end;
    innermost->begun = begun;
    innermost->around = *around;
    archive_innermost_take_around(innermost);
}

void archive_innermost_end(struct archive_innermost *innermost)
{
    assert(innermost->stack.depth > 0);
    archive_innermost_reach(innermost, innermost->end);
    archive_innermost_flush(innermost);
}

void archive_innermost_free(struct archive_innermost *innermost)
{
    archive_visit_stack_free(&innermost->stack);
}
