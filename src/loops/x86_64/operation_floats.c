/* operation_floats.c: what x86-64 instructions on vector registers and x87 compute. */
#include "loops/x86_64/operation_parts.h"

enum { NO_FLOPS = 0, ONE = 1, FUSED = 2 };

static unsigned vector_bytes(const struct x86_64_fields *fields)
{
    return fields->encoding == X86_64_LEGACY ? 16 : fields->vector_size;
}

/* Sets the operations of an instruction on half-precision floats: `each` per element. */
static void computes_halves(const struct x86_64_fields *fields, struct loops_operation *operation,
                            bool is_scalar, unsigned each)
{
    unsigned vector = is_scalar ? 0 : vector_bytes(fields);
    operation->class = FORMAT_OPERATION_FLOAT;
    operation->precision = FORMAT_PRECISION_HALF;
    operation->vector = (uint16_t)vector;
    operation->flops = (uint16_t)(each * (is_scalar ? 1 : vector / 2));
    operation->is_fused = each == FUSED;
}

/* Sets the operations of a float instruction: `each` per element. */
static void computes(const struct x86_64_fields *fields, struct loops_operation *operation,
                     bool is_double, bool is_scalar, unsigned each)
{
    unsigned vector = is_scalar ? 0 : vector_bytes(fields), element = is_double ? 8 : 4;
    operation->class = FORMAT_OPERATION_FLOAT;
    operation->precision = is_double ? FORMAT_PRECISION_DOUBLE : FORMAT_PRECISION_SINGLE;
    operation->vector = (uint16_t)vector;
    operation->flops = (uint16_t)(each * (is_scalar ? 1 : vector / element));
    operation->is_fused = each == FUSED;
}

/* Moves of vector registers, which may hold scalars. */
static void moves(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    bool memory = fields->has_modrm && fields->mod != 3, of_scalars;
    unsigned opcode = fields->opcode;
    if (opcode == 0x10 || opcode == 0x11)
        of_scalars = fields->prefix == 0xf2 || fields->prefix == 0xf3;
    else
        of_scalars = opcode == 0x6e || opcode == 0x7e || opcode == 0xd6 || opcode == 0x12 ||
                     opcode == 0x13 || opcode == 0x16 || opcode == 0x17;
    bool of_mmx = opcode >= 0x6e && fields->encoding == X86_64_LEGACY && !fields->prefix;
    operation->class = FORMAT_OPERATION_OTHER;
    if (memory && !of_scalars)
        operation->vector = (uint16_t)(of_mmx ? 8 : vector_bytes(fields));
}

/* Returns the bytes of vectors of integers; those of MMX have no prefix. */
static unsigned integer_bytes(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    bool of_mmx = fields->map == 1   ? opcode >= 0x60 && opcode != 0xc6
                  : fields->map == 2 ? opcode <= 0x1e
                                     : opcode == 0x0f;
    return of_mmx && fields->encoding == X86_64_LEGACY && !fields->prefix ? 8
                                                                          : vector_bytes(fields);
}

/* Permutations, and conversions between the sizes of integers. */
static void permutes(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    operation->class = FORMAT_OPERATION_OTHER;
    operation->vector = (uint16_t)integer_bytes(fields);
}

/* Operations on integers in vectors. */
static void of_integers(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    operation->class = FORMAT_OPERATION_INTEGER;
    operation->vector = (uint16_t)integer_bytes(fields);
}

