/* entry.h: the entry of a small procedure. A few instructions count the visit, preserve all
 * argument registers, and continue with the procedure's text. Included by probes.h for the tables
 * of Fortran files. */
#ifndef TRIPTYCH_ENTRY_H
#define TRIPTYCH_ENTRY_H

/* name: symbol of the procedure. body: symbol of its text. probed: symbol of the same text with a
 * probe, for visits that cannot be counted here. row: symbol of its region, the first of the table.
 * The numbers are offsets in struct tri_region (mode 0, id 4) and in the library's nodes (region 4,
 * sampled 8, recent 16, open 24, count 32, next 64, up 120). A visit is counted here if the
 * region's mode is TRI_COUNT, and the current node's recent child, or one of the few that come
 * after it, belongs to the region. */
#if defined __aarch64__
/* Tries the children that come after the recent one, of which some may be skipped this time: goes
 * on at 1 if it is one of them, else at `other`. */
#define TRI_ENTRY_STEP                                                                             \
    "\tldr x15, [x15, #64]\n"                                                                      \
    "\tldr w11, [x15, #4]\n"                                                                       \
    "\tcmp x11, x10, lsr #32\n"
#define TRI_ENTRY_NEXT(other)                                                                      \
    "2:\n" TRI_ENTRY_STEP "\tb.eq 22f\n" TRI_ENTRY_STEP "\tb.eq 22f\n" TRI_ENTRY_STEP              \
    "\tb.ne " other "\n"                                                                           \
    "22:\tstr x15, [x14, #16]\n"                                                                   \
    "\tb 1b\n"

/* The node is current while its count changes, so that no signal handler changes it, too. */
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
            "3:\tb " body "\n" TRI_ENTRY_NEXT("4f") "4:\tb " probed "\n" TRI_ENTRY_END(name))

/* Counts an untimed visit of a sampled region as such, and goes on at 6; at `other` if it is to be
 * timed. `share` and `count` are registers: the region's share, and one for the visits so far. */
#define TRI_ENTRY_SAMPLED(share, count, other)                                                     \
    "5:\tldr x10, [x15, #8]\n"                                                                     \
    "\tldr " count ", [x15, #32]\n"                                                                \
    "\tcbz x10, " other "\n"                                                                       \
    "\tmov w17, #0x79b9\n\tmovk w17, #0x9e37, lsl #16\n" /* see measure/visit.h */                 \
    "\tmadd " count ", " count ", w17, w17\n"                                                      \
    "\tcmp " count ", " share "\n"                                                                 \
    "\tb.lo " other "\n"                                                                           \
    "\tstr x15, [x13, x12]\n"                                                                      \
    "\tldr x16, [x10, #8]\n"                                                                       \
    "\tadd x16, x16, #1\n"                                                                         \
    "\tstr x16, [x10, #8]\n"                                                                       \
    "\tb 6b\n"

/* The entry of a procedure that calls others: the node stays current until the text returns. All
 * arguments must be in registers, since the entry has a frame of its own. A visit that is to be
 * timed goes to `probed`: in other modes, and if the region's share (8) chooses the visit or the
 * node has no record of type FORMAT_SAMPLED (8) yet. In such a record, offset 8 is `untimed`. The
 * visit ends here if the node is still current, and by tri_leave() otherwise. */
