/* factor.c: see factor.h
 *
 * A register that moves by a constant in each trip goes through an array. The bytes that one trip
 * accesses there without gaps, divided by the size of an element, are the number of elements per
 * trip. The element size is known from the lanes of vectors or from scalar accesses, and the number
 * must be the same for all arrays of the loop.
 *
 * Several elements are either several iterations or the fields of one structure. They are
 * iterations if a remainder is handled element by element, in another loop or beside it, or if
 * there cannot be a remainder because the number of trips is constant. Only innermost loops are
 * analysed. */
#include "loops/flow/factor.h"

#include "loops/flow/induction.h"
#include "loops/flow/loop_views.h"
#include "util/memory.h"

#include <stdlib.h>

enum { MOST_LOOPS = 2048 }; /* analysed per function: their views take 34 MB */

/* The analysis of all loops of a function. */
struct factoring {
    const struct loops_binary *binary;
    const struct loops_shape *shape;
    const struct loops_view **views; /* by loop; an empty one for loops that contain others */
    uint32_t *ratios;                /* by loop: elements of each array per trip; 0: not known */
};

/* True if a loop contains others. */
static bool has_loops_in_it(const struct loops_shape *shape, uint32_t loop)
{
    return shape->loops.loops[loop].last != loop;
}

static uint64_t stride_of(const struct loops_view_group *group)
{
    return (uint64_t)llabs(group->stride);
}

/* Returns the element size of an array in bytes, by its smallest access; 0 if that may be several
 * elements loaded at once. */
static uint32_t told_element(const struct loops_view *view, const struct loops_view_group *group)
{
    uint32_t least = UINT32_MAX, told = UINT32_MAX;
    bool is_packed = false;
    for (uint32_t i = 0; i < group->count; i++) {
        if (group->all[i].bytes < least)
            least = group->all[i].bytes;
        is_packed |= group->all[i].is_packed;
        if (group->all[i].element && group->all[i].element < told)
            told = group->all[i].element;
    }
    if (told != UINT32_MAX && !(view->lanes && told > (view->lanes & -view->lanes)))
        return told; /* otherwise several elements may be loaded at once and become a vector */
    bool may_be_several =
        is_packed || least > 8 || (view->lanes && least > (view->lanes & -view->lanes));
    return may_be_several ? 0 : least;
}

static bool has_store(const struct loops_view_group *group)
{
    for (uint32_t i = 0; i < group->count; i++) {
        if (group->all[i].is_store)
            return true;
    }
    return false;
}

/* True if the accesses of a group leave no gaps between the trips. */
static bool is_array(const struct loops_view_group *group)
{
    return group->count && loops_view_is_dense(group, false);
}

/* True if `ratio` elements per trip fit all arrays of a loop, with element sizes that occur. */
static bool is_possible(const struct loops_view *view, uint64_t ratio, uint32_t lanes)
{
    for (uint32_t i = 0; i < view->count; i++) {
        const struct loops_view_group *group = &view->groups[i];
        uint64_t size = stride_of(group) / ratio;
        if (!is_array(group))
            continue;
        uint32_t told = told_element(view, group);
        if (size * ratio != stride_of(group) || size > 64 ||
            (told ? size != told : !(lanes & size) || size & (size - 1)))
            return false;
    }
    return true;
}

/* True if the stores to an array leave gaps: then its elements are structures. With vectors, the
 * gaps may be what the loads of other arrays read for nothing. */
static bool leaves_gaps(const struct loops_view *view)
{
    bool is_vector = view->lanes || view->has_vectors;
    for (uint32_t i = 0; i < view->count; i++) {
        const struct loops_view_group *group = &view->groups[i];
        if ((is_array(group) || is_vector) && has_store(group) && !loops_view_is_dense(group, true))
            return true;
    }
    return false;
}

static bool has_loads(const struct loops_view *view)
{
    for (uint32_t i = 0; i < view->count; i++) {
        for (uint32_t k = 0; k < view->groups[i].count; k++) {
            if (!view->groups[i].all[k].is_store)
                return true;
        }
    }
    return false;
}

