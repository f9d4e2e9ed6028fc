/* heaviest.c: see heaviest.h */
#include "analysis/match/heaviest.h"

#include <stdlib.h>

static int by_share(const void *left, const void *right, void *context)
{
    const struct analysis_match_loop *loops = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    if (loops[a].share != loops[b].share)
        return loops[a].share > loops[b].share ? -1 : 1;
    return a < b ? -1 : a > b;
}

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

uint32_t heaviest_loops(const struct analysis_match_program *program, const uint32_t *free_of,
                        uint32_t most, uint32_t *loops)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->count; i++) {
        if (program->loops[i].share >= HEAVIEST_SMALLEST && (!free_of || free_of[i] == MATCH_NONE))
            loops[count++] = i;
    }
    if (count <= most)
        return count;
    qsort_r(loops, count, sizeof *loops, by_share, program->loops);
    qsort(loops, most, sizeof *loops, by_number);
    return most;
}