#define TRI_FRAMED_ENTRY(name, body, probed, row) TRI_FRAMED_TEXT(name, body, probed, row, "")
#define TRI_FRAMED_TEXT(name, body, probed, row, chain)                                            \
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
            "1:\tldr w11, [x9, #:lo12:" row "+8]\n" /* share */                                    \
            "\tcbnz w11, 5f\n"                                                                     \
            "\tstr x15, [x13, x12]\n"                                                              \
            "6:\n" chain "9:\tstp x29, x30, [sp, #-32]!\n"                                         \
            "\t.cfi_def_cfa_offset 32\n\t.cfi_offset 29, -32\n\t.cfi_offset 30, -24\n"             \
            "\tmov x29, sp\n"                                                                      \
            "\tstr x14, [sp, #16]\n"                                                               \
            "\tldr x10, [x15, #32]\n"                                                              \
            "\tadd x10, x10, #1\n"                                                                 \
            "\tstr x10, [x15, #32]\n"                                                              \
            "\tmov x10, #1\n"                                                                      \
            "\tstr x10, [x15, #24]\n" /* FORMAT_OPEN_UNTIMED */                                    \
            "\tbl " body "\n"                                                                      \
            "\tadrp x12, :gottprel:tri_current\n"                                                  \
            "\tldr x12, [x12, #:gottprel_lo12:tri_current]\n"                                      \
            "\tmrs x13, tpidr_el0\n"                                                               \
            "\tldr x14, [sp, #16]\n"                                                               \
            "\tldr x15, [x13, x12]\n"                                                              \
            "\tldr x10, [x14, #16]\n"                                                              \
            "\tcmp x10, x15\n"                                                                     \
            "\tb.ne 7f\n"                                                                          \
            "\tstr xzr, [x15, #24]\n"                                                              \
            "\tstr x14, [x13, x12]\n"                                                              \
            "8:\tldp x29, x30, [sp], #32\n"                                                        \
            "\t.cfi_remember_state\n\t.cfi_restore 29\n\t.cfi_restore 30\n"                        \
            "\t.cfi_def_cfa_offset 0\n"                                                            \
            "\tret\n"                                                                              \
            "\t.cfi_restore_state\n"                                                               \
            "7:\tsub sp, sp, #80\n\t.cfi_adjust_cfa_offset 80\n" /* registers that may hold the    \
                                                                    result */                      \
            "\tstp x0, x1, [sp]\n"                                                                 \
            "\tstp q0, q1, [sp, #16]\n"                                                            \
            "\tstp q2, q3, [sp, #48]\n"                                                            \
            "\tmov x0, x14\n"                                                                      \
            "\tbl tri_leave\n"                                                                     \
            "\tldp x0, x1, [sp]\n"                                                                 \
            "\tldp q0, q1, [sp, #16]\n"                                                            \
            "\tldp q2, q3, [sp, #48]\n"                                                            \
            "\tadd sp, sp, #80\n\t.cfi_adjust_cfa_offset -80\n"                                    \
            "\tb 8b\n"                                                                             \
            "\t.cfi_restore 29\n\t.cfi_restore 30\n\t.cfi_def_cfa_offset 0\n" /* */                \
            TRI_ENTRY_NEXT("4f")                                              /* */                \
            TRI_ENTRY_SAMPLED("w11", "w16", "4f") "3:\tb " body "\n"                               \
                                                  "4:\tb " probed "\n" TRI_ENTRY_END(name))

/* x15: the node of the visit, which is current. */
#define TRI_CHAIN_TEXT(leaf, plain)                                                                \
    "\t.weak tri_leaf_" leaf "\n\t.hidden tri_leaf_" leaf "\n"                                     \
    "\tadrp x10, :got:tri_leaf_" leaf "\n"                                                         \
    "\tldr x10, [x10, #:got_lo12:tri_leaf_" leaf "]\n"                                             \
    "\tcbz x10, 9f\n"                                                                              \
    "\tldr x10, [x10]\n" /* mode, id */                                                            \
    "\tldr x11, [x15, #16]\n"                                                                      \
    "\tcmp w10, #2\n"                                                                              \
    "\tb.ne 9f\n"                                                                                  \
    "\tldr w16, [x11, #4]\n"                                                                       \
    "\tcmp x16, x10, lsr #32\n"                                                                    \
    "\tb.ne 9f\n"                                                                                  \
    "\tstr x11, [x13, x12]\n"                                                                      \
    "\tldr x10, [x15, #32]\n"                                                                      \
    "\tldr x16, [x11, #32]\n"                                                                      \
    "\tadd x10, x10, #1\n"                                                                         \
    "\tadd x16, x16, #1\n"                                                                         \
    "\tstr x10, [x15, #32]\n"                                                                      \
    "\tstr x16, [x11, #32]\n"                                                                      \
    "\tstr x14, [x13, x12]\n"                                                                      \
    "\tb " plain "\n"

#define TRI_TWIN_CHOICE(row, probed, plain)                                                        \
    "\thint 34\n" /* bti c */                                                                      \
    "\tadrp x9, " row "\n"                                                                         \
    "\tldr x9, [x9, #:lo12:" row "]\n" /* mode, id */                                              \
    "\tcbz x9, 1f\n"                                                                               \
    "\tb " probed "\n"                                                                             \
    "1:\tb " plain "\n"
