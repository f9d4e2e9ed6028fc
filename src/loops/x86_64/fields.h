/* fields.h: an x86-64 instruction, taken apart: prefixes, opcode, operands, constants. */
#ifndef LOOPS_X86_64_FIELDS_H
#define LOOPS_X86_64_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { X86_64_NONE = 0xff, X86_64_LONGEST = 15 };

enum x86_64_encoding { X86_64_LEGACY, X86_64_VEX, X86_64_EVEX };

/* Opcodes by their maps: of one byte, behind 0f, 0f 38, 0f 3a; 5 and 6 are those of half floats. */
struct x86_64_fields {
    uint8_t size; /* bytes of all */
    uint8_t encoding, map, opcode;
    uint8_t prefix; /* that tells instructions of vectors apart: 0, 0x66, 0xf2, 0xf3 */
    uint8_t opcode_at;
    uint16_t form; /* opcodes.h */

    bool wide;           /* by 64 bits */
    bool short16;        /* 0x66: by 16 bits, unless wide */
    bool repeats;        /* 0xf2 or 0xf3 stands before it */
    bool has_rex;        /* bytes of registers 4 to 7 are their own lowest ones */
    bool has_segment;    /* memory is that of the thread */
    uint8_t other;       /* the third register of VEX and EVEX */
    uint8_t vector_size; /* bytes of VEX's and EVEX's registers */

    bool has_modrm;
    uint8_t mod, reg, rm;       /* rm is a register if mod is 3, or if it is in the opcode */
    bool is_relative;           /* memory that is told from behind the instruction on */
    uint8_t base, index, scale; /* registers, X86_64_NONE; scale is a power of 2 */
    uint8_t displacement_at, displacement_size;
    uint8_t immediate_at, immediate_size; /* also the distance of a jump */
    int64_t displacement, immediate;
};

/* False: the bytes do not hold a whole instruction, or none that is known here. */
bool x86_64_fields_read(const uint8_t *bytes, size_t size, struct x86_64_fields *fields);

/* Bytes of the operands of an instruction on general registers. */
static inline unsigned x86_64_width(const struct x86_64_fields *fields)
{
    return fields->wide ? 8 : fields->short16 ? 2 : 4;
}

#endif
