/* x86_64.h: the decoder and the copier of x86-64 code. Where a function belongs to struct
 * loops_architecture, its contract is there.
 *
 *    bytes --fields.c--> struct x86_64_fields      prefixes, opcode, operands
 *                  |     opcodes.c                 what each opcode reads and writes (its form)
 *                  v
 *          decode.c --> struct loops_instruction   special_one_byte.c, special_escaped.c: what the
 *                                                  form does not say; unknown_opcodes.c: Capstone
 *
 * The copier works as that of aarch64 (see aarch64.h), except that a jump to a copy, of 5 bytes,
 * replaces several instructions of the original: prepare.c excludes functions where that is unsafe,
 * layout.c finds the bytes (space.c). Copies are made by copy.c and its parts. */
#ifndef LOOPS_X86_64_H
#define LOOPS_X86_64_H

#include "loops/binary/binary.h"
#include "loops/flow/jump_table.h"
#include "loops/x86_64/fields.h"

/* General registers by the machine's numbers. */
enum x86_64_register {
    RAX,
    RCX,
    RDX,
    RBX,
    RSP,
    RBP,
    RSI,
    RDI,
    R8,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15
};

/* The bit of a register in a set of registers. */
#define X86_64_BIT(number) (UINT32_C(1) << (number))

struct loops_operation;

bool x86_64_decode(const uint8_t *bytes, size_t size, uint64_t address,
                   struct loops_instruction *instruction);
bool x86_64_access(const uint8_t *bytes, size_t size, struct loops_access *access);
/* The same, by the fields of the instruction. */
bool x86_64_access_by(const struct x86_64_fields *fields, struct loops_access *access);
void x86_64_operation(const uint8_t *bytes, size_t size, const struct loops_instruction *in,
                      struct loops_operation *operation);
bool x86_64_table(const struct loops_binary *binary, const struct loops_binary_function *function,
                  uint64_t jump, struct loops_table *table);

/* The copier: see architecture.h. */
uint64_t x86_64_takes(const struct loops_binary *binary, const struct loops_instruction *in);
void x86_64_prepare(const struct loops_binary *binary, struct loops_rewritten *functions);
void x86_64_rewrite(struct loops_rewriting *rewriting, uint32_t function);
/* True for a call through a pointer before which r11 is free: the call does not read it, and by the
 * ABI neither does a function that the caller does not know. */
bool x86_64_is_free_of_r11(const struct loops_binary *binary, const struct loops_instruction *call);
bool x86_64_remembers(const struct loops_binary *binary, const struct loops_instruction *call);
void x86_64_complete_jump(uint8_t *code, uint32_t at, uint32_t to);

/* The parts of decoding. The first two complete an instruction whose form is FORM_SPECIAL, of one
 * byte or after an escape byte. The last one handles opcodes that the maps do not have, as
 * x86_64_decode() does. */
void x86_64_special_one(const struct x86_64_fields *fields, struct loops_instruction *instruction);
void x86_64_special_escaped(const struct x86_64_fields *fields,
                            struct loops_instruction *instruction);
bool x86_64_unknown_opcode(const uint8_t *bytes, size_t size,
                           struct loops_instruction *instruction);

/* Notes that `width` bytes of a register are written. 4 bytes overwrite the whole register. */
static inline void x86_64_write(struct loops_instruction *in, unsigned number, unsigned width)
{
    in->writes |= X86_64_BIT(number);
    if (width >= 4) /* the upper half becomes 0 */
        in->kills |= X86_64_BIT(number);
}

/* Returns the register of a general operand. In byte operands without a REX prefix, numbers 4 to 7
 * are the second bytes of registers 0 to 3. */
static inline unsigned x86_64_number(const struct x86_64_fields *fields, unsigned number,
                                     bool is_byte)
{
    return is_byte && !fields->has_rex && number >= 4 && number < 8 ? number - 4 : number;
}

#endif
