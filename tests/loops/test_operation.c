/* test_operation.c: what instructions do, by a table that was written by hand: their class, their
 * floating-point operations, and the bytes that they load and store. */
#include "loops/architecture.h"
#include "loops/flow/operation.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum {
    FLOAT = FORMAT_OPERATION_FLOAT,
    INTEGER = FORMAT_OPERATION_INTEGER,
    BRANCH = FORMAT_OPERATION_BRANCH,
    MEMORY = FORMAT_OPERATION_MEMORY,
    OTHER = FORMAT_OPERATION_OTHER,
    HALF = FORMAT_PRECISION_HALF,
    SINGLE = FORMAT_PRECISION_SINGLE,
    DOUBLE = FORMAT_PRECISION_DOUBLE,
    EXTENDED = FORMAT_PRECISION_EXTENDED,
};

struct known {
    const char *text, *bytes;
    size_t size;
    struct loops_operation is; /* its precision counts only with operations */
};

#define BYTES(text) text, sizeof(text) - 1

/* clang-format off */
static const struct known aarch64[] = {
    {"fadd d0, d1, d2", BYTES("\x20\x28\x62\x1e"), {.class = FLOAT, .flops = 1, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmul s0, s1, s2", BYTES("\x20\x08\x22\x1e"), {.class = FLOAT, .flops = 1, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmadd d0, d1, d2, d3", BYTES("\x20\x0c\x42\x1f"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 0, .is_fused = true, .loaded = 0, .stored = 0}},
    {"fnmsub s0, s1, s2, s3", BYTES("\x20\x8c\x22\x1f"), {.class = FLOAT, .flops = 2, .precision = SINGLE, .vector = 0, .is_fused = true, .loaded = 0, .stored = 0}},
    {"fsqrt d0, d1", BYTES("\x20\xc0\x61\x1e"), {.class = FLOAT, .flops = 1, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fdiv s0, s1, s2", BYTES("\x20\x18\x22\x1e"), {.class = FLOAT, .flops = 1, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmaxnm d0, d1, d2", BYTES("\x20\x68\x62\x1e"), {.class = FLOAT, .flops = 1, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fnmul d0, d1, d2", BYTES("\x20\x88\x62\x1e"), {.class = FLOAT, .flops = 1, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fadd h0, h1, h2", BYTES("\x20\x28\xe2\x1e"), {.class = FLOAT, .flops = 1, .precision = HALF, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fneg d0, d1", BYTES("\x20\x40\x61\x1e"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fabs s0, s1", BYTES("\x20\xc0\x20\x1e"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fcmp d0, d1", BYTES("\x00\x20\x61\x1e"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fcvt d0, s1", BYTES("\x20\xc0\x22\x1e"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"scvtf d0, w1", BYTES("\x20\x00\x62\x1e"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fcvtzs x0, d1", BYTES("\x20\x00\x78\x9e"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmov d0, d1", BYTES("\x20\x40\x60\x1e"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmov d0, x1", BYTES("\x20\x00\x67\x9e"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmov d0, #1.0", BYTES("\x00\x10\x6e\x1e"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fcsel d0, d1, d2, eq", BYTES("\x20\x0c\x62\x1e"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fadd v0.2d, v1.2d, v2.2d", BYTES("\x20\xd4\x62\x4e"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmul v0.4s, v1.4s, v2.4s", BYTES("\x20\xdc\x22\x6e"), {.class = FLOAT, .flops = 4, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fsub v0.2s, v1.2s, v2.2s", BYTES("\x20\xd4\xa2\x0e"), {.class = FLOAT, .flops = 2, .precision = SINGLE, .vector = 8, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmla v0.2d, v1.2d, v2.2d", BYTES("\x20\xcc\x62\x4e"), {.class = FLOAT, .flops = 4, .precision = DOUBLE, .vector = 16, .is_fused = true, .loaded = 0, .stored = 0}},
    {"fmls v0.4s, v1.4s, v2.4s", BYTES("\x20\xcc\xa2\x4e"), {.class = FLOAT, .flops = 8, .precision = SINGLE, .vector = 16, .is_fused = true, .loaded = 0, .stored = 0}},
    {"fmla v0.2d, v1.2d, v2.d[0]", BYTES("\x20\x10\xc2\x4f"), {.class = FLOAT, .flops = 4, .precision = DOUBLE, .vector = 16, .is_fused = true, .loaded = 0, .stored = 0}},
    {"fmul v0.4s, v1.4s, v2.s[1]", BYTES("\x20\x90\xa2\x4f"), {.class = FLOAT, .flops = 4, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmul d0, d1, v2.d[1]", BYTES("\x20\x98\xc2\x5f"), {.class = FLOAT, .flops = 1, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmla d0, d1, v2.d[1]", BYTES("\x20\x18\xc2\x5f"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 0, .is_fused = true, .loaded = 0, .stored = 0}},
    {"fdiv v0.2d, v1.2d, v2.2d", BYTES("\x20\xfc\x62\x6e"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fsqrt v0.4s, v1.4s", BYTES("\x20\xf8\xa1\x6e"), {.class = FLOAT, .flops = 4, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fabd v0.2d, v1.2d, v2.2d", BYTES("\x20\xd4\xe2\x6e"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"faddp v0.2d, v1.2d, v2.2d", BYTES("\x20\xd4\x62\x6e"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"faddp d0, v1.2d", BYTES("\x20\xd8\x70\x7e"), {.class = FLOAT, .flops = 1, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"faddp s0, v1.2s", BYTES("\x20\xd8\x30\x7e"), {.class = FLOAT, .flops = 1, .precision = SINGLE, .vector = 8, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmaxv s0, v1.4s", BYTES("\x20\xf8\x30\x6e"), {.class = FLOAT, .flops = 3, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmaxnmp d0, v1.2d", BYTES("\x20\xc8\x70\x7e"), {.class = FLOAT, .flops = 1, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"frecpe v0.4s, v1.4s", BYTES("\x20\xd8\xa1\x4e"), {.class = FLOAT, .flops = 4, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"frecps v0.4s, v1.4s, v2.4s", BYTES("\x20\xfc\x22\x4e"), {.class = FLOAT, .flops = 8, .precision = SINGLE, .vector = 16, .is_fused = true, .loaded = 0, .stored = 0}},
    {"fcmgt v0.2d, v1.2d, v2.2d", BYTES("\x20\xe4\xe2\x6e"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fneg v0.2d, v1.2d", BYTES("\x20\xf8\xe0\x6e"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"scvtf v0.4s, v1.4s", BYTES("\x20\xd8\x21\x4e"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fcvtl v0.2d, v1.2s", BYTES("\x20\x78\x61\x0e"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 8, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fcmla v0.2d, v1.2d, v2.2d, #90", BYTES("\x20\xcc\xc2\x6e"), {.class = FLOAT, .flops = 4, .precision = DOUBLE, .vector = 16, .is_fused = true, .loaded = 0, .stored = 0}},
    {"fcadd v0.4s, v1.4s, v2.4s, #90", BYTES("\x20\xe4\x82\x6e"), {.class = FLOAT, .flops = 4, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fadd v0.8h, v1.8h, v2.8h", BYTES("\x20\x14\x42\x4e"), {.class = FLOAT, .flops = 8, .precision = HALF, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fmla v0.4h, v1.4h, v2.4h", BYTES("\x20\x0c\x42\x0e"), {.class = FLOAT, .flops = 8, .precision = HALF, .vector = 8, .is_fused = true, .loaded = 0, .stored = 0}},
    {"add v0.4s, v1.4s, v2.4s", BYTES("\x20\x84\xa2\x4e"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"mul v0.4s, v1.4s, v2.s[0]", BYTES("\x20\x80\x82\x4f"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"addv s0, v1.4s", BYTES("\x20\xb8\xb1\x4e"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"add d0, d1, d2", BYTES("\x20\x84\xe2\x5e"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"sshll v0.2d, v1.2s, #0", BYTES("\x20\xa4\x20\x0f"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 8, .is_fused = false, .loaded = 0, .stored = 0}},
    {"xtn v0.2s, v1.2d", BYTES("\x20\x28\xa1\x0e"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 8, .is_fused = false, .loaded = 0, .stored = 0}},
    {"dup v0.2d, v1.d[0]", BYTES("\x20\x04\x08\x4e"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"ext v0.16b, v1.16b, v2.16b, #8", BYTES("\x20\x40\x02\x6e"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"zip1 v0.2d, v1.2d, v2.2d", BYTES("\x20\x38\xc2\x4e"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"movi v0.2d, #0", BYTES("\x00\xe4\x00\x6f"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"mov v0.16b, v1.16b", BYTES("\x20\x1c\xa1\x4e"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"ldr d0, [x1]", BYTES("\x20\x00\x40\xfd"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"ldr q0, [x1, x2]", BYTES("\x20\x68\xe2\x3c"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 16, .stored = 0}},
    {"ldp q0, q1, [x2]", BYTES("\x40\x04\x40\xad"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 32, .stored = 0}},
    {"stp x0, x1, [sp, #16]", BYTES("\xe0\x07\x01\xa9"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 16}},
    {"str s0, [x1], #4", BYTES("\x20\x44\x00\xbc"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 4}},
    {"ld1 {v0.2d, v1.2d}, [x0]", BYTES("\x00\xac\x40\x4c"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 32, .stored = 0}},
    {"ld2 {v0.4s, v1.4s}, [x0], #32", BYTES("\x00\x88\xdf\x4c"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 32, .stored = 0}},
    {"st1 {v0.d}[1], [x0]", BYTES("\x00\x84\x00\x4d"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 8}},
    {"ld1r {v0.2d}, [x0]", BYTES("\x00\xcc\x40\x4d"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 8, .stored = 0}},
    {"ldrb w0, [x1]", BYTES("\x20\x00\x40\x39"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 1, .stored = 0}},
    {"ldrsw x0, [x1]", BYTES("\x20\x00\x80\xb9"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"ldxr x0, [x1]", BYTES("\x20\x7c\x5f\xc8"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"stlxr w0, x1, [x2]", BYTES("\x41\xfc\x00\xc8"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 8}},
    {"ldadd w0, w1, [x2]", BYTES("\x41\x00\x20\xb8"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 4}},
    {"cas x0, x1, [x2]", BYTES("\x41\x7c\xa0\xc8"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 8}},
    {"casp x0, x1, x2, x3, [x4]", BYTES("\x82\x7c\x20\x48"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 16, .stored = 16}},
    {"ldaxp x0, x1, [x2]", BYTES("\x40\x84\x7f\xc8"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 16, .stored = 0}},
    {"ldar w0, [x1]", BYTES("\x20\xfc\xdf\x88"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"prfm pldl1keep, [x0]", BYTES("\x00\x00\x80\xf9"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"ldr x0, .", BYTES("\x00\x00\x00\x58"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"ldr q0, .", BYTES("\x00\x00\x00\x9c"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 16, .stored = 0}},
    {"add x0, x1, x2", BYTES("\x20\x00\x02\x8b"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"cmp w0, #3", BYTES("\x1f\x0c\x00\x71"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"madd x0, x1, x2, x3", BYTES("\x20\x0c\x02\x9b"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"adrp x0, .", BYTES("\x00\x00\x00\x90"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"mov x0, x1", BYTES("\xe0\x03\x01\xaa"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"mov w0, #7", BYTES("\xe0\x00\x80\x52"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"b.ne .", BYTES("\x01\x00\x00\x54"), {.class = BRANCH, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"bl .", BYTES("\x00\x00\x00\x94"), {.class = BRANCH, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"ret", BYTES("\xc0\x03\x5f\xd6"), {.class = BRANCH, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"cbz x0, .", BYTES("\x00\x00\x00\xb4"), {.class = BRANCH, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"nop", BYTES("\x1f\x20\x03\xd5"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"svc #0", BYTES("\x01\x00\x00\xd4"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
};

static const struct known x86_64[] = {
    {"addsd %xmm1, %xmm0", BYTES("\xf2\x0f\x58\xc1"), {.class = FLOAT, .flops = 1, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"mulss 8(%rdi), %xmm0", BYTES("\xf3\x0f\x59\x47\x08"), {.class = FLOAT, .flops = 1, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"addpd %xmm1, %xmm0", BYTES("\x66\x0f\x58\xc1"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"mulps (%rdi), %xmm0", BYTES("\x0f\x59\x07"), {.class = FLOAT, .flops = 4, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 16, .stored = 0}},
    {"divsd %xmm1, %xmm0", BYTES("\xf2\x0f\x5e\xc1"), {.class = FLOAT, .flops = 1, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"sqrtpd %xmm1, %xmm0", BYTES("\x66\x0f\x51\xc1"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"maxss %xmm1, %xmm0", BYTES("\xf3\x0f\x5f\xc1"), {.class = FLOAT, .flops = 1, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"haddpd %xmm1, %xmm0", BYTES("\x66\x0f\x7c\xc1"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"haddps %xmm1, %xmm0", BYTES("\xf2\x0f\x7c\xc1"), {.class = FLOAT, .flops = 4, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"ucomisd %xmm1, %xmm0", BYTES("\x66\x0f\x2e\xc1"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"cvtsi2sd %eax, %xmm0", BYTES("\xf2\x0f\x2a\xc0"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"cvttsd2si %xmm0, %eax", BYTES("\xf2\x0f\x2c\xc0"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"cvtss2sd %xmm1, %xmm0", BYTES("\xf3\x0f\x5a\xc1"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"cvtdq2pd %xmm1, %xmm0", BYTES("\xf3\x0f\xe6\xc1"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"xorps %xmm0, %xmm0", BYTES("\x0f\x57\xc0"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"andpd %xmm1, %xmm0", BYTES("\x66\x0f\x54\xc1"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"movsd (%rdi), %xmm0", BYTES("\xf2\x0f\x10\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"movss %xmm0, (%rdi)", BYTES("\xf3\x0f\x11\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 4}},
    {"movupd (%rdi), %xmm0", BYTES("\x66\x0f\x10\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 16, .stored = 0}},
    {"movaps %xmm0, (%rdi)", BYTES("\x0f\x29\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 16}},
    {"movaps %xmm1, %xmm0", BYTES("\x0f\x28\xc1"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"movhpd (%rdi), %xmm0", BYTES("\x66\x0f\x16\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"unpcklpd %xmm1, %xmm0", BYTES("\x66\x0f\x14\xc1"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"movq %rax, %xmm0", BYTES("\x66\x48\x0f\x6e\xc0"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"vaddpd %ymm1, %ymm2, %ymm0", BYTES("\xc5\xed\x58\xc1"), {.class = FLOAT, .flops = 4, .precision = DOUBLE, .vector = 32, .is_fused = false, .loaded = 0, .stored = 0}},
    {"vmulps (%rdi), %ymm1, %ymm0", BYTES("\xc5\xf4\x59\x07"), {.class = FLOAT, .flops = 8, .precision = SINGLE, .vector = 32, .is_fused = false, .loaded = 32, .stored = 0}},
    {"vfmadd231pd %ymm1, %ymm2, %ymm0", BYTES("\xc4\xe2\xed\xb8\xc1"), {.class = FLOAT, .flops = 8, .precision = DOUBLE, .vector = 32, .is_fused = true, .loaded = 0, .stored = 0}},
    {"vfmadd231pd (%rdi), %ymm2, %ymm0", BYTES("\xc4\xe2\xed\xb8\x07"), {.class = FLOAT, .flops = 8, .precision = DOUBLE, .vector = 32, .is_fused = true, .loaded = 32, .stored = 0}},
    {"vfnmadd213sd %xmm1, %xmm2, %xmm0", BYTES("\xc4\xe2\xe9\xad\xc1"), {.class = FLOAT, .flops = 2, .precision = DOUBLE, .vector = 0, .is_fused = true, .loaded = 0, .stored = 0}},
    {"vfmsub132ss (%rdi), %xmm2, %xmm0", BYTES("\xc4\xe2\x69\x9b\x07"), {.class = FLOAT, .flops = 2, .precision = SINGLE, .vector = 0, .is_fused = true, .loaded = 4, .stored = 0}},
    {"vfmaddsub231pd %xmm1, %xmm2, %xmm0", BYTES("\xc4\xe2\xe9\xb6\xc1"), {.class = FLOAT, .flops = 4, .precision = DOUBLE, .vector = 16, .is_fused = true, .loaded = 0, .stored = 0}},
    {"vaddpd %zmm1, %zmm2, %zmm0", BYTES("\x62\xf1\xed\x48\x58\xc1"), {.class = FLOAT, .flops = 8, .precision = DOUBLE, .vector = 64, .is_fused = false, .loaded = 0, .stored = 0}},
    {"vfmadd231ps %zmm1, %zmm2, %zmm0", BYTES("\x62\xf2\x6d\x48\xb8\xc1"), {.class = FLOAT, .flops = 32, .precision = SINGLE, .vector = 64, .is_fused = true, .loaded = 0, .stored = 0}},
    {"vaddpd (%rdi){1to8}, %zmm2, %zmm0", BYTES("\x62\xf1\xed\x58\x58\x07"), {.class = FLOAT, .flops = 8, .precision = DOUBLE, .vector = 64, .is_fused = false, .loaded = 8, .stored = 0}},
    {"vmovupd (%rdi), %ymm0", BYTES("\xc5\xfd\x10\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 32, .is_fused = false, .loaded = 32, .stored = 0}},
    {"vmovupd %zmm0, (%rdi)", BYTES("\x62\xf1\xfd\x48\x11\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 64, .is_fused = false, .loaded = 0, .stored = 64}},
    {"vbroadcastsd (%rdi), %ymm0", BYTES("\xc4\xe2\x7d\x19\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 32, .is_fused = false, .loaded = 8, .stored = 0}},
    {"vextractf128 $1, %ymm0, %xmm1", BYTES("\xc4\xe3\x7d\x19\xc1\x01"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 32, .is_fused = false, .loaded = 0, .stored = 0}},
    {"vpaddd %ymm0, %ymm1, %ymm2", BYTES("\xc5\xf5\xfe\xd0"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 32, .is_fused = false, .loaded = 0, .stored = 0}},
    {"paddd %xmm1, %xmm0", BYTES("\x66\x0f\xfe\xc1"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"pxor %xmm0, %xmm0", BYTES("\x66\x0f\xef\xc0"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"pshufd $1, %xmm0, %xmm1", BYTES("\x66\x0f\x70\xc8\x01"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 0, .stored = 0}},
    {"dppd $3, %xmm0, %xmm1", BYTES("\x66\x0f\x3a\x41\xc8\x03"), {.class = FLOAT, .flops = 4, .precision = DOUBLE, .vector = 16, .is_fused = true, .loaded = 0, .stored = 0}},
    {"roundsd $1, %xmm0, %xmm1", BYTES("\x66\x0f\x3a\x0b\xc8\x01"), {.class = FLOAT, .flops = 0, .precision = DOUBLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fadds (%rdi)", BYTES("\xd8\x07"), {.class = FLOAT, .flops = 1, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"faddl (%rdi)", BYTES("\xdc\x07"), {.class = FLOAT, .flops = 1, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"fmulp", BYTES("\xde\xc9"), {.class = FLOAT, .flops = 1, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fldt (%rdi)", BYTES("\xdb\x2f"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 10, .stored = 0}},
    {"fstpt (%rdi)", BYTES("\xdb\x3f"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 10}},
    {"fldl (%rdi)", BYTES("\xdd\x07"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"fstps (%rdi)", BYTES("\xd9\x1f"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 4}},
    {"fildll (%rdi)", BYTES("\xdf\x2f"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"fsqrt", BYTES("\xd9\xfa"), {.class = FLOAT, .flops = 1, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fchs", BYTES("\xd9\xe0"), {.class = FLOAT, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"fxch %st(1)", BYTES("\xd9\xc9"), {.class = OTHER, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"add %rax, %rbx", BYTES("\x48\x01\xc3"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"add (%rdi), %eax", BYTES("\x03\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"add %eax, (%rdi)", BYTES("\x01\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 4}},
    {"addl $1, (%rdi)", BYTES("\x83\x07\x01"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 4}},
    {"cmpl $1, (%rdi)", BYTES("\x83\x3f\x01"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"incq (%rdi)", BYTES("\x48\xff\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 8}},
    {"mov (%rdi), %rax", BYTES("\x48\x8b\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"mov %al, (%rdi)", BYTES("\x88\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 1}},
    {"movl $1, (%rdi)", BYTES("\xc7\x07\x01\x00\x00\x00"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 4}},
    {"movzbl (%rdi), %eax", BYTES("\x0f\xb6\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 1, .stored = 0}},
    {"movslq (%rdi), %rax", BYTES("\x48\x63\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"mov %rax, %rbx", BYTES("\x48\x89\xc3"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"mov $1, %eax", BYTES("\xb8\x01\x00\x00\x00"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"lea 8(%rdi), %rax", BYTES("\x48\x8d\x47\x08"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"push %rax", BYTES("\x50"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 8}},
    {"pop %rax", BYTES("\x58"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"call .", BYTES("\xe8\xfb\xff\xff\xff"), {.class = BRANCH, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 8}},
    {"ret", BYTES("\xc3"), {.class = BRANCH, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"jne .", BYTES("\x75\xfe"), {.class = BRANCH, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"jmp *%rax", BYTES("\xff\xe0"), {.class = BRANCH, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"nopl (%rax)", BYTES("\x0f\x1f\x00"), {.class = OTHER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 0}},
    {"imul (%rdi), %rax", BYTES("\x48\x0f\xaf\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"sarl (%rdi)", BYTES("\xd1\x3f"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 4}},
    {"sete (%rdi)", BYTES("\x0f\x94\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 1}},
    {"cmove (%rdi), %rax", BYTES("\x48\x0f\x44\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"lock cmpxchg %rax, (%rdi)", BYTES("\xf0\x48\x0f\xb1\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 8}},
    {"stosq", BYTES("\x48\xab"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 8}},
    {"movsb", BYTES("\xa4"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 1, .stored = 1}},
    {"leave", BYTES("\xc9"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"negl (%rdi)", BYTES("\xf7\x1f"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 4}},
    {"testl $1, (%rdi)", BYTES("\xf7\x07\x01\x00\x00\x00"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"xchg %rax, (%rdi)", BYTES("\x48\x87\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 8}},
    {"movl %fs:-4, %eax", BYTES("\x64\x8b\x04\x25\xfc\xff\xff\xff"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"addl %eax, %fs:-8(%rcx)", BYTES("\x64\x01\x41\xf8"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 4}},
    {"movsd %fs:8(%rdx), %xmm0", BYTES("\x64\xf2\x0f\x10\x42\x08"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"incb %fs:(%rax)", BYTES("\x64\xfe\x00"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 1, .stored = 1}},
    {"movzwl %gs:4, %eax", BYTES("\x65\x0f\xb7\x04\x25\x04\x00\x00\x00"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 2, .stored = 0}},
    {"movaps %fs:16, %xmm1", BYTES("\x64\x0f\x28\x0c\x25\x10\x00\x00\x00"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 16, .stored = 0}},
    {"paddd (%rdi), %mm0", BYTES("\x0f\xfe\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 8, .is_fused = false, .loaded = 8, .stored = 0}},
    {"movq %mm0, (%rdi)", BYTES("\x0f\x7f\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 8, .is_fused = false, .loaded = 0, .stored = 8}},
    {"movntq %mm0, (%rdi)", BYTES("\x0f\xe7\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 8, .is_fused = false, .loaded = 0, .stored = 8}},
    {"punpcklbw (%rdi), %mm1", BYTES("\x0f\x60\x0f"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 8, .is_fused = false, .loaded = 4, .stored = 0}},
    {"pshufb (%rdi), %mm1", BYTES("\x0f\x38\x00\x0f"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 8, .is_fused = false, .loaded = 8, .stored = 0}},
    {"flds (%rdi)", BYTES("\xd9\x07"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"fildl (%rdi)", BYTES("\xdb\x07"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"filds (%rdi)", BYTES("\xdf\x07"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 2, .stored = 0}},
    {"fistpll (%rdi)", BYTES("\xdf\x3f"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 8}},
    {"fistps (%rdi)", BYTES("\xdf\x1f"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 2}},
    {"fisttpl (%rdi)", BYTES("\xdb\x0f"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 4}},
    {"fldcw (%rdi)", BYTES("\xd9\x2f"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 2, .stored = 0}},
    {"fnstcw (%rdi)", BYTES("\xd9\x3f"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 2}},
    {"fbstp (%rdi)", BYTES("\xdf\x37"), {.class = MEMORY, .flops = 0, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 0, .stored = 10}},
    {"fiadds (%rdi)", BYTES("\xde\x07"), {.class = FLOAT, .flops = 1, .precision = EXTENDED, .vector = 0, .is_fused = false, .loaded = 2, .stored = 0}},
    {"vmovss (%rdi), %xmm17", BYTES("\x62\xe1\x7e\x08\x10\x0f"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"vmovsd %xmm17, 8(%rdi)", BYTES("\x62\xe1\xff\x08\x11\x4f\x01"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 8}},
    {"vcvtsi2sdq (%rdi), %xmm1, %xmm17", BYTES("\x62\xe1\xf7\x08\x2a\x0f"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"vcvtss2sd (%rdi), %xmm1, %xmm17", BYTES("\x62\xe1\x76\x08\x5a\x0f"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"vcvtps2pd (%rdi), %zmm1", BYTES("\x62\xf1\x7c\x48\x5a\x0f"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 64, .is_fused = false, .loaded = 32, .stored = 0}},
    {"vcvttsd2usi (%rdi), %rax", BYTES("\x62\xf1\xff\x08\x78\x07"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"vcvtudq2pd (%rdi), %zmm1", BYTES("\x62\xf1\x7e\x48\x7a\x0f"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 64, .is_fused = false, .loaded = 32, .stored = 0}},
    {"vrndscalesd $1, (%rdi), %xmm1, %xmm2", BYTES("\x62\xf3\xf5\x08\x0b\x17\x01"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"vscalefss (%rdi), %xmm1, %xmm2", BYTES("\x62\xf2\x75\x08\x2d\x17"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 4, .stored = 0}},
    {"vaddps (%rdi){1to16}, %zmm2, %zmm0", BYTES("\x62\xf1\x6c\x58\x58\x07"), {.class = FLOAT, .flops = 16, .precision = SINGLE, .vector = 64, .is_fused = false, .loaded = 4, .stored = 0}},
    {"vpaddq (%rdi){1to4}, %ymm2, %ymm0", BYTES("\x62\xf1\xed\x38\xd4\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 32, .is_fused = false, .loaded = 8, .stored = 0}},
    {"vcvtps2pd (%rdi){1to8}, %zmm0", BYTES("\x62\xf1\x7c\x58\x5a\x07"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 64, .is_fused = false, .loaded = 4, .stored = 0}},
    {"vbroadcastf64x4 (%rdi), %zmm0", BYTES("\x62\xf2\xfd\x48\x1b\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 64, .is_fused = false, .loaded = 32, .stored = 0}},
    {"vextractf64x4 $1, %zmm0, (%rdi)", BYTES("\x62\xf3\xfd\x48\x1b\x07\x01"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 64, .is_fused = false, .loaded = 0, .stored = 32}},
    {"vextracti128 $1, %ymm0, (%rdi)", BYTES("\xc4\xe3\x7d\x39\x07\x01"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 32, .is_fused = false, .loaded = 0, .stored = 16}},
    {"vpmovdb %zmm0, (%rdi)", BYTES("\x62\xf2\x7e\x48\x31\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 64, .is_fused = false, .loaded = 0, .stored = 16}},
    {"vpmovsxbq (%rdi), %zmm0", BYTES("\x62\xf2\x7d\x48\x22\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 64, .is_fused = false, .loaded = 8, .stored = 0}},
    {"vpslld (%rdi), %ymm1, %ymm0", BYTES("\xc5\xf5\xf2\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 32, .is_fused = false, .loaded = 16, .stored = 0}},
    {"kmovw (%rdi), %k1", BYTES("\xc5\xf8\x90\x0f"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 2, .stored = 0}},
    {"kmovq %k1, (%rdi)", BYTES("\xc4\xe1\xf8\x91\x0f"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 0, .stored = 8}},
    {"vmovddup (%rdi), %xmm0", BYTES("\xc5\xfb\x12\x07"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"vaddph (%rdi), %zmm1, %zmm0", BYTES("\x62\xf5\x74\x48\x58\x07"), {.class = FLOAT, .flops = 32, .precision = HALF, .vector = 64, .is_fused = false, .loaded = 64, .stored = 0}},
    {"vfmadd231sh (%rdi), %xmm1, %xmm0", BYTES("\x62\xf6\x75\x08\xb9\x07"), {.class = FLOAT, .flops = 2, .precision = HALF, .vector = 0, .is_fused = true, .loaded = 2, .stored = 0}},
    {"pinsrw $1, (%rdi), %xmm0", BYTES("\x66\x0f\xc4\x07\x01"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 2, .stored = 0}},
    {"insertps $1, (%rdi), %xmm0", BYTES("\x66\x0f\x3a\x21\x07\x01"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 4, .stored = 0}},
    {"adcx (%rdi), %rax", BYTES("\x66\x48\x0f\x38\xf6\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 8, .stored = 0}},
    {"crc32b (%rdi), %eax", BYTES("\xf2\x0f\x38\xf0\x07"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 1, .stored = 0}},
    {"movabs 0x1122334455667788, %al", BYTES("\xa0\x88\x77\x66\x55\x44\x33\x22\x11"), {.class = MEMORY, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 1, .stored = 0}},
    {"xlat", BYTES("\xd7"), {.class = INTEGER, .flops = 0, .precision = SINGLE, .vector = 0, .is_fused = false, .loaded = 1, .stored = 0}},
    {"haddps (%rdi), %xmm0", BYTES("\xf2\x0f\x7c\x07"), {.class = FLOAT, .flops = 4, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 16, .stored = 0}},
    {"cvttps2dq (%rdi), %xmm0", BYTES("\xf3\x0f\x5b\x07"), {.class = FLOAT, .flops = 0, .precision = SINGLE, .vector = 16, .is_fused = false, .loaded = 16, .stored = 0}},
};
/* clang-format on */

static bool is_same(const struct loops_operation *a, const struct loops_operation *b)
{
    return a->class == b->class && a->flops == b->flops && a->vector == b->vector &&
           a->is_fused == b->is_fused && a->loaded == b->loaded && a->stored == b->stored &&
           (!a->flops || a->precision == b->precision);
}

static void check(const struct loops_architecture *machine, const struct known *all, size_t count)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *bytes = (const uint8_t *)all[i].bytes;
        struct loops_instruction in;
        struct loops_operation is;
        assert_true(machine->decode(bytes, all[i].size, 0x1000, &in));
        assert_int_equal(in.size, all[i].size);
        machine->operation(bytes, all[i].size, &in, &is);
        if (is_same(&is, &all[i].is) && !is.is_unsure && is.loads == (is.loaded > 0) &&
            is.stores == (is.stored > 0))
            continue;
        print_message(
            "# %s: class %d, %d operations, precision %d, vector %d, loads %d, stores %d\n",
            all[i].text, is.class, is.flops, is.precision, is.vector, is.loaded, is.stored);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void test_aarch64(void **state)
{
    (void)state;
    check(&aarch64_architecture, aarch64, sizeof aarch64 / sizeof aarch64[0]);
}

static void test_x86_64(void **state)
{
    (void)state;
    check(&loops_x86_64_architecture, x86_64, sizeof x86_64 / sizeof x86_64[0]);
}

/* Masks and repetitions: how much is done is not known, and nothing is counted. */
static void test_unsure(void **state)
{
    static const char *const all[] = {
        "\x62\xf1\xed\x49\x58\xc1", /* vaddpd %zmm1, %zmm2, %zmm0{%k1} */
        "\xf3\x48\xab",             /* rep stosq */
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct loops_instruction in;
        struct loops_operation is;
        const uint8_t *bytes = (const uint8_t *)all[i];
        assert_true(loops_x86_64_architecture.decode(bytes, i ? 3 : 6, 0, &in));
        loops_x86_64_architecture.operation(bytes, in.size, &in, &is);
        assert_true(is.is_unsure);
        assert_int_equal(is.flops + is.loaded + is.stored, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_aarch64),
                                       cmocka_unit_test(test_x86_64),
                                       cmocka_unit_test(test_unsure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
