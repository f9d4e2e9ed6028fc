/* entry.h: the entry of a small procedure that is only counted. A few instructions count the visit,
 * keep all argument registers, and go on to the procedure's text. Included by probes.h for tables
 * of Fortran files. */
#ifndef TRIPTYCH_ENTRY_H
#define TRIPTYCH_ENTRY_H

/* name: the procedure's symbol. body: that of its text. probed: that of the same text with a probe,
 * for whatever is not found at once. row: that of its region, the first of the table.
 *
 * The numbers are places in struct tri_region (mode 0, id 4) and in the library's nodes (region 4,
 * recent 16, count 32, next 64). A visit is counted here if the region's mode is TRI_COUNT, and the
 * current node's recent child, or the one that followed it last time, is of the region. */
#if defined __aarch64__
/* The node is current while its count changes, so that a signal handler does not change it, too. */
#define TRI_ENTRY(name, body, probed, row)                                                         \
    __asm__(TRI_ENTRY_BEGIN(name, body, probed, "%function") /* */                                 \
            "\thint 34\n"                                    /* bti c */                           \
            "\tadrp x9, " row "\n"                                                                 \
            "\tldr x10, [x9, #:lo12:" row "]\n" /* mode, id */                                     \
            "\tcbz w10, 3f\n"                                                                      \
            "\tcmp w10, #2\n"                                                                      \
            "\tb.ne 4f\n"                                                                          \
            "\tadrp x12, :gottprel:tri_current\n"                                                  \
            "\tldr x12, [x12, #:gottprel_lo12:tri_current]\n"                                      \
            "\tmrs x13, tpidr_el0\n"                                                               \
            "\tldr x14, [x13, x12]\n"                                                              \
            "\tldr x15, [x14, #16]\n"                                                              \
            "\tldr w11, [x15, #4]\n"                                                               \
            "\tcmp x11, x10, lsr #32\n"                                                            \
            "\tb.ne 2f\n"                                                                          \
            "1:\tstr x15, [x13, x12]\n"                                                            \
            "\tldr x10, [x15, #32]\n"                                                              \
            "\tadd x10, x10, #1\n"                                                                 \
            "\tstr x10, [x15, #32]\n"                                                              \
            "\tstr x14, [x13, x12]\n"                                                              \
            "3:\tb " body "\n"                                                                     \
            "2:\tldr x15, [x15, #64]\n"                                                            \
            "\tldr w11, [x15, #4]\n"                                                               \
            "\tcmp x11, x10, lsr #32\n"                                                            \
            "\tb.ne 4f\n"                                                                          \
            "\tstr x15, [x14, #16]\n"                                                              \
            "\tb 1b\n"                                                                             \
            "4:\tb " probed "\n" TRI_ENTRY_END(name))
#elif defined __x86_64__
#define TRI_ENTRY(name, body, probed, row)                                                         \
    __asm__(TRI_ENTRY_BEGIN(name, body, probed, "@function") /* */                                 \
            "\tendbr64\n"                                                                          \
            "\tmovl " row "(%rip), %r10d\n"                                                        \
            "\ttestl %r10d, %r10d\n"                                                               \
            "\tje 3f\n"                                                                            \
            "\tcmpl $2, %r10d\n"                                                                   \
            "\tjne 4f\n"                                                                           \
            "\tmovq tri_current@gottpoff(%rip), %r11\n"                                            \
            "\tmovq %fs:(%r11), %rax\n"                                                            \
            "\tmovq 16(%rax), %r10\n"                                                              \
            "\tmovl 4+" row "(%rip), %r11d\n"                                                      \
            "\tcmpl %r11d, 4(%r10)\n"                                                              \
            "\tjne 2f\n"                                                                           \
            "1:\taddq $1, 32(%r10)\n"                                                              \
            "3:\tjmp " body "\n"                                                                   \
            "2:\tmovq 64(%r10), %r10\n"                                                            \
            "\tcmpl %r11d, 4(%r10)\n"                                                              \
            "\tjne 4f\n"                                                                           \
            "\tmovq %r10, 16(%rax)\n"                                                              \
            "\tjmp 1b\n"                                                                           \
            "4:\tjmp " probed "\n" TRI_ENTRY_END(name))
#endif

#define TRI_ENTRY_BEGIN(name, body, probed, function)                                              \
    "\t.text\n\t.p2align 5\n\t.globl " name "\n\t.type " name ", " function "\n\t.hidden " body    \
    "\n\t.hidden " probed "\n" name ":\n\t.cfi_startproc\n"
#define TRI_ENTRY_END(name) "\t.cfi_endproc\n\t.size " name ", .-" name "\n"

#endif
