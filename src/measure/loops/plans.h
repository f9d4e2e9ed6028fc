/* plans.h: the plan of a binary that is loaded: found in the archive, or made there. */
#ifndef MEASURE_LOOPS_PLANS_H
#define MEASURE_LOOPS_PLANS_H

#include "format/loops.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* A binary as it is on disk. */
struct plans_binary {
    char path[PATH_MAX];    /* the real one */
    bool is_gone;           /* there is another one at the path, or none */
    uint64_t size, changed; /* as in struct format_plan */
    char plan[sizeof((struct format_module *)0)->plan]; /* name of the plan's file */
};

/* False with errno: there is none. `path` may be a link, also of /proc. */
bool plans_identify(const char *path, struct plans_binary *binary);

/* Its plan, mapped, and checked in every length and offset. NULL: there is none, and `why` tells
 * the reason. Where the binary is gone, it is read by `path`. Without the guard. */
const struct format_plan *plans_get(const struct plans_binary *binary, const char *path, char *why,
                                    size_t size);

/* A section of a plan. */
static inline const void *plans_section(const struct format_plan *plan,
                                        enum format_plan_section which)
{
    return (const char *)plan + plan->sections[which].offset;
}

#endif
