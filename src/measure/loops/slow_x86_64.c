/* slow_x86_64.c: the entry from a copy's code to slow_find. It returns with all registers
 * unchanged, except r11, which is the context.
 *
 * It is copied behind the code of each module, so that a call reaches it; then the addresses of
 * slow_find and slow_make are written to its last 16 bytes. The caller has pushed the request, the
 * function's number, and the distance of its stack pointer from this last word; they are popped.
 *
 * Before slow_make, the vector registers are saved: x87, SSE, AVX, AVX-512 and APX, not those that
 * the C library does not use. They need 2.7 KB, for which a small alternate stack of signal
 * handlers has no room: they are saved in one of a few areas, or on the stack while all of these
 * are in use.
 */
#include "measure/loops/slow.h"

#ifdef __x86_64__
#include <cpuid.h>

enum { HAS_XSAVE = 1 << 27 };

/* Whether the processor and the system have xsave; otherwise fxsave is used. */
extern uint32_t slow_has_xsave __attribute__((visibility("hidden")));

/* Must run before load.c copies the code. */
__attribute__((constructor(101))) static void find_xsave(void)
{
    uint32_t a, b, c, d;
    slow_has_xsave = __get_cpuid(1, &a, &b, &c, &d) && c & HAS_XSAVE;
}

_Static_assert(SLOW_AREA == 2688, "as in the code below");

__asm__(
    ".pushsection .data\n"
    ".balign 8\n"
    ".global slow_entry, slow_entry_size, slow_entry_return, slow_has_xsave\n"
    ".hidden slow_entry, slow_entry_size, slow_entry_return, slow_has_xsave\n"
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
    " push %r10\n" /* the area's address */
    " mov 32(%rbp), %edi\n"
    " mov 24(%rbp), %esi\n"
    " lea 16(%rbp), %rdx\n"
    " add 16(%rbp), %rdx\n" /* the caller's stack pointer */
    " and $-16, %rsp\n"
    " call *slow_find_at(%rip)\n"
    " mov %rax, %r11\n"
    " test %rax, %rax\n"
    " jnz 3f\n"
    " call *slow_area_take_at(%rip)\n"
    " test %rax, %rax\n"
    " jnz 0f\n"
    " sub $2688, %rsp\n"
    " and $-64, %rsp\n"
    " mov %rsp, %rax\n"
    "0:\n"
    " mov %rax, -80(%rbp)\n"
    " mov %rax, %rcx\n"
    " cmpl $0, slow_has_xsave(%rip)\n"
    " je 1f\n"
    " xor %eax, %eax\n"
    " .irp n, 512,520,528,536,544,552,560,568\n" /* the header, of which xsave writes only a part */
    " mov %rax, \\n(%rcx)\n"
    " .endr\n"
    " mov $0x800e7, %eax\n"
    " xor %edx, %edx\n"
    " xsave64 (%rcx)\n"
    " jmp 2f\n"
    "1:\n"
    " fxsave64 (%rcx)\n"
    "2:\n"
    " mov 32(%rbp), %edi\n"
    " mov 24(%rbp), %esi\n"
    " lea 16(%rbp), %rdx\n"
    " add 16(%rbp), %rdx\n"
    " call *slow_make_at(%rip)\n"
    " mov %rax, %r11\n"
    " mov -80(%rbp), %rdi\n"
    " cmpl $0, slow_has_xsave(%rip)\n"
    " je 1f\n"
    " mov $0x800e7, %eax\n"
    " xor %edx, %edx\n"
    " xrstor64 (%rdi)\n"
    " jmp 2f\n"
    "1:\n"
    " fxrstor64 (%rdi)\n"
    "2:\n"
    " mov %r11, -80(%rbp)\n"
    " call *slow_area_give_at(%rip)\n"
    " mov -80(%rbp), %r11\n"
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
    "slow_has_xsave: .long 0\n"
    ".balign 8\n"
    "slow_area_take_at: .quad slow_area_take\n"
    "slow_area_give_at: .quad slow_area_give\n"
    "slow_find_at: .quad 0\n"
    "slow_make_at: .quad 0\n"
    "slow_entry_size: .long slow_entry_size - slow_entry\n"
    "slow_entry_return: .long 4b - slow_entry\n"
    ".popsection\n");
#endif
