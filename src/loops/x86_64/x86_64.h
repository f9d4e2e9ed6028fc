/* x86_64.h: the reader and the copier of x86-64's code. */
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

#define X86_64_BIT(number) (UINT32_C(1) << (number))

bool x86_64_decode(const uint8_t *bytes, size_t size, uint64_t address,
                   struct loops_instruction *instruction);
bool x86_64_access(const uint8_t *bytes, size_t size, struct loops_access *access);
bool x86_64_table(const struct loops_binary *binary, const struct loops_binary_function *function,
                  uint64_t jump, struct loops_table *table);

/* The copier: see architecture.h. */
void x86_64_prepare(const struct loops_binary *binary, struct loops_rewritten *functions);
void x86_64_rewrite(struct loops_rewriting *rewriting, uint32_t function);
void x86_64_complete_jump(uint8_t *code, uint32_t at, uint32_t to);

/* The parts of decoding: what an opcode's form does not tell; what the maps do not have. */
void x86_64_special_one(const struct x86_64_fields *fields, struct loops_instruction *instruction);
void x86_64_special_more(const struct x86_64_fields *fields, struct loops_instruction *instruction);
bool x86_64_rare(const uint8_t *bytes, size_t size, struct loops_instruction *instruction);

/* Registers that are written, and killed if all of their bits are. */
void x86_64_write(struct loops_instruction *instruction, unsigned number, unsigned width);

/* The number of a general operand: bytes of registers 4 to 7 may be the second ones of 0 to 3. */
unsigned x86_64_number(const struct x86_64_fields *fields, unsigned number, bool is_byte);

#endif