#define TRI_TWIN_COUNT(row, probed, plain)                                                         \
    "\thint 34\n" /* bti c */                                                                      \
    "\tadrp x9, " row "\n"                                                                         \
    "\tadd x9, x9, #:lo12:" row "\n"                                                               \
    "\tldp x10, x16, [x9]\n" /* mode, id; share */                                                 \
    "\tcmp w10, #2\n"                                                                              \
    "\tb.ne 4f\n"                                                                                  \
    "\tadrp x12, :gottprel:tri_current\n"                                                          \
    "\tldr x12, [x12, #:gottprel_lo12:tri_current]\n"                                              \
    "\tmrs x13, tpidr_el0\n"                                                                       \
    "\tldr x14, [x13, x12]\n"                                                                      \
    "\tldr x15, [x14, #16]\n"                                                                      \
    "\tldr w11, [x15, #4]\n"                                                                       \
    "\tcmp x11, x10, lsr #32\n"                                                                    \
    "\tb.ne 2f\n"                                                                                  \
    "1:\tcbnz w16, 5f\n"                                                                           \
    "\tstr x15, [x13, x12]\n"                                                                      \
    "6:\tldr x10, [x15, #32]\n"                                                                    \
    "\tadd x10, x10, #1\n"                                                                         \
    "\tstr x10, [x15, #32]\n"                                                                      \
    "\tstr x14, [x13, x12]\n"                                                                      \
    "3:\tb " plain "\n"      /* */                                                                 \
        TRI_ENTRY_NEXT("7f") /* */                                                                 \
        TRI_ENTRY_SAMPLED("w16", "w11", "7f") "4:\tcbz x10, 3b\n"                                  \
                                              "7:\tb " probed "\n"
#define TRI_TWIN_JUMP(name) "\tb " name "\n"
#define TRI_TWIN_FUNCTION "%function"
#elif defined __x86_64__
#if defined __CET__ && __CET__ & 1
#define TRI_ENTRY_LANDING "\tendbr64\n"
#else
#define TRI_ENTRY_LANDING ""
#endif

/* The first two words of a row, mode and id, plus 1 are the first two of a node of that region,
 * type and region, if the mode is TRI_COUNT: one comparison decides. (The nodes of procedures with
 * entries have no values, and therefore one type.) The node need not be current
 * while its count changes, since one instruction changes it. rax: the current node. r10: its recent
 * child. r11: the two words. */
#define TRI_ENTRY_SEARCH(row)                                                                      \
    TRI_ENTRY_LANDING                                                                              \
    "\tmovq tri_current@gottpoff(%rip), %r11\n"                                                    \
    "\tmovq %fs:(%r11), %rax\n"                                                                    \
    "\tmovq " row "(%rip), %r11\n"                                                                 \
    "\tmovq 16(%rax), %r10\n"                                                                      \
    "\taddq $1, %r11\n"                                                                            \
    "\tcmpq %r11, (%r10)\n"                                                                        \
    "\tjne 2f\n"

/* Tries the children that come after it, of which some may be skipped this time: goes on at 1 if it
 * is one of them, else at 3. */
#define TRI_ENTRY_NEXT                                                                             \
    "2:\tmovq 64(%r10), %r10\n"                                                                    \
    "\tcmpq %r11, (%r10)\n"                                                                        \
    "\tje 22f\n"                                                                                   \
    "\tmovq 64(%r10), %r10\n"                                                                      \
    "\tcmpq %r11, (%r10)\n"                                                                        \
    "\tje 22f\n"                                                                                   \
    "\tmovq 64(%r10), %r10\n"                                                                      \
    "\tcmpq %r11, (%r10)\n"                                                                        \
    "\tjne 3f\n"                                                                                   \
    "22:\tmovq %r10, 16(%rax)\n"                                                                   \
    "\tjmp 1b\n"

/* Counts an untimed visit of a sampled region as such, and goes on at 6; at 4 if it is to be
 * timed. */
#define TRI_ENTRY_SAMPLED(row)                                                                     \
    "5:\tcmpq $0, 8(%r10)\n"                                                                       \
    "\tje 4f\n"                                                                                    \
    "\tmovl 32(%r10), %eax\n"                                                                      \
    "\taddl $1, %eax\n"                                                                            \
    "\timull $0x9e3779b9, %eax, %eax\n" /* see measure/visit.h */                                  \
    "\tcmpl 8+" row "(%rip), %eax\n"                                                               \
    "\tjb 4f\n"                                                                                    \
    "\tmovq 8(%r10), %rax\n"                                                                       \
    "\taddq $1, 8(%rax)\n"                                                                         \
    "\tmovq 120(%r10), %rax\n" /* up */                                                            \
    "\tjmp 6b\n"

#define TRI_ENTRY(name, body, probed, row)                                                         \
    __asm__(TRI_ENTRY_BEGIN(name, body, probed, "@function") /* */                                 \
            TRI_ENTRY_SEARCH(row)                            /* */                                 \
            "1:\taddq $1, 32(%r10)\n"                                                              \
            "\tjmp " body "\n" TRI_ENTRY_NEXT "3:\tcmpl $0, " row "(%rip)\n"                       \
            "\tjne 4f\n"                                                                           \
            "\tjmp " body "\n"                                                                     \
            "4:\tjmp " probed "\n" TRI_ENTRY_END(name))

