/* leave_x86_64.c: vfork. */
#include "measure/loops/leave.h"

#ifdef __x86_64__
__asm__(".pushsection .text\n"
        ".global vfork\n"
        ".type vfork, @function\n"
        "vfork:\n"
        " .cfi_startproc\n"
        " endbr64\n"
        " mov (%rsp), %rdi\n"
        " lea 8(%rsp), %rsi\n"
        " sub $8, %rsp\n"
        " .cfi_def_cfa_offset 16\n"
        " call leave_vfork_begin\n"
        " add $8, %rsp\n"
        " .cfi_def_cfa_offset 8\n"
        " jmp *%rax\n"
        " .cfi_endproc\n"
        ".size vfork, . - vfork\n"
        ".popsection\n");
#endif
