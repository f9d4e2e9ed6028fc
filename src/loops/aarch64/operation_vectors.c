/* operation_vectors.c: see operation_vectors.h */
#include "loops/aarch64/operation_vectors.h"

#include "loops/aarch64/fields.h"

enum { NO_FLOPS = 0, ONE = 1, FUSED = 2 };

/* True if the bits of `word` in `mask` are as in `value`. */
static bool is(uint32_t word, uint32_t mask, uint32_t value)
{
    return (word & mask) == value;
}

static unsigned bytes_of(enum format_precision precision)
{
    return 2U << precision;
}

/* Sets the operations of a float instruction: `each` per element. */
static void computes(uint32_t word, struct loops_operation *operation,
                     enum format_precision precision, unsigned each)
{
    bool is_scalar = field(word, 28, 1); /* also of the scalar floating-point groups */
    unsigned vector = is_scalar ? 0 : field(word, 30, 1) ? 16 : 8;
    operation->class = FORMAT_OPERATION_FLOAT;
    operation->precision = (uint8_t)precision;
    operation->vector = (uint16_t)vector;
    operation->flops = (uint16_t)(each * (vector ? vector / bytes_of(precision) : 1));
    operation->is_fused = each == FUSED;
}

/* Scalar floating-point instructions. */
static void of_scalars(uint32_t word, struct loops_operation *operation)
{
    static const uint8_t precisions[] = {FORMAT_PRECISION_SINGLE, FORMAT_PRECISION_DOUBLE,
                                         FORMAT_PRECISION_SINGLE, FORMAT_PRECISION_HALF};
    enum format_precision precision = precisions[field(word, 22, 2)];
    uint32_t low = field(word, 10, 2);
    if (field(word, 24, 1)) { /* fmadd and similar */
        computes(word, operation, precision, FUSED);
    } else if (!field(word, 21, 1)) { /* conversions with fixed points */
        computes(word, operation, precision, NO_FLOPS);
    } else if (low == 2) { /* fmul to fnmul */
        computes(word, operation, precision, ONE);
    } else if (low == 1) { /* fccmp */
        computes(word, operation, precision, NO_FLOPS);
    } else if (low == 3 || field(word, 10, 3) == 4) {
        operation->class = FORMAT_OPERATION_OTHER; /* fcsel; fmov of a constant */
    } else if (field(word, 10, 6) == 0) {          /* between general and vector registers */
        if ((field(word, 16, 3) & 6) == 6)         /* fmov */
            operation->class = FORMAT_OPERATION_OTHER;
        else
            computes(word, operation, precision, NO_FLOPS);
    } else if (field(word, 10, 5) == 16) { /* one source: fmov, fabs, fneg, fsqrt, fcvt, frint */
        uint32_t code = field(word, 15, 6);
        computes(word, operation, precision, code == 3 ? ONE : NO_FLOPS);
        if (code == 0)
            operation->class = FORMAT_OPERATION_OTHER;
    } else { /* fcmp */
        computes(word, operation, precision, NO_FLOPS);
    }
}

/* Returns the operations per element of three vectors of the same kind, by the low three bits of
 * the opcode. */
static unsigned of_same(uint32_t word, uint32_t code)
{
    bool upper = field(word, 29, 1), subtracts = field(word, 23, 1);
    switch (code) {
    case 1: /* fmla, fmls */
        return upper ? NO_FLOPS : FUSED;
    case 3: /* fmulx, fmul */
        return subtracts ? NO_FLOPS : ONE;
    case 4: /* comparisons */
    case 5:
        return NO_FLOPS;
    case 7: /* frecps, frsqrts; fdiv */
        return upper ? ONE : FUSED;
    default: /* fmaxnm, fadd, fsub, faddp, fabd, fmax and so on */
        return ONE;
    }
}

/* fmlal and fmlsl: halves are multiplied and added to singles. */
static bool is_long(uint32_t word, uint32_t code)
{
    return !field(word, 22, 1) && (field(word, 29, 1) ? code == 1 : code == 5);
}

static void of_three_same(uint32_t word, struct loops_operation *operation)
{
    uint32_t code = field(word, 11, 5);
    bool is_move =
        code == 3 && is(word, 0x20c00000, 0x00800000) && number_of(word, RN) == number_of(word, RM);
    enum format_precision precision =
        field(word, 22, 1) ? FORMAT_PRECISION_DOUBLE : FORMAT_PRECISION_SINGLE;
    if (code >= 0x18)
        computes(word, operation, precision,
                 is_long(word, code & 7) ? FUSED : of_same(word, code & 7));
    else if (is_move)
        operation->class = FORMAT_OPERATION_OTHER;
}

/* fcmla, fcadd, and products of bfloat16. */
static void of_extra(uint32_t word, struct loops_operation *operation)
{
    uint32_t code = field(word, 11, 4), size = field(word, 22, 2);
    bool upper = field(word, 29, 1);
    if (upper && code >= 8 && code <= 14 && code != 13 && size) {
        computes(word, operation, (enum format_precision)(size - 1), code < 12 ? FUSED : ONE);
    } else if (upper && code == 13 && size == 1) { /* bfmmla: 2 x 2 sums of 4 products */
        computes(word, operation, FORMAT_PRECISION_SINGLE, FUSED);
        operation->flops = 32;
    } else if (upper && code == 15 && (size == 1 || size == 3)) { /* bfdot, bfmlal */
        computes(word, operation, FORMAT_PRECISION_SINGLE, FUSED);
        operation->flops = (uint16_t)(operation->flops * (size == 1 ? 2U : 1U));
    }
}

