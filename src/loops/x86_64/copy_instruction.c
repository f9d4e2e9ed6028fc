/* copy_instruction.c: copies instructions of the original to other positions. */
#include "loops/x86_64/copy.h"

enum { REX = 0x40, REX_W = 8, REX_R = 4, MODRM_REG = 7 << 3 };

const uint8_t *x86_copy_bytes(const struct x86_copy *copy, const struct loops_instruction *in)
{
    return loops_binary_bytes(copy->binary, in->address, in->size, NULL);
}

bool x86_copy_fields(const struct x86_copy *copy, const struct loops_instruction *in,
                     struct x86_64_fields *fields)
{
    return x86_64_fields_read(x86_copy_bytes(copy, in), in->size, fields);
}

/* True for endbr64. */
static bool is_landing(const uint8_t *bytes)
{
    static const uint8_t lands[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
    for (size_t i = 0; i < sizeof lands; i++) {
        if (bytes[i] != lands[i])
            return false;
    }
    return true;
}

/* Appends the bytes of an instruction from byte `from` on. An address relative to the instruction
 * is completed when the position of the copy is known. */
static void put_rest(struct x86_copy *copy, const struct loops_instruction *in,
                     const struct x86_64_fields *fields, const uint8_t *bytes, uint32_t from)
{
    for (uint32_t i = from; i < in->size; i++) {
        if (in->relative && i == fields->displacement_at) {
            emit_lead_out(copy->plan, loops_plan_here(copy->plan), in->target);
            emit_word(copy->plan, (uint32_t) - (in->size - (int32_t)i));
            i += 3;
        } else {
            emit_byte(copy->plan, bytes[i]);
        }
    }
}

void x86_copy_instruction(struct x86_copy *copy, const struct loops_instruction *in)
{
    struct x86_64_fields fields = {0};
    const uint8_t *bytes = x86_copy_bytes(copy, in);
    if (in->size == 4 && is_landing(bytes))
        return; /* no indirect jump leads to the copy */
    if (in->relative)
        x86_copy_fields(copy, in, &fields);
    put_rest(copy, in, &fields, bytes, 0);
}

/* Returns the position of the ModRM byte, which has the operation and the operand. */
static uint32_t modrm_at(const struct x86_64_fields *fields)
{
    return fields->opcode_at + 1U;
}

/* Appends another operation of 64 bits on the same operand and a register. */
static void put_with_register(struct x86_copy *copy, const struct loops_instruction *in,
                              unsigned opcode, unsigned number)
{
    struct x86_64_fields fields;
    const uint8_t *bytes = x86_copy_bytes(copy, in);
    x86_copy_fields(copy, in, &fields);
    uint32_t prefixes = fields.opcode_at;
    unsigned rex = REX | REX_W | (number > 7 ? REX_R : 0);
    if (prefixes && (bytes[prefixes - 1] & 0xf0) == REX)
        rex |= bytes[--prefixes];
    for (uint32_t i = 0; i < prefixes; i++) {
        if (bytes[i] != 0xf2 && bytes[i] != 0xf3) /* bnd */
            emit_byte(copy->plan, bytes[i]);
    }
    emit_byte(copy->plan, rex);
    emit_byte(copy->plan, opcode);
    emit_byte(copy->plan, (bytes[modrm_at(&fields)] & ~(unsigned)MODRM_REG) | (number & 7) << 3);
    put_rest(copy, in, &fields, bytes, modrm_at(&fields) + 1);
}

void x86_copy_load_target(struct x86_copy *copy, const struct loops_instruction *in, unsigned to)
{
    put_with_register(copy, in, 0x8b, to); /* mov */
}

void x86_copy_compare_target(struct x86_copy *copy, const struct loops_instruction *in,
                             unsigned number)
{
    put_with_register(copy, in, 0x3b, number); /* cmp */
}

/* Appends another operation of opcode ff on the same operand; the operation is a part of the ModRM
 * byte. */
static void put_instead(struct x86_copy *copy, const struct loops_instruction *in,
                        unsigned operation)
{
    struct x86_64_fields fields;
    const uint8_t *bytes = x86_copy_bytes(copy, in);
    x86_copy_fields(copy, in, &fields);
    for (uint32_t i = 0; i <= fields.opcode_at; i++)
        emit_byte(copy->plan, bytes[i]);
    emit_byte(copy->plan, (bytes[modrm_at(&fields)] & ~(unsigned)MODRM_REG) | operation << 3);
    put_rest(copy, in, &fields, bytes, modrm_at(&fields) + 1);
}

void x86_copy_jump_instead(struct x86_copy *copy, const struct loops_instruction *in)
{
    put_instead(copy, in, 4);
}

void x86_copy_push_target(struct x86_copy *copy, const struct loops_instruction *in)
{
    put_instead(copy, in, 6);
}
