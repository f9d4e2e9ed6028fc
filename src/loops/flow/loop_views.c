/* loop_views.c: see loop_views.h */
#include "loops/flow/loop_views.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_STRIDE = 2048 }; /* bytes; larger strides are not analysed */

/* An address in terms of the values that registers have when the trip begins. The registers are
 * stepped or constant in the loop. */
struct place {
    bool is_known;
    uint8_t base, index, shift;
    int64_t offset;
};

/* State while a view is made. */
struct viewing {
    struct loops_view *view;
    const struct loops_binary *binary;
    const struct loops_shape *shape;
    int64_t gone[VIEW_REGISTERS];         /* by register: sum of its steps so far in the trip */
    struct place derived[VIEW_REGISTERS]; /* by register that is computed in the trip: its value */
    uint32_t gathered; /* the part of `loaded` that does not depend on variables alone, which have
                          the same address in all trips */
    uint32_t loaded;   /* set of registers that depend on what the trip has loaded */
};

bool loops_view_access(const struct loops_binary *binary, const struct loops_instruction *in,
                       struct loops_access *access)
{
    const uint8_t *bytes =
        in->has_no_access ? NULL : loops_binary_bytes(binary, in->address, in->size, NULL);
    return bytes && binary->architecture->access(bytes, in->size, access);
}

/* True if a node is executed in each trip. */
static bool is_always(const struct loops_shape *shape, uint32_t loop, uint32_t node)
{
    const struct loops_flow *flow = &shape->flow;
    uint32_t head = shape->loops.loops[loop].head;
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        uint32_t from = flow->edges[flow->in[i]].from;
        if (loops_flow_is_in(&shape->loops, from, loop) &&
            !loops_shape_dominates(shape, node, from))
            return false;
    }
    return true;
}

/* Notes the steps and the other writes of an instruction. */
static void note_steps(struct loops_view *view, const struct loops_instruction *in, bool always)
{
    uint32_t written = in->writes & ~INSTRUCTION_FLAGS;
    if (in->step_register < VIEW_REGISTERS && always) {
        view->step[in->step_register] += in->step;
        view->stepped |= UINT32_C(1) << in->step_register;
        written &= ~(UINT32_C(1) << in->step_register);
    }
    view->lost |= written;
}

/* The registers that a loop writes once, as the sum of another register and a constant. */
struct sums {
    uint32_t written, again; /* sets of registers: written; written again, or not as such a sum */
    uint8_t from[VIEW_REGISTERS];
    int64_t distance[VIEW_REGISTERS];
};

/* Notes what an instruction writes. */
static void note_sum(struct sums *sums, const struct loops_instruction *in,
                     const struct loops_access *access)
{
    uint32_t written = in->writes & ~INSTRUCTION_FLAGS;
    sums->again |= sums->written & written;
    sums->written |= written;
    if (!access->is_sum || access->index != INSTRUCTION_NO_REGISTER ||
        access->base >= VIEW_REGISTERS)
        sums->again |= written;
    for (uint32_t i = 0; i < VIEW_REGISTERS && !(sums->again >> i & 1); i++) {
        if (!(written >> i & 1))
            continue;
        sums->from[i] = access->base;
        sums->distance[i] = access->offset;
    }
}

/* Finds registers that are stepped through a copy: b = a + 2; a = b. */
static void find_double_steps(struct loops_view *view, const struct sums *sums)
{
    uint32_t once = sums->written & ~sums->again & view->lost;
    for (uint32_t i = 0; i < VIEW_REGISTERS; i++) {
        uint32_t from = once >> i & 1 ? sums->from[i] : i;
        bool copies = from != i && once >> from & 1 && sums->from[from] == i && !sums->distance[i];
        if (!copies)
            continue;
        view->step[i] = sums->distance[from];
        view->stepped |= UINT32_C(1) << i;
        view->lost &= ~(UINT32_C(1) << i);
    }
}

/* Adds a register, shifted left by `shift`, to a place. The place becomes unknown if it would need
 * more than a base and an index. */
