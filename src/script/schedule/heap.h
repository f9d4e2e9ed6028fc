/* heap.h: tasks by priority, the greatest first; of equals, the lowest number. */
#ifndef SCRIPT_SCHEDULE_HEAP_H
#define SCRIPT_SCHEDULE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct script_schedule_heap_item {
    double priority;
    uint32_t task;
};

/* Zero-initialise it. */
struct script_schedule_heap {
    struct script_schedule_heap_item *items;
    size_t count, room;
};

void script_schedule_heap_push(struct script_schedule_heap *heap, double priority, uint32_t task);
struct script_schedule_heap_item
script_schedule_heap_pop(struct script_schedule_heap *heap); /* must not be empty */
void script_schedule_heap_free(struct script_schedule_heap *heap);

#endif
