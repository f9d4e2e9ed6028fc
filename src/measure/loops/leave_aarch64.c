/* leave_aarch64.c: vfork. */
#include "measure/loops/leave.h"

#ifdef __aarch64__
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
