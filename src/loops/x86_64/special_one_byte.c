/* special_one_byte.c: opcodes of one byte that their form does not describe: jumps and calls,
 * implicit registers, and groups that share an opcode. */
#include "loops/x86_64/operands.h"

/* Notes that a constant is added to a register. */
static void set_step(const struct x86_64_fields *fields, struct loops_instruction *in,
                     unsigned number, int64_t step)
{
    unsigned width = x86_64_width(fields);
    if (number == RSP || width < 4 || !step || step != (int32_t)step)
        return;
    in->step_register = (uint8_t)number;
    in->step_is_narrow = width == 4;
    in->step = (int32_t)step;
}

/* Notes a comparison of a register with the register `other`, or with a constant; results of
 * arithmetic are compared with 0. */
static void set_compared(const struct x86_64_fields *fields, struct loops_instruction *in,
                         unsigned number, unsigned other, int64_t value)
{
    unsigned width = x86_64_width(fields);
    if (width < 4 || fields->form & FORM_BYTES || value < 0 || value > INT32_MAX)
        return;
    in->compares = true;
    in->compare_is_narrow = width == 4;
    in->subject = (uint8_t)number;
    in->other = (uint8_t)other;
    in->value = (int32_t)value;
}

/* Notes that a register is set to a constant. */
static void set_constant(const struct x86_64_fields *fields, struct loops_instruction *in,
                         unsigned number, int64_t value)
{
    unsigned width = x86_64_width(fields);
    in->sets = width >= 4 && value >= 0 && value <= INT32_MAX;
    in->subject = (uint8_t)number;
    in->value = in->sets ? (int32_t)value : 0;
}

/* Notes that the stack pointer is changed. */
static void stack(struct loops_instruction *in)
{
    read_of(in, BIT(RSP));
    kill_of(in, BIT(RSP));
}

/* Notes a jump, branch or call and its target. */
static void leads(const struct x86_64_fields *fields, struct loops_instruction *in,
                  enum loops_instruction_kind kind)
{
    in->kind = (uint8_t)kind;
    in->target = in->address + fields->size + (uint64_t)fields->immediate;
    in->relative = true;
}

/* add, or, adc, sbb, and, sub, xor, cmp: the operation is in bits 3 to 5 of the opcode, or in reg.
 */
enum { ADD, OR, ADC, SBB, AND, SUB, XOR, CMP };

/* Arithmetic with two registers. A register minus itself, or xor itself, does not depend on its
 * value. */
static void arithmetic(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->opcode >> 3;
    bool same = fields->mod == 3 && fields->reg == fields->rm;
    if (same && (operation == SUB || operation == XOR || operation == SBB) &&
        !(fields->form & FORM_BYTES) && x86_64_width(fields) >= 4) {
        in->reads &= ~BIT(fields->rm);
        if (operation != SBB)
            set_constant(fields, in, fields->rm, 0);
    }
}

/* cmp of two registers, and test of a register with itself, which compares it with 0. */
static void compares_registers(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    if (is_memory(fields))
        return;
    if (fields->opcode != 0x85)
        set_compared(fields, in, fields->rm, fields->reg, 0);
    else if (fields->rm == fields->reg)
        set_compared(fields, in, fields->rm, INSTRUCTION_NO_REGISTER, 0);
}

/* Arithmetic of rax with a constant. */
static void arithmetic_rax(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->opcode >> 3;
    unsigned width = fields->form & FORM_BYTES ? 1 : x86_64_width(fields);
    read_of(in, BIT(RAX));
    if (operation == CMP) {
        set_compared(fields, in, RAX, INSTRUCTION_NO_REGISTER, fields->immediate);
        return;
    }
    x86_64_write(in, RAX, width);
    if (width > 1 && (operation == ADD || operation == SUB)) {
        set_step(fields, in, RAX, operation == ADD ? fields->immediate : -fields->immediate);
        set_compared(fields, in, RAX, INSTRUCTION_NO_REGISTER, 0);
    }
}

/* Opcodes 80, 81, 83: arithmetic with a constant. */
static void group_arithmetic(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->reg & 7;
    read_of(in, rm_of(fields) | (operation == ADC || operation == SBB ? FLAGS : 0));
    kill_of(in, FLAGS);
    if (operation == CMP && !is_memory(fields))
        set_compared(fields, in, fields->rm, INSTRUCTION_NO_REGISTER, fields->immediate);
    if (operation == CMP)
        return;
    write_rm(fields, in);
    if ((operation == ADD || operation == SUB) && !is_memory(fields) &&
        !(fields->form & FORM_BYTES)) {
        set_step(fields, in, fields->rm, operation == ADD ? fields->immediate : -fields->immediate);
        set_compared(fields, in, fields->rm, INSTRUCTION_NO_REGISTER, 0);
    }
}

