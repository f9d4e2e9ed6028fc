/* special_escaped.c: opcodes after the escape bytes 0f, 0f 38 and 0f 3a, and with VEX and EVEX,
 * that their form does not describe. */
#include "loops/x86_64/operands.h"

/* 0f 01: system instructions. */
static void group_system(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned code = fields->mod == 3 ? (fields->reg & 7U) << 3 | (fields->rm & 7U) : 0;
    switch (code) {
    case 0x10: /* xgetbv */
        read_of(in, BIT(RCX));
        kill_of(in, BIT(RAX) | BIT(RDX));
        break;
    case 0x2e: /* rdpkru */
        read_of(in, BIT(RCX));
        kill_of(in, BIT(RAX) | BIT(RDX));
        break;
    case 0x39: /* rdtscp */
        kill_of(in, BIT(RAX) | BIT(RCX) | BIT(RDX));
        break;
    case 0x16: /* xtest */
        kill_of(in, FLAGS);
        break;
    default:
        in->kind = INSTRUCTION_UNKNOWN;
    }
}

/* 0f ae: fxsave, xsave, fences; with f3 fsbase and shadow stacks. */
static void group_fifteen(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->reg & 7;
    if (is_memory(fields)) {
        if (operation >= 4 && operation < 7) /* xsave, xrstor, xsaveopt: the parts to save */
            read_of(in, BIT(RAX) | BIT(RDX));
        return;
    }
    if (fields->prefix == 0) /* fences */
        return;
    read_of(in, rm_of(fields));
    if (operation < 2)
        write_rm(fields, in);
    if (operation == 6)
        write_of(in, FLAGS);
}

/* cmpxchg. */
static void compares_and_exchanges(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    bool bytes = fields->form & FORM_BYTES;
    read_of(in, BIT(RAX) | rm_of(fields) | BIT(x86_64_number(fields, fields->reg, bytes)));
    write_of(in, BIT(RAX) | rm_of(fields));
    kill_of(in, FLAGS);
}

/* 0f c7: cmpxchg8b, cmpxchg16b, xsavec, rdrand, rdseed, rdpid. */
static void group_nine(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->reg & 7;
    if (is_memory(fields)) {
        if (operation == 1) { /* cmpxchg8b, cmpxchg16b: one flag */
            read_of(in, BIT(RAX) | BIT(RBX) | BIT(RCX) | BIT(RDX));
            write_of(in, BIT(RAX) | BIT(RDX) | FLAGS);
        } else if (operation >= 3 && operation <= 5) { /* xsavec, xsaves, xrstors */
            read_of(in, BIT(RAX) | BIT(RDX));
        } else {
            in->kind = INSTRUCTION_UNKNOWN;
        }
    } else if (operation == 7 && fields->prefix == 0xf3) { /* rdpid */
        kill_of(in, rm_of(fields));
    } else if (operation >= 6) { /* rdrand, rdseed */
        write_rm(fields, in);
        kill_of(in, FLAGS);
    } else {
        in->kind = INSTRUCTION_UNKNOWN;
    }
}

/* popcnt, tzcnt, lzcnt. Older processors execute the latter two as bsf and bsr, which may leave the
 * register unchanged. */
static void scans(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned width = x86_64_width(fields);
    read_of(in, rm_of(fields));
    kill_of(in, FLAGS);
    if (fields->opcode == 0xb8 && fields->prefix != 0xf3)
        in->kind = INSTRUCTION_UNKNOWN;
    else if (fields->opcode == 0xb8) /* popcnt */
        x86_64_write(in, fields->reg, width);
    else
        write_of(in, BIT(fields->reg));
}

/* movzx, movsx. The width is that of the result. */
static void extends(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    bool byte = !(fields->opcode & 1);
    if (!is_memory(fields))
        read_of(in, BIT(x86_64_number(fields, fields->rm, byte)));
    x86_64_write(in, fields->reg, x86_64_width(fields));
}

/* Conversions between general and vector registers: only scalar ones (f2, f3) use general
 * registers. */
static void converts(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    bool scalar = fields->prefix == 0xf2 || fields->prefix == 0xf3;
    if (!scalar)
        return;
    if (fields->opcode == 0x2a)
        read_of(in, rm_of(fields));
    else
        kill_of(in, BIT(fields->reg));
}

/* shld, shrd. */
static void shifts_double(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    bool by_rcx = fields->opcode & 1;
    if (by_rcx)
        read_of(in, BIT(RCX));
    write_of(in, FLAGS);
    if (!by_rcx && fields->immediate & (fields->wide ? 63 : 31))
        kill_of(in, FLAGS);
}

/* 0f ba: bt, bts, btr, btc with a constant. */
static void tests_bit(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned operation = fields->reg & 7;
    read_of(in, rm_of(fields));
    write_of(in, FLAGS); /* carry alone */
    if (operation > 4)
        write_rm(fields, in);
    else if (operation < 4)
        in->kind = INSTRUCTION_UNKNOWN;
}

/* nops and hints. */
static void hints(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    in->reads = 0; /* nops have operands, but do not read them */
    in->relative = false;
    bool shadow = fields->opcode == 0x1e && fields->prefix == 0xf3 && fields->mod == 3 &&
                  (fields->reg & 7) == 1;
    if (shadow) /* rdssp: does nothing without a shadow stack */
        write_of(in, rm_of(fields));
}

/* syscall: registers as Linux uses them. That it copies the flags into r11 is of no use to anyone.
 */
static void linux_call(struct loops_instruction *in)
{
    read_of(in, BIT(RAX) | BIT(RDI) | BIT(RSI) | BIT(RDX) | BIT(R10) | BIT(R8) | BIT(R9));
    write_of(in, BIT(RAX) | BIT(RCX) | BIT(R11));
}

