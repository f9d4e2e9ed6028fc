/* access.c: the memory accesses and vector lanes of x86-64 instructions. */
#include "loops/flow/access.h"

#include "loops/x86_64/memory_bytes.h"
#include "loops/x86_64/memory_use.h"
#include "loops/x86_64/opcodes.h"
#include "loops/x86_64/x86_64.h"

/* True if the prefix marks a scalar floating-point instruction. */
static bool is_scalar(const struct x86_64_fields *fields)
{
    return fields->prefix == 0xf2 || fields->prefix == 0xf3;
}

/* True for the fused multiply-add instructions of map 2. */
static bool is_fused(unsigned opcode)
{
    return opcode >= 0x96 && opcode <= 0xbf && (opcode & 15) >= 6;
}

/* Returns the element sizes, as bits, of the integer vectors that an opcode of map 1 adds,
 * compares, shifts or packs; 0 for other opcodes. Packing and unpacking have two sizes. */
static unsigned integer_lanes(unsigned opcode)
{
    static const uint8_t from_71[] = {2, 4, 8, 1, 2, 4};            /* shifts, pcmpeq */
    static const uint8_t from_d1[] = {2, 4, 8, 8, 2, 0, 0, 1, 2, 1, /* psrl to paddus */
                                      0, 1, 2, 1, 0, 1, 2, 4, 2, 2, /* to pmulh */
                                      2, 0, 0, 1, 2, 2, 0, 1, 2, 2, /* to pmaxsw */
                                      0, 0, 2, 4, 8, 4, 2, 1, 0, 1, /* to psub */
                                      2, 4, 8, 1, 2, 4};            /* to padd */
    static const uint8_t from_60[] = {3, 6, 12, 3, 1, 2, 4, 3, 3, 6, 12, 6, 8, 8}; /* to punpck */
    if (opcode >= 0x60 && opcode <= 0x6d)
        return from_60[opcode - 0x60];
    if (opcode >= 0x71 && opcode <= 0x76)
        return from_71[opcode - 0x71];
    return opcode >= 0xd1 && opcode <= 0xfe ? from_d1[opcode - 0xd1] : 0;
}

/* Sets the lanes of an instruction of map 1. */
static void lane_of_two(const struct x86_64_fields *fields, struct loops_access *access)
{
    unsigned opcode = fields->opcode;
    bool floats = opcode == 0x51 || (opcode >= 0x58 && opcode <= 0x5f) || opcode == 0xc2;
    if (floats && opcode != 0x5b) {
        access->is_float = true;
        if (!is_scalar(fields))
            access->lanes = opcode == 0x5a ? 12 : fields->prefix ? 8 : 4;
        access->element = is_scalar(fields) || !access->bytes ? access->element
                          : fields->prefix                    ? 8
                                                              : 4;
    } else if (opcode == 0xe6) { /* between integers and floating-point numbers */
        access->lanes = 12;
        access->to_integer = fields->prefix != 0xf3;
    } else if (opcode == 0x5b) {
        access->lanes = 4;
        access->to_integer = fields->prefix != 0;
    } else if (fields->prefix == 0x66) {
        access->lanes = (uint8_t)integer_lanes(opcode);
    }
}

