/* slow_aarch64.c: the way from a copy's code to slow_find, and back with all registers as they
 * were, but for x16, which points to the thread's own memory, and x17, which is the context.
 *
 * It is copied behind the code of each module, so that a call reaches it; then the address of
 * slow_find is put into its last 8 bytes. Whoever comes here has pushed 16 bytes. */
#include "measure/loops/slow.h"

#ifdef __aarch64__
__asm__(".pushsection .rodata\n"
        ".balign 8\n"
        ".global slow_entry, slow_entry_size\n"
        ".hidden slow_entry, slow_entry_size\n"
        "slow_entry:\n"
        " stp x29, x30, [sp, #-176]!\n"
        " mov x29, sp\n"
        " stp x0, x1, [sp, #16]\n"
        " stp x2, x3, [sp, #32]\n"
        " stp x4, x5, [sp, #48]\n"
        " stp x6, x7, [sp, #64]\n"
        " stp x8, x9, [sp, #80]\n"
        " stp x10, x11, [sp, #96]\n"
        " stp x12, x13, [sp, #112]\n"
        " stp x14, x15, [sp, #128]\n"
        " mrs x0, nzcv\n"
        " stp x18, x0, [sp, #144]\n"
        " mov w0, w16\n"
        " mov w1, w17\n"
        " add x2, sp, #192\n" /* as it was */
        " ldr x9, slow_find_at\n"
        " blr x9\n"
        " mov x17, x0\n"
        " ldp x18, x0, [sp, #144]\n"
        " msr nzcv, x0\n"
        " ldp x14, x15, [sp, #128]\n"
        " ldp x12, x13, [sp, #112]\n"
        " ldp x10, x11, [sp, #96]\n"
        " ldp x8, x9, [sp, #80]\n"
        " ldp x6, x7, [sp, #64]\n"
        " ldp x4, x5, [sp, #48]\n"
        " ldp x2, x3, [sp, #32]\n"
        " ldp x0, x1, [sp, #16]\n"
        " ldp x29, x30, [sp], #176\n"
        " mrs x16, tpidr_el0\n"
        " ret\n"
        ".balign 8\n"
        "slow_find_at: .quad 0\n"
        "slow_entry_size: .word slow_entry_size - slow_entry\n"
        ".popsection\n");
#endif
