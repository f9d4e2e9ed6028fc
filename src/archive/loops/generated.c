/* generated.c: see generated.h
 *
 * Without optimisation, gfortran tests such loops at their heads and jumps back there. The test has
 * the line of the body. An implied DO of an I/O statement first tests for an error, and then calls.
 */
#include "archive/loops/generated.h"

#include "archive/symbols/source_text.h"

/* True if all code of a loop is in one line of one Fortran source file. */
static bool is_one_line(const struct archive_loops_source *source, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    struct archive_loops_place first = {0};
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        const struct format_block *block = &function->blocks[node - 1];
        uint64_t end = block->address + block->bytes;
        if (!archive_loops_function_is_in(function, node, loop))
            continue;
        for (uint64_t at = block->address; at < end;
             at = archive_loops_source_next(source, at, end)) {
            struct archive_loops_place place = archive_loops_source_place(
                source, node, at, archive_symbols_unit_scope(source->unit, at));
            if (!place.file)
                continue;
            if (first.file && (first.file != place.file || first.spot >> 32 != place.spot >> 32))
                return false;
            first = place;
        }
    }
    if (!first.file)
        return false;
    enum archive_source_language language =
        archive_source_text_language(archive_symbols_unit_file(source->unit, first.file));
    return language == SOURCE_FREE || language == SOURCE_FIXED;
}

/* True if an edge back to the head is conditional, but for those that leave a loop inside. */
static bool decides_at_end(const struct archive_loops_function *function, uint32_t loop)
{
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (archive_loops_function_goes_back(function, edge, loop) &&
            function->blocks[edge->from - 1].loop == loop &&
            archive_loops_function_branches(function, edge->from))
            return true;
    }
    return false;
}

/* Returns the only node of the loop that a branch out of it leads to; 0: it is none. */
static uint32_t behind_exit(const struct archive_loops_flow *flow, uint32_t node, uint32_t loop)
{
    uint32_t stays = 0, leaves = 0;
    for (uint32_t i = flow->first_out[node]; i < flow->first_out[node + 1]; i++) {
        uint32_t to = flow->function->edges[flow->out[i]].to;
        if (!archive_loops_function_is_in(flow->function, to, loop))
            leaves++;
        else if (stays)
            return 0;
        else
            stays = to;
    }
    return leaves ? stays : 0;
}

uint32_t archive_loops_generated_test(const struct archive_loops_source *source,
                                      const struct archive_loops_flow *flow, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    const struct archive_loops_origin *origin = &source->origins[loop];
    uint32_t head = function->loops[loop].head, first = 0, last = 0;
    uint32_t left = function->raw->blocks, next;
    bool is_concurrent = origin->loop && origin->loop->is_concurrent;
    if (decides_at_end(function, loop) ||
        (!is_concurrent && (origin->is_sure || !is_one_line(source, loop))))
        return 0;
    for (uint32_t node = head; node && left-- && function->blocks[node - 1].loop == loop;
         node = next) {
        if (flow->calls[node])
            return last;
        bool branches = archive_loops_function_branches(function, node);
        next = branches ? behind_exit(flow, node, loop) : archive_loops_flow_behind(flow, node);
        if (branches && next) {
            first = first ? first : node;
            last = node;
        }
        if (next == head)
            break;
    }
    return first;
}
