/* jump.c: see jump.h */
#include "measure/vocabulary/jump.h"

#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/loops/leave_target.h"
#include "measure/node.h"
#include "measure/visit.h"
#include "measure/vocabulary/inside.h"
#include "measure/vocabulary/locks.h"
#include "measure/vocabulary/record.h"
#include "measure/vocabulary/run.h"
#include "measure/vocabulary/state.h"

#include <errno.h>
#include <unwind.h>

VISIT_RARE void measure_vocabulary_forget(struct described_record *own)
{
    own->taken = 0;
    locks_leave(own);
    const struct format_node *up = own->node ? measure_visit_up(own->node) : NULL;
    own->call = NULL;
    measure_vocabulary_clear(own);
    listen_busy--;
    if (!up || measure_node_open_below(up) != own->visited)
        return; /* the landing of the jump has closed the visit already */
    for (uint64_t now = measure_clock_now(); measure_lane_current != up;)
        measure_node_close_from_outside(now);
}

/* Ends a call of this thread that is left, the innermost one, at the present time. NULL: its
 * address is unknown. */
static void leave(const struct described_call *call)
{
    struct described_record *own = &described_own;
    int saved = errno;
    if (own->taken && (!call || call != own->call)) {
        own->taken--;
        if (call)
            locks_leave_taken(own, call);
        else if (own->lock.call != own->call)
            locks_leave(own);
    } else if (own->call) {
        measure_vocabulary_forget(own);
    }
    errno = saved;
}

/* Gives up what the thread was about to do for a call: a signal handler had interrupted it. */
static void leave_inside(void)
{
    described_inside.call = NULL;
    listen_busy = described_inside.busy + (described_own.call != NULL);
    measure_vocabulary_free_states();
}

/* Only called by the unwinder; weak, as programs without exceptions have none. */
#pragma weak _Unwind_GetGR

/* Returns the call of the frame that the unwinder is at, as the assembler code lays it out; NULL
 * if it is unknown. */
static struct described_call *call_of(struct _Unwind_Context *context)
{
    if (!_Unwind_GetGR)
        return NULL;
#ifdef __aarch64__
    return (struct described_call *)(uintptr_t)(_Unwind_GetGR(context, 29) + 16);
#else
    return (struct described_call *)(uintptr_t)(_Unwind_GetGR(context, 6) - 480);
#endif
}

/* Ends the activity of a call that is left. False if the call runs none. */
static bool leave_run(struct described_call *call)
{
    if (!call || call->function->act != FORMAT_DOES_RUN || call->is_taken)
        return false;
    int saved = errno;
    call->now = measure_clock_now();
    measure_vocabulary_end_run(call);
    errno = saved;
    return true;
}

/* Makes a call that is put aside because it opens the present one again. False if it is none. */
static bool leave_opened(const struct described_call *call)
{
    return call && call->is_opened && call == measure_vocabulary_opened() &&
           measure_vocabulary_take_back(call);
}

_Unwind_Reason_Code measure_vocabulary_passed(int version, _Unwind_Action actions,
                                              _Unwind_Exception_Class class,
                                              struct _Unwind_Exception *exception,
                                              struct _Unwind_Context *context);

/* The personality of the code that calls described functions: the unwinder calls it when an
 * exception, or the end of the thread, leaves such a call. */
__attribute__((visibility("hidden"), used)) _Unwind_Reason_Code
measure_vocabulary_passed(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                          struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
    (void)version;
    (void)class;
    (void)exception;
    if (actions & _UA_CLEANUP_PHASE) {
        struct described_call *call = call_of(context);
        if (call && described_inside.call == call)
            leave_inside();
        leave_opened(call);
        if (!leave_run(call))
            leave(call);
    }
    return _URC_CONTINUE_UNWIND;
}

const struct described_call *measure_vocabulary_innermost(void)
{
    const struct described_call *run = measure_vocabulary_innermost_run(),
                                *call = described_own.call, *opened = measure_vocabulary_opened();
    if (!run || (call && call < run))
        run = call;
    return !run || (opened && opened < run) ? opened : run;
}

void measure_vocabulary_jump(const void *buffer)
{
    uint64_t pc, stack;
    int saved = errno;
    const struct described_call *inside = measure_vocabulary_innermost();
    if ((inside || described_inside.call) && measure_leave_target(buffer, &pc, &stack)) {
        if (described_inside.call && (uint64_t)(uintptr_t)described_inside.call < stack)
            leave_inside();
        while (inside && (uint64_t)(uintptr_t)inside < stack) {
            const struct described_call *left = inside;
            struct described_call *run = measure_vocabulary_innermost_run();
            if (described_own.call == inside || leave_opened(inside))
                leave(inside); /* with those inside of it that it takes */
            else if (run == inside)
                leave_run(run);
            if (run == inside) /* a signal handler had interrupted its begin or its end */
                measure_vocabulary_drop_run(run);
            inside = measure_vocabulary_innermost();
            if (inside == left)
                break; /* its end could not be recorded */
        }
    }
    errno = saved;
}
