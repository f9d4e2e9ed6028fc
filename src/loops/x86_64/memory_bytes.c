/* memory_bytes.c: see memory_bytes.h. The sizes are those of the Intel 64 and IA-32 Architectures
 * Software Developer's Manual, volume 2. */
#include "loops/x86_64/memory_bytes.h"

#include "loops/x86_64/opcodes.h"

/* Bytes of what fxsave, and of what fsave and fstenv write. */
enum { FX_AREA = 512, X87_AREA = 108, X87_ENVIRONMENT = 28 };

static bool is_scalar(const struct x86_64_fields *fields)
{
    return fields->prefix == 0xf2 || fields->prefix == 0xf3;
}

static unsigned scalar_bytes(const struct x86_64_fields *fields)
{
    return fields->prefix == 0xf2 ? 8 : 4;
}

static unsigned wide_bytes(const struct x86_64_fields *fields)
{
    return fields->wide ? 8 : 4;
}

static unsigned whole_bytes(const struct x86_64_fields *fields)
{
    return fields->encoding == X86_64_LEGACY ? 16 : fields->vector_size;
}

/* Returns the bytes of a vector; those of MMX have no prefix. */
static unsigned integer_bytes(const struct x86_64_fields *fields)
{
    bool is_mmx = fields->encoding == X86_64_LEGACY && !fields->prefix;
    return is_mmx ? 8 : whole_bytes(fields);
}

static unsigned of_x87(const struct x86_64_fields *fields)
{
    static const uint16_t sizes[8][8] = {
        {4, 4, 4, 4, 4, 4, 4, 4}, {4, 0, 4, 4, X87_ENVIRONMENT, 2, X87_ENVIRONMENT, 2},
        {4, 4, 4, 4, 4, 4, 4, 4}, {4, 4, 4, 4, 0, 10, 0, 10},
        {8, 8, 8, 8, 8, 8, 8, 8}, {8, 8, 8, 8, X87_AREA, 0, X87_AREA, 2},
        {2, 2, 2, 2, 2, 2, 2, 2}, {2, 2, 2, 2, 10, 8, 10, 8},
    };
    return sizes[fields->opcode & 7][fields->reg & 7];
}

/* Map 0: opcodes of one byte. */
static unsigned of_one(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, code = fields->reg & 7;
    if (opcode == 0x8d) /* lea */
        return 0;
    if (opcode >= 0xd8 && opcode <= 0xdf)
        return of_x87(fields);
    if (opcode == 0x63)
        return fields->short16 && !fields->wide ? 2 : 4;
    if (opcode == 0x8c || opcode == 0x8e) /* segments */
        return 2;
    if (opcode == 0x8f || (opcode == 0xff && code == 6))
        return fields->short16 ? 2 : 8;
    if (opcode == 0xff && code >= 2)
        return 8; /* where to jump to */
    return fields->form & FORM_BYTES ? 1 : x86_64_width(fields);
}

/* Map 1 with masks: kmov. */
static unsigned of_masks(const struct x86_64_fields *fields)
{
    return fields->prefix ? (fields->wide ? 4 : 1) : fields->wide ? 8 : 2;
}

/* 0f ae: what they save and restore. With other prefixes: clwb, ptwrite and so on. */
static unsigned of_states(const struct x86_64_fields *fields)
{
    unsigned code = fields->reg & 7;
    if (fields->prefix && code >= 4)
        return code == 4 && fields->prefix == 0xf3   ? wide_bytes(fields)
               : code == 6 && fields->prefix == 0xf3 ? 8
                                                     : 0;
    return code < 2 ? FX_AREA : code < 4 ? 4 : 0;
}

/* Map 1 on general registers: after 0f. */
static unsigned of_two_general(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    bool is_hint = opcode == 0x0d || (opcode >= 0x18 && opcode <= 0x1f);
    if (is_hint || opcode == 0x01)
        return 0;
    switch (opcode) {
    case 0xae:
        return fields->encoding == X86_64_LEGACY ? of_states(fields) : 4;
    case 0xb6:
    case 0xbe:
        return 1;
    case 0xb7:
    case 0xbf:
        return 2;
    case 0xc7: /* cmpxchg8b, cmpxchg16b; xsavec and so on */
        return (fields->reg & 7) == 1 ? 2 * wide_bytes(fields) : (fields->reg & 7) >= 6 ? 8 : 0;
    default:
        return (opcode >= 0x90 && opcode <= 0x9f) || fields->form & FORM_BYTES
                   ? 1
                   : x86_64_width(fields);
    }
}

