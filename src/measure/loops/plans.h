/* plans.h: the plan of a binary that is loaded: found in the archive, or made there. */
#ifndef MEASURE_LOOPS_PLANS_H
#define MEASURE_LOOPS_PLANS_H

#include "format/loops.h"

#include <stdbool.h>
#include <stddef.h>

struct plans_binary {
    char path[4096];
    uint64_t size, changed;                             /* as in struct format_plan */
    char plan[sizeof((struct format_module *)0)->plan]; /* name of the plan's file */
};

/* The plan of the binary with that path, mapped and checked in every length and offset. NULL: there
 * is none, and `why` tells the reason. Without the guard. */
const struct format_plan *plans_get(const char *path, struct plans_binary *binary, char *why,
                                    size_t size);

/* A section of a plan. */
static inline const void *plans_section(const struct format_plan *plan,
                                        enum format_plan_section which)
{
    return (const char *)plan + plan->sections[which].offset;
}

#endif