/* Shifts and rotations. Shifts by 0 change no flags; rotations change two of them. */
static void group_shift(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->reg & 7;
    bool constant = fields->opcode == 0xc0 || fields->opcode == 0xc1;
    bool by_rcx = fields->opcode == 0xd2 || fields->opcode == 0xd3;
    bool bytes = fields->form & FORM_BYTES;
    read_of(in, rm_of(fields) | (by_rcx ? BIT(RCX) : 0));
    write_rm(fields, in);
    write_of(in, FLAGS);
    if (operation == 2 || operation == 3) /* through carry */
        read_of(in, FLAGS);
    bool shifts =
        !by_rcx && !(constant && !(fields->immediate & (fields->wide && !bytes ? 63 : 31)));
    if (operation >= 4 && shifts)
        kill_of(in, FLAGS);
}

/* Opcodes f6, f7: test, not, neg, mul, imul, div, idiv. */
static void group_unary(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->reg & 7;
    bool bytes = fields->form & FORM_BYTES;
    unsigned width = bytes ? 1 : x86_64_width(fields);
    read_of(in, rm_of(fields));
    if (operation == 2 || operation == 3)
        write_rm(fields, in);
    if (operation != 2)
        write_of(in, FLAGS);
    if (operation < 2 || (operation >= 3 && operation <= 5))
        kill_of(in, FLAGS);
    if (operation < 4)
        return;
    bool divides = operation >= 6;
    read_of(in, BIT(RAX) | (divides && !bytes ? BIT(RDX) : 0));
    x86_64_write(in, RAX, width);
    if (!bytes)
        x86_64_write(in, RDX, width);
}

/* Opcodes fe, ff: inc, dec, indirect calls and jumps, push. */
static void group_five(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->reg & 7;
    bool bytes = fields->form & FORM_BYTES;
    read_of(in, rm_of(fields));
    if (operation < 2) { /* inc, dec: all flags but carry */
        write_rm(fields, in);
        write_of(in, FLAGS);
        in->leaves_carry = true;
        if (!is_memory(fields) && !bytes) {
            set_step(fields, in, fields->rm, operation ? -1 : 1);
            set_compared(fields, in, fields->rm, INSTRUCTION_NO_REGISTER, 0);
        }
    } else if (operation == 2 && !bytes) {
        in->kind = INSTRUCTION_CALL_REGISTER;
        stack(in);
    } else if (operation == 4 && !bytes) {
        in->kind = INSTRUCTION_JUMP_REGISTER;
    } else if (operation == 6 && !bytes) {
        stack(in);
    } else {
        in->kind = INSTRUCTION_UNKNOWN; /* far jumps and calls */
    }
}

/* String instructions: movs, cmps, stos, lods, scas. With a repeat prefix they may do nothing at
 * all. */
static void strings(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned opcode = fields->opcode & 0xfe;
    unsigned width = fields->opcode & 1 ? x86_64_width(fields) : 1;
    uint32_t pointers = opcode == 0xa4 || opcode == 0xa6 ? BIT(RSI) | BIT(RDI)
                        : opcode == 0xac                 ? BIT(RSI)
                                                         : BIT(RDI);
    if (fields->repeats)
        pointers |= BIT(RCX);
    read_of(in, pointers);
    write_of(in, pointers);
    if (opcode == 0xaa || opcode == 0xae)
        read_of(in, BIT(RAX));
    if (opcode == 0xac && !fields->repeats)
        x86_64_write(in, RAX, width);
    else if (opcode == 0xac)
        write_of(in, BIT(RAX));
    if (opcode == 0xa6 || opcode == 0xae)
        write_of(in, FLAGS);
    if ((opcode == 0xa6 || opcode == 0xae) && !fields->repeats)
        kill_of(in, FLAGS);
}

/* lea. */
static void loads_effective(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned width = x86_64_width(fields);
    if (!is_memory(fields)) {
        in->kind = INSTRUCTION_UNKNOWN;
        return;
    }
    x86_64_write(in, fields->reg, width);
    if (fields->base == fields->reg && fields->index == X86_64_NONE)
        set_step(fields, in, fields->reg, fields->displacement);
}

/* x87 instructions. One returns its result in a general register, some in the flags. */
static void floating(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->reg & 7, opcode = fields->opcode;
    if (is_memory(fields))
        return;
    if (opcode == 0xdf && operation == 4) /* fnstsw */
        write_of(in, BIT(RAX));
    if ((opcode == 0xda || opcode == 0xdb) && operation < 4) /* fcmov */
        read_of(in, FLAGS);
    if ((opcode == 0xdb || opcode == 0xdf) && (operation == 5 || operation == 6)) /* fcomi */
        write_of(in, FLAGS);
}

/* push, pop, xchg and mov of a constant, with the register in the opcode. */
static void with_register_in_opcode(const struct x86_64_fields *fields,
                                    struct loops_instruction *in)
{
    unsigned opcode = fields->opcode, width = x86_64_width(fields);
    if (opcode < 0x58) {
        read_of(in, BIT(fields->rm));
        stack(in);
    } else if (opcode < 0x60) {
        stack(in);
        x86_64_write(in, fields->rm, width == 2 ? 2 : 8);
    } else if (opcode < 0x98) { /* xchg; of rax with itself: nothing */
        uint32_t both = BIT(RAX) | BIT(fields->rm);
        if (fields->rm == RAX)
            return;
        read_of(in, both);
        write_of(in, both);
        if (width >= 4)
            kill_of(in, both);
    } else if (opcode < 0xb8) {
        write_of(in, BIT(x86_64_number(fields, fields->rm, true)));
    } else {
        x86_64_write(in, fields->rm, width);
        set_constant(fields, in, fields->rm, fields->immediate);
    }
}

