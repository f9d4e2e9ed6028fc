/* loops_rest.c: see loops_rest.h
 *
 * A compiler that puts several iterations into one trip does those that are left over in another
 * loop, or one after the other beside it. Such code stands at the places of the source that the
 * code of the loop stands at. Parts of the body that are the same in all trips are done in front of
 * the loop, and stand at few of them. */
#include "archive/loops_rest.h"

#include "util/memory.h"

#include <stdlib.h>

/* Places in the body of a loop. */
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

/* Adds the places of the body that code of a node stands at, or marks those that are there. */
static void look_at(const struct loops_source *source, const struct loops_origin *origin,
                    uint32_t node, bool adds, struct places *places)
{
    const struct format_block *block = &source->function->blocks[node - 1];
    struct source_span body = {origin->loop->body, origin->loop->end};
    uint64_t end = block->address + block->bytes;
    for (uint64_t at = block->address; at < end; at = loops_source_next(source, at, end)) {
        struct loops_place place = loops_source_place(source, node, at, origin->scope);
        if (place.file != origin->file || !source_span_has(&body, place.spot) ||
            loops_origin_tests(origin, place))
            continue;
        size_t number = adds ? places->count : find(places, place.spot);
        if (adds)
            add(places, place.spot);
        else if (number < places->count)
            places->met[number] = 1;
    }
}

static bool is_same(const struct loops_origin *a, const struct loops_origin *b)
{
    return a->loop == b->loop && a->scope == b->scope;
}

/* Whether a node is in a loop that is the same one of the source. */
static bool is_in_same(const struct loops_source *source, uint32_t node, uint32_t loop)
{
    const struct loops_function *function = source->function;
    uint32_t around = function->blocks[node - 1].loop;
    while (around != LOOPS_NONE && !is_same(&source->origins[around], &source->origins[loop]))
        around = function->loops[around].parent;
    return around != LOOPS_NONE;
}

enum loops_rest loops_rest_find(const struct loops_source *source, const struct loops_flow *flow,
                                uint32_t loop)
{
    const struct loops_function *function = source->function;
    const struct loops_origin *origin = &source->origins[loop];
    struct places places = {0};
    size_t met = 0;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (loops_function_is_in(function, node, loop))
            look_at(source, origin, node, true, &places);
    }
    places.met = memory_zeroed(places.count + 1, 1);
    for (uint32_t node = 1; places.count && node <= function->raw->blocks; node++) {
        if (flow->is_regular[node] && !is_in_same(source, node, loop))
            look_at(source, origin, node, false, &places);
    }
    for (size_t i = 0; i < places.count; i++)
        met += places.met[i];
    enum loops_rest rest = met && met * 2 >= places.count ? REST_BESIDE
                           : places.count && !met         ? REST_NONE
                                                          : REST_UNKNOWN;
    free(places.all);
    free(places.met);
    return rest;
}
