/* rest.c: see rest.h
 *
 * A compiler that puts several iterations into one trip does the remaining ones in another loop, or
 * one after the other beside it. Such code has the same source positions as the loop. Parts of the
 * body that are invariant are done in front of the loop, and have few of its positions. */
#include "archive/loops/rest.h"

#include "archive/loops/accesses.h"
#include "archive/loops/passes.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Bytes accessed. Loads from an address that never changes (`fixed`) may be constants. */
struct traffic {
    uint64_t loads, stores, fixed;
};

/* A set of source positions in the body of a loop. */
struct places {
    uint64_t *all;
    uint8_t *met;
    size_t count, room;
};

static size_t find(const struct places *places, uint64_t spot)
{
    size_t i = 0;
    while (i < places->count && places->all[i] != spot)
        i++;
    return i;
}

static void add(struct places *places, uint64_t spot)
{
    if (find(places, spot) < places->count)
        return;
    places->all = memory_grow(places->all, &places->room, places->count + 1, sizeof *places->all);
    places->all[places->count++] = spot;
}

static bool is_in_body(const struct archive_loops_origin *origin, struct archive_loops_place place)
{
    struct archive_source_span body = {origin->loop->body, origin->loop->end};
    return place.file == origin->file && archive_source_span_has(&body, place.spot) &&
           !archive_loops_origin_tests(origin, place);
}

/* Adds the positions in the body of a node's code, or marks those that are in the set. */
static void look_at(const struct archive_loops_source *source,
                    const struct archive_loops_origin *origin, uint32_t node, bool adds,
                    struct places *places)
{
    const struct format_block *block = &source->function->blocks[node - 1];
    uint64_t end = block->address + block->bytes;
    for (uint64_t at = block->address; at < end; at = archive_loops_source_next(source, at, end)) {
        struct archive_loops_place place =
            archive_loops_source_place(source, node, at, origin->scope);
        if (!is_in_body(origin, place))
            continue;
        size_t number = adds ? places->count : find(places, place.spot);
        if (adds)
            add(places, place.spot);
        else if (number < places->count)
            places->met[number] = 1;
    }
}

static bool is_same(const struct archive_loops_origin *a, const struct archive_loops_origin *b)
{
    return a->loop == b->loop && a->scope == b->scope;
}

/* True if a node is in a loop that is the same source loop. */
static bool is_in_same(const struct archive_loops_source *source, uint32_t node, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    uint32_t around = function->blocks[node - 1].loop;
    while (around != LOOPS_NONE && !is_same(&source->origins[around], &source->origins[loop]))
        around = function->loops[around].parent;
    return around != LOOPS_NONE;
}

/* Returns the positions in the body of a loop's code; to be freed with free_places. */
static struct places places_of(const struct archive_loops_source *source, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    struct places places = {0};
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (archive_loops_function_is_in(function, node, loop))
            look_at(source, &source->origins[loop], node, true, &places);
    }
    places.met = memory_zeroed(places.count + 1, 1);
    return places;
}

static void free_places(struct places *places)
{
    free(places->all);
    free(places->met);
}

/* Counts the marked positions and clears the marks. */
static size_t take_met(struct places *places)
{
    size_t met = 0;
    for (size_t i = 0; i < places->count; i++)
        met += places->met[i];
    memset(places->met, 0, places->count);
    return met;
}

enum archive_loops_rest archive_loops_rest_find(const struct archive_loops_source *source,
                                                const struct archive_loops_flow *flow,
                                                uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    struct places places = places_of(source, loop);
    for (uint32_t node = 1; places.count && node <= function->raw->blocks; node++) {
        if (flow->is_regular[node] && !is_in_same(source, node, loop))
            look_at(source, &source->origins[loop], node, false, &places);
    }
    size_t met = take_met(&places);
    enum archive_loops_rest rest = met && met * 2 >= places.count ? REST_BESIDE
                                   : places.count && !met         ? REST_NONE
                                                                  : REST_UNKNOWN;
    free_places(&places);
    return rest;
}

/* A loop with remaining iterations, and what it does in a trip. */
struct joining {
    const struct archive_loops_source *source;
    const struct archive_loops_flow *flow;
    struct archive_loops_passes *passes;
    struct places places; /* of the loop; if it has none, of the loops beside it */
    uint32_t loop, parent, factor;
    struct traffic trip;
    struct archive_loops_accesses accesses;
};