static void add_register(const struct viewing *viewing, struct place *place, uint8_t number,
                         uint8_t shift)
{
    if (number >= VIEW_REGISTERS)
        return;
    const struct place *derived = &viewing->derived[number];
    bool is_plain = !(viewing->view->lost >> number & 1);
    struct place added = {true, number, INSTRUCTION_NO_REGISTER, 0, viewing->gone[number]};
    if (!is_plain)
        added = *derived;
    place->is_known &= added.is_known && shift < 8;
    place->offset += added.offset * ((int64_t)1 << (shift & 7));
    bool is_single = added.index == INSTRUCTION_NO_REGISTER;
    if (added.base == INSTRUCTION_NO_REGISTER && place->index == INSTRUCTION_NO_REGISTER) {
        place->index = added.index;
        place->shift = (uint8_t)(added.shift + shift);
    } else if (place->base == INSTRUCTION_NO_REGISTER && !shift) {
        place->base = added.base;
        place->index = added.index;
        place->shift = added.shift;
    } else if (place->index == INSTRUCTION_NO_REGISTER && is_single) {
        place->index = added.base;
        place->shift = shift;
    } else {
        place->is_known = false;
    }
}

/* Returns the place that an instruction accesses or computes. */
static struct place place_of(const struct viewing *viewing, const struct loops_access *access)
{
    struct place place = {true, INSTRUCTION_NO_REGISTER, INSTRUCTION_NO_REGISTER, 0,
                          access->offset};
    add_register(viewing, &place, access->base, 0);
    add_register(viewing, &place, access->index, access->shift);
    return place;
}

/* Returns the group of these registers, added if need be; NULL if the address does not move, or
 * there is no room. */
static struct loops_view_group *group_of(struct loops_view *view, uint8_t base, uint8_t index,
                                         uint8_t shift, bool is_local)
{
    if (!shift && index < base) { /* base + index = index + base */
        uint8_t other = base;
        base = index;
        index = other;
    }
    for (uint32_t i = 0; i < view->count; i++) {
        struct loops_view_group *group = &view->groups[i];
        if (group->base == base && group->index == index && group->shift == shift &&
            group->is_local == is_local)
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
    struct loops_view_group *group = &view->groups[view->count++];
    group->count = 0;
    group->base = base;
    group->index = index;
    group->shift = shift;
    group->is_local = is_local;
    group->stride = stride;
    return group;
}

/* Returns the registers of an address. */
static uint32_t registers_of(const struct loops_access *access)
{
    return (access->base < VIEW_REGISTERS ? UINT32_C(1) << access->base : 0) |
           (access->index < VIEW_REGISTERS ? UINT32_C(1) << access->index : 0);
}

/* Returns the registers of a set after an instruction, whose results are in it if `adds`. */
static uint32_t set_after(uint32_t set, const struct loops_instruction *in, bool adds)
{
    uint32_t writes = in->step_register < VIEW_REGISTERS
                          ? in->writes & ~(UINT32_C(1) << in->step_register)
                          : in->writes;
    return adds ? set | (writes & ~INSTRUCTION_FLAGS) : set & ~in->writes;
}

/* Updates the registers that depend on what the trip has loaded. */
static void note_loaded(struct viewing *viewing, const struct loops_instruction *in,
                        const struct loops_access *access)
{
    bool loads = access->bytes && !access->is_store;
    viewing->loaded = set_after(viewing->loaded, in, loads || in->reads & viewing->loaded);
}

/* True if an access has the same address in all trips. */
static bool is_fixed(const struct viewing *viewing, const struct loops_access *access)
{
    struct place place = place_of(viewing, access);
    const int64_t *step = viewing->view->step;
    return place.is_known && !access->is_scattered &&
           !((place.base < VIEW_REGISTERS ? step[place.base] : 0) +
             (place.index < VIEW_REGISTERS ? step[place.index] : 0) * ((int64_t)1 << place.shift));
}

/* Updates the registers that depend on what the trip has loaded from other addresses than the trip
 * before. An address that depends on variables in memory may be the same in all trips. */
static void note_gathered(struct viewing *viewing, const struct loops_instruction *in,
                          const struct loops_access *access)
{
    bool varies = registers_of(access) & viewing->loaded & ~viewing->gathered;
    bool moves = access->bytes && !access->is_store && !varies && !is_fixed(viewing, access);
    viewing->gathered = set_after(viewing->gathered, in, moves || in->reads & viewing->gathered);
}

/* Returns where accesses are counted whose address could not be derived. */
static uint32_t *count_of_unknown(const struct viewing *viewing, const struct loops_access *access)
{
    uint32_t needs = registers_of(access);
    if (needs & viewing->gathered || access->is_scattered)
        return viewing->view->indirect;
    return needs & viewing->loaded ? viewing->view->varied : viewing->view->computed;
}

/* Adds an access to its group. */
static void note_access(struct viewing *viewing, const struct loops_access *access)
{
    struct loops_view *view = viewing->view;
    struct place place = place_of(viewing, access);
    place.is_known &= !access->is_scattered;
    struct loops_view_group *group =
        place.is_known ? group_of(view, place.base, place.index, place.shift, access->is_local)
                       : NULL;
    view->has_unknown |= !place.is_known;
    if (!group) {
        uint32_t *to = place.is_known ? view->fixed : count_of_unknown(viewing, access);
        to[access->is_store] += access->parts;
        return;
    }
    view->has_vectors |= access->bytes >= 16 && access->element < access->bytes;
    for (uint32_t part = 0; part < access->parts; part++) {
        uint32_t i = group->count;
        if (i == VIEW_ACCESSES) {
            view->is_whole = false;
            return;
        }
        group->all[i].offset = place.offset + (int64_t)part * access->bytes;
        group->all[i].bytes = access->bytes;
        group->all[i].element = access->element;
        group->all[i].is_store = access->is_store;
        group->all[i].is_packed = access->is_packed;
        group->count++;
    }
}

/* Updates the derived registers that an instruction writes. */
static void note_derived(struct viewing *viewing, const struct loops_instruction *in,
                         const struct loops_access *access)
{
    struct place derived = {0};
    if (access->is_sum)
        derived = place_of(viewing, access);
    for (uint32_t i = 0; i < VIEW_REGISTERS; i++) {
        if (in->step_register == i)
            viewing->derived[i].offset += in->step;
        else if (in->writes >> i & 1 && viewing->view->lost >> i & 1)
            viewing->derived[i] = derived;
    }
}

/* Adds the accesses and computations of a block to the view. */
static void view_block(struct viewing *viewing, uint32_t node)
{
    const struct loops_graph *graph = viewing->shape->graph;
    const struct loops_graph_block *block = &graph->blocks[node - 1];
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        struct loops_access access = {.base = INSTRUCTION_NO_REGISTER,
                                      .index = INSTRUCTION_NO_REGISTER};
        if (loops_view_access(viewing->binary, in, &access)) {
            if (access.bytes)
                note_access(viewing, &access);
            viewing->view->lanes |= access.lanes;
            viewing->view->float_lanes |= access.is_float ? access.lanes : 0;
            viewing->view->to_integer |= access.to_integer;
        }
        note_gathered(viewing, in, &access);
        note_derived(viewing, in, &access);
        note_loaded(viewing, in, &access);
        if (in->step_register < VIEW_REGISTERS)
            viewing->gone[in->step_register] += in->step;
    }
}

