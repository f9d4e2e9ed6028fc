/* plan.h: reads the plan of a binary: what its counters mean. */
#ifndef ARCHIVE_LOOPS_PLAN_H
#define ARCHIVE_LOOPS_PLAN_H

#include "archive/table/folder.h"
#include "format/loops.h"

#define LOOPS_NONE UINT32_MAX /* no loop, no counter */

/* A plan. All indexes and offsets in it were checked. */
struct archive_loops_plan {
    struct format_plan header;
    const char *path; /* of the binary */
    struct format_function *functions;
    struct format_slot *slots;
    struct format_block *blocks;
    struct format_edge *edges;
    struct format_loop *loops;
    struct format_mix *mixes;
    char *texts;
    uint32_t function_count;
    bool optimised; /* as far as can be told: registers count the trips of some loops */
};

/* Reads a file of the archive's folder of plans. NULL if there is none, or it is damaged. To be
 * freed with archive_loops_plan_free. */
struct archive_loops_plan *archive_loops_plan_read(const struct archive_folder *folder,
                                                   const char *name);
void archive_loops_plan_free(struct archive_loops_plan *plan);

/* Returns a text of the plan: a name, or why a function was not instrumented; "": not known. */
static inline const char *archive_loops_plan_text(const struct archive_loops_plan *plan,
                                                  uint32_t text)
{
    return plan->texts + text;
}

#endif