/* Returns the sizes, as bits, that vector elements may have in memory: those of floating-point
 * numbers, if there are any, unless integers may be loaded and converted to them, or the reverse.
 */
static uint32_t element_lanes(const struct loops_view *view)
{
    bool is_mixed = view->lanes & ~view->float_lanes && (has_loads(view) || view->to_integer);
    return view->float_lanes && !is_mixed ? view->float_lanes : view->lanes;
}

/* True if the lanes of vectors are iterations of the loop around this one: a trip accesses again
 * what the previous one did, or leaves gaps between whole vectors. */
static bool works_across(const struct loops_view *view)
{
    for (uint32_t i = 0; i < view->count; i++) {
        const struct loops_view_group *group = &view->groups[i];
        bool has_gaps = !is_array(group);
        for (uint32_t k = 0; k < group->count; k++) {
            bool is_vector =
                group->all[k].bytes >= 16 && group->all[k].element < group->all[k].bytes;
            if (group->all[k].bytes > stride_of(group) || (is_vector && has_gaps))
                return true;
        }
    }
    return false;
}

/* True if another group moves by the same register and accesses as much, in the same way, from
 * another base: both may be the same array, at different offsets. */
static bool has_twin(const struct loops_view *view, const struct loops_view_group *group)
{
    for (uint32_t i = 0; i < view->count; i++) {
        const struct loops_view_group *other = &view->groups[i];
        if (other != group && other->stride == group->stride && other->index == group->index &&
            other->index != INSTRUCTION_NO_REGISTER && other->shift == group->shift &&
            other->all[0].bytes == group->all[0].bytes &&
            other->all[0].is_store == group->all[0].is_store)
            return true;
    }
    return false;
}

/* Returns the number of elements per trip that fits all arrays; 0 if there are no arrays, or
 * several numbers fit. */
static uint32_t find_ratio(const struct loops_view *view)
{
    uint32_t found = 0;
    uint32_t lanes = element_lanes(view);
    if (!view->is_whole || works_across(view))
        return 0;
    for (uint32_t i = 0; i < view->count; i++) {
        const struct loops_view_group *group = &view->groups[i];
        bool has_gaps = stride_of(group) != group->all[0].bytes;
        if (group->count == 1 && told_element(view, group) == group->all[0].bytes &&
            !view->has_vectors &&
            !(has_gaps && (view->has_unknown || view->lanes || has_twin(view, group))))
            return 1; /* one element of this array per trip means one iteration */
    }
    if (leaves_gaps(view))
        return 0;
    for (uint32_t i = 0; i < view->count; i++) {
        const struct loops_view_group *group = &view->groups[i];
        for (uint32_t size = 1; is_array(group) && size <= 64; size++) {
            uint64_t ratio = stride_of(group) / size;
            if (!ratio || ratio * size != stride_of(group) || !is_possible(view, ratio, lanes))
                continue;
            if (found && found != ratio)
                return 0;
            found = (uint32_t)ratio;
        }
    }
    return found;
}

/* Returns the stride that all arrays of a loop share; 0 if they differ. */
static uint64_t common_stride(const struct loops_view *view)
{
    uint64_t stride = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        uint64_t own = stride_of(&view->groups[i]);
        if (stride && own != stride)
            return 0;
        stride = own;
    }
    return stride;
}

/* True if another analysed loop has the same parent. */
static bool is_beside_it(const struct factoring *factoring, uint32_t loop, uint32_t other)
{
    const struct loops_flow_loop *loops = factoring->shape->loops.loops;
    return other != loop && loops[other].parent == loops[loop].parent &&
           factoring->views[other]->count;
}

static uint32_t count_accesses(const struct loops_view *view)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->count; i++)
        count += view->groups[i].count;
    return count;
}

/* True if, for each array of a loop that takes `all` elements per trip, another loop that takes
 * `part` elements per trip has an array with the matching stride. */
static bool has_strides_of(const struct loops_view *view, uint64_t all,
                           const struct loops_view *other, uint64_t part)
{
    for (uint32_t i = 0; i < view->count; i++) {
        uint64_t wanted = stride_of(&view->groups[i]) * part;
        uint32_t k = 0;
        while (k < other->count && stride_of(&other->groups[k]) * all != wanted)
            k++;
        if (k == other->count)
            return false;
    }
    return true;
}

