/* decode.c: decodes an x86-64 instruction, from the form of its opcode and its special cases.
 *
 * Capstone takes 0.4 us per instruction, ten times as long as this. It is used only for opcodes
 * that the maps do not have (unknown_opcodes.c), and as a reference in the tests. */
#include "loops/x86_64/opcodes.h"
#include "loops/x86_64/x86_64.h"

static uint32_t registers_of_memory(const struct x86_64_fields *fields)
{
    return (fields->base == X86_64_NONE ? 0 : X86_64_BIT(fields->base)) |
           (fields->index == X86_64_NONE ? 0 : X86_64_BIT(fields->index));
}

/* Sets what the form of an opcode says. */
static void by_form(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned form = fields->form;
    bool bytes = form & FORM_BYTES;
    unsigned width = bytes ? 1 : x86_64_width(fields);
    if (fields->has_modrm && fields->mod != 3) {
        in->reads |= registers_of_memory(fields);
    } else if (form & (FORM_RM_READ | FORM_RM_WRITE)) {
        unsigned number = x86_64_number(fields, fields->rm, bytes);
        if (form & FORM_RM_READ)
            in->reads |= X86_64_BIT(number);
        if (form & FORM_RM_WRITE)
            x86_64_write(in, number, width);
    }
    if (form & (FORM_REG_READ | FORM_REG_WRITE)) {
        unsigned number = x86_64_number(fields, fields->reg, bytes);
        if (form & FORM_REG_READ)
            in->reads |= X86_64_BIT(number);
        if (form & FORM_REG_WRITE)
            x86_64_write(in, number, width);
    }
    if (form & FORM_FLAGS_READ)
        in->reads |= INSTRUCTION_FLAGS;
    if (form & (FORM_FLAGS_WRITE | FORM_FLAGS_SOME))
        in->writes |= INSTRUCTION_FLAGS;
    if (form & FORM_FLAGS_WRITE)
        in->kills |= INSTRUCTION_FLAGS;
}

/* True if an instruction works on several elements: packed arithmetic, and moves of whole vector
 * registers from and to memory. */
static bool is_vector(const struct x86_64_fields *fields)
{
    bool memory = fields->has_modrm && fields->mod != 3;
    bool packed = !fields->prefix || fields->prefix == 0x66;
    unsigned opcode = fields->opcode;
    if (fields->map >= 2)
        return fields->has_modrm && opcode < 0xf0 &&
               (fields->encoding != X86_64_LEGACY || fields->prefix == 0x66);
    if (fields->map != 1)
        return false;
    if (opcode == 0x10 || opcode == 0x11 || opcode == 0x28 || opcode == 0x29)
        return packed && memory;
    if (opcode == 0x6f || opcode == 0x7f)
        return fields->prefix && memory;
    if (opcode >= 0x51 &&
        opcode <= 0x5f) /* and, xor of whole registers are also used for scalars */
        return packed && !(opcode >= 0x54 && opcode <= 0x57);
    bool integers = (opcode >= 0x60 && opcode <= 0x6d) || (opcode >= 0x70 && opcode <= 0x76) ||
                    (opcode >= 0xd1 && opcode <= 0xfe && opcode != 0xd6 && opcode != 0xd7 &&
                     opcode != 0xef && opcode != 0xf0);
    return integers && fields->prefix == 0x66;
}

/* True for a condition of jcc, setcc or cmovcc that does not read carry. */
static bool ignores_carry(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, row = opcode >> 4, condition = opcode & 15;
    bool conditional =
        fields->encoding == X86_64_LEGACY && (fields->map == 0   ? row == 7
                                              : fields->map == 1 ? row == 4 || row == 8 || row == 9
                                                                 : false);
    return conditional && !(condition & 2 && condition < 8); /* b, ae, be, a read it */
}

/* True if access() describes nothing: the instruction has no operand in memory, uses no vectors,
 * and is no mov between registers. */
static bool has_no_access(const struct x86_64_fields *fields)
{
    return fields->map == 0 && (!fields->has_modrm || fields->mod == 3) && fields->opcode != 0x89 &&
           fields->opcode != 0x8b && fields->opcode != 0x8d;
}

bool x86_64_decode(const uint8_t *bytes, size_t size, uint64_t address,
                   struct loops_instruction *in)
{
    struct x86_64_fields fields;
    *in = (struct loops_instruction){.address = address, .step_register = INSTRUCTION_NO_REGISTER};
    if (!x86_64_fields_read(bytes, size, &fields))
        return x86_64_unknown_opcode(bytes, size, in);
    in->size = fields.size;
    by_form(&fields, in);
    if (fields.is_relative) {
        in->relative = true;
        in->target = address + fields.size + (uint64_t)fields.displacement;
    }
    in->vector = is_vector(&fields);
    in->has_no_access = has_no_access(&fields);
    in->ignores_carry = ignores_carry(&fields);
    if (fields.form & FORM_SPECIAL && fields.map)
        x86_64_special_escaped(&fields, in);
    else if (fields.form & FORM_SPECIAL)
        x86_64_special_one(&fields, in);
    in->sets_stack = in->writes & X86_64_BIT(RSP) && !(in->reads & X86_64_BIT(RSP));
    in->gets_stack = in->reads & X86_64_BIT(RSP) && !(in->writes & X86_64_BIT(RSP));
    return true;
}
