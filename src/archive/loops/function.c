/* function.c: see function.h */
#include "archive/loops/function.h"

#include "archive/loops/passes.h"

#include <assert.h>

uint32_t archive_loops_function_common(const struct archive_loops_function *function, uint32_t a,
                                       uint32_t b)
{
    while (a != b) { /* a loop comes before those inside it */
        if (a == LOOPS_NONE || b == LOOPS_NONE)
            return LOOPS_NONE;
        if (a > b)
            a = function->loops[a].parent;
        else
            b = function->loops[b].parent;
    }
    return a;
}

uint32_t archive_loops_function_loop(const struct archive_loops_function *function, uint32_t node)
{
    assert(node <= function->raw->blocks);
    return node ? function->blocks[node - 1].loop : LOOPS_NONE;
}

bool archive_loops_function_is_in(const struct archive_loops_function *function, uint32_t node,
                                  uint32_t loop)
{
    uint32_t at = archive_loops_function_loop(function, node);
    while (at != LOOPS_NONE && at > loop)
        at = function->loops[at].parent;
    return at == loop;
}

uint32_t archive_loops_function_whole(const struct archive_loops_function *function, uint32_t loop)
{
    bool is_part =
        function->passes && loop != LOOPS_NONE && function->passes[loop].same_as != LOOPS_NONE;
    return is_part ? function->passes[loop].same_as : loop;
}

static bool has_code(const struct archive_loops_function *function, uint32_t node)
{
    return node && function->blocks[node - 1].bytes;
}

bool archive_loops_function_goes_back(const struct archive_loops_function *function,
                                      const struct format_edge *edge, uint32_t loop)
{
    bool meets =
        edge->to && !has_code(function, edge->to) && function->blocks[edge->to - 1].loop == loop;
    return has_code(function, edge->from) && (edge->to == function->loops[loop].head || meets) &&
           archive_loops_function_is_in(function, edge->from, loop);
}

bool archive_loops_function_branches(const struct archive_loops_function *function, uint32_t node)
{
    assert(node <= function->raw->blocks);
    return function->ways[node] > 1;
}