/* Opcodes after 0f. */
static void of_two(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    unsigned opcode = fields->opcode, prefix = fields->prefix;
    bool scalar = prefix == 0xf2 || prefix == 0xf3, wide = prefix == 0xf2 || prefix == 0x66;
    bool arithmetic = (opcode >= 0x51 && opcode <= 0x53) || opcode == 0x58 || opcode == 0x59 ||
                      (opcode >= 0x5c && opcode <= 0x5f);
    if (fields->encoding == X86_64_EVEX && opcode >= 0x78 && opcode <= 0x7b) {
        /* from and to integers */
        computes(fields, operation, wide, scalar && opcode != 0x7a, NO_FLOPS);
    } else if (arithmetic) {
        computes(fields, operation, wide, scalar, ONE);
    } else if (opcode == 0x7c || opcode == 0x7d || opcode == 0xd0) { /* hadd, hsub, addsub */
        computes(fields, operation, prefix == 0x66, false, ONE);
    } else if (opcode == 0x5a || opcode == 0x5b || opcode == 0xc2 || opcode == 0xe6) {
        computes(fields, operation, wide, scalar && opcode != 0x5b && opcode != 0xe6, NO_FLOPS);
    } else if (opcode == 0x2a || (opcode >= 0x2c && opcode <= 0x2f)) { /* cvt, ucomis */
        computes(fields, operation, wide, true, NO_FLOPS);
    } else if ((opcode >= 0x10 && opcode <= 0x13) || opcode == 0x16 || opcode == 0x17 ||
               opcode == 0x28 || opcode == 0x29 || opcode == 0x2b || opcode == 0x6e ||
               opcode == 0x6f || opcode == 0x7e || opcode == 0x7f || opcode == 0xd6 ||
               opcode == 0xe7 || opcode == 0xf0) {
        moves(fields, operation);
    } else if (opcode >= 0x54 && opcode <= 0x57) { /* logic, also of scalars: signs, zeros */
        operation->class = FORMAT_OPERATION_OTHER;
    } else if (opcode == 0x14 || opcode == 0x15 || opcode == 0xc6 ||
               (opcode >= 0x60 && opcode <= 0x63) || (opcode >= 0x67 && opcode <= 0x6d) ||
               opcode == 0x70) {
        permutes(fields, operation);
    } else if (opcode == 0x50 || opcode == 0x77 || opcode == 0xc4 || opcode == 0xc5 ||
               opcode == 0xd7) {
        operation->class = FORMAT_OPERATION_OTHER; /* movmsk, emms, pinsrw, pextrw */
    } else {
        of_integers(fields, operation);
        if (opcode == 0xef && fields->rm == fields->reg) /* pxor of a register with itself: 0 */
            operation->class = FORMAT_OPERATION_OTHER, operation->vector = 0;
    }
}

/* True for the fused multiply-add instructions. */
static bool is_fused(unsigned opcode)
{
    return opcode >= 0x96 && opcode <= 0xbf && (opcode & 15) >= 6;
}

/* True for permutations, broadcasts and extensions after 0f 38. */
static bool permutes_three(unsigned opcode)
{
    return opcode == 0x00 || opcode == 0x0c || opcode == 0x0d || opcode == 0x10 ||
           (opcode >= 0x14 && opcode <= 0x1b) || (opcode >= 0x20 && opcode <= 0x25) ||
           (opcode >= 0x2a && opcode <= 0x36) || (opcode >= 0x58 && opcode <= 0x5b) ||
           (opcode >= 0x64 && opcode <= 0x66) || (opcode >= 0x75 && opcode <= 0x7f) ||
           (opcode >= 0x88 && opcode <= 0x8e) || (opcode >= 0x90 && opcode <= 0x93) ||
           (opcode >= 0xa0 && opcode <= 0xa3);
}

/* Opcodes after 0f 38. */
static void of_three(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    unsigned opcode = fields->opcode;
    bool evex = fields->encoding == X86_64_EVEX;
    bool estimates =
        evex && ((opcode >= 0x4c && opcode <= 0x4f) || (opcode >= 0xc8 && opcode <= 0xcd));
    bool scalar = opcode & 1;
    if (fields->encoding != X86_64_LEGACY && is_fused(opcode) && fields->prefix == 0x66) {
        computes(fields, operation, fields->wide, scalar && (opcode & 15) >= 9, FUSED);
    } else if (estimates && fields->prefix == 0x66) {
        bool both =
            opcode == 0xc8 || opcode == 0xca || opcode == 0xcc; /* of two sizes of vectors */
        computes(fields, operation, fields->wide, scalar && !both, ONE);
    } else if (evex && (opcode == 0x42 || opcode == 0x43 || opcode == 0x2c || opcode == 0x2d)) {
        computes(fields, operation, fields->wide, scalar, NO_FLOPS); /* getexp, scalef */
    } else if (evex && opcode == 0x52 && fields->prefix == 0xf3) {   /* dpbf16ps */
        computes(fields, operation, false, false, FUSED);
        operation->flops = (uint16_t)(2 * operation->flops);
    } else if (opcode == 0x13 || opcode == 0x72) {
        computes(fields, operation, false, false, NO_FLOPS); /* conversions of halves */
    } else if (permutes_three(opcode)) {
        permutes(fields, operation);
    } else {
        of_integers(fields, operation);
    }
}

