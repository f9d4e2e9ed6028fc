/* access.c: the memory accesses and vector lanes of x86-64 instructions. */
#include "loops/flow/access.h"

#include "loops/x86_64/opcodes.h"
#include "loops/x86_64/x86_64.h"

/* True if the prefix marks a scalar floating-point instruction. */
static bool is_scalar(const struct x86_64_fields *fields)
{
    return fields->prefix == 0xf2 || fields->prefix == 0xf3;
}

static unsigned scalar_bytes(const struct x86_64_fields *fields)
{
    return fields->prefix == 0xf2 ? 8 : 4;
}

static unsigned vector_bytes(const struct x86_64_fields *fields)
{
    return fields->encoding == X86_64_LEGACY ? 16 : fields->vector_size;
}

/* Returns the bytes that an instruction of map 0 accesses. */
static unsigned bytes_of_one(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    if (opcode == 0x8d) /* lea */
        return 0;
    if (opcode == 0x63)
        return 4;
    if (opcode >= 0xd8 && opcode <= 0xdf) { /* x87: mostly 4 or 8 bytes */
        unsigned wide = opcode == 0xdc || opcode == 0xdd || opcode == 0xdf;
        return wide ? 8 : 4;
    }
    return fields->form & FORM_BYTES ? 1 : x86_64_width(fields);
}

/* Returns the bytes that an instruction of map 1 (after 0f) accesses. */
static unsigned bytes_of_two(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, whole = vector_bytes(fields);
    switch (opcode) {
    case 0x0d:
    case 0x18:
    case 0x1e:
    case 0x1f:
        return 0; /* hints */
    case 0x12:
    case 0x13:
    case 0x16:
    case 0x17:
        return is_scalar(fields) ? whole : 8; /* movlps; movddup, movshdup */
    case 0x2a:
        return x86_64_width(fields);
    case 0x2e:
    case 0x2f:
        return fields->prefix ? 8 : 4;
    case 0x5a: /* between the sizes of floating-point numbers */
        return is_scalar(fields) ? scalar_bytes(fields) : fields->prefix ? whole : whole / 2;
    case 0x6e:
        return fields->wide ? 8 : 4;
    case 0x7e:
        return fields->wide || fields->prefix == 0xf3 ? 8 : 4;
    case 0x6f:
    case 0x7f:
        return fields->prefix ? whole : 8;
    case 0xd6:
        return 8;
    case 0xe6:
        return fields->prefix == 0xf3 ? whole / 2 : whole;
    case 0xb6:
    case 0xbe:
        return 1;
    case 0xb7:
    case 0xbf:
        return 2;
    case 0xaf:
    case 0xc3:
        return x86_64_width(fields);
    default:
        if (opcode >= 0x40 && opcode <= 0x4f && fields->encoding == X86_64_LEGACY)
            return x86_64_width(fields);
        if (opcode >= 0x90 && opcode <= 0x9f)
            return 1;
        bool vectors = (opcode >= 0x10 && opcode <= 0x2f) || (opcode >= 0x50 && opcode <= 0x7f) ||
                       opcode == 0xc2 || opcode == 0xc6 || opcode >= 0xd0;
        if (!vectors)
            return fields->form & FORM_BYTES ? 1 : x86_64_width(fields);
        return is_scalar(fields) && opcode != 0x70 ? scalar_bytes(fields) : whole;
    }
}

/* True for the fused multiply-add instructions of map 2. */
static bool is_fused(unsigned opcode)
{
    return opcode >= 0x96 && opcode <= 0xbf && (opcode & 15) >= 6;
}

/* Returns the bytes that an instruction of map 2 (after 0f 38) accesses: extending loads,
 * broadcasts, fused multiply-add of scalars and others. */
static unsigned bytes_of_three(const struct x86_64_fields *fields)
{
    static const uint8_t parts[] = {2, 4, 8, 2, 4, 2};
    unsigned opcode = fields->opcode, whole = vector_bytes(fields);
    if ((opcode & 0xef) >= 0x20 && (opcode & 0xef) <= 0x25)
        return whole / parts[opcode & 7];
    if (is_fused(opcode) && (opcode & 1) && (opcode & 15) >= 9)
        return fields->wide ? 8 : 4;
    switch (opcode) {
    case 0x18:
    case 0x58:
        return 4;
    case 0x19:
    case 0x59:
        return 8;
    case 0x1a:
    case 0x5a:
        return 16;
    case 0x78:
        return 1;
    case 0x79:
        return 2;
    default:
        return opcode >= 0xf0 ? x86_64_width(fields) : whole;
    }
}

