/* doubt.c: see doubt.h
 *
 * A compiler that puts several iterations into one trip makes other code for the remaining ones,
 * which has the same source lines. It needs none only if it knows the number of iterations. Then
 * the source must show that an iteration accesses one element of each array. */
#include "archive/loops/doubt.h"

static bool is_same(const struct archive_loops_origin *a, const struct archive_loops_origin *b)
{
    return a->loop && a->loop == b->loop && a->scope == b->scope;
}

bool archive_loops_doubt_has_others(const struct archive_loops_source *source, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        if (i != loop && function->loops[i].parent == function->loops[loop].parent &&
            is_same(&source->origins[i], &source->origins[loop]))
            return true;
    }
    return false;
}

static bool is_in_body(const struct archive_loops_origin *origin, struct archive_loops_place place)
{
    struct archive_source_span body = {origin->loop->body, origin->loop->end};
    return place.file == origin->file && archive_source_span_has(&body, place.spot);
}

/* True if a node stores, or loads, at a place in the body of a source loop. */
static bool accesses_body(const struct archive_loops_source *source,
                          const struct archive_loops_accesses *accesses,
                          const struct archive_loops_origin *origin, uint32_t node, bool stores)
{
    const struct archive_loops_accesses_span span =
        archive_loops_accesses_of(accesses, &source->function->blocks[node - 1]);
    for (const struct archive_loops_access *access = span.first; access < span.end; access++) {
        if (access->is_store == stores &&
            is_in_body(origin,
                       archive_loops_source_place(source, node, access->address, origin->scope)))
            return true;
    }
    return false;
}

/* True if code inside, or outside, a loop stores, or loads, at places in the body of its source
 * loop. */
static bool has_code(const struct archive_loops_source *source,
                     const struct archive_loops_accesses *accesses, uint32_t loop, bool inside,
                     bool stores)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (archive_loops_function_is_in(function, node, loop) == inside &&
            accesses_body(source, accesses, &source->origins[loop], node, stores))
            return true;
    }
    return false;
}

bool archive_loops_doubt_has_code(const struct archive_loops_source *source,
                                  const struct archive_loops_accesses *accesses, uint32_t loop)
{
    bool stores = has_code(source, accesses, loop, true, true);
    return has_code(source, accesses, loop, false, stores);
}

/* True if a node stores at a place in the body of a source loop: at the wanted one; or, without
 * that, at one where the loop stores, too. */
static bool stores_as_in(const struct archive_loops_source *source,
                         const struct archive_loops_accesses *accesses, uint32_t loop,
                         uint32_t node, const struct archive_loops_place *wanted)
{
    const struct archive_loops_origin *origin = &source->origins[loop];
    const struct archive_loops_accesses_span span =
        archive_loops_accesses_of(accesses, &source->function->blocks[node - 1]);
    for (const struct archive_loops_access *access = span.first; access < span.end; access++) {
        struct archive_loops_place place =
            archive_loops_source_place(source, node, access->address, origin->scope);
        if (!access->is_store || !is_in_body(origin, place) || !(place.spot & UINT32_MAX))
            continue;
        if (wanted && place.spot == wanted->spot)
            return true;
        for (uint32_t own = 1; !wanted && own <= source->function->raw->blocks; own++) {
            if (archive_loops_function_is_in(source->function, own, loop) &&
                stores_as_in(source, accesses, loop, own, &place))
                return true;
        }
    }
    return false;
}

bool archive_loops_doubt_is_peeled(const struct archive_loops_source *source,
                                   const struct archive_loops_accesses *accesses, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (function->blocks[node - 1].loop == function->loops[loop].parent &&
            stores_as_in(source, accesses, loop, node, NULL))
            return true;
    }
    return false;
}

