/* leave_target_aarch64.c: the target of longjmp, from the C library's buffer. */
#include "measure/loops/leave_target.h"

#ifdef __aarch64__
#include <setjmp.h>
#include <string.h>

enum { LINK = 11, STACK = 13 }; /* words of the buffer: link register and stack pointer */

static uint64_t word(const void *buffer, size_t number)
{
    uint64_t value;
    memcpy(&value, (const char *)buffer + 8 * number, sizeof value);
    return value;
}

/* Returns the number by which the process encrypts both, found from a buffer whose stack pointer is
 * known. */
__attribute__((noinline)) static uint64_t hidden_by(void)
{
    jmp_buf buffer;
    uint64_t stack;
    _setjmp(buffer);
    __asm__("mov %0, sp" : "=r"(stack));
    uint64_t number = word(buffer, STACK) ^ stack;
    uint64_t pc = word(buffer, LINK) ^ number, here = (uint64_t)(uintptr_t)&hidden_by;
    return pc > here && pc - here < 4096 ? number : 1; /* 1: the buffer has another layout */
}

bool measure_leave_target(const void *buffer, uint64_t *pc, uint64_t *stack)
{
    static uint64_t number = 1;
    if (number == 1)
        number = hidden_by();
    *pc = word(buffer, LINK) ^ number;
    *stack = word(buffer, STACK) ^ number;
    return number != 1;
}
#endif
