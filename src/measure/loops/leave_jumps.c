/* leave_jumps.c: longjmp, which leaves all that was called since setjmp. */
#include "measure/loops/leave.h"
#include "measure/loops/leave_real.h"

#include <errno.h>
#include <setjmp.h>

void __longjmp_chk(struct __jmp_buf_tag buffer[1], int value) __attribute__((noreturn));

static void jump(const void *buffer)
{
    uint64_t pc, stack;
    int saved = errno;
    if (leave_target(buffer, &pc, &stack))
        leave_jump(pc, stack);
    else
        leave_lose_track();
    errno = saved;
}

#define JUMP(function_)                                                                            \
    LEAVE_STAND_IN void function_(struct __jmp_buf_tag buffer[1], int value)                       \
    {                                                                                              \
        jump(buffer);                                                                              \
        LEAVE_REAL(function_)(buffer, value);                                                      \
        __builtin_unreachable();                                                                   \
    }

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