/* Sets the lanes of an instruction of map 2. */
static void lane_of_three(const struct x86_64_fields *fields, struct loops_access *access)
{
    static const uint8_t sources[] = {1, 1, 1, 2, 2, 4}, results[] = {2, 4, 8, 4, 8, 8};
    static const uint8_t from_38[] = {1, 4, 2, 4, 1, 4, 2, 4}; /* pmin, pmax */
    unsigned opcode = fields->opcode;
    if (is_fused(opcode)) {
        bool scalar = (opcode & 1) && (opcode & 15) >= 9;
        access->is_float = true;
        access->lanes = scalar ? 0 : fields->wide ? 8 : 4;
        access->element = access->bytes ? (fields->wide ? 8 : 4) : 0;
    } else if (((opcode & 0xf0) == 0x20 || (opcode & 0xf0) == 0x30) && (opcode & 15) <= 5 &&
               fields->prefix == 0x66) {
        access->lanes = (uint8_t)(sources[opcode & 7] | results[opcode & 7]);
        access->element = access->bytes ? sources[opcode & 7] : 0;
    } else if (fields->encoding == X86_64_EVEX && fields->prefix == 0xf3 && opcode >= 0x10 &&
               opcode <= 0x35 && (opcode & 15) <= 5) { /* to narrower integers */
        access->lanes = (uint8_t)(sources[opcode & 7] | results[opcode & 7]);
        access->element = access->bytes ? sources[opcode & 7] : 0;
    } else if (opcode == 0x13) { /* from half-precision floats */
        access->element = access->bytes ? 2 : 0;
    } else if (opcode >= 0x38 && opcode <= 0x3f) {
        access->lanes = from_38[opcode - 0x38];
    } else if (opcode == 0x40 || (opcode >= 0x45 && opcode <= 0x47)) {
        access->lanes = fields->wide ? 8 : 4;
    }
}

/* True for lea and for mov and movslq between registers, which compute a sum. An index of 32 bits
 * is taken for one that does not wrap around. */
static bool is_sum(const struct x86_64_fields *fields, struct loops_access *access)
{
    bool extends = fields->opcode == 0x63 && fields->wide;
    bool moves = fields->map == 0 && fields->mod == 3 && (fields->wide || !fields->prefix) &&
                 (fields->opcode == 0x89 || fields->opcode == 0x8b || extends);
    if (moves)
        access->base = fields->opcode == 0x89 ? fields->reg : fields->rm;
    return moves || (fields->map == 0 && fields->opcode == 0x8d && !fields->is_relative);
}

bool x86_64_access_by(const struct x86_64_fields *fields, struct loops_access *access)
{
    *access =
        (struct loops_access){.base = INSTRUCTION_NO_REGISTER, .index = INSTRUCTION_NO_REGISTER};
    enum x86_64_use use = x86_64_memory_use(fields);
    if (fields->has_modrm && fields->mod != 3) {
        unsigned count = use ? x86_64_memory_bytes(fields) : 0;
        access->base = fields->base;
        access->index = fields->index;
        access->shift = fields->scale;
        access->bytes = count <= UINT8_MAX ? (uint8_t)count : 0;
        access->parts = 1;
        access->offset = fields->displacement;
        bool counted = fields->encoding == X86_64_EVEX && fields->displacement_size == 1;
        if (counted) /* the displacement is in units of the access */
            access->offset *= x86_64_displacement_unit(fields);
        /* 8 bytes that are only moved may be two elements. */
        bool arithmetic = fields->map == 2 || (fields->opcode >= 0x51 && fields->opcode <= 0x5f);
        bool scalar =
            fields->map == 0 || (fields->map < 3 && (count < 8 || (count == 8 && arithmetic)));
        bool is_movd = fields->map == 1 && (fields->opcode == 0x6e || fields->opcode == 0x7e);
        access->element = (uint8_t)(scalar && !is_movd ? count : 0);
        access->is_packed = is_movd || (fields->map == 1 && fields->opcode == 0xd6);
        access->is_store = use & X86_64_STORES;
        access->is_local = fields->has_segment;
        access->is_scattered = x86_64_has_vector_index(fields);
    }
    access->is_sum = is_sum(fields, access);
    if (fields->map == 1)
        lane_of_two(fields, access);
    else if (fields->map == 2)
        lane_of_three(fields, access);
    return access->bytes || access->lanes || access->is_sum;
}

bool x86_64_access(const uint8_t *bytes, size_t size, struct loops_access *access)
{
    struct x86_64_fields fields;
    if (x86_64_fields_read(bytes, size, &fields))
        return x86_64_access_by(&fields, access);
    *access =
        (struct loops_access){.base = INSTRUCTION_NO_REGISTER, .index = INSTRUCTION_NO_REGISTER};
    return false;
}
