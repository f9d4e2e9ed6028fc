/* outlined.c: the function that gcc made of a parallel region or task, which tells where that is.
 *
 * A return address tells less: the call may have no line of its own in the debugging information,
 * and a routine that ends with a parallel region has left the stack when it begins. */
#include "measure/address.h"
#include "measure/openmp/openmp.h"
#include "measure/openmp/owns.h"
#include "measure/unwind/code.h"

#include <stddef.h>

/* What this thread is about to begin, or began last. */
static __thread __attribute__((tls_model("initial-exec"))) struct {
    const void *function;
    const void *call; /* return address */
} next;

/* Whether the call that this thread noted last is the one that the runtime library tells of: by the
 * same return address, by one of its own, or, where the wrapper did not jump, by the wrapper's. */
static bool is_noted(const void *site)
{
    return next.function &&
           (next.call == site || openmp_owns(site) ||
            address_module(site) == address_module((const void *)(uintptr_t)outlined_site));
}

const void *outlined_function(const void *site)
{
    return is_noted(site) ? next.function : NULL;
}

/* A function that is another one by a second name has no line. */
const void *outlined_site(const void *site)
{
    if (!is_noted(site))
        return site;
    return code_only_jumps((uintptr_t)next.function) ? next.call : next.function;
}

#define SITE __builtin_return_address(0)
#define EXPORTED __attribute__((visibility("default")))

typedef void function(void *data);
typedef void copy_function(void *to, void *from);

/* What is called last is a jump where the compiler can make it one: the runtime library then sees
 * the program's return address. */
#define WRAP(TYPE, NAME, PARAMETERS, ARGUMENTS)                                                    \
    EXPORTED TYPE NAME PARAMETERS;                                                                 \
    TYPE NAME PARAMETERS                                                                           \
    {                                                                                              \
        static void *kept;                                                                         \
        TYPE(*real) PARAMETERS = (TYPE(*) PARAMETERS)calls_find(&kept, #NAME, SITE);               \
        next.function = (const void *)fn;                                                          \
        next.call = SITE;                                                                          \
        return real ARGUMENTS;                                                                     \
    }

#define TEAM function *fn, void *data, unsigned threads
#define TEAM_ARGUMENTS fn, data, threads
#define LOOP TEAM, long start, long end, long step
#define LOOP_ARGUMENTS TEAM_ARGUMENTS, start, end, step

WRAP(void, GOMP_parallel, (TEAM, unsigned flags), (TEAM_ARGUMENTS, flags))
WRAP(unsigned, GOMP_parallel_reductions, (TEAM, unsigned flags), (TEAM_ARGUMENTS, flags))
WRAP(void, GOMP_parallel_sections, (TEAM, unsigned count, unsigned flags),
     (TEAM_ARGUMENTS, count, flags))

#define CHUNKS(NAME)                                                                               \
    WRAP(void, NAME, (LOOP, long chunk, unsigned flags), (LOOP_ARGUMENTS, chunk, flags))
#define RUNTIME(NAME) WRAP(void, NAME, (LOOP, unsigned flags), (LOOP_ARGUMENTS, flags))

CHUNKS(GOMP_parallel_loop_static)
CHUNKS(GOMP_parallel_loop_dynamic)
CHUNKS(GOMP_parallel_loop_guided)
CHUNKS(GOMP_parallel_loop_nonmonotonic_dynamic)
CHUNKS(GOMP_parallel_loop_nonmonotonic_guided)
RUNTIME(GOMP_parallel_loop_runtime)
RUNTIME(GOMP_parallel_loop_nonmonotonic_runtime)
RUNTIME(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

/* gcc 4.8 and older */
WRAP(void, GOMP_parallel_start, (TEAM), (TEAM_ARGUMENTS))
WRAP(void, GOMP_parallel_sections_start, (TEAM, unsigned count), (TEAM_ARGUMENTS, count))
#define OLD_CHUNKS(NAME) WRAP(void, NAME, (LOOP, long chunk), (LOOP_ARGUMENTS, chunk))
OLD_CHUNKS(GOMP_parallel_loop_static_start)
OLD_CHUNKS(GOMP_parallel_loop_dynamic_start)
OLD_CHUNKS(GOMP_parallel_loop_guided_start)
WRAP(void, GOMP_parallel_loop_runtime_start, (LOOP), (LOOP_ARGUMENTS))

/* `detach` is there since gcc 11: what older ones leave in its place goes through unread. */
WRAP(void, GOMP_task,
     (function * fn, void *data, copy_function *copy, long size, long align, bool now,
      unsigned flags, void **depend, int priority, void *detach),
     (fn, data, copy, size, align, now, flags, depend, priority, detach))

#define TASKLOOP(NAME, NUMBER)                                                                     \
    WRAP(void, NAME,                                                                               \
         (function * fn, void *data, copy_function *copy, long size, long align, unsigned flags,   \
          unsigned long tasks, int priority, NUMBER start, NUMBER end, NUMBER step),               \
         (fn, data, copy, size, align, flags, tasks, priority, start, end, step))
TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)
