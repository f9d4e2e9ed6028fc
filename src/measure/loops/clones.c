/* clones.c: interposes forks that the C library does not announce: without this, a child would
 * count in its parent's files. */
#include "measure/core.h"
#include "measure/loops/leave.h"
#include "measure/loops/leave_real.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <unistd.h>

LEAVE_STAND_IN pid_t _Fork(void)
{
    if (!tri_core.place_is_measuring())
        return LEAVE_REAL(_Fork)();
    tri_core.process_before_fork();
    pid_t child = LEAVE_REAL(_Fork)();
    int saved = errno;
    if (child == 0) {
        tri_core.process_forked();
        leave_forked();
    } else {
        tri_core.process_after_fork();
    }
    errno = saved;
    return child;
}

struct cloned {
    int (*function)(void *);
    void *data;
};

/* Begins a clone; function and data are in the child's copy of its parent's memory. */
static int begin_clone(void *data)
{
    const struct cloned *cloned = data;
    tri_core.process_forked();
    return cloned->function(cloned->data);
}

LEAVE_STAND_IN int clone(int (*function)(void *), void *stack, int flags, void *data, ...)
{
    va_list more;
    va_start(more, data);
    pid_t *parent_id = va_arg(more, pid_t *);
    void *thread = va_arg(more, void *);
    pid_t *child_id = va_arg(more, pid_t *);
    va_end(more);
    if (flags & CLONE_VM || !tri_core.place_is_measuring())
        return LEAVE_REAL(clone)(function, stack, flags, data, parent_id, thread, child_id);
    struct cloned cloned = {function, data};
    tri_core.process_before_fork();
    int child = LEAVE_REAL(clone)(begin_clone, stack, flags, &cloned, parent_id, thread, child_id);
    int saved = errno;
    tri_core.process_after_fork();
    errno = saved;
    return child;
}
