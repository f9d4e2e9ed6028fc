/* operation.c: what x86-64 instructions do: classes, floating-point operations, bytes. */
#include "loops/flow/operation.h"

#include "loops/x86_64/opcodes.h"
#include "loops/x86_64/operation_parts.h"
#include "loops/x86_64/x86_64.h"

/* True for opcodes of one byte that only move data: mov, push, pop, xchg, lods, stos, movs. */
static bool moves_one(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    return (opcode >= 0x50 && opcode <= 0x5f) || opcode == 0x63 || opcode == 0x68 ||
           opcode == 0x6a || (opcode >= 0x86 && opcode <= 0x8c) || opcode == 0x8e ||
           opcode == 0x8f || (opcode >= 0x90 && opcode <= 0x97) ||
           (opcode >= 0xa0 && opcode <= 0xa5) || (opcode >= 0xaa && opcode <= 0xad) ||
           (opcode >= 0xb0 && opcode <= 0xbf) || opcode == 0xc6 || opcode == 0xc7 ||
           opcode == 0xc8 || opcode == 0xc9 || (opcode == 0xff && (fields->reg & 7) == 6);
}

/* True for the same after 0f: cmov, movzx, movsx, movnti, bswap; and hints, fences, cpuid. */
static bool moves_two(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    return opcode == 0x01 || opcode == 0x05 || opcode == 0x0b || opcode == 0x0d ||
           (opcode >= 0x18 && opcode <= 0x1f) || opcode == 0x31 ||
           (opcode >= 0x40 && opcode <= 0x4f) || opcode == 0xa2 || opcode == 0xae ||
           (fields->encoding == X86_64_VEX && opcode >= 0x90 && opcode <= 0x93) || /* kmov */
           opcode == 0xb6 || opcode == 0xb7 || opcode == 0xbe || opcode == 0xbf || opcode == 0xc3;
}

/* True if an opcode after 0f is one of vector registers. */
static bool is_of_vectors(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    if (fields->map >= 2)
        return opcode < 0xf0;
    return fields->map == 1 &&
           ((opcode >= 0x10 && opcode <= 0x17) || (opcode >= 0x28 && opcode <= 0x2f) ||
            (opcode >= 0x50 && opcode <= 0x7f) || opcode == 0xc2 ||
            (opcode >= 0xc4 && opcode <= 0xc6) || opcode >= 0xd0);
}

/* Sets the class of an instruction on general registers. */
static void of_general(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    bool moves = fields->map == 0   ? moves_one(fields)
                 : fields->map == 1 ? moves_two(fields)
                                    : fields->opcode < 0xf2 && fields->prefix != 0xf2; /* movbe */
    operation->class = moves ? FORMAT_OPERATION_OTHER : FORMAT_OPERATION_INTEGER;
}

void x86_64_operation(const uint8_t *bytes, size_t size, const struct loops_instruction *in,
                      struct loops_operation *operation)
{
    struct x86_64_fields fields;
    *operation = (struct loops_operation){.class = FORMAT_OPERATION_OTHER};
    if (!x86_64_fields_read(bytes, size, &fields)) {
        operation->is_unsure = true;
        return;
    }
    bool flows = in->kind != INSTRUCTION_PLAIN && in->kind != INSTRUCTION_STOP &&
                 in->kind != INSTRUCTION_UNKNOWN;
    if (flows)
        operation->class = FORMAT_OPERATION_BRANCH;
    else if (in->kind != INSTRUCTION_PLAIN)
        return;
    else if (fields.map == 0 && fields.opcode >= 0xd8 && fields.opcode <= 0xdf)
        x86_64_operation_x87(&fields, operation);
    else if (is_of_vectors(&fields))
        x86_64_operation_floats(&fields, operation);
    else
        of_general(&fields, operation);
    x86_64_operation_memory(&fields, operation);
    if (operation->class == FORMAT_OPERATION_OTHER && (operation->loads || operation->stores))
        operation->class = FORMAT_OPERATION_MEMORY;
}
