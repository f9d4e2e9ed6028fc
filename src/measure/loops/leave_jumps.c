/* leave_jumps.c: interposes longjmp, which leaves everything that was called since setjmp. */
#include "measure/loops/crossing.h"
#include "measure/loops/leave.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/leave_lost.h"
#include "measure/loops/leave_real.h"
#include "measure/loops/leave_target.h"
#include "measure/loops/leave_walk.h"
#include "measure/loops/visits.h"

#include <errno.h>
#include <setjmp.h>

void __longjmp_chk(struct __jmp_buf_tag buffer[1], int value) __attribute__((noreturn));

struct jump {
    uint64_t stack;
    struct leave_site to;
    bool is_measured;
    const struct leave_signal *within; /* the innermost signal whose handler it stays in */
    int64_t count;
    struct leave_frame
        last; /* the outermost call that is left, of the function where it continues */
};

static bool is_outer(const struct leave_signal *signal, const struct leave_signal *than)
{
    while (than && than != signal)
        than = than->outer;
    return than == signal;
}

static bool jump_over(const struct leave_frame *frame, void *data)
{
    struct jump *jump = data;
    if (frame->stack > jump->stack && is_outer(frame->signal, jump->within))
        return false;
    if (jump->count > 0)
        leave_call(frame, jump->stack);
    else
        leave_lose(frame, jump->count, jump->stack);
    if (jump->is_measured && frame->site.function == jump->to.function)
        jump->last = *frame;
    return true;
}

void leave_jump(uint64_t pc, uint64_t stack, int64_t count)
{
    struct jump jump = {.stack = stack, .within = leave_stays_within(stack), .count = count};
    if (!leave_is_counting())
        return;
    jump.is_measured = leave_site_at(pc - 1, &jump.to);
    bool walked = leave_walk(0, NULL, jump_over, &jump);
    struct format_context *context = jump.last.context;
    if (!walked || (jump.is_measured && !context))
        leave_lose_track();
    if (context)
        leave_lost_add(context, jump.to.node, -count, 0);
    if (count < 0)
        return;
    if (context)
        visits_jump(context, stack, jump.last.site.node, jump.to.node);
    leave_handlers(context ? jump.last.signal : jump.within);
    if (!context && !jump.is_measured)
        folds_leave(stack);
    if (!context)
        return;
    contexts_current = context;
    folds_cut(jump.last.folds);
    crossing_land(context);
}

static void jump_to(const void *buffer)
{
    uint64_t pc, stack;
    int saved = errno;
    if (measure_leave_target(buffer, &pc, &stack))
        leave_jump(pc, stack, 1);
    else
        leave_lose_track();
    errno = saved;
}

#define JUMP(function_)                                                                            \
    LEAVE_STAND_IN void function_(struct __jmp_buf_tag buffer[1], int value)                       \
    {                                                                                              \
        jump_to(buffer);                                                                           \
        LEAVE_REAL(function_)(buffer, value);                                                      \
        __builtin_unreachable();                                                                   \
    }

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
