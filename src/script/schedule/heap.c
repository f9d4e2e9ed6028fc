/* heap.c: a binary heap of tasks. */
#include "script/schedule/heap.h"
#include "util/memory.h"

#include <stdlib.h>

static bool is_first(const struct script_schedule_heap_item *a,
                     const struct script_schedule_heap_item *b)
{
    return a->priority > b->priority || (a->priority == b->priority && a->task < b->task);
}

void script_schedule_heap_push(struct script_schedule_heap *heap, double priority, uint32_t task)
{
    heap->items = memory_grow(heap->items, &heap->room, heap->count + 1, sizeof *heap->items);
    struct script_schedule_heap_item item = {priority, task};
    size_t at = heap->count++;
    for (; at > 0 && is_first(&item, &heap->items[(at - 1) / 2]); at = (at - 1) / 2)
        heap->items[at] = heap->items[(at - 1) / 2];
    heap->items[at] = item;
}

struct script_schedule_heap_item script_schedule_heap_pop(struct script_schedule_heap *heap)
{
    struct script_schedule_heap_item top = heap->items[0], last = heap->items[--heap->count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count && is_first(&heap->items[child + 1], &heap->items[child]))
            child++;
        if (!is_first(&heap->items[child], &last))
            break;
        heap->items[at] = heap->items[child];
    }
    heap->items[at] = last;
    return top;
}

void script_schedule_heap_free(struct script_schedule_heap *heap)
{
    free(heap->items);
    *heap = (struct script_schedule_heap){0};
}
