/* operands.h: helpers for the files that decode special instructions. */
#ifndef LOOPS_X86_64_OPERANDS_H
#define LOOPS_X86_64_OPERANDS_H

#include "loops/x86_64/opcodes.h"
#include "loops/x86_64/x86_64.h"

#define BIT X86_64_BIT
#define FLAGS INSTRUCTION_FLAGS

/* Note registers that are read, written, or overwritten completely. */
static inline void read_of(struct loops_instruction *in, uint32_t registers)
{
    in->reads |= registers;
}

static inline void write_of(struct loops_instruction *in, uint32_t registers)
{
    in->writes |= registers;
}

static inline void kill_of(struct loops_instruction *in, uint32_t registers)
{
    in->writes |= registers;
    in->kills |= registers;
}

static inline bool is_memory(const struct x86_64_fields *fields)
{
    return fields->has_modrm && fields->mod != 3;
}

/* Returns the register of the rm operand; no register if it is memory. */
static inline uint32_t rm_of(const struct x86_64_fields *fields)
{
    bool bytes = fields->form & FORM_BYTES;
    return is_memory(fields) ? 0 : BIT(x86_64_number(fields, fields->rm, bytes));
}

/* Notes that the rm operand is written, if it is a register. */
static inline void write_rm(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned width = fields->form & FORM_BYTES ? 1 : x86_64_width(fields);
    if (!is_memory(fields))
        x86_64_write(in, x86_64_number(fields, fields->rm, width == 1), width);
}

/* Sets the condition of a branch: je, jne; jb, jae, jbe, ja; jl, jge, jle, jg. */
static inline void x86_64_set_condition(const struct x86_64_fields *fields,
                                        struct loops_instruction *in)
{
    unsigned code = fields->opcode & 15;
    in->condition = code == 4                ? INSTRUCTION_IF_EQUAL
                    : code == 5              ? INSTRUCTION_IF_UNEQUAL
                    : code > 11              ? INSTRUCTION_IF_SIGNED
                    : (code & 2) && code < 8 ? INSTRUCTION_IF_UNSIGNED
                                             : INSTRUCTION_OTHERWISE;
}

#endif
