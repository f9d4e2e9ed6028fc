/* vectors.c: which vector and floating-point registers an x86-64 instruction may change: see
 * loops/door/vectors.h. Opcodes that are not listed here may change all. */
#include "loops/door/vectors.h"

#include "loops/x86_64/fields.h"

/* One byte: all but x87 (d8 to df), fwait, and what enters the system otherwise (int). */
static bool is_general_one(unsigned opcode)
{
    return !(opcode >= 0xd8 && opcode <= 0xdf) && opcode != 0x9b && opcode != 0xcd &&
           opcode != 0xf1;
}

/* After 0f: traps, prefetches, hints, rdtsc, cmov, jumps, set, cpuid, bits, atomics, movzx, movnti,
 * bswap. */
static bool is_general_two(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    bool is_register = fields->mod == 3;
    if (opcode == 0xae) /* fences; not ldmxcsr, fxrstor */
        return is_register && !fields->prefix;
    if (opcode == 0xc7) /* cmpxchg8b, cmpxchg16b, rdrand; not xrstors */
        return is_register || (fields->reg & 7) == 1;
    return opcode == 0x0b || opcode == 0x0d || (opcode >= 0x18 && opcode <= 0x1f) ||
           opcode == 0x31 || (opcode >= 0x40 && opcode <= 0x4f) ||
           (opcode >= 0x80 && opcode <= 0x9f) || (opcode >= 0xa2 && opcode <= 0xa5) ||
           (opcode >= 0xab && opcode <= 0xad) || (opcode >= 0xaf && opcode <= 0xb1) ||
           opcode == 0xb3 || (opcode >= 0xb6 && opcode <= 0xc1) || opcode == 0xc3 ||
           (opcode >= 0xc8 && opcode <= 0xcf);
}

/* movbe, crc32, adcx, adox. */
static bool is_general_three(unsigned opcode)
{
    return opcode == 0xf0 || opcode == 0xf1 || opcode == 0xf6;
}

/* With VEX: andn, blsr, bzhi, pdep, mulx, bextr, and rorx. */
static bool is_general_vex(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    return (fields->map == 2 &&
            (opcode == 0xf2 || opcode == 0xf3 || (opcode >= 0xf5 && opcode <= 0xf7))) ||
           (fields->map == 3 && opcode == 0xf0);
}

static bool is_general(const struct x86_64_fields *fields)
{
    if (fields->encoding != X86_64_LEGACY)
        return fields->encoding == X86_64_VEX && is_general_vex(fields);
    return fields->map == 0   ? is_general_one(fields->opcode)
           : fields->map == 1 ? is_general_two(fields)
                              : fields->map == 2 && is_general_three(fields->opcode);
}

/* True for SSE's instructions on xmm registers, which leave the upper parts of longer ones alone;
 * false for those of MMX, which have no prefix, or convert from or to it. */
static bool is_sse(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    bool is_scalar = fields->prefix == 0xf2 || fields->prefix == 0xf3;
    if (fields->encoding != X86_64_LEGACY || !fields->map)
        return false;
    if (fields->map > 1)
        return fields->prefix == 0x66 && opcode < 0xf0;
    if (opcode == 0x2a || opcode == 0x2c || opcode == 0x2d)
        return is_scalar;
    if ((opcode >= 0x10 && opcode <= 0x17) || (opcode >= 0x28 && opcode <= 0x2f) ||
        (opcode >= 0x50 && opcode <= 0x5f) || opcode == 0xc2 || opcode == 0xc6)
        return true;
    if (opcode == 0xd6)
        return fields->prefix == 0x66;
    return fields->prefix &&
           ((opcode >= 0x60 && opcode <= 0x76) || (opcode >= 0x7c && opcode <= 0x7f) ||
            opcode == 0xc4 || opcode == 0xc5 || (opcode >= 0xd0 && opcode <= 0xfe));
}

enum format_door_vectors loops_door_vectors_x86_64(const uint8_t *bytes, size_t size)
{
    struct x86_64_fields fields;
    if (!x86_64_fields_read(bytes, size, &fields))
        return FORMAT_DOOR_ALL_VECTORS;
    return is_general(&fields) ? FORMAT_DOOR_NO_VECTORS
           : is_sse(&fields)   ? FORMAT_DOOR_SSE_VECTORS
                               : FORMAT_DOOR_ALL_VECTORS;
}
