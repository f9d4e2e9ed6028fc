/* heap.h: tasks by priority, the greatest first; of equals, the lowest number. */
#ifndef SCRIPT_SCHEDULE_HEAP_H
#define SCRIPT_SCHEDULE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct schedule_heap_item {
    double priority;
    uint32_t task;
};

/* Zero-initialise it. */
struct schedule_heap {
    struct schedule_heap_item *items;
    size_t count, room;
};

void schedule_heap_push(struct schedule_heap *heap, double priority, uint32_t task);
struct schedule_heap_item schedule_heap_pop(struct schedule_heap *heap); /* must not be empty */
void schedule_heap_free(struct schedule_heap *heap);

#endif