/* Instructions that use rax implicitly. */
static void of_rax(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned opcode = fields->opcode, width = x86_64_width(fields);
    if (opcode == 0x98 || opcode == 0x99) { /* cwde, cdq */
        read_of(in, BIT(RAX));
        x86_64_write(in, opcode == 0x98 ? RAX : RDX, width);
    } else if (opcode == 0xa0 || opcode == 0xa1) {
        x86_64_write(in, RAX, opcode == 0xa0 ? 1 : width);
    } else if (opcode == 0xa2 || opcode == 0xa3) {
        read_of(in, BIT(RAX));
    } else if (opcode == 0xa8 || opcode == 0xa9) { /* test */
        read_of(in, BIT(RAX));
        kill_of(in, FLAGS);
    } else if (opcode == 0x9e) { /* sahf: all but one */
        read_of(in, BIT(RAX));
        write_of(in, FLAGS);
    } else if (opcode == 0x9f) {
        read_of(in, FLAGS);
        write_of(in, BIT(RAX));
    } else { /* xlat */
        read_of(in, BIT(RAX) | BIT(RBX));
        write_of(in, BIT(RAX));
    }
}

/* Returns, jumps, branches, loops, calls and hlt. */
static void one_byte_of_flow(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    switch (fields->opcode) {
    case 0xc2:
    case 0xc3:
        in->kind = INSTRUCTION_RETURN;
        stack(in);
        break;
    case 0xe0:
    case 0xe1: /* loopne, loope */
        read_of(in, FLAGS);
        /* fall through */
    case 0xe2:
        kill_of(in, BIT(RCX));
        /* fall through */
    case 0xe3:
        read_of(in, BIT(RCX));
        leads(fields, in, INSTRUCTION_BRANCH);
        break;
    case 0xe8:
        leads(fields, in, INSTRUCTION_CALL);
        stack(in);
        break;
    case 0xe9:
    case 0xeb:
        leads(fields, in, INSTRUCTION_JUMP);
        break;
    case 0xf4:
        in->kind = INSTRUCTION_STOP;
        break;
    default: /* 0x70 to 0x7f */
        read_of(in, FLAGS);
        leads(fields, in, INSTRUCTION_BRANCH);
        x86_64_set_condition(fields, in);
    }
}

void x86_64_special_one(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned opcode = fields->opcode;
    switch (opcode) {
    case 0x68:
    case 0x6a:
        stack(in);
        break;
    case 0x80:
    case 0x81:
    case 0x83:
        group_arithmetic(fields, in);
        break;
    case 0x8d:
        loads_effective(fields, in);
        break;
    case 0x8f: /* pop */
        stack(in);
        write_rm(fields, in);
        break;
    case 0x9c: /* pushf */
        read_of(in, FLAGS);
        stack(in);
        break;
    case 0x9d:
        stack(in);
        kill_of(in, FLAGS);
        break;
    case 0xc0:
    case 0xc1:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
        group_shift(fields, in);
        break;
    case 0xc6:
    case 0xc7: /* mov */
        write_rm(fields, in);
        if (opcode == 0xc7 && !is_memory(fields))
            set_constant(fields, in, fields->rm, fields->immediate);
        break;
    case 0xc8: /* enter */
        read_of(in, BIT(RBP));
        kill_of(in, BIT(RBP));
        stack(in);
        break;
    case 0xc9: /* leave */
        read_of(in, BIT(RBP));
        kill_of(in, BIT(RBP) | BIT(RSP));
        break;
    case 0xf6:
    case 0xf7:
        group_unary(fields, in);
        break;
    case 0xfe:
    case 0xff:
        group_five(fields, in);
        break;
    case 0x39:
    case 0x3b:
    case 0x85:
        compares_registers(fields, in);
        break;
    default:
        if (opcode < 0x40 && (opcode & 7) < 4)
            arithmetic(fields, in);
        else if (opcode < 0x40)
            arithmetic_rax(fields, in);
        else if (opcode < 0x60 || (opcode >= 0x90 && opcode < 0x98) ||
                 (opcode >= 0xb0 && opcode < 0xc0))
            with_register_in_opcode(fields, in);
        else if ((opcode >= 0xa4 && opcode < 0xa8) || (opcode >= 0xaa && opcode < 0xb0))
            strings(fields, in);
        else if (opcode >= 0xd8 && opcode < 0xe0)
            floating(fields, in);
        else if (opcode < 0x80 || opcode >= 0xe0 || opcode == 0xc2 || opcode == 0xc3)
            one_byte_of_flow(fields, in);
        else
            of_rax(fields, in);
    }
}