static struct archive_loops_accesses_span accesses_of(const struct joining *joining, uint32_t node)
{
    return archive_loops_accesses_of(&joining->accesses,
                                     &joining->source->function->blocks[node - 1]);
}

/* Returns what a node loads and stores; `in_body`: only in the body of the source loop. */
static struct traffic traffic_of(const struct joining *joining, uint32_t node, bool in_body)
{
    const struct archive_loops_source *source = joining->source;
    const struct archive_loops_origin *origin = &source->origins[joining->loop];
    struct traffic traffic = {0};
    const struct archive_loops_accesses_span span = accesses_of(joining, node);
    for (const struct archive_loops_access *access = span.first; access < span.end; access++) {
        struct archive_loops_place place =
            archive_loops_source_place(source, node, access->address, origin->scope);
        if (!in_body || is_in_body(origin, place))
            *(access->is_store   ? &traffic.stores
              : access->is_fixed ? &traffic.fixed
                                 : &traffic.loads) += access->bytes;
    }
    return traffic;
}

/* Returns the node of a loop that is a single block; 0 if it has more. */
static uint32_t only_node(const struct archive_loops_function *function, uint32_t loop)
{
    uint32_t found = 0;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (!function->blocks[node - 1].bytes ||
            !archive_loops_function_is_in(function, node, loop))
            continue;
        if (found)
            return 0;
        found = node;
    }
    return found;
}

/* Measures a trip. False if that is not possible: with several blocks, trips may differ. */
static bool measure(struct joining *joining)
{
    uint32_t node = only_node(joining->source->function, joining->loop);
    if (node)
        joining->trip = traffic_of(joining, node, false);
    return joining->trip.loads || joining->trip.stores;
}

enum meeting { MEETS_NOTHING, MEETS_SOME, MEETS, MEETS_ALL };

/* Compares code with the loop by source positions: they agree if they share half of the positions
 * of one of them, since columns of vector and scalar code differ, or all positions of the loop if
 * there are several. */
static enum meeting compare(const struct joining *joining, const struct places *own)
{
    size_t met = 0, all = joining->places.count;
    for (size_t i = 0; i < own->count; i++)
        met += find(&joining->places, own->all[i]) < all;
    size_t least = own->count < all ? own->count : all;
    return !met                     ? MEETS_NOTHING
           : met == all && all >= 2 ? MEETS_ALL
           : met * 2 >= least       ? MEETS
                                    : MEETS_SOME;
}

static enum meeting compare_node(const struct joining *joining, uint32_t node)
{
    struct places own = {0};
    look_at(joining->source, &joining->source->origins[joining->loop], node, true, &own);
    enum meeting meeting = compare(joining, &own);
    free(own.all);
    return meeting;
}

/* Returns how many iterations code in the body does; 0 if it is not certain. The bytes stored tell,
 * and an iteration loads at least as much as one of the loop; constants may add to that. If nothing
 * is stored, the bytes loaded tell. More iterations than a trip has are no remainder, but a part of
 * the body that was moved out of the loop. */
static uint32_t iterations_of(const struct joining *joining, struct traffic traffic)
{
    struct traffic trip = joining->trip;
    uint64_t unit = trip.stores ? trip.stores : trip.loads;
    uint64_t own = (trip.stores ? traffic.stores : traffic.loads) * joining->factor;
    uint64_t count = own / unit;
    bool fits = count * unit == own &&
                (traffic.loads + traffic.fixed) * joining->factor >= count * trip.loads;
    return fits && count <= joining->factor ? (uint32_t)count : 0;
}

/* True if a node is on every path to the loop: what it loads may be invariant, and what it stores
 * may be a part of the body that was moved out of the loop for all iterations at once. */
static bool leads_to_loop(const struct joining *joining, uint32_t node)
{
    const struct archive_loops_function *function = joining->source->function;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        uint32_t at = edge->from, left = function->raw->blocks;
        if (!edge->to || !archive_loops_function_is_in(function, edge->to, joining->loop) || !at ||
            archive_loops_function_is_in(function, at, joining->loop))
            continue;
        while (at && at != node && left--)
            at = archive_loops_flow_before(joining->flow, at);
        if (at != node)
            return false;
    }
    return true;
}

/* True if a node loads more at once, in the body, than the loop does: then that is something else.
 */
