/* visit_stack.c: see visit_stack.h */
#include "archive/events/visit_stack.h"

#include "util/memory.h"

#include <stdlib.h>

void archive_visit_stack_begin(struct archive_visit_stack *stack, uint64_t end, uint32_t node)
{
    if (!stack->room)
        archive_visit_stack_grow(stack);
    stack->all[0] = (struct archive_visit){.end = end, .node = node};
    stack->depth = 1;
}

void archive_visit_stack_grow(struct archive_visit_stack *stack)
{
    stack->all = memory_grow(stack->all, &stack->room, stack->depth + 1, sizeof *stack->all);
}

void archive_visit_stack_free(struct archive_visit_stack *stack)
{
    free(stack->all);
}