/* Conversions after 0f: between floating-point numbers, and to and from integers. */
static unsigned of_conversions(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, prefix = fields->prefix, whole = whole_bytes(fields);
    bool scalar = is_scalar(fields), evex = fields->encoding == X86_64_EVEX;
    switch (opcode) {
    case 0x2a:
        return scalar ? wide_bytes(fields) : 8;
    case 0x2c:
    case 0x2d:
        return scalar ? scalar_bytes(fields) : prefix ? whole : 8;
    case 0x5a:
        return scalar ? scalar_bytes(fields) : prefix ? whole : whole / 2;
    case 0x5b:
        return whole;
    case 0x78:
    case 0x79:
        return scalar ? scalar_bytes(fields) : prefix && !fields->wide ? whole / 2 : whole;
    case 0x7a:
        return prefix != 0xf2 && !fields->wide ? whole / 2 : whole;
    case 0x7b:
        return scalar ? wide_bytes(fields) : fields->wide ? whole : whole / 2;
    default: /* e6 */
        return prefix == 0xf3 && !(evex && fields->wide) ? whole / 2 : whole;
    }
}

/* Moves after 0f of parts of vector registers. */
static unsigned of_moves(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, prefix = fields->prefix, whole = whole_bytes(fields);
    switch (opcode) {
    case 0x12:
    case 0x13:
    case 0x16:
    case 0x17: /* movddup doubles 8 of 16 bytes; movshdup, movsldup */
        return is_scalar(fields) && !(prefix == 0xf2 && whole == 16) ? whole : 8;
    case 0x6e:
        return wide_bytes(fields);
    case 0x7e:
        return prefix == 0xf3 ? 8 : wide_bytes(fields);
    case 0xc4:
        return 2;
    default: /* d6 */
        return 8;
    }
}

/* True for shifts whose count is in the lower half of 16 bytes. */
static bool is_counted_shift(unsigned opcode)
{
    return (opcode >= 0xd1 && opcode <= 0xd3) || opcode == 0xe1 || opcode == 0xe2 ||
           (opcode >= 0xf1 && opcode <= 0xf3);
}

/* Map 1 on vector registers. */
static unsigned of_two_vectors(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, mmx = integer_bytes(fields);
    bool evex = fields->encoding == X86_64_EVEX;
    if (opcode == 0x2a || opcode == 0x2c || opcode == 0x2d || opcode == 0x5a || opcode == 0x5b ||
        opcode == 0xe6 || (evex && opcode >= 0x78 && opcode <= 0x7b))
        return of_conversions(fields);
    if (opcode == 0x12 || opcode == 0x13 || opcode == 0x16 || opcode == 0x17 || opcode == 0x6e ||
        opcode == 0x7e || opcode == 0xc4 || opcode == 0xd6)
        return of_moves(fields);
    if (opcode == 0x2e || opcode == 0x2f)
        return fields->prefix ? 8 : 4;
    if (opcode >= 0x60 && opcode <= 0x62 && mmx == 8)
        return 4; /* punpckl: the lower half */
    if (is_counted_shift(opcode))
        return mmx == 8 ? 8 : 16;
    bool floats = opcode == 0x10 || opcode == 0x11 || opcode == 0x2b ||
                  (opcode >= 0x51 && opcode <= 0x5f) || opcode == 0xc2;
    if (floats)
        return is_scalar(fields) ? scalar_bytes(fields) : whole_bytes(fields);
    bool whole =
        opcode < 0x60 || opcode == 0x7c || opcode == 0x7d || opcode == 0xc6 || opcode == 0xd0;
    return whole ? whole_bytes(fields) : mmx;
}

static unsigned of_two(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    bool vectors = (opcode >= 0x10 && opcode <= 0x17) || (opcode >= 0x28 && opcode <= 0x2f) ||
                   (opcode >= 0x50 && opcode <= 0x7f) || opcode == 0xc2 ||
                   (opcode >= 0xc4 && opcode <= 0xc6) || opcode >= 0xd0;
    if (vectors)
        return of_two_vectors(fields);
    if (fields->encoding == X86_64_VEX && (opcode == 0x90 || opcode == 0x91))
        return of_masks(fields);
    return of_two_general(fields);
}