/* True if `other` handles the remainder of `loop`: it takes one element per trip, or a divisor of
 * what `loop` takes, of the same arrays. If the loops use no vectors, their numbers of accesses
 * must be in the same ratio. */
static bool is_left_over(const struct factoring *factoring, uint32_t loop, uint32_t other)
{
    uint32_t all = factoring->ratios[loop], part = factoring->ratios[other];
    const struct loops_view *view = factoring->views[loop];
    if (!is_beside_it(factoring, loop, other) || !part || part >= all || all % part)
        return false;
    const struct loops_view *its = factoring->views[other];
    if (!has_strides_of(view, all, its, part) || !has_strides_of(its, part, view, all))
        return false; /* it goes through different arrays */
    bool is_vector = view->lanes || view->has_vectors;
    return is_vector ||
           count_accesses(view) * part == count_accesses(factoring->views[other]) * all;
}

/* True if `other` handles the remainder of `loop` element by element, by the strides of both. */
static bool does_one_element(const struct factoring *factoring, uint32_t loop, uint32_t other)
{
    uint64_t stride = common_stride(factoring->views[loop]);
    return is_beside_it(factoring, loop, other) && factoring->ratios[loop] > 1 && stride &&
           common_stride(factoring->views[other]) * factoring->ratios[loop] == stride &&
           (factoring->views[loop]->lanes || is_left_over(factoring, loop, other));
}

/* Returns the smallest number of elements per trip of the loops that handle a loop's remainder; 0
 * if there is no such loop. */
static uint32_t ratio_left_over(const struct factoring *factoring, uint32_t loop)
{
    uint32_t least = 0;
    for (uint32_t i = 0; i < factoring->shape->loops.count; i++) {
        if (does_one_element(factoring, loop, i))
            return 1;
        if (is_left_over(factoring, loop, i) && (!least || factoring->ratios[i] < least))
            least = factoring->ratios[i];
    }
    return least;
}

/* True if an access is to one element of an array of the loop. Scalars may be fields of a
 * structure, so for loops without vectors only an access with a scaled index counts. */
static bool is_element(const struct loops_view *view, uint32_t ratio,
                       const struct loops_access *access)
{
    bool is_vector = view->lanes || view->has_vectors;
    for (uint32_t i = 0; i < view->count; i++) {
        const struct loops_view_group *group = &view->groups[i];
        bool counts = access->index != INSTRUCTION_NO_REGISTER && access->base == group->base &&
                      1U << access->shift == access->bytes;
        if (is_array(group) && stride_of(group) == (uint64_t)ratio * access->bytes &&
            (is_vector || counts))
            return true;
    }
    return false;
}

/* True if code beside a loop accesses one element of its arrays, or moves one of its registers by
 * one element. */
static bool has_code_beside(const struct factoring *factoring, uint32_t loop)
{
    const struct loops_shape *shape = factoring->shape;
    const struct loops_view *view = factoring->views[loop];
    uint32_t around = shape->loops.loops[loop].parent, ratio = factoring->ratios[loop];
    for (uint32_t node = 1; node <= shape->graph->block_count; node++) {
        const struct loops_graph_block *block = &shape->graph->blocks[node - 1];
        for (uint32_t i = block->first; shape->loops.innermost[node] == around && i < block->end;
             i++) {
            const struct loops_instruction *in = &shape->graph->instructions[i];
            struct loops_access access;
            if (in->step_register < VIEW_REGISTERS && view->stepped >> in->step_register & 1 &&
                in->step * (int64_t)ratio == view->step[in->step_register])
                return true;
            if (!in->vector && loops_view_access(factoring->binary, in, &access) && access.bytes &&
                !access.lanes && is_element(view, ratio, &access))
                return true;
        }
    }
    return false;
}

static bool is_part_of(uint8_t number, const struct loops_view_group *group)
{
    return number < VIEW_REGISTERS && (number == group->base || number == group->index);
}

