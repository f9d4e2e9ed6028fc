/* plans.h: finds the plan of a loaded binary in the archive, or makes it there. */
#ifndef MEASURE_LOOPS_PLANS_H
#define MEASURE_LOOPS_PLANS_H

#include "format/loops.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* A binary on disk. */
struct plans_binary {
    char path[PATH_MAX];    /* the real one */
    bool is_gone;           /* there is another file at the path, or none */
    bool is_quiet;          /* format/quiet.h is right about its calls */
    uint64_t size, changed; /* as in struct format_plan */
    char plan[sizeof((struct format_module *)0)->plan]; /* name of the plan's file */
};

/* Identifies the binary; `path` may be a link, also one of /proc. False with errno if there is
 * none. */
bool plans_identify(const char *path, bool is_program, struct plans_binary *binary);

/* Returns its plan, mapped and validated. NULL if there is none; then `why` has the reason. If the
 * binary is gone, it is read through `path`. Call it without the guard. */
const struct format_plan *plans_get(const struct plans_binary *binary, const char *path, char *why,
                                    size_t size);

/* Returns a section of a plan. */
static inline const void *plans_section(const struct format_plan *plan,
                                        enum format_plan_section which)
{
    return (const char *)plan + plan->sections[which].offset;
}

#endif