void loops_view_begin(struct loops_view *view, const struct loops_binary *binary,
                      const struct loops_shape *shape, uint32_t loop)
{
    const struct loops_graph *graph = shape->graph;
    struct viewing viewing = {.view = view, .binary = binary, .shape = shape};
    memset(view, 0,
           offsetof(struct loops_view, groups)); /* the groups are large, and few are used */
    view->is_whole = true;
    struct sums sums = {0};
    uint32_t first = shape->first_member[loop], end = shape->first_member[loop + 1];
    for (uint32_t k = first; k < end; k++) {
        uint32_t node = shape->members[k];
        bool always = is_always(shape, loop, node);
        for (uint32_t i = graph->blocks[node - 1].first; i < graph->blocks[node - 1].end; i++) {
            struct loops_access access = {0};
            note_steps(view, &graph->instructions[i], always);
            if (!always || !loops_view_access(binary, &graph->instructions[i], &access))
                access.is_sum = false;
            note_sum(&sums, &graph->instructions[i], &access);
            note_loaded(&viewing, &graph->instructions[i], &access); /* in the trip before */
            view->is_whole &= !loops_instruction_is_call(&graph->instructions[i]);
        }
    }
    find_double_steps(view, &sums);
    viewing.gathered = viewing.loaded;
    for (uint32_t k = first; k < end; k++)
        view_block(&viewing, shape->members[k]);
}

bool loops_view_is_dense(const struct loops_view_group *group, bool stores)
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