/* Opcodes after 0f 3a. */
static void of_four(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    unsigned opcode = fields->opcode;
    bool integers = opcode == 0x42 || opcode == 0x44 || (opcode >= 0x60 && opcode <= 0x63) ||
                    opcode == 0x1e || opcode == 0x1f || opcode == 0x25 || opcode == 0x3e ||
                    opcode == 0x3f || (opcode >= 0xce);
    if (opcode >= 0x08 && opcode <= 0x0b) { /* round */
        computes(fields, operation, opcode & 1, opcode >= 0x0a, NO_FLOPS);
    } else if (opcode == 0x40 || opcode == 0x41) { /* dpps, dppd: products, and their sums */
        computes(fields, operation, opcode & 1, false, FUSED);
    } else if (opcode == 0x1d || (opcode >= 0x26 && opcode <= 0x27) ||
               (opcode >= 0x50 && opcode <= 0x57) || opcode == 0x66 || opcode == 0x67) {
        computes(fields, operation, fields->wide, false, NO_FLOPS);
    } else if ((opcode >= 0x5c && opcode <= 0x5f) || (opcode >= 0x68 && opcode <= 0x7f)) {
        computes(fields, operation, false, false, NO_FLOPS); /* FMA4 */
        operation->is_unsure = fields->encoding == X86_64_VEX;
    } else if (integers) {
        of_integers(fields, operation);
    } else {
        permutes(fields, operation);
    }
}

/* Map 5: half-precision floats, with the opcodes of of_two(). */
static void of_five(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    unsigned opcode = fields->opcode;
    bool moves = opcode == 0x10 || opcode == 0x11 || opcode == 0x6e || opcode == 0x7e;
    bool arithmetic =
        opcode == 0x51 || opcode == 0x58 || opcode == 0x59 || (opcode >= 0x5c && opcode <= 0x5f);
    bool scalar = fields->prefix == 0xf3 || opcode == 0x2e || opcode == 0x2f;
    if (moves)
        operation->class = FORMAT_OPERATION_OTHER;
    else
        computes_halves(fields, operation, scalar, arithmetic ? ONE : NO_FLOPS);
}

/* Map 6: half-precision floats, with the opcodes of of_three(). A product of complex numbers, of
 * two elements each, is 6 operations; 8, if it is added. */
static void of_six(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    unsigned opcode = fields->opcode;
    bool estimates = opcode >= 0x4c && opcode <= 0x4f;
    if (fields->prefix == 0x66 && is_fused(opcode)) {
        computes_halves(fields, operation, opcode & 1 && (opcode & 15) >= 9, FUSED);
    } else if (opcode == 0x56 || opcode == 0x57 || opcode == 0xd6 || opcode == 0xd7) {
        computes_halves(fields, operation, opcode & 1, opcode < 0x60 ? 4 : 3);
        operation->flops = (uint16_t)(operation->flops * (opcode & 1 ? 2 : 1));
        operation->is_fused = opcode < 0x60;
    } else {
        computes_halves(fields, operation, opcode & 1, estimates ? ONE : NO_FLOPS);
    }
}

void x86_64_operation_floats(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    if (fields->map == 1)
        of_two(fields, operation);
    else if (fields->map == 2)
        of_three(fields, operation);
    else if (fields->map == 5)
        of_five(fields, operation);
    else if (fields->map == 6)
        of_six(fields, operation);
    else
        of_four(fields, operation);
}

/* True if an x87 instruction is arithmetic: d8, da, dc, de add, multiply, subtract and divide. */
static bool is_x87_arithmetic(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, code = fields->reg & 7;
    bool memory = fields->mod != 3;
    switch (opcode) {
    case 0xd8:
    case 0xdc:
    case 0xde:
        return code != 2 && code != 3;
    case 0xda: /* with integers in memory; else conditional moves */
        return memory && code != 2 && code != 3;
    case 0xd9: /* f2xm1 to fpatan; fprem to fsincos, fsin, fcos: one each */
        return !memory &&
               ((code == 6 && (fields->rm & 7) < 4) || (code == 7 && (fields->rm & 6) != 4));
    default:
        return false;
    }
}

void x86_64_operation_x87(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    unsigned opcode = fields->opcode, code = fields->reg & 7;
    bool memory = fields->mod != 3;
    bool moves = memory ? opcode == 0xd9 || opcode == 0xdb || opcode == 0xdd || opcode == 0xdf
                        : (opcode == 0xd9 && code <= 2) || opcode == 0xdd;
    operation->class = moves ? FORMAT_OPERATION_OTHER : FORMAT_OPERATION_FLOAT;
    operation->precision = FORMAT_PRECISION_EXTENDED;
    operation->flops = is_x87_arithmetic(fields);
}