/* True if an access is to several elements of an array of the loop, but fewer than a trip accesses:
 * it uses one of the registers of their address. */
static bool is_part_of_trip(const struct loops_view *view, uint32_t ratio,
                            const struct loops_access *access)
{
    for (uint32_t i = 0; i < view->count; i++) {
        const struct loops_view_group *group = &view->groups[i];
        uint64_t bytes = (uint64_t)access->bytes * access->parts;
        if (is_array(group) && bytes < stride_of(group) && bytes * ratio > stride_of(group) &&
            (is_part_of(access->base, group) || is_part_of(access->index, group)))
            return true;
    }
    return false;
}

/* True if code beside a loop does a part of a trip with vectors: compilers that unroll a loop of
 * vectors may do its remaining ones so. That does not tell elements from members of structures. */
static bool has_vectors_beside(const struct factoring *factoring, uint32_t loop)
{
    const struct loops_shape *shape = factoring->shape;
    uint32_t around = shape->loops.loops[loop].parent, ratio = factoring->ratios[loop];
    for (uint32_t node = 1; node <= shape->graph->block_count; node++) {
        const struct loops_graph_block *block = &shape->graph->blocks[node - 1];
        for (uint32_t i = block->first; shape->loops.innermost[node] == around && i < block->end;
             i++) {
            struct loops_access access;
            if (loops_view_access(factoring->binary, &shape->graph->instructions[i], &access) &&
                access.bytes && is_part_of_trip(factoring->views[loop], ratio, &access))
                return true;
        }
    }
    return false;
}

/* Compilers unroll by powers of two, and vectors have as many elements. */
static bool is_power(uint32_t number)
{
    return !(number & (number - 1));
}

/* Returns the factor of a loop as far as its own remainder shows it. */
static struct loops_factor settle_alone(const struct factoring *factoring, uint32_t loop)
{
    const struct loops_view *view = factoring->views[loop];
    uint32_t ratio = factoring->ratios[loop];
    uint32_t least = ratio > 1 ? ratio_left_over(factoring, loop) : 0;
    struct loops_factor factor = {.count = ratio, .is_vector = view->lanes || view->has_vectors};
    if (!factor.is_vector && !is_power(ratio))
        return (struct loops_factor){0};
    factor.has_rest = ratio > 1 && has_code_beside(factoring, loop);
    factor.is_constant =
        ratio > 1 && view->lanes &&
        loops_view_trips_are_constant(view, factoring->binary, factoring->shape, loop);
    if (ratio > 1 && least != 1 && !factor.has_rest && !factor.is_constant)
        factor.count = least ? ratio / least : 0;
    if (!is_power(factor.count))
        factor.count = 0;
    return factor;
}

/* Returns the factor of a loop. A loop that handles the remainder of another has as many elements
 * per iteration as that one; if that contradicts its own factor, the factor is unknown. */
static struct loops_factor settle(const struct factoring *factoring, uint32_t loop)
{
    struct loops_factor factor = settle_alone(factoring, loop);
    uint32_t ratio = factoring->ratios[loop];
    for (uint32_t i = 0; i < factoring->shape->loops.count && ratio > 1; i++) {
        if (!is_left_over(factoring, i, loop) && !does_one_element(factoring, i, loop))
            continue;
        uint64_t count = (uint64_t)settle_alone(factoring, i).count * ratio;
        if (count % factoring->ratios[i] ||
            (count && factor.count && count / factoring->ratios[i] != factor.count)) {
            factor.count = 0;
            break;
        }
        factor.count = count ? (uint32_t)(count / factoring->ratios[i]) : factor.count;
    }
    return factor;
}

/* True if a block accesses memory. */
static bool has_accesses(const struct loops_binary *binary, const struct loops_graph *graph,
                         uint32_t node)
{
    const struct loops_graph_block *block = &graph->blocks[node - 1];
    for (uint32_t i = block->first; i < block->end; i++) {
        struct loops_access access;
        if (loops_view_access(binary, &graph->instructions[i], &access) && access.bytes)
            return true;
    }
    return false;
}