static bool loads_more(const struct joining *joining, uint32_t node)
{
    const struct archive_loops_source *source = joining->source;
    const struct archive_loops_origin *origin = &source->origins[joining->loop];
    const struct format_block *block = &source->function->blocks[node - 1];
    uint32_t own = only_node(source->function, joining->loop);
    const struct format_block *loop = &source->function->blocks[own - 1];
    uint64_t most = 0, largest = 0;
    for (size_t i = 0; i < joining->accesses.count; i++) {
        const struct archive_loops_access *access = &joining->accesses.all[i];
        if (access->is_store)
            continue;
        if (access->address - loop->address < loop->bytes && access->bytes > most)
            most = access->bytes;
        if (access->address - block->address < block->bytes && access->bytes > largest &&
            is_in_body(origin,
                       archive_loops_source_place(source, node, access->address, origin->scope)))
            largest = access->bytes;
    }
    return largest > most;
}

/* True if a line of the source has code of the loop. */
static bool has_line(const struct places *places, uint64_t line)
{
    size_t i = 0;
    while (i < places->count && places->all[i] >> 32 != line)
        i++;
    return i < places->count;
}

/* True if the loop has a load of that many bytes. */
static bool loads_as_much(const struct joining *joining, uint64_t bytes)
{
    const struct archive_loops_function *function = joining->source->function;
    const struct archive_loops_accesses_span span =
        accesses_of(joining, only_node(function, joining->loop));
    for (const struct archive_loops_access *access = span.first; access < span.end; access++) {
        if (!access->is_store && access->bytes == bytes)
            return true;
    }
    return false;
}

/* True if all that a node accesses are vectors such as the loop loads, on its lines: elements, even
 * if their columns differ. Invariants of iterations are no vectors. */
static bool loads_vectors(const struct joining *joining, uint32_t node)
{
    enum { VECTOR = 16 };
    const struct archive_loops_source *source = joining->source;
    const struct archive_loops_origin *origin = &source->origins[joining->loop];
    bool any = false;
    const struct archive_loops_accesses_span span = accesses_of(joining, node);
    for (const struct archive_loops_access *access = span.first; access < span.end; access++) {
        struct archive_loops_place place =
            archive_loops_source_place(source, node, access->address, origin->scope);
        if (access->is_store || access->is_fixed || access->bytes < VECTOR ||
            !loads_as_much(joining, access->bytes) || !is_in_body(origin, place) ||
            !has_line(&joining->places, place.spot >> 32))
            return false;
        any = true;
    }
    return any;
}

/* True if a node loads at the place of the condition: elements that the compiler loads at once,
 * behind the loop. */
static bool loads_in_test(const struct joining *joining, uint32_t node)
{
    const struct archive_loops_source *source = joining->source;
    const struct archive_loops_origin *origin = &source->origins[joining->loop];
    const struct archive_loops_accesses_span span = accesses_of(joining, node);
    for (const struct archive_loops_access *access = span.first; access < span.end; access++) {
        if (!access->is_store &&
            archive_loops_origin_tests(
                origin, archive_loops_source_place(source, node, access->address, origin->scope)))
            return true;
    }
    return false;
}

/* Adds the iterations that a node outside all loops of the same source loop does. False if their
 * number is not known. */
static bool add_node(struct joining *joining, uint32_t node)
{
    const struct format_block *block = &joining->source->function->blocks[node - 1];
    struct archive_loops_passes *to = &joining->passes[joining->loop];
    struct traffic traffic = traffic_of(joining, node, true);
    if (!joining->trip.stores && loads_in_test(joining, node) && !leads_to_loop(joining, node))
        return false;
    if (!joining->trip.stores && traffic.fixed)
        return leads_to_loop(joining, node); /* elements, or constants */
    if ((!traffic.loads && !traffic.stores) || (joining->trip.stores && !traffic.stores))
        return true; /* sums of vector elements, or invariants */
    enum meeting meeting = compare_node(joining, node);
    if (meeting == MEETS_NOTHING && !joining->trip.stores && !leads_to_loop(joining, node) &&
        loads_vectors(joining, node))
        meeting = MEETS;
    if (meeting == MEETS_NOTHING) /* invariants; otherwise it may be anything */
        return leads_to_loop(joining, node);
    uint32_t count = iterations_of(joining, traffic);
    if (!joining->trip.stores && loads_more(joining, node))
        return false;
    if (!count || meeting < MEETS || block->loop != joining->parent ||
        (meeting != MEETS_ALL && leads_to_loop(joining, node)))
        return false;
    to->beside =
        memory_grow(to->beside, &to->beside_room, to->beside_count + 1, sizeof *to->beside);
    to->beside[to->beside_count++] = (struct archive_loops_beside){node, count};
    return true;
}

