/* opcodes.h: what follows an opcode, and how it uses general registers and flags. */
#ifndef LOOPS_X86_64_OPCODES_H
#define LOOPS_X86_64_OPCODES_H

#include <stdint.h>

/* The form of an opcode; bits. */
enum x86_64_form {
    FORM_MODRM = 1,
    FORM_BYTE_CONSTANT = 2,
    FORM_CONSTANT = 4, /* a constant of 4 bytes, or 2 */
    FORM_REG_READ = 8,
    FORM_REG_WRITE = 16,
    FORM_RM_READ = 32,
    FORM_RM_WRITE = 64,
    FORM_BYTES = 128, /* operands have 8 bits */
    FORM_FLAGS_READ = 256,
    FORM_FLAGS_WRITE = 512, /* all flags */
    FORM_FLAGS_SOME = 1024, /* some flags */
    FORM_SPECIAL =
        2048, /* not fully described here: see special_one_byte.c and special_escaped.c */
    FORM_UNKNOWN = 4096, /* not described here: see unknown_opcodes.c */
    FORM_ODD = 8192,     /* of one byte: its constant has another size, or it is an instruction only
                            with     one value of reg */
};

/* Returns the form of an opcode in a map from 0 to 3. For vector instructions it has no registers.
 */
uint16_t x86_64_form(unsigned map, unsigned opcode);

#endif
