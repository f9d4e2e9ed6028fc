/* fields.h: splits an x86-64 instruction into prefixes, opcode, operands and constants. */
#ifndef LOOPS_X86_64_FIELDS_H
#define LOOPS_X86_64_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    X86_64_NONE = 0xff,  /* no register */
    X86_64_LONGEST = 15, /* bytes of an instruction at most */
};

enum x86_64_encoding { X86_64_LEGACY, X86_64_VEX, X86_64_EVEX };

/* The fields of an instruction. Opcodes are numbered within maps: 0 has those of one byte, 1 those
 * after 0f, 2 after 0f 38, 3 after 0f 3a; 5 and 6 are those of half-precision floats. */
struct x86_64_fields {
    uint8_t size; /* bytes of the whole instruction */
    uint8_t encoding, map, opcode;
    uint8_t prefix;    /* mandatory prefix of vector instructions: 0, 0x66, 0xf2, 0xf3 */
    uint8_t opcode_at; /* position of the opcode */
    uint16_t form;     /* enum x86_64_form */

    bool wide;           /* operands have 64 bits */
    bool short16;        /* 0x66: operands have 16 bits, unless wide */
    bool repeats;        /* has a prefix 0xf2 or 0xf3 */
    bool has_rex;        /* byte operands 4 to 7 are the lowest bytes of registers 4 to 7 */
    bool has_segment;    /* memory is addressed through fs or gs: thread-local */
    uint8_t other;       /* the third register of VEX and EVEX */
    uint8_t vector_size; /* bytes of the vector registers of VEX and EVEX */
    uint8_t mask;        /* EVEX: the mask register that says which elements count; 0: all do */
    bool broadcasts;     /* EVEX: the operand in memory is one element, used for all */

    bool has_modrm;
    uint8_t mod, reg, rm; /* rm is a register if mod is 3, or if the register is in the opcode */
    bool is_relative;     /* the memory address is relative to the end of the instruction */
    uint8_t base, index, scale; /* registers, or X86_64_NONE; the index is shifted by `scale` */
    uint8_t displacement_at, displacement_size;
    uint8_t immediate_at, immediate_size; /* includes the distances of jumps */
    int64_t displacement, immediate;
};

/* Reads the fields; returns false if the bytes do not hold a whole instruction, or one whose opcode
 * is unknown. */
bool x86_64_fields_read(const uint8_t *bytes, size_t size, struct x86_64_fields *fields);

/* True for gathers and scatters, whose indices are vectors. */
bool x86_64_has_vector_index(const struct x86_64_fields *fields);

/* Returns the bytes of the operands of an instruction on general registers. */
static inline unsigned x86_64_width(const struct x86_64_fields *fields)
{
    return fields->wide ? 8 : fields->short16 ? 2 : 4;
}

#endif
