/* view.c: see view.h */
#include "loops/view.h"

#include <stdlib.h>

enum { LARGEST_STRIDE = 2048 };

/* A register that is computed in a trip from one that goes on: that one, and how far from it. */
struct derived {
    bool is_known;
    uint8_t from;
    int64_t distance; /* from where it was at the beginning of the trip */
};

struct viewing {
    struct view *view;
    const struct binary *binary;
    const struct shape *shape;
    int64_t gone[VIEW_REGISTERS]; /* steps so far, in the order of the code */
    struct derived derived[VIEW_REGISTERS];
};

bool view_access(const struct binary *binary, const struct instruction *in, struct access *access)
{
    const uint8_t *bytes = binary_bytes(binary, in->address, in->size, NULL);
    return bytes && binary->architecture->access(bytes, in->size, access);
}

/* Whether a node is executed in each trip. */
static bool is_always(const struct shape *shape, uint32_t loop, uint32_t node)
{
    const struct flow *flow = &shape->flow;
    uint32_t head = shape->loops.loops[loop].head;
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        uint32_t from = flow->edges[flow->in[i]].from;
        if (flow_is_in(&shape->loops, from, loop) && !shape_dominates(shape, node, from))
            return false;
    }
    return true;
}

static void note_steps(struct view *view, const struct instruction *in, bool always)
{
    uint32_t written = in->writes & ~INSTRUCTION_FLAGS;
    if (in->step_register < VIEW_REGISTERS && always) {
        view->step[in->step_register] += in->step;
        view->stepped |= UINT32_C(1) << in->step_register;
        written &= ~(UINT32_C(1) << in->step_register);
    }
    view->lost |= written;
}

/* What a register is, as one that goes on, or stays, and a distance; false: nobody knows. */
static bool resolve(const struct viewing *viewing, uint8_t *number, int64_t *distance)
{
    *distance = 0;
    if (*number >= VIEW_REGISTERS)
        return true;
    if (!(viewing->view->lost >> *number & 1)) {
        *distance = viewing->gone[*number];
        return true;
    }
    const struct derived *derived = &viewing->derived[*number];
    if (!derived->is_known)
        return false;
    *number = derived->from;
    *distance = derived->distance;
    return true;
}

static struct view_group *group_of(struct view *view, uint8_t base, uint8_t index, uint8_t shift)
{
    for (uint32_t i = 0; i < view->count; i++) {
        struct view_group *group = &view->groups[i];
        if (group->base == base && group->index == index && group->shift == shift)
            return group;
    }
    int64_t stride = (base < VIEW_REGISTERS ? view->step[base] : 0) +
                     (index < VIEW_REGISTERS ? view->step[index] : 0) * ((int64_t)1 << shift);
    if (!stride)
        return NULL;
    if (view->count == VIEW_GROUPS) {
        view->is_whole = false;
        return NULL;
    }
    struct view_group *group = &view->groups[view->count++];
    group->base = base;
    group->index = index;
    group->shift = shift;
    group->stride = stride;
    return group;
}

static void note_access(struct viewing *viewing, const struct access *access)
{
    struct view *view = viewing->view;
    uint8_t base = access->base, index = access->index;
    int64_t base_gone, index_gone;
    if (!resolve(viewing, &base, &base_gone) || !resolve(viewing, &index, &index_gone))
        return;
    struct view_group *group = group_of(view, base, index, access->shift);
    if (!group)
        return;
    view->has_vectors |= access->bytes >= 16 && !access->element;
    if (group->count == VIEW_ACCESSES) {
        view->is_whole = false;
        return;
    }
    uint32_t i = group->count++;
    group->all[i].offset = access->offset + base_gone + index_gone * ((int64_t)1 << access->shift);
    group->all[i].bytes = access->bytes;
    group->all[i].element = access->element;
    group->all[i].is_store = access->is_store;
}

/* Registers that an instruction writes are derived from another one now, or from none. */
static void note_derived(struct viewing *viewing, const struct instruction *in,
                         const struct access *access)
{
    struct derived derived = {0};
    if (access->is_sum && access->index == INSTRUCTION_NO_REGISTER) {
        derived.from = access->base;
        derived.is_known =
            derived.from < VIEW_REGISTERS && resolve(viewing, &derived.from, &derived.distance);
        derived.distance += access->offset;
    }
    for (uint32_t i = 0; i < VIEW_REGISTERS; i++) {
        if (in->writes >> i & 1 && viewing->view->lost >> i & 1)
            viewing->derived[i] = derived;
    }
}

static void view_block(struct viewing *viewing, uint32_t node)
{
    const struct graph *graph = viewing->shape->graph;
    const struct graph_block *block = &graph->blocks[node - 1];
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct instruction *in = &graph->instructions[i];
        struct access access = {.base = INSTRUCTION_NO_REGISTER, .index = INSTRUCTION_NO_REGISTER};
        if (view_access(viewing->binary, in, &access)) {
            if (access.bytes)
                note_access(viewing, &access);
            viewing->view->lanes |= access.lane;
            viewing->view->float_lanes |= access.is_float ? access.lane : 0;
        }
        note_derived(viewing, in, &access);
        if (in->step_register < VIEW_REGISTERS)
            viewing->gone[in->step_register] += in->step;
    }
}

void view_begin(struct view *view, const struct binary *binary, const struct shape *shape,
                uint32_t loop)
{
    const struct graph *graph = shape->graph;
    struct viewing viewing = {.view = view, .binary = binary, .shape = shape};
    view->is_whole = true;
    uint32_t first = shape->first_member[loop], end = shape->first_member[loop + 1];
    for (uint32_t k = first; k < end; k++) {
        uint32_t node = shape->members[k];
        bool always = is_always(shape, loop, node);
        for (uint32_t i = graph->blocks[node - 1].first; i < graph->blocks[node - 1].end; i++) {
            note_steps(view, &graph->instructions[i], always);
            view->is_whole &= !instruction_is_call(&graph->instructions[i]);
        }
    }
    for (uint32_t k = first; k < end; k++)
        view_block(&viewing, shape->members[k]);
}

bool view_is_dense(const struct view_group *group, bool stores)
{
    uint8_t covered[LARGEST_STRIDE] = {0};
    uint64_t stride = (uint64_t)llabs(group->stride), count = 0;
    if (stride > LARGEST_STRIDE)
        return false;
    for (uint32_t i = 0; i < group->count; i++) {
        if (stores && !group->all[i].is_store)
            continue;
        for (uint32_t k = 0; k < group->all[i].bytes; k++) {
            int64_t at = (group->all[i].offset + k) % (int64_t)stride;
            uint8_t *byte = &covered[at < 0 ? at + (int64_t)stride : at];
            count += !*byte;
            *byte = 1;
        }
    }
    return count == stride;
}