/* One vector: square roots and estimates are operations; comparisons with 0, conversions and so on
 * are not. */
static void of_one(uint32_t word, struct loops_operation *operation, bool half)
{
    uint32_t code = field(word, 12, 5);
    bool upper = field(word, 29, 1), late = field(word, 23, 1);
    bool is_integer = code < 0xc || code == 0x12 || code == 0x13 || code == 0x14 ||
                      (late && code == 0x1c); /* urecpe */
    enum format_precision precision = half                 ? FORMAT_PRECISION_HALF
                                      : field(word, 22, 1) ? FORMAT_PRECISION_DOUBLE
                                                           : FORMAT_PRECISION_SINGLE;
    bool root = code == 0x1f && late && upper, estimate = code == 0x1d && late,
         exponent = code == 0x1f && late && field(word, 28, 1); /* frecpx */
    if (!is_integer)
        computes(word, operation, precision, root || estimate || exponent ? ONE : NO_FLOPS);
}

/* Across the lanes of a vector; pairs of a vector to a scalar. */
static void of_reduction(uint32_t word, struct loops_operation *operation)
{
    uint32_t code = field(word, 12, 5);
    bool upper = field(word, 29, 1), pairs = field(word, 28, 1);
    if (code < 0xc || code > 0xf || code == 0xe)
        return;
    enum format_precision precision = !upper                        ? FORMAT_PRECISION_HALF
                                      : pairs && field(word, 22, 1) ? FORMAT_PRECISION_DOUBLE
                                                                    : FORMAT_PRECISION_SINGLE;
    computes(word, operation, precision, ONE);
    if (pairs)
        operation->vector = (uint16_t)(2 * bytes_of(precision) < 8 ? 8 : 2 * bytes_of(precision));
    else
        operation->flops--; /* n elements become one */
}

/* Products with one element of a vector. */
static void by_element(uint32_t word, struct loops_operation *operation)
{
    uint32_t code = field(word, 12, 4), size = field(word, 22, 2);
    bool upper = field(word, 29, 1);
    enum format_precision precision = size == 0   ? FORMAT_PRECISION_HALF
                                      : size == 3 ? FORMAT_PRECISION_DOUBLE
                                                  : FORMAT_PRECISION_SINGLE;
    if (code == 9) /* fmul, fmulx */
        computes(word, operation, precision, ONE);
    else if (!upper && (code == 1 || code == 5)) /* fmla, fmls */
        computes(word, operation, precision, FUSED);
    else if (upper && (code & 9) == 1 && size) /* fcmla */
        computes(word, operation, size == 1 ? FORMAT_PRECISION_HALF : FORMAT_PRECISION_SINGLE,
                 FUSED);
    else if (size == 2 && (upper ? (code & 11) == 8 : (code & 11) == 0)) /* fmlal, fmlsl */
        computes(word, operation, FORMAT_PRECISION_SINGLE, FUSED);
    else if (!upper && code == 15 && (size & 1)) { /* bfdot, bfmlal */
        computes(word, operation, FORMAT_PRECISION_SINGLE, FUSED);
        operation->flops = (uint16_t)(operation->flops * (size == 1 ? 2U : 1U));
    }
}

/* Shifts by constants, and conversions with fixed points; movi and similar with immh == 0. */
static void by_constant(uint32_t word, struct loops_operation *operation)
{
    uint32_t code = field(word, 11, 5), high = field(word, 19, 4);
    if (!high && !field(word, 28, 1))
        operation->class = FORMAT_OPERATION_OTHER;
    else if (code == 0x1c || code == 0x1f)
        computes(word, operation,
                 high & 8   ? FORMAT_PRECISION_DOUBLE
                 : high & 4 ? FORMAT_PRECISION_SINGLE
                            : FORMAT_PRECISION_HALF,
                 NO_FLOPS);
}

void aarch64_operation_vectors(uint32_t word, struct loops_operation *operation)
{
    if (is(word, 0x5e000000, 0x1e000000)) {
        of_scalars(word, operation);
        return;
    }
    bool is_scalar = field(word, 28, 1);
    uint32_t any = word & ~UINT32_C(0x50000000); /* scalars and both lengths of vectors alike */
    operation->class = FORMAT_OPERATION_INTEGER;
    operation->vector = is_scalar ? 0 : field(word, 30, 1) ? 16 : 8;
    if (is(any, 0x9f000400, 0x0f000000)) {
        by_element(word, operation);
    } else if (is(any, 0x9f800400, 0x0f000400)) {
        by_constant(word, operation);
    } else if (is(any, 0x9f200400, 0x0e200400)) {
        of_three_same(word, operation);
    } else if (is(any, 0x9f60c400, 0x0e400400)) { /* of halves */
        computes(word, operation, FORMAT_PRECISION_HALF, of_same(word, field(word, 11, 3)));
    } else if (is(any, 0x9f208400, 0x0e008400)) {
        of_extra(word, operation);
    } else if (is(any, 0x9f3e0c00, 0x0e200800)) {
        of_one(word, operation, false);
    } else if (is(any, 0x9f7e0c00, 0x0e780800)) {
        of_one(word, operation, true);
    } else if (is(any, 0x9f3e0c00, 0x0e300800)) {
        of_reduction(word, operation);
    } else if (is(any, 0x9fe08400, 0x0e000400) || is(any, 0xbf208c00, 0x0e000800) ||
               is(any, 0xbfe08c00, 0x0e000000) || is(any, 0xbfe08400, 0x2e000000)) {
        operation->class = FORMAT_OPERATION_OTHER; /* dup, zip, tbl, ext */
    }
}
