/* leave_target.c: the target of longjmp, from the C library's buffer. */
#include "measure/loops/leave_target.h"

#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#if defined __aarch64__
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
#elif defined __x86_64__
enum { STACK = 6, PC = 7 };  /* words of the buffer */
enum { ROTATED = 17 };       /* bits, to the left */
enum { POINTER_GUARD = 48 }; /* offset in the thread control block */

static uint64_t word(const void *buffer, int number)
{
    uint64_t value;
    memcpy(&value, (const char *)buffer + (size_t)8 * (size_t)number, sizeof value);
    return value;
}

/* Decrypts a value; both are encrypted by a number of the process. */
static uint64_t shown(uint64_t value)
{
    uint64_t guard;
    memcpy(&guard, (const char *)__builtin_thread_pointer() + POINTER_GUARD, sizeof guard);
    return (value >> ROTATED | value << (64 - ROTATED)) ^ guard;
}

/* True if this holds for the present C library, tested by a buffer whose stack pointer is known. */
__attribute__((noinline)) static bool is_known(void)
{
    jmp_buf buffer;
    uint64_t stack;
    _setjmp(buffer);
    __asm__("mov %%rsp, %0" : "=r"(stack));
    uint64_t pc = shown(word(buffer, PC)), here = (uint64_t)(uintptr_t)&is_known;
    return shown(word(buffer, STACK)) == stack && pc > here && pc - here < 4096;
}

bool measure_leave_target(const void *buffer, uint64_t *pc, uint64_t *stack)
{
    static int known; /* 0: not tested yet */
    if (!known)
        known = is_known() ? 1 : -1;
    *pc = shown(word(buffer, PC));
    *stack = shown(word(buffer, STACK));
    return known > 0;
}
#endif