static bool add_nodes(struct joining *joining)
{
    const struct archive_loops_source *source = joining->source;
    bool known = true;
    for (uint32_t node = 1; known && node <= source->function->raw->blocks; node++) {
        if (joining->flow->is_regular[node] && !is_in_same(source, node, joining->loop))
            known = add_node(joining, node);
    }
    return known;
}

/* True if a loop is another loop of the same source loop, with the same parent. */
static bool is_beside(const struct joining *joining, uint32_t loop)
{
    const struct archive_loops_source *source = joining->source;
    return loop != joining->loop && source->origins[loop].is_sure &&
           is_same(&source->origins[loop], &source->origins[joining->loop]) &&
           source->function->loops[loop].parent == joining->parent;
}

static bool has_loops_in_it(const struct archive_loops_function *function, uint32_t loop)
{
    for (uint32_t i = loop + 1; i < function->raw->loops; i++) {
        if (function->loops[i].parent == loop)
            return true;
    }
    return false;
}

/* True if a loop does whole iterations, and their number per trip is known. The parts into which a
 * compiler splits a loop, one after the other, have different positions. If the loop itself has no
 * positions, the other one's loads and stores must fit. */
static bool does_iterations(struct joining *joining, uint32_t loop)
{
    const struct archive_loops_function *function = joining->source->function;
    uint32_t node = only_node(function, loop);
    uint32_t factor = archive_loops_passes_factor(function, joining->passes, loop);
    if (!factor || has_loops_in_it(function, loop))
        return false;
    struct places own = places_of(joining->source, loop);
    bool does = joining->places.count
                    ? compare(joining, &own) >= MEETS
                    : node && iterations_of(joining, traffic_of(joining, node, false)) == factor;
    if (does && !joining->places.count)
        joining->places = own;
    else
        free_places(&own);
    if (does && node && joining->trip.stores &&
        iterations_of(joining, traffic_of(joining, node, false)) != factor) {
        joining->passes[loop].is_doubtful = true; /* it stores another number of elements */
        return false;
    }
    return does;
}

/* True if the loop has the largest factor, or is the first of several, and what all loops beside it
 * do is known. */
static bool check_loops(struct joining *joining)
{
    const struct archive_loops_function *function = joining->source->function;
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        uint32_t factor = archive_loops_passes_factor(function, joining->passes, i);
        if (is_beside(joining, i) &&
            (factor > joining->factor || (factor == joining->factor && i < joining->loop) ||
             !does_iterations(joining, i)))
            return false;
    }
    return true;
}

/* Notes the loops beside the loop: they do part of its iterations; or, if that is not known, its
 * own iterations are a lower bound. */
static void note_loops(const struct joining *joining, bool known)
{
    for (uint32_t i = 0; i < joining->source->function->raw->loops; i++) {
        if (!is_beside(joining, i))
            continue;
        if (known)
            joining->passes[i].rest_of = joining->loop;
        else
            joining->passes[joining->loop].rest = REST_BESIDE;
    }
}

void archive_loops_rest_join(const struct archive_loops_source *source,
                             const struct archive_loops_flow *flow,
                             struct archive_loops_passes *passes, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    struct joining joining = {.source = source,
                              .flow = flow,
                              .passes = passes,
                              .places = places_of(source, loop),
                              .loop = loop,
                              .parent = function->loops[loop].parent,
                              .factor = archive_loops_passes_factor(function, passes, loop)};
    archive_loops_accesses_begin(&joining.accesses, function);
    bool measured = measure(&joining) && check_loops(&joining) && joining.places.count;
    bool known = measured && add_nodes(&joining);
    free_places(&joining.places);
    archive_loops_accesses_end(&joining.accesses);
    if (measured)
        passes[loop].rest = known ? REST_NONE : REST_BESIDE;
    if (!known)
        passes[loop].beside_count = 0;
    note_loops(&joining, known);
}
