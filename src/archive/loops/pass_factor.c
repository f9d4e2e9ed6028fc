/* pass_factor.c: computes how many source iterations a pass of a loop does. */
#include "archive/loops/passes.h"

bool archive_loops_passes_leave_in_middle(const struct archive_loops_function *function,
                                          uint32_t loop)
{
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (!edge->from || edge->kind == FORMAT_EDGE_LOST || edge->from == leaves ||
            !archive_loops_function_is_in(function, edge->from, loop) ||
            archive_loops_function_is_in(function, edge->to, loop))
            continue;
        if (leaves)
            return true;
        leaves = edge->from;
    }
    return false;
}

uint32_t archive_loops_passes_factor(const struct archive_loops_function *function,
                                     const struct archive_loops_passes *passes, uint32_t loop)
{
    uint32_t factor = function->loops[loop].factor;
    uint32_t copies = passes && passes[loop].is_known ? passes[loop].copies : 1;
    if (passes && passes[loop].is_doubtful)
        return 0;
    if (!factor && passes)
        factor = passes[loop].told;
    if (factor <= 1)
        return factor;
    if (!copies || factor % copies)
        return 0;
    return factor > copies && archive_loops_passes_leave_in_middle(function, loop)
               ? 0
               : factor / copies;
}
