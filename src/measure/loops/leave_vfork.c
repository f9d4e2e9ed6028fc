/* leave_vfork.c: vfork: the child runs in its parent's memory until it calls exec or ends; then the
 * parent continues behind the same call. */
#include "measure/loops/leave_vfork.h"

#include "measure/loops/leave.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/leave_real.h"

#include <unistd.h>

static LEAVE_TLS uint64_t vfork_pc, vfork_stack; /* 0: no child is in this memory */
static LEAVE_TLS uint64_t left_pc;
static LEAVE_TLS struct format_context *current;
static LEAVE_TLS size_t folds;

void *leave_vfork_begin(uint64_t pc, uint64_t stack)
{
    static void *known;
    vfork_pc = pc;
    vfork_stack = stack;
    return leave_real(&known, "vfork", (const void *)(uintptr_t)pc);
}

void leave_vfork_end(void)
{
    current = contexts_current;
    folds = folds_own ? folds_own->count : 0;
    left_pc = vfork_pc;
    vfork_pc = 0; /* the parent continues */
    if (left_pc)
        leave_jump(left_pc, vfork_stack, 1);
}

void leave_vfork_undo(void)
{
    contexts_current = current;
    if (folds_own)
        folds_own->count = folds;
    folds_changed();
    vfork_pc = left_pc;
    if (vfork_pc)
        leave_jump(vfork_pc, vfork_stack, -1);
}

/* The way in. */
#if defined __aarch64__
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
#elif defined __x86_64__
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
