/* opcodes.c: the opcode maps (Intel 64 and IA-32 Architectures Software Developer's Manual, volume
 * 2, appendix A). */
#include "loops/x86_64/opcodes.h"

/* Short names: a row below is 8 opcodes. */
enum {
    X = FORM_UNKNOWN,
    N = 0, /* nothing */
    O = FORM_ODD,
    S = FORM_SPECIAL, /* implicit registers, or flow */
    M = FORM_MODRM,
    MI = M | FORM_BYTE_CONSTANT,
    SM = S | M,
    SI = S | FORM_BYTE_CONSTANT,
    SZ = S | FORM_CONSTANT,
    SMI = SM | FORM_BYTE_CONSTANT,
    SMZ = SM | FORM_CONSTANT,
    B = FORM_BYTES,
    F = FORM_FLAGS_WRITE,
    FR = FORM_FLAGS_READ,
    FS = FORM_FLAGS_SOME,
    ER = M | FORM_RM_READ,
    EW = M | FORM_RM_WRITE,
    GR = M | FORM_REG_READ,
    GW = M | FORM_REG_WRITE,
    /* Operations with two operands: to rm, to reg, and with a constant. */
    AE = ER | EW | GR | F | S,
    AG = ER | GR | GW | F | S,
    CE = ER | GR | F,
    AB = AE | B,
    GB = AG | B,
    CB = CE | B,
    AI = F | SI | B,
    AZ = F | SZ,
    J = SI, /* jump with a distance of one byte */
    JZ = SZ,
    CM = ER | GW | FR | S,  /* cmov */
    ST = EW | B | FR,       /* set */
    XG = ER | EW | GR | GW, /* xchg */
    BT = ER | GR | FS,
    BS = ER | EW | GR | FS,
    SH = ER | EW | GR | SM, /* shld, shrd */
    SHI = SH | FORM_BYTE_CONSTANT,
};

#define ARITHMETIC(more)                                                                           \
    AB | (more), AE | (more), GB | (more), AG | (more), AI | (more), AZ | (more), X, X

/* clang-format off */
static const uint16_t one[256] = {
    /* 00 */ ARITHMETIC(0), ARITHMETIC(0),
    /* 10 */ ARITHMETIC(FR), ARITHMETIC(FR),
    /* 20 */ ARITHMETIC(0), ARITHMETIC(0),
    /* 30 */ ARITHMETIC(0), CB, CE | S, CB, CE | S, AI, AZ, X, X,
    /* 40 */ X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    /* 50 */ S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S,
    /* 60 */ X, X, X, ER | GW, X, X, X, X,
    /* 68 */ SZ, ER | GW | F | FORM_CONSTANT, SI, ER | GW | F | FORM_BYTE_CONSTANT, X, X, X, X,
    /* 70 */ J, J, J, J, J, J, J, J, J, J, J, J, J, J, J, J,
    /* 80 */ SMI | B, SMZ, X, SMI, CB, CE | S, XG | B, XG,
    /* 88 */ GR | EW | B, GR | EW, ER | GW | B, ER | GW, EW, SM, ER, SM | O,
    /* 90 */ S, S, S, S, S, S, S, S, S, S, X, N, S, S, S, S,
    /* a0 */ S | O, S | O, S | O, S | O, S, S, S, S, SI, SZ, S, S, S, S, S, S,
    /* b0 */ SI, SI, SI, SI, SI, SI, SI, SI,
    /* b8 */ SZ | O, SZ | O, SZ | O, SZ | O, SZ | O, SZ | O, SZ | O, SZ | O,
    /* c0 */ SMI | B, SMI, S | O, S, X, X, SMI | B | O, SMZ | O, S | O, S, X, X, N, X, X, X,
    /* d0 */ SM | B, SM, SM | B, SM, X, X, X, S, SM, SM, SM, SM, SM, SM, SM, SM,
    /* e0 */ J, J, J, J, X, X, X, X, JZ | O, JZ | O, X, J, X, X, X, X,
    /* f0 */ X, N, X, X, S, FR | FS, SM | B | O, SM | O, FS, FS, X, X, N, N, SM | B, SM,
};

static const uint16_t two[256] = {
    /* 00 */ X, SM, X, X, X, S, X, X, X, X, X, S, X, M, N, X,
    /* 10 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, SM, SM,
    /* 20 */ X, X, X, X, X, X, X, X, M, M, SM, M, SM, SM, M | F, M | F,
    /* 30 */ X, S, X, X, X, X, X, X, X, X, X, X, X, X, X, X,
    /* 40 */ CM, CM, CM, CM, CM, CM, CM, CM, CM, CM, CM, CM, CM, CM, CM, CM,
    /* 50 */ GW, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
    /* 60 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, ER, M,
    /* 70 */ MI, MI, MI, MI, M, M, M, N, X, X, X, X, M, M, SM, M,
    /* 80 */ JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ,
    /* 90 */ ST, ST, ST, ST, ST, ST, ST, ST, ST, ST, ST, ST, ST, ST, ST, ST,
    /* a0 */ X, X, S, BT, SHI, SH, X, X, X, X, X, BS, SHI, SH, SM, ER | GR | GW | F,
    /* b0 */ SM | B, SM, X, BS, X, X, SM, SM, SM, SM, SMI, BS, SM, SM, SM, SM,
    /* c0 */ XG | F | B, XG | F, MI, GR, ER | MI, GW | MI, MI, SM, S, S, S, S, S, S, S, S,
    /* d0 */ M, M, M, M, M, M, M, GW, M, M, M, M, M, M, M, M,
    /* e0 */ M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,
    /* f0 */ M, M, M, M, M, M, M, SM, M, M, M, M, M, M, M, S,
};
/* clang-format on */

/* Behind 0f 38 and 0f 3a nearly all are of vectors, and alike. */
static uint16_t three(unsigned opcode)
{
    if (opcode == 0x0e || opcode == 0x0f || opcode == 0x17)
        return M | F; /* vtestps, vtestpd, ptest */
    return opcode >= 0x80 && opcode <= 0x87 ? X : opcode >= 0xf0 ? SM : M;
}

static uint16_t with_constant(unsigned opcode)
{
    if (opcode >= 0x14 && opcode <= 0x17)
        return EW | MI;
    if (opcode == 0x20 || opcode == 0x22)
        return ER | MI;
    return (opcode >= 0x60 && opcode <= 0x63) || opcode == 0xf0 ? SMI : MI;
}

uint16_t x86_64_form(unsigned map, unsigned opcode)
{
    switch (map) {
    case 0:
        return one[opcode];
    case 1:
        return two[opcode];
    case 2:
        return three(opcode);
    case 3:
        return with_constant(opcode);
    default:
        return FORM_UNKNOWN;
    }
}
