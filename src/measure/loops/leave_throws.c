/* leave_throws.c: interposes exceptions of C++ and of other languages with the same unwinder. */
#include "measure/loops/leave.h"
#include "measure/loops/leave_real.h"

#include <stdint.h>

struct _Unwind_Exception;

LEAVE_STAND_IN int _Unwind_RaiseException(struct _Unwind_Exception *exception);
LEAVE_STAND_IN int _Unwind_Resume_or_Rethrow(struct _Unwind_Exception *exception);
LEAVE_STAND_IN void _Unwind_Resume(struct _Unwind_Exception *exception);
LEAVE_STAND_IN int _Unwind_ForcedUnwind(struct _Unwind_Exception *exception, void *stop,
                                        void *data);
LEAVE_STAND_IN void *__cxa_begin_catch(void *exception);

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

int _Unwind_RaiseException(struct _Unwind_Exception *exception)
{
    leave_throw(CALLER);
    return LEAVE_REAL(_Unwind_RaiseException)(exception);
}

int _Unwind_Resume_or_Rethrow(struct _Unwind_Exception *exception)
{
    leave_throw(CALLER);
    return LEAVE_REAL(_Unwind_Resume_or_Rethrow)(exception);
}

void _Unwind_Resume(struct _Unwind_Exception *exception)
{
    leave_throw(CALLER);
    LEAVE_REAL(_Unwind_Resume)(exception);
}

int _Unwind_ForcedUnwind(struct _Unwind_Exception *exception, void *stop, void *data)
{
    leave_throw(CALLER);
    return LEAVE_REAL(_Unwind_ForcedUnwind)(exception, stop, data);
}

/* In unmeasured code, this is the only sign of where the exception landed. */
void *__cxa_begin_catch(void *exception)
{
    leave_catch(CALLER);
    return LEAVE_REAL(__cxa_begin_catch)(exception);
}
