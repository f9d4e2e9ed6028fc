/* jump.c: see jump.h */
#include "measure/vocabulary/jump.h"

#include "measure/loops/leave_target.h"
#include "measure/vocabulary/call.h"

#include <errno.h>
#include <unwind.h>

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
    (void)context;
    if (actions & _UA_CLEANUP_PHASE)
        measure_vocabulary_left();
    return _URC_CONTINUE_UNWIND;
}

void measure_vocabulary_jump(const void *buffer)
{
    uint64_t pc, stack;
    int saved = errno;
    if (described_own.call && leave_target(buffer, &pc, &stack)) {
        while (described_own.call && (uint64_t)(uintptr_t)described_own.call < stack)
            measure_vocabulary_left();
    }
    errno = saved;
}
