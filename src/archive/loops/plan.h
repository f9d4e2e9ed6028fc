/* plan.h: the plan of a binary, as far as it says what its counters mean. */
#ifndef ARCHIVE_LOOPS_PLAN_H
#define ARCHIVE_LOOPS_PLAN_H

#include "archive/table/folder.h"
#include "format/loops.h"

#define LOOPS_NONE UINT32_MAX /* no loop, no counter */

/* Every number in it that is one of something else, is. */
struct loops_plan {
    struct format_plan header;
    const char *path; /* of the binary */
    struct format_function *functions;
    struct format_slot *slots;
    struct format_block *blocks;
    struct format_edge *edges;
    struct format_loop *loops;
    char *texts;
    uint32_t function_count;
    bool optimised; /* as far as can be told: registers tell the trips of some loops */
};

/* A file of the archive's folder of plans. NULL: there is none, or it makes no sense. */
struct loops_plan *loops_plan_read(const struct folder *folder, const char *name);
void loops_plan_free(struct loops_plan *plan);

/* What is called, or why it was left as it is; "": nothing is known. */
static inline const char *loops_plan_text(const struct loops_plan *plan, uint32_t text)
{
    return plan->texts + text;
}

#endif