/* True for the fused multiply-add instructions of maps 2 and 6. */
static bool is_fused(unsigned opcode)
{
    return opcode >= 0x96 && opcode <= 0xbf && (opcode & 15) >= 6;
}

/* True for instructions of maps 2 and 6 on one element: fused; getexp, scalef, rcp14, rsqrt14,
 * rcp28, rsqrt28. */
static bool is_scalar_of_three(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    if (fields->prefix != 0x66 || !(opcode & 1))
        return false;
    if (is_fused(opcode))
        return (opcode & 15) >= 9;
    return fields->encoding == X86_64_EVEX && (opcode == 0x2d || opcode == 0x43 || opcode == 0x4d ||
                                               opcode == 0x4f || opcode == 0xcb || opcode == 0xcd);
}

/* True for instructions that work on four vectors: their operand in memory has 16 bytes. */
static bool is_of_four_vectors(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    return fields->encoding == X86_64_EVEX && fields->prefix == 0xf2 &&
           (opcode == 0x52 || opcode == 0x53 || opcode == 0x9a || opcode == 0x9b ||
            opcode == 0xaa || opcode == 0xab);
}

/* Map 2 on general registers, from f0. */
static unsigned of_three_general(const struct x86_64_fields *fields)
{
    switch (fields->opcode) {
    case 0xf0:
        return fields->prefix == 0xf2 ? 1 : x86_64_width(fields); /* crc32, movbe */
    case 0xf1:
        return x86_64_width(fields);
    case 0xf8: /* movdir64b */
        return 64;
    default:
        return wide_bytes(fields);
    }
}

/* Map 2: after 0f 38. */
static unsigned of_three(const struct x86_64_fields *fields)
{
    static const uint8_t parts[] = {2, 4, 8, 2, 4, 2};
    unsigned opcode = fields->opcode, whole = whole_bytes(fields), row = opcode & 0xf0;
    bool extends = (row == 0x20 || row == 0x30) && (opcode & 15) <= 5;
    bool narrows = fields->encoding == X86_64_EVEX && fields->prefix == 0xf3 && row >= 0x10 &&
                   row <= 0x30 && (opcode & 15) <= 5;
    if (opcode >= 0xf0)
        return of_three_general(fields);
    if (narrows || (extends && fields->prefix == 0x66))
        return whole / parts[opcode & 7];
    if (is_of_four_vectors(fields))
        return 16;
    if (is_scalar_of_three(fields))
        return wide_bytes(fields);
    switch (opcode) {
    case 0x13:
        return whole / 2;
    case 0x18:
    case 0x58:
        return 4;
    case 0x19:
    case 0x59:
        return 8;
    case 0x1a:
    case 0x5a:
        return 16;
    case 0x1b:
    case 0x5b:
        return 32;
    case 0x49: /* ldtilecfg */
        return 64;
    case 0x4b: /* tiles have any size */
        return fields->encoding == X86_64_VEX ? 0 : whole;
    case 0x78:
        return 1;
    case 0x79:
    case 0xb1: /* of one bf16 or half */
        return 2;
    case 0x90:
    case 0x91:
    case 0x92:
    case 0x93:
    case 0xa0:
    case 0xa1:
    case 0xa2:
    case 0xa3:
        return wide_bytes(fields);
    default:
        return opcode <= 0x1e ? integer_bytes(fields) : whole;
    }
}

/* Map 3 on single elements: round, getmant, range, fixupimm, reduce, fpclass; 0 for others. Those
 * without a prefix are of halves. */
static unsigned of_four_scalars(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    bool evex = fields->encoding == X86_64_EVEX;
    if (opcode == 0x0a || opcode == 0x0b)
        return !fields->prefix ? 2 : opcode == 0x0a ? 4 : 8;
    if (evex &&
        (opcode == 0x27 || opcode == 0x51 || opcode == 0x55 || opcode == 0x57 || opcode == 0x67))
        return !fields->prefix ? 2 : wide_bytes(fields);
    if (evex && opcode == 0xc2 && fields->prefix == 0xf3)
        return 2; /* cmpsh */
    bool of_amd = fields->encoding == X86_64_VEX &&
                  ((opcode >= 0x68 && opcode <= 0x6f) || (opcode >= 0x78 && opcode <= 0x7f));
    if (of_amd && opcode & 2)
        return opcode & 1 ? 8 : 4;
    return 0;
}

