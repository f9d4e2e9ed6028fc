/* slow_x86_64.c: the entry from a copy's code to slow_find. It returns with all registers
 * unchanged, except r11, which is the context.
 *
 * It is copied behind the code of each module, so that a call reaches it; then the addresses of
 * slow_find and slow_make are written to its last 16 bytes. The caller has pushed the request, the
 * function's number, and the distance of its stack pointer from this last word; they are popped. */
#include "measure/loops/slow.h"

#ifdef __x86_64__
#include <cpuid.h>

enum { STATE = 0xd, HAS_XSAVE = 1 << 27 };

/* Bytes of all registers that the system saves; 0: the processor has only fxsave. */
extern uint32_t slow_state_size __attribute__((visibility("hidden")));

/* Must run before load.c copies the code. */
__attribute__((constructor(101))) static void find_state_size(void)
{
    uint32_t a, b, c, d;
    if (__get_cpuid(1, &a, &b, &c, &d) && c & HAS_XSAVE &&
        __get_cpuid_count(STATE, 0, &a, &b, &c, &d))
        slow_state_size = b;
}

__asm__(
    ".pushsection .data\n"
    ".balign 8\n"
    ".global slow_entry, slow_entry_size, slow_entry_return, slow_state_size\n"
    ".hidden slow_entry, slow_entry_size, slow_entry_return, slow_state_size\n"
    "slow_entry:\n"
    " push %rbp\n"
    " mov %rsp, %rbp\n"
    " pushfq\n"
    " cld\n"
    " push %rax\n"
    " push %rcx\n"
    " push %rdx\n"
    " push %rsi\n"
    " push %rdi\n"
    " push %r8\n"
    " push %r9\n"
    " push %r10\n"
    " mov 32(%rbp), %edi\n"
    " mov 24(%rbp), %esi\n"
    " lea 16(%rbp), %rdx\n"
    " add 16(%rbp), %rdx\n" /* the caller's stack pointer */
    " and $-16, %rsp\n"
    " call *slow_find_at(%rip)\n"
    " mov %rax, %r11\n"
    " test %rax, %rax\n"
    " jnz 3f\n"
    " mov slow_state_size(%rip), %eax\n"
    " test %eax, %eax\n"
    " jz 1f\n"
    " sub %rax, %rsp\n"
    " and $-64, %rsp\n"
    " xor %eax, %eax\n"
    " .irp n, 512,520,528,536,544,552,560,568\n" /* the header, of which xsave writes only a part */
    " mov %rax, \\n(%rsp)\n"
    " .endr\n"
    " mov $-1, %eax\n"
    " mov $-1, %edx\n"
    " xsave64 (%rsp)\n"
    " jmp 2f\n"
    "1:\n"
    " sub $512, %rsp\n"
    " fxsave64 (%rsp)\n"
    "2:\n"
    " mov 32(%rbp), %edi\n"
    " mov 24(%rbp), %esi\n"
    " lea 16(%rbp), %rdx\n"
    " add 16(%rbp), %rdx\n"
    " call *slow_make_at(%rip)\n"
    " mov %rax, %r11\n"
    " cmpl $0, slow_state_size(%rip)\n"
    " je 1f\n"
    " mov $-1, %eax\n"
    " mov $-1, %edx\n"
    " xrstor64 (%rsp)\n"
    " jmp 3f\n"
    "1:\n"
    " fxrstor64 (%rsp)\n"
    "3:\n"
    " lea -72(%rbp), %rsp\n"
    " pop %r10\n"
    " pop %r9\n"
    " pop %r8\n"
    " pop %rdi\n"
    " pop %rsi\n"
    " pop %rdx\n"
    " pop %rcx\n"
    " pop %rax\n"
    " popfq\n"
    " pop %rbp\n"
    "4:\n"
    " ret $24\n"
    "slow_state_size: .long 0\n"
    ".balign 8\n"
    "slow_find_at: .quad 0\n"
    "slow_make_at: .quad 0\n"
    "slow_entry_size: .long slow_entry_size - slow_entry\n"
    "slow_entry_return: .long 4b - slow_entry\n"
    ".popsection\n");
#endif
