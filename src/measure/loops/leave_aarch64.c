/* leave_aarch64.c: the target of longjmp, from the C library's buffer; vfork. */
#include "measure/loops/leave.h"

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

bool leave_target(const void *buffer, uint64_t *pc, uint64_t *stack)
{
    static uint64_t number = 1;
    if (number == 1)
        number = hidden_by();
    *pc = word(buffer, LINK) ^ number;
    *stack = word(buffer, STACK) ^ number;
    return number != 1;
}

__asm__(".pushsection .text\n"
        ".balign 4\n"
        ".global vfork\n"
        ".type vfork, %function\n"
        "vfork:\n"
        " .cfi_startproc\n"
        " hint #34\n" /* bti c */
        " stp x29, x30, [sp, #-16]!\n"
        " .cfi_def_cfa_offset 16\n"
        " .cfi_offset 29, -16\n"
        " .cfi_offset 30, -8\n"
        " mov x29, sp\n"
        " mov x0, x30\n"
        " add x1, sp, #16\n"
        " bl leave_vfork_begin\n"
        " mov x16, x0\n"
        " ldp x29, x30, [sp], #16\n"
        " .cfi_restore 30\n"
        " .cfi_restore 29\n"
        " .cfi_def_cfa_offset 0\n"
        " br x16\n"
        " .cfi_endproc\n"
        ".size vfork, . - vfork\n"
        ".popsection\n");
#endif