#define TRI_FRAMED_ENTRY(name, body, probed, row) TRI_FRAMED_TEXT(name, body, probed, row, "")
#define TRI_FRAMED_TEXT(name, body, probed, row, chain)                                            \
    __asm__(TRI_ENTRY_BEGIN(name, body, probed, "@function") /* */                                 \
            TRI_ENTRY_SEARCH(row)                            /* */                                 \
            "1:\tcmpl $0, 8+" row "(%rip)\n"                 /* share */                           \
            "\tjne 5f\n"                                                                           \
            "6:\n" chain "9:\tmovq tri_current@gottpoff(%rip), %r11\n"                             \
            "\tmovq %r10, %fs:(%r11)\n"                                                            \
            "\tpushq %rax\n\t.cfi_def_cfa_offset 16\n"                                             \
            "\taddq $1, 32(%r10)\n"                                                                \
            "\tmovq $1, 24(%r10)\n"                                                                \
            "\tcall " body "\n"                                                                    \
            "\tpopq %r11\n\t.cfi_def_cfa_offset 8\n"                                               \
            "\tmovq tri_current@gottpoff(%rip), %rcx\n"                                            \
            "\tmovq 16(%r11), %r10\n"                                                              \
            "\tcmpq %r10, %fs:(%rcx)\n"                                                            \
            "\tjne 7f\n"                                                                           \
            "\tmovq $0, 24(%r10)\n"                                                                \
            "\tmovq %r11, %fs:(%rcx)\n"                                                            \
            "\tret\n"                                                                              \
            "7:\tsubq $56, %rsp\n\t.cfi_def_cfa_offset 64\n"                                       \
            "\tmovq %rax, (%rsp)\n"                                                                \
            "\tmovq %rdx, 8(%rsp)\n"                                                               \
            "\tmovups %xmm0, 16(%rsp)\n"                                                           \
            "\tmovups %xmm1, 32(%rsp)\n"                                                           \
            "\tmovq %r11, %rdi\n"                                                                  \
            "\tcall tri_leave@PLT\n"                                                               \
            "\tmovq (%rsp), %rax\n"                                                                \
            "\tmovq 8(%rsp), %rdx\n"                                                               \
            "\tmovups 16(%rsp), %xmm0\n"                                                           \
            "\tmovups 32(%rsp), %xmm1\n"                                                           \
            "\taddq $56, %rsp\n\t.cfi_def_cfa_offset 8\n"                                          \
            "\tret\n" TRI_ENTRY_NEXT TRI_ENTRY_SAMPLED(row) "3:\tcmpl $0, " row "(%rip)\n"         \
                                                            "\tjne 4f\n"                           \
                                                            "\tjmp " body "\n"                     \
                                                            "4:\tjmp " probed                      \
                                                            "\n" TRI_ENTRY_END(name))

/* r10: the node of the visit. rax: the current node, which is above it. */
#define TRI_CHAIN_TEXT(leaf, plain)                                                                \
    "\t.weak tri_leaf_" leaf "\n\t.hidden tri_leaf_" leaf "\n"                                     \
    "\tmovq tri_leaf_" leaf "@GOTPCREL(%rip), %r11\n"                                              \
    "\ttestq %r11, %r11\n"                                                                         \
    "\tje 9f\n"                                                                                    \
    "\tmovq (%r11), %r11\n" /* mode, id: as above */                                               \
    "\tmovq 16(%r10), %rax\n"                                                                      \
    "\taddq $1, %r11\n"                                                                            \
    "\tcmpq %r11, (%rax)\n"                                                                        \
    "\tjne 8f\n"                                                                                   \
    "\taddq $1, 32(%r10)\n"                                                                        \
    "\taddq $1, 32(%rax)\n"                                                                        \
    "\tjmp " plain "\n"                                                                            \
    "8:\tmovq 120(%r10), %rax\n" /* up */

#define TRI_TWIN_CHOICE(row, probed, plain)                                                        \
    TRI_ENTRY_LANDING                                                                              \
    "\tcmpq $0, " row "(%rip)\n" /* mode, id */                                                    \
    "\tje 1f\n"                                                                                    \
    "\tjmp " probed "\n"                                                                           \
    "1:\tjmp " plain "\n"