/* Map 3: after 0f 3a. */
static unsigned of_four(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, whole = whole_bytes(fields), scalar;
    switch (opcode) {
    case 0x0f: /* palignr */
        return integer_bytes(fields);
    case 0x14:
    case 0x20:
        return 1;
    case 0x15:
        return 2;
    case 0x17:
    case 0x21:
        return 4;
    case 0x16:
    case 0x22:
        return wide_bytes(fields);
    case 0x18:
    case 0x19:
    case 0x38:
    case 0x39:
        return 16;
    case 0x1a:
    case 0x1b:
    case 0x3a:
    case 0x3b:
        return 32;
    case 0x1d: /* to halves */
        return whole / 2;
    case 0xf0:
        return wide_bytes(fields);
    default:
        scalar = of_four_scalars(fields);
        return scalar ? scalar : whole;
    }
}

/* Map 5: conversions of halves, some to larger elements. */
static unsigned of_half_conversions(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, prefix = fields->prefix, whole = whole_bytes(fields);
    bool scalar = is_scalar(fields);
    switch (opcode) {
    case 0x1d:
        return prefix ? whole : 4;
    case 0x2a:
        return wide_bytes(fields);
    case 0x5a:
        return prefix == 0xf2 ? 8 : prefix == 0xf3 ? 2 : prefix ? whole : whole / 4;
    case 0x5b:
        return prefix ? whole / 2 : whole;
    case 0x78:
    case 0x79:
        return scalar ? 2 : prefix ? whole / 4 : whole / 2;
    case 0x7a:
        return prefix == 0x66 ? whole / 4 : whole;
    default: /* 7b */
        return scalar ? wide_bytes(fields) : whole / 4;
    }
}

/* Map 5: half-precision floats, like map 1. */
static unsigned of_five(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    if (opcode == 0x1d || opcode == 0x2a || opcode == 0x5a || opcode == 0x5b ||
        (opcode >= 0x78 && opcode <= 0x7b))
        return of_half_conversions(fields);
    bool one = is_scalar(fields) && opcode < 0x60;
    bool single = opcode == 0x2e || opcode == 0x2f || opcode == 0x6e || opcode == 0x7e;
    bool integers = opcode == 0x7c || opcode == 0x7d;
    return single || (one && !integers) ? 2 : whole_bytes(fields);
}

/* Map 6: half-precision floats, like map 2. 56, 57, d6 and d7 multiply complex numbers. */
static unsigned of_six(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, whole = whole_bytes(fields);
    if (opcode == 0x13)
        return fields->prefix ? whole / 2 : 2;
    if (opcode == 0x57 || opcode == 0xd7)
        return 4;
    return is_scalar_of_three(fields) ? 2 : whole;
}

/* Returns the bytes of an element that is broadcast: of halves, unless they are the result. */
static unsigned broadcast_bytes(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    if (fields->map == 5) {
        if (opcode == 0x1d)
            return 4;
        bool from_wider = (opcode == 0x5a && fields->prefix == 0x66) ||
                          (opcode == 0x5b && !fields->prefix) ||
                          (opcode == 0x7a && fields->prefix == 0xf2);
        return !from_wider ? 2 : opcode == 0x5a ? 8 : wide_bytes(fields);
    }
    if (fields->map == 6)
        return opcode == 0x56 || opcode == 0xd6 ? 4 : 2;
    bool halves = fields->map == 3 && (opcode == 0x08 || opcode == 0x26 || opcode == 0x56 ||
                                       opcode == 0x66 || opcode == 0xc2);
    return halves && !fields->prefix ? 2 : wide_bytes(fields);
}

unsigned x86_64_memory_bytes(const struct x86_64_fields *fields)
{
    if (fields->broadcasts)
        return broadcast_bytes(fields);
    switch (fields->map) {
    case 0:
        return of_one(fields);
    case 1:
        return of_two(fields);
    case 2:
        return of_three(fields);
    case 3:
        return of_four(fields);
    case 5:
        return of_five(fields);
    default:
        return of_six(fields);
    }
}

unsigned x86_64_displacement_unit(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    if (fields->map == 2 && (opcode == 0x62 || opcode == 0x63))
        return fields->wide ? 2 : 1;
    if (fields->map == 2 && opcode >= 0x88 && opcode <= 0x8b)
        return wide_bytes(fields);
    return x86_64_memory_bytes(fields);
}