/* Returns the bytes that an instruction of map 3 (after 0f 3a) accesses: 18, 19, 38, 39 insert and
 * extract 16 bytes; 14 to 17 and 20 to 22 single elements. */
static unsigned bytes_of_part(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    switch (opcode) {
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
        return fields->wide ? 8 : 4;
    default:
        return (opcode & 0xde) == 0x18 ? 16 : vector_bytes(fields);
    }
}

/* Returns the bytes that an instruction accesses in memory. */
static unsigned bytes_of(const struct x86_64_fields *fields)
{
    switch (fields->map) {
    case 0:
        return bytes_of_one(fields);
    case 1:
        return bytes_of_two(fields);
    case 2:
        return bytes_of_three(fields);
    default:
        return bytes_of_part(fields);
    }
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
    } else if ((opcode & 0xef) >= 0x20 && (opcode & 0xef) <= 0x25) {
        access->lanes = (uint8_t)(sources[opcode & 7] | results[opcode & 7]);
        access->element = access->bytes ? sources[opcode & 7] : 0;
    } else if (opcode >= 0x38 && opcode <= 0x3f) {
        access->lanes = from_38[opcode - 0x38];
    } else if (opcode == 0x40 || (opcode >= 0x45 && opcode <= 0x47)) {
        access->lanes = fields->wide ? 8 : 4;
    }
}

/* True if an instruction writes to memory. */
static bool is_store(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    if (fields->form & FORM_RM_WRITE)
        return true;
    if (fields->map == 0) /* stores of constants; groups that change their operand */
        return opcode == 0xc6 || opcode == 0xc7 || opcode == 0xc0 || opcode == 0xc1 ||
               (opcode >= 0xd0 && opcode <= 0xd3) ||
               ((opcode == 0x80 || opcode == 0x81 || opcode == 0x83) && (fields->reg & 7) != 7) ||
               ((opcode == 0xfe || opcode == 0xff) && (fields->reg & 7) < 2);
    if (fields->map == 3)
        return opcode == 0x19 || opcode == 0x39 || (opcode >= 0x14 && opcode <= 0x17);
    return fields->map == 1 &&
           (opcode == 0x11 || opcode == 0x13 || opcode == 0x17 || opcode == 0x29 ||
            opcode == 0x2b || opcode == 0x7f || opcode == 0xc3 || opcode == 0xd6 ||
            opcode == 0xe7 || (opcode == 0x7e && fields->prefix != 0xf3));
}

/* True for lea and for mov between registers, which compute a sum. */
static bool is_sum(const struct x86_64_fields *fields, struct loops_access *access)
{
    bool moves = fields->map == 0 && fields->mod == 3 && fields->wide &&
                 (fields->opcode == 0x89 || fields->opcode == 0x8b);
    if (moves)
        access->base = fields->opcode == 0x89 ? fields->reg : fields->rm;
    return moves || (fields->map == 0 && fields->opcode == 0x8d && !fields->is_relative);
}

bool x86_64_access_by(const struct x86_64_fields *fields, struct loops_access *access)
{
    *access =
        (struct loops_access){.base = INSTRUCTION_NO_REGISTER, .index = INSTRUCTION_NO_REGISTER};
    if (fields->has_modrm && fields->mod != 3 && !fields->has_segment) {
        unsigned count = bytes_of(fields);
        access->base = fields->base;
        access->index = fields->index;
        access->shift = fields->scale;
        access->bytes = (uint8_t)count;
        access->parts = 1;
        access->offset = fields->displacement;
        bool counted = fields->encoding == X86_64_EVEX && fields->displacement_size == 1;
        if (counted) /* the displacement is in units of the access */
            access->offset *= count;
        /* 8 bytes that are only moved may be two elements. */
        bool arithmetic = fields->map == 2 || (fields->opcode >= 0x51 && fields->opcode <= 0x5f);
        bool scalar =
            fields->map == 0 || (fields->map < 3 && (count < 8 || (count == 8 && arithmetic)));
        bool is_movd = fields->map == 1 && (fields->opcode == 0x6e || fields->opcode == 0x7e);
        access->element = (uint8_t)(scalar && !is_movd ? count : 0);
        access->is_packed = is_movd || (fields->map == 1 && fields->opcode == 0xd6);
        access->is_store = is_store(fields);
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
