/* opcodes.h: what stands behind an opcode, and what it does to general registers and flags. */
#ifndef LOOPS_X86_64_OPCODES_H
#define LOOPS_X86_64_OPCODES_H

#include <stdint.h>

enum x86_64_form {
    FORM_MODRM = 1,
    FORM_BYTE_CONSTANT = 2,
    FORM_CONSTANT = 4, /* of 4 bytes, or 2 */
    FORM_REG_READ = 8,
    FORM_REG_WRITE = 16,
    FORM_RM_READ = 32,
    FORM_RM_WRITE = 64,
    FORM_BYTES = 128, /* its operands have 8 bits */
    FORM_FLAGS_READ = 256,
    FORM_FLAGS_WRITE = 512, /* all of them */
    FORM_FLAGS_SOME = 1024,
    FORM_SPECIAL = 2048, /* special.c has more to say */
    FORM_UNKNOWN = 4096, /* not here: see rare.c */
};

/* By map (1 to 3; 0: of one byte) and opcode. Of vectors it tells no registers. */
uint16_t x86_64_form(unsigned map, unsigned opcode);

#endif