#define TRI_TWIN_COUNT(row, probed, plain)                                                         \
    TRI_ENTRY_SEARCH(row)                                                                          \
    "1:\tcmpl $0, 8+" row "(%rip)\n" /* share */                                                   \
    "\tjne 5f\n"                                                                                   \
    "6:\taddq $1, 32(%r10)\n"                                                                      \
    "\tjmp " plain "\n" TRI_ENTRY_NEXT                                                             \
    TRI_ENTRY_SAMPLED(row)             /* */                                                       \
        "3:\tcmpq $0, " row "(%rip)\n" /* mode, id */                                              \
        "\tjne 4f\n"                                                                               \
        "\tjmp " plain "\n"                                                                        \
        "4:\tjmp " probed "\n"
#define TRI_TWIN_JUMP(name) "\tjmp " name "@PLT\n"
#define TRI_TWIN_FUNCTION "@function"
#endif

/* The twin of a file is the object of the user's own text. It runs while measuring is switched off
 * from the start, so that this costs nothing: the regions are then off, and have no number. A
 * region that is off for another reason has a number, and other regions inside may be measured.
 *
 * TRI_TWIN_ENTRY: the entry of a procedure with a twin. table, row: its region. */
#define TRI_TWIN_ENTRY(name, table, row)                                                           \
    __asm__(TRI_ENTRY_BEGIN(name, "tri_plain_" name, "tri_probed_" name, TRI_TWIN_FUNCTION)        \
                TRI_TWIN_CHOICE(TRI_TWIN_TEXT(table) "+72*" #row, "tri_probed_" name,              \
                                "tri_plain_" name) TRI_ENTRY_END(name))

/* The same for a procedure that does nothing else than counting its visit while it is only counted,
 * since all counts inside follow from that: the entry counts the visit as TRI_FRAMED_ENTRY does,
 * and goes to the twin, too. Visits that cannot be counted here go to the procedure with probes. */
#define TRI_COUNTED_ENTRY(name, table, row)                                                        \
    __asm__(TRI_ENTRY_BEGIN(name, "tri_plain_" name, "tri_probed_" name, TRI_TWIN_FUNCTION)        \
                TRI_TWIN_COUNT(TRI_TWIN_TEXT(table) "+72*" #row, "tri_probed_" name,               \
                               "tri_plain_" name) TRI_ENTRY_END(name))
#define TRI_TWIN_TEXT(name) TRI_TWIN_QUOTED(name)
#define TRI_TWIN_QUOTED(name) #name

/* The twin of a procedure with another entry: only twins of other files call it. */
#define TRI_TWIN(name) __asm__("\t.hidden tri_plain_" name "\n")

/* The same for a procedure that calls nothing (TRI_ENTRY). tri_leaf_... is its region, for the
 * chained entries of its callers. */
#define TRI_LEAF_TWIN(name, table, row)                                                            \
    TRI_TWIN(name);                                                                                \
    __asm__("\t.weak tri_leaf_" name "\n\t.hidden tri_leaf_" name "\n\t.set tri_leaf_" name        \
            ", " TRI_TWIN_TEXT(table) "+72*" #row "\n")

/* The entry of a procedure as for TRI_FRAMED_ENTRY, which calls one other procedure, `leaf`,
 * exactly once in each visit. If both have twins, in the same program, and the other one calls
 * nothing (TRI_LEAF_TWIN), a visit that is only counted is counted here for both, and goes to the
 * twin. Files without a twin do not define TRI_HAS_CHAIN. */
#ifdef TRI_HAS_CHAIN
#define TRI_CHAINED_ENTRY(name, body, probed, row, leaf)                                           \
    TRI_FRAMED_TEXT(name, body, probed, row, TRI_CHAIN_TEXT(leaf, "tri_plain_" name))
#else
#define TRI_CHAINED_ENTRY(name, body, probed, row, leaf) TRI_FRAMED_ENTRY(name, body, probed, row)
#endif

/* A call from the twin to a procedure of another file: this definition is weak, so that the call
 * goes to the procedure's twin if it has one in the same program. */
#define TRI_TWIN_CALL(name)                                                                        \
    __asm__("\t.text\n\t.p2align 2\n\t.weak tri_plain_" name "\n\t.hidden tri_plain_" name         \
            "\n\t.type tri_plain_" name ", " TRI_TWIN_FUNCTION "\ntri_plain_" name                 \
            ":\n\t.cfi_startproc\n" TRI_TWIN_JUMP(name) TRI_ENTRY_END("tri_plain_" name))

#define TRI_ENTRY_BEGIN(name, body, probed, function)                                              \
    "\t.text\n\t.p2align 5\n\t.globl " name "\n\t.type " name ", " function "\n\t.hidden " body    \
    "\n\t.hidden " probed "\n" name ":\n\t.cfi_startproc\n"
#define TRI_ENTRY_END(name) "\t.cfi_endproc\n\t.size " name ", .-" name "\n"

#endif