/* Returns how many instructions of a loop store at a place of the source. */
static size_t stores_at(const struct archive_loops_source *source,
                        const struct archive_loops_accesses *accesses, uint32_t loop, uint64_t spot)
{
    const struct archive_loops_function *function = source->function;
    size_t found = 0;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (!archive_loops_function_is_in(function, node, loop))
            continue;
        const struct archive_loops_accesses_span span =
            archive_loops_accesses_of(accesses, &function->blocks[node - 1]);
        for (const struct archive_loops_access *access = span.first; access < span.end; access++)
            found += access->is_store && archive_loops_source_place(source, node, access->address,
                                                                    source->origins[loop].scope)
                                                 .spot == spot;
    }
    return found;
}

bool archive_loops_doubt_repeats(const struct archive_loops_source *source,
                                 const struct archive_loops_accesses *accesses, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (!archive_loops_function_is_in(function, node, loop))
            continue;
        const struct archive_loops_accesses_span span =
            archive_loops_accesses_of(accesses, &function->blocks[node - 1]);
        for (const struct archive_loops_access *access = span.first; access < span.end; access++) {
            struct archive_loops_place place = archive_loops_source_place(
                source, node, access->address, source->origins[loop].scope);
            if (access->is_store && stores_at(source, accesses, loop, place.spot) > 1)
                return true;
        }
    }
    return false;
}

/* True if all loads and stores of a loop are in its source loop itself, and not in functions that
 * were inlined into it. */
static bool has_own_accesses(const struct archive_loops_source *source,
                             const struct archive_loops_accesses *accesses, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (!archive_loops_function_is_in(function, node, loop))
            continue;
        const struct archive_loops_accesses_span span =
            archive_loops_accesses_of(accesses, &function->blocks[node - 1]);
        for (const struct archive_loops_access *access = span.first; access < span.end; access++) {
            if (archive_symbols_unit_scope(source->unit, access->address) !=
                source->origins[loop].scope)
                return false;
        }
    }
    return true;
}

bool archive_loops_doubt_factor(const struct archive_loops_source *source,
                                const struct archive_loops_accesses *accesses, uint32_t loop)
{
    const struct archive_loops_origin *origin = &source->origins[loop];
    if (origin->loop->skips)
        return true; /* vectors may contain elements that it skips, or several of an iteration */
    const struct format_loop *raw = &source->function->loops[loop];
    if (origin->loop->times && (uint64_t)raw->constant * raw->factor > origin->loop->times)
        return true;
    if (archive_loops_doubt_has_others(source, loop) ||
        archive_loops_doubt_has_code(source, accesses, loop))
        return false;
    bool is_constant = raw->flags & FORMAT_LOOP_CONSTANT;
    return !is_constant || !origin->loop->is_plain || !has_own_accesses(source, accesses, loop);
}

/* True if the line of any instruction of a loop is known. */
static bool has_lines(const struct archive_loops_source *source, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        const struct format_block *block = &function->blocks[node - 1];
        uint64_t end = block->address + block->bytes;
        if (!archive_loops_function_is_in(function, node, loop))
            continue;
        for (uint64_t at = block->address; at < end;
             at = archive_loops_source_next(source, at, end)) {
            uint32_t scope = archive_symbols_unit_scope(source->unit, at);
            if (archive_loops_source_place(source, node, at, scope).spot >> 32)
                return true;
        }
    }
    return false;
}

bool archive_loops_doubt_has_unplaced(const struct archive_loops_source *source, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        const struct format_loop *raw = &function->loops[i];
        bool unplaced = !source->origins[i].loop || !source->origins[i].is_sure;
        bool may_be_several = raw->factor > 1 || raw->flags & FORMAT_LOOP_VECTOR;
        if (i != loop && raw->parent == function->loops[loop].parent && unplaced &&
            (may_be_several || (!raw->factor && !has_lines(source, i))))
            return true;
    }
    return false;
}

bool archive_loops_doubt_place(const struct archive_loops_source *source, uint32_t loop)
{
    const struct archive_loops_origin *origin = &source->origins[loop];
    const struct format_loop *raw = &source->function->loops[loop];
    if (!origin->is_sure || archive_loops_doubt_has_others(source, loop))
        return false;
    return raw->flags & FORMAT_LOOP_IRREDUCIBLE ||
           raw->depth <= archive_loops_source_around(source, origin);
}