/* True if an edge leads from a node to the head of a loop. */
static bool goes_back(const struct loops_shape *shape, uint32_t loop, uint32_t node)
{
    const struct loops_flow *flow = &shape->flow;
    uint32_t head = shape->loops.loops[loop].head;
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        if (flow->edges[flow->in[i]].from == node)
            return true;
    }
    return false;
}

/* True if a loop may access memory after a node in the same trip. */
static bool accesses_behind(const struct loops_binary *binary, const struct loops_shape *shape,
                            uint32_t loop, uint32_t node)
{
    for (uint32_t k = shape->first_member[loop]; k < shape->first_member[loop + 1]; k++) {
        uint32_t other = shape->members[k];
        if (!loops_shape_dominates(shape, other, node) && has_accesses(binary, shape->graph, other))
            return true;
    }
    return false;
}

/* True if a loop can be left after some but not all memory accesses of a trip: then its last trip
 * does less than the others. */
static bool is_left_in_middle(const struct loops_binary *binary, const struct loops_shape *shape,
                              uint32_t loop)
{
    for (uint32_t i = shape->first_exit[loop]; i < shape->first_exit[loop + 1]; i++) {
        uint32_t from = shape->graph->edges[shape->exits[i]].from;
        if (from != GRAPH_OUTSIDE && !goes_back(shape, loop, from) &&
            has_accesses(binary, shape->graph, from) && accesses_behind(binary, shape, loop, from))
            return true;
    }
    return false;
}

/* Returns the trips of a loop of one block in each visit, as its counting register tells; 0: not
 * known. */
static uint32_t constant_trips(const struct loops_shape *shape, uint32_t loop)
{
    if (shape->loops.loops[loop].size != 1)
        return 0;
    struct loops_induction induction = loops_induction_find(shape, loop);
    bool found = induction.number != INSTRUCTION_NO_REGISTER;
    uint64_t trips = found ? loops_induction_trips(&induction) : 0;
    return trips <= UINT32_MAX ? (uint32_t)trips : 0;
}

/* Makes the views of the loops that contain no others. Returns their memory. */
static struct loops_view *make_views(struct factoring *factoring)
{
    static const struct loops_view none;
    const struct loops_shape *shape = factoring->shape;
    size_t inner = 0, room = 0;
    for (uint32_t i = 0; i < shape->loops.count; i++)
        inner += !has_loops_in_it(shape, i);
    struct loops_view *views = memory_grow(NULL, &room, inner + 1, sizeof *views);
    for (uint32_t i = 0, next = 0; i < shape->loops.count; i++) {
        factoring->views[i] = &none;
        if (has_loops_in_it(shape, i))
            continue;
        loops_view_begin(&views[next], factoring->binary, shape, i);
        factoring->views[i] = &views[next++];
    }
    return views;
}

struct loops_factor *loops_factors_find(const struct loops_binary *binary,
                                        const struct loops_shape *shape)
{
    size_t room = (size_t)shape->loops.count + 1;
    struct loops_factor *factors = memory_zeroed(room, sizeof *factors);
    if (!shape->loops.count || shape->loops.count > MOST_LOOPS)
        return factors;
    struct factoring factoring = {binary, shape, memory_zeroed(room, sizeof *factoring.views),
                                  memory_zeroed(room, sizeof *factoring.ratios)};
    struct loops_view *views = make_views(&factoring);
    for (uint32_t i = 0; i < shape->loops.count; i++) {
        if (has_loops_in_it(shape, i))
            continue;
        factoring.ratios[i] = factors[i].elements = find_ratio(factoring.views[i]);
        if (factoring.ratios[i] > 1 && is_left_in_middle(binary, shape, i))
            factoring.ratios[i] = 0;
    }
    for (uint32_t i = 0; i < shape->loops.count; i++) {
        uint32_t elements = factors[i].elements;
        factors[i] = settle(&factoring, i);
        factors[i].has_rest |= factors[i].count > 1 && has_vectors_beside(&factoring, i);
        factors[i].elements = elements;
        factors[i].trips = elements > 1 ? constant_trips(shape, i) : 0;
    }
    free(views);
    free(factoring.views);
    free(factoring.ratios);
    return factors;
}