/* Opcodes after 0f. */
static void two_bytes(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    switch (fields->opcode) {
    case 0x01:
        group_system(fields, in);
        break;
    case 0x05:
        linux_call(in);
        break;
    case 0x0b:
    case 0xb9:
    case 0xff:
        in->kind = INSTRUCTION_STOP; /* ud2, ud1, ud0 */
        break;
    case 0x1e:
    case 0x1f:
        hints(fields, in);
        break;
    case 0x2a:
    case 0x2c:
    case 0x2d:
        converts(fields, in);
        break;
    case 0x31: /* rdtsc */
        kill_of(in, BIT(RAX) | BIT(RDX));
        break;
    case 0x7e: /* movd, movq to a general register; with f3 between vectors */
        if (fields->prefix != 0xf3)
            kill_of(in, rm_of(fields));
        break;
    case 0xa2: /* cpuid */
        read_of(in, BIT(RAX) | BIT(RCX));
        kill_of(in, BIT(RAX) | BIT(RBX) | BIT(RCX) | BIT(RDX));
        break;
    case 0xa4:
    case 0xa5:
    case 0xac:
    case 0xad:
        shifts_double(fields, in);
        break;
    case 0xae:
        group_fifteen(fields, in);
        break;
    case 0xb0:
    case 0xb1:
        compares_and_exchanges(fields, in);
        break;
    case 0xb6:
    case 0xb7:
    case 0xbe:
    case 0xbf:
        extends(fields, in);
        break;
    case 0xb8:
    case 0xbc:
    case 0xbd:
        scans(fields, in);
        break;
    case 0xba:
        tests_bit(fields, in);
        break;
    case 0xc7:
        group_nine(fields, in);
        break;
    case 0xf7: /* maskmovq, maskmovdqu */
        read_of(in, BIT(RDI));
        break;
    default:
        if (fields->opcode < 0x50) { /* cmov: may change nothing */
            read_of(in, BIT(fields->reg));
            in->kills &= ~BIT(fields->reg);
        } else if (fields->opcode < 0x90) {
            read_of(in, FLAGS);
            in->kind = INSTRUCTION_BRANCH;
            in->target = in->address + fields->size + (uint64_t)fields->immediate;
            in->relative = true;
            x86_64_set_condition(fields, in);
        } else { /* bswap */
            read_of(in, BIT(fields->rm));
            x86_64_write(in, fields->rm, x86_64_width(fields));
        }
    }
}

/* Bit manipulation with VEX, on general registers. */
static void of_bits(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    uint32_t other = BIT(fields->other), reg = BIT(fields->reg);
    read_of(in, rm_of(fields));
    switch (fields->opcode) {
    case 0xf2: /* andn */
        read_of(in, other);
        kill_of(in, reg | FLAGS);
        break;
    case 0xf3: /* blsr, blsmsk, blsi */
        kill_of(in, other | FLAGS);
        break;
    case 0xf5: /* bzhi; pext, pdep */
        read_of(in, other);
        kill_of(in, reg | (fields->prefix ? 0 : FLAGS));
        break;
    case 0xf6: /* mulx */
        read_of(in, BIT(RDX));
        kill_of(in, reg | other);
        break;
    case 0xf7: /* bextr; shlx, sarx, shrx */
        read_of(in, other);
        kill_of(in, reg | (fields->prefix ? 0 : FLAGS));
        break;
    default:
        in->kind = INSTRUCTION_UNKNOWN;
    }
}

/* Opcodes after 0f 38, from f0 on. */
static void of_numbers(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    bool checks = (fields->opcode == 0xf0 || fields->opcode == 0xf1) && fields->prefix == 0xf2;
    uint32_t reg = BIT(fields->reg);
    if (checks) { /* crc32 */
        bool byte = fields->opcode == 0xf0;
        read_of(in, reg);
        if (!is_memory(fields))
            read_of(in, BIT(x86_64_number(fields, fields->rm, byte)));
        kill_of(in, reg);
    } else if (fields->opcode == 0xf0) { /* movbe */
        x86_64_write(in, fields->reg, x86_64_width(fields));
    } else if (fields->opcode == 0xf1 || fields->opcode == 0xf9) { /* movbe, movdiri */
        read_of(in, reg);
    } else if (fields->opcode == 0xf6 && fields->prefix) { /* adcx, adox */
        read_of(in, reg | rm_of(fields) | FLAGS);
        kill_of(in, reg);
        write_of(in, FLAGS);
    } else {
        in->kind = INSTRUCTION_UNKNOWN;
    }
}

/* Opcodes after 0f 3a. */
static void with_constant(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    unsigned opcode = fields->opcode;
    if (opcode == 0xf0) { /* rorx */
        read_of(in, rm_of(fields));
        kill_of(in, BIT(fields->reg));
        return;
    }
    if (opcode <= 0x61) /* pcmpestrm, pcmpestri: lengths */
        read_of(in, BIT(RAX) | BIT(RDX));
    if (opcode & 1)
        kill_of(in, BIT(RCX));
    kill_of(in, FLAGS);
}

void x86_64_special_escaped(const struct x86_64_fields *fields, struct loops_instruction *in)
{
    if (fields->map == 1) {
        two_bytes(fields, in);
    } else if (fields->map == 3) {
        with_constant(fields, in);
    } else if (fields->map == 2 && fields->encoding == X86_64_VEX) {
        of_bits(fields, in);
    } else if (fields->map == 2) {
        of_numbers(fields, in);
    } else { /* conversions of half floats from and to general registers, without telling which */
        read_of(in, rm_of(fields));
        write_of(in, rm_of(fields) | BIT(fields->reg));
    }
}
