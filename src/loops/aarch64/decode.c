/* decode.c: decodes A64 instructions, by the groups of the Arm Architecture Reference Manual
 * (C4.1).
 *
 * All instructions have their registers in the same four fields, so a group needs few rules: which
 * fields are general registers, and which one is written. */
#include "loops/aarch64/aarch64.h"
#include "loops/aarch64/fields.h"

#include <string.h>

/* True if the bits of `word` in `mask` are as in `value`. */
static bool is(uint32_t word, uint32_t mask, uint32_t value)
{
    return (word & mask) == value;
}

/* Notes registers that an instruction overwrites completely. */
static void write_to(struct loops_instruction *in, uint32_t registers)
{
    in->writes |= registers;
    in->kills |= registers;
}

static void sets_flags(struct loops_instruction *in)
{
    write_to(in, INSTRUCTION_FLAGS);
}

static void set_step(struct loops_instruction *in, uint32_t number, int64_t step, bool narrow)
{
    in->step_register = (uint8_t)number;
    in->step = (int32_t)step;
    in->step_is_narrow = narrow;
}

/* Notes a comparison of a register with a constant, or with the register `other`. */
static void set_compared(struct loops_instruction *in, uint32_t number, uint32_t other,
                         int64_t value, bool narrow)
{
    in->compares = number < 31 && value <= INT32_MAX;
    in->subject = (uint8_t)number;
    in->other = (uint8_t)other;
    in->value = (int32_t)value;
    in->compare_is_narrow = narrow;
}

/* Decodes add and sub of an immediate, with or without flags. Register 31 is the stack pointer. */
static void add_immediate(uint32_t word, struct loops_instruction *in)
{
    int64_t value = (int64_t)field(word, 10, 12) << (field(word, 22, 1) ? 12 : 0);
    in->reads = general(word, RN);
    write_to(in, general(word, RD));
    bool to_stack = number_of(word, RD) == 31 && !field(word, 29, 1);
    in->sets_stack = to_stack && number_of(word, RN) != 31;
    in->gets_stack = !to_stack && number_of(word, RN) == 31;
    if (field(word, 29, 1))
        sets_flags(in);
    if (is(word, 0x6000001f, 0x6000001f)) /* cmp */
        set_compared(in, number_of(word, RN), INSTRUCTION_NO_REGISTER, value, !field(word, 31, 1));
    else if (field(word, 29, 1))
        set_compared(in, number_of(word, RD), INSTRUCTION_NO_REGISTER, 0, !field(word, 31, 1));
    if (number_of(word, RD) == number_of(word, RN) && number_of(word, RD) < 31 && value)
        set_step(in, number_of(word, RD), field(word, 30, 1) ? -value : value, !field(word, 31, 1));
}

/* Decodes movz and movn. */
static void set_constant(uint32_t word, struct loops_instruction *in)
{
    bool narrow = !field(word, 31, 1);
    uint64_t value = (uint64_t)field(word, 5, 16) << (16 * field(word, 21, 2));
    if (is(word, 0x60000000, 0))
        value = ~value;
    value = narrow ? value & UINT32_MAX : value;
    in->sets = number_of(word, RD) < 31 && value <= INT32_MAX;
    in->subject = (uint8_t)number_of(word, RD);
    in->value = (int32_t)value;
}

/* Decodes data processing with an immediate. */
static void by_immediate(uint32_t word, struct loops_instruction *in)
{
    uint32_t op = field(word, 23, 3);
    if (op <= 1) { /* adr, adrp */
        int64_t offset = signed_field(word, 5, 19) * 4 + (int64_t)field(word, 29, 2);
        bool page = field(word, 31, 1);
        in->relative = true;
        in->target = page ? (in->address & ~UINT64_C(4095)) + ((uint64_t)offset << 12)
                          : in->address + (uint64_t)offset;
        write_to(in, general(word, RD));
    } else if (op == 2) {
        add_immediate(word, in);
    } else if (op == 5) {                     /* movn, movz, movk */
        if (is(word, 0x60000000, 0x60000000)) /* movk keeps the rest */
            in->reads = general(word, RD);
        else
            set_constant(word, in);
        write_to(in, general(word, RD));
    } else {
        in->reads = general(word, RN);
        if (op == 7) /* extr */
            in->reads |= general(word, RM);
        if (op == 6 && is(word, 0x60000000, 0x20000000)) /* bfm keeps the rest */
            in->reads |= general(word, RD);
        write_to(in, general(word, RD));
        if (op == 4 && is(word, 0x60000000, 0x60000000)) /* ands */
            sets_flags(in);
        else if (op == 4)
            in->sets_stack = number_of(word, RD) == 31;
    }
}

static void jump_to(struct loops_instruction *in, enum loops_instruction_kind kind, int64_t words)
{
    in->kind = (uint8_t)kind;
    in->target = in->address + (uint64_t)(words * 4);
    in->relative = true;
}

static void by_register(uint32_t word, struct loops_instruction *in)
{
    static const uint8_t kinds[] = {INSTRUCTION_JUMP_REGISTER, INSTRUCTION_CALL_REGISTER,
                                    INSTRUCTION_RETURN};
    uint32_t op = field(word, 21, 4) & 7; /* with bit 24: pointer authentication */
    in->kind = op < 3 ? kinds[op] : INSTRUCTION_UNKNOWN;
    in->reads = general(word, RN) | (field(word, 11, 1) ? general(word, RD) : 0);
    if (in->kind == INSTRUCTION_RETURN)
        in->reads |= REGISTER(30);
    if (in->kind == INSTRUCTION_CALL_REGISTER)
        write_to(in, REGISTER(30));
}

/* Decodes hints: those that sign or check a return address, and those that do nothing. */
static void hint(uint32_t word, struct loops_instruction *in)
{
    uint32_t number = field(word, 5, 7);
    if (number == 7) { /* xpaclri */
        in->reads = in->writes = REGISTER(30);
    } else if (number >= 8 && number <= 15) { /* pacia1716 and similar */
        in->reads = REGISTER(16) | REGISTER(17);
        in->writes = REGISTER(17);
    } else if (number >= 24 && number <= 31) { /* paciasp, autiasp */
        in->reads = in->writes = REGISTER(30);
    }
}

/* Decodes system instructions. */
static void system_act(uint32_t word, struct loops_instruction *in)
{
    if (is(word, 0xfffff01f, 0xd503201f)) {
        hint(word, in);
    } else if (is(word, 0xfff00000, 0xd5300000)) { /* mrs */
        write_to(in, general(word, RD));
        if (is(word, 0xffffffe0, 0xd53b4200)) /* nzcv */
            in->reads = INSTRUCTION_FLAGS;
    } else if (is(word, 0xfff80000, 0xd5080000)) { /* sys: dc zva and so on */
        in->reads = general(word, RD);
    } else if (is(word, 0xfff80000, 0xd5280000)) { /* sysl */
        write_to(in, general(word, RD));
    } else if (is(word, 0xfff00000, 0xd5100000)) { /* msr */
        in->reads = general(word, RD);
        if (is(word, 0xffffffe0, 0xd51b4200)) /* nzcv */
            write_to(in, INSTRUCTION_FLAGS);
    } else if (!is(word, 0xfffff01f, 0xd503301f)) { /* no barrier: some work on flags */
        in->reads = general(word, RD) | INSTRUCTION_FLAGS;
        in->writes = INSTRUCTION_FLAGS;
    }
}

/* Returns the condition of b.cond: eq, ne; hs, lo, hi, ls; ge, lt, gt, le. */
static enum loops_instruction_condition condition_of(uint32_t code)
{
    if (code < 2)
        return code ? INSTRUCTION_IF_UNEQUAL : INSTRUCTION_IF_EQUAL;
    if (code >= 10 && code < 14)
        return INSTRUCTION_IF_SIGNED;
    return code < 4 || code == 8 || code == 9 ? INSTRUCTION_IF_UNSIGNED : INSTRUCTION_OTHERWISE;
}

/* Decodes branches, exceptions and system instructions. */
static void branches(uint32_t word, struct loops_instruction *in)
{
    if (is(word, 0x7c000000, 0x14000000)) {
        bool call = field(word, 31, 1);
        jump_to(in, call ? INSTRUCTION_CALL : INSTRUCTION_JUMP, signed_field(word, 0, 26));
        if (call)
            write_to(in, REGISTER(30));
    } else if (is(word, 0x7e000000, 0x34000000)) { /* cbz, cbnz */
        jump_to(in, INSTRUCTION_BRANCH, signed_field(word, 5, 19));
        in->reads = general(word, RD);
        in->condition = field(word, 24, 1) ? INSTRUCTION_IF_UNEQUAL : INSTRUCTION_IF_EQUAL;
        set_compared(in, number_of(word, RD), INSTRUCTION_NO_REGISTER, 0, !field(word, 31, 1));
    } else if (is(word, 0x7e000000, 0x36000000)) { /* tbz, tbnz */
        jump_to(in, INSTRUCTION_BRANCH, signed_field(word, 5, 14));
        in->reads = general(word, RD);
    } else if (is(word, 0xff000000, 0x54000000)) { /* b.cond; al and nv are always */
        bool always = field(word, 1, 3) == 7;
        jump_to(in, always ? INSTRUCTION_JUMP : INSTRUCTION_BRANCH, signed_field(word, 5, 19));
        in->reads = INSTRUCTION_FLAGS;
        in->condition = condition_of(field(word, 0, 4));
    } else if (is(word, 0xfe000000, 0xd6000000)) {
        by_register(word, in);
    } else if (is(word, 0xffe0001f, 0xd4200000) || is(word, 0xffe0001f, 0xd4400000)) {
        in->kind = INSTRUCTION_STOP;               /* brk, hlt */
    } else if (is(word, 0xffe0001f, 0xd4000001)) { /* svc: registers as Linux uses them */
        in->reads = REGISTER(0) | REGISTER(1) | REGISTER(2) | REGISTER(3) | REGISTER(4) |
                    REGISTER(5) | REGISTER(8);
        in->writes = REGISTER(0);
    } else if (is(word, 0xffc00000, 0xd5000000)) {
        system_act(word, in);
    } else {
        in->kind = INSTRUCTION_UNKNOWN;
    }
}

/* True if a plain load or store, by its size, opc and V, loads into a general register. */
static bool loads_general(uint32_t word)
{
    uint32_t size = field(word, 30, 2), opc = field(word, 22, 2);
    bool prefetch = size == 3 && opc == 2;
    return !field(word, 26, 1) && opc && !prefetch;
}

/* Decodes a load or store of one register. */
static void load_or_store_one(uint32_t word, struct loops_instruction *in)
{
    bool vector = field(word, 26, 1);
    bool indexed = !field(word, 24, 1);
    uint32_t mode = field(word, 10, 2);
    in->reads = general(word, RN);
    if (indexed && field(word, 21, 1) && mode == 2)
        in->reads |= general(word, RM);
    if (loads_general(word))
        write_to(in, general(word, RD));
    else if (!vector)
        in->reads |= general(word, RD);
    bool moves = indexed && !field(word, 21, 1) && (mode == 1 || mode == 3);
    if (!moves)
        return;
    in->writes |= general(word, RN);
    bool same = !vector && number_of(word, RD) == number_of(word, RN);
    if (number_of(word, RN) < 31 && !same)
        set_step(in, number_of(word, RN), signed_field(word, 12, 9), false);
}

/* Decodes atomic operations (ldadd, swp and others), ldapr, and loads with pointer authentication.
 */
static void atomic_one(uint32_t word, struct loops_instruction *in)
{
    in->reads = general(word, RN) | general(word, RM) | general(word, RD);
    in->writes = general(word, RD) | general(word, RN);
}

static void load_or_store_pair(uint32_t word, struct loops_instruction *in)
{
    bool vector = field(word, 26, 1), load = field(word, 22, 1);
    uint32_t both = vector ? 0 : general(word, RD) | general(word, RA);
    in->reads = general(word, RN) | (load ? 0 : both);
    if (load)
        write_to(in, both);
    if (!field(word, 23, 1)) /* the base is not written back */
        return;
    in->writes |= general(word, RN);
    uint32_t shift = vector ? 2 + field(word, 30, 2) : 2 + field(word, 31, 1);
    bool narrow_signed = !vector && is(word, 0xc0000000, 0x40000000); /* ldpsw, stgp */
    if (number_of(word, RN) < 31 && !(both & general(word, RN)) && !narrow_signed)
        set_step(in, number_of(word, RN), signed_field(word, 15, 7) * (1 << shift), false);
}

/* Returns the bytes by which a post-indexed load or store of structures moves its base. */
static int64_t structure_bytes(uint32_t word)
{
    uint32_t op = field(word, 12, 4), size = field(word, 10, 2);
    if (!field(word, 24, 1)) { /* whole vectors */
        int64_t count = op == 7 ? 1 : op == 8 || op == 10 ? 2 : op == 4 || op == 6 ? 3 : 4;
        return count * (field(word, 30, 1) ? 16 : 8);
    }
    uint32_t scale = op >> 2;
    int64_t count = 1 + (op & 2 ? 2 : 0) + (field(word, 21, 1) ? 1 : 0);
    if (scale == 3) /* one element for all lanes */
        return count << size;
    return count << (scale == 2 ? 2 + (size & 1) : scale);
}

/* Decodes loads and stores. */
static void load_or_store(uint32_t word, struct loops_instruction *in)
{
    if (is(word, 0x3b000000, 0x18000000)) { /* literal, relative to the instruction */
        in->relative = true;
        in->target = in->address + (uint64_t)(signed_field(word, 5, 19) * 4);
        if (!field(word, 26, 1) && field(word, 30, 2) != 3)
            write_to(in, general(word, RD));
    } else if (is(word, 0x3a000000, 0x28000000)) {
        load_or_store_pair(word, in);
    } else if (is(word, 0x3a000000, 0x38000000)) {
        bool plain = field(word, 24, 1) || !field(word, 21, 1) || field(word, 10, 2) == 2;
        if (plain)
            load_or_store_one(word, in);
        else
            atomic_one(word, in);
    } else if (is(word, 0xbe000000, 0x0c000000)) { /* structures of vectors */
        in->vector = true;
        in->reads = general(word, RN) | general(word, RM);
        in->writes = field(word, 23, 1) ? general(word, RN) : 0;
        if (field(word, 23, 1) && number_of(word, RM) == 31 && number_of(word, RN) < 31)
            set_step(in, number_of(word, RN), structure_bytes(word), false);
    } else { /* exclusive, ordered, compare and swap, copies, tags */
        in->reads = general(word, RN) | general(word, RM) | general(word, RA) | general(word, RD);
        in->writes = in->reads;
        if (field(word, 21, 1) || is(word, 0x3f000000, 0x19000000))
            in->writes |= REGISTER(number_of(word, RD) | 1) | REGISTER(number_of(word, RM) | 1);
        if (is(word, 0x3b200c00, 0x19000400)) /* copies */
            in->writes |= INSTRUCTION_FLAGS;
        in->reads |= in->writes;
    }
}

/* Decodes data processing with registers. */
static void of_registers(uint32_t word, struct loops_instruction *in)
{
    uint32_t op = field(word, 21, 4);
    bool sets = field(word, 29, 1);
    in->reads = general(word, RN) | general(word, RM);
    if (!field(word, 28, 1)) { /* logical; add and subtract of shifted and extended registers */
        write_to(in, general(word, RD));
        if (field(word, 24, 1) ? sets : is(word, 0x60000000, 0x60000000))
            sets_flags(in);
        if (is(word, 0x7f20fc1f, 0x6b00001f)) /* cmp of two registers, not shifted */
            set_compared(in, number_of(word, RN), number_of(word, RM), 0, !field(word, 31, 1));
        return;
    }
    if (op & 8) { /* three sources */
        in->reads |= general(word, RA);
        write_to(in, general(word, RD));
    } else if (op == 2) { /* conditional compare */
        in->reads = general(word, RN) | (field(word, 11, 1) ? 0 : general(word, RM));
        in->reads |= INSTRUCTION_FLAGS;
        sets_flags(in);
    } else if (op == 0) { /* with carry; rotating into flags */
        in->reads |= INSTRUCTION_FLAGS;
        in->writes |= general(word, RD);
        if (sets)
            in->writes |= INSTRUCTION_FLAGS;
        if (field(word, 10, 6) == 0)
            write_to(in, general(word, RD));
    } else if (op == 4) { /* conditional select */
        in->reads |= INSTRUCTION_FLAGS;
        write_to(in, general(word, RD));
    } else { /* two sources, one source */
        if (field(word, 30, 1))
            in->reads = general(word, RN) | general(word, RD);
        write_to(in, general(word, RD));
        if (sets) /* subps */
            in->writes |= INSTRUCTION_FLAGS;
    }
}

/* Decodes floating-point and vector instructions. Few of them use general registers. */
static void of_vectors(uint32_t word, struct loops_instruction *in)
{
    if (is(word, 0x7f20fc00, 0x1e200000) || is(word, 0x7f200000, 0x1e000000)) {
        uint32_t op = field(word, 16, 3);    /* between general and vector registers */
        if (op == 2 || op == 3 || op == 7) { /* scvtf, ucvtf, fmov */
            in->reads = general(word, RN);
            return;
        }
        write_to(in, general(word, RD));
        if (is(word, 0xfffffc00, 0x1e7e0000)) /* fjcvtzs */
            sets_flags(in);
    } else if (is(word, 0x5f200400, 0x1e200400) && field(word, 11, 1) == 0) { /* fccmp */
        in->reads = INSTRUCTION_FLAGS;
        in->writes = INSTRUCTION_FLAGS;
    } else if (is(word, 0x5f200c00, 0x1e200c00)) { /* fcsel */
        in->reads = INSTRUCTION_FLAGS;
    } else if (is(word, 0x9fe08400, 0x0e000400)) { /* dup, umov, smov, ins */
        uint32_t op = field(word, 29, 1) ? 0 : field(word, 11, 4);
        in->vector = true;
        if (op == 1 || op == 3)
            in->reads = general(word, RN);
        else if (op == 5 || op == 7)
            write_to(in, general(word, RD));
    } else {
        in->vector = is(word, 0x9e000000, 0x0e000000) && field(word, 30, 1);
    }
    if (is(word, 0x5f203c00, 0x1e202000)) /* fcmp */
        sets_flags(in);
}

bool aarch64_decode(const uint8_t *bytes, size_t size, uint64_t address,
                    struct loops_instruction *in)
{
    uint32_t word;
    if (size < sizeof word)
        return false;
    memcpy(&word, bytes, sizeof word);
    *in = (struct loops_instruction){
        .address = address, .size = sizeof word, .step_register = INSTRUCTION_NO_REGISTER};
    uint32_t group = field(word, 25, 4);
    if (group == 8 || group == 9) {
        by_immediate(word, in);
    } else if (group == 10 || group == 11) {
        branches(word, in);
    } else if ((group & 5) == 4) {
        load_or_store(word, in);
    } else if ((group & 7) == 5) {
        of_registers(word, in);
    } else if ((group & 7) == 7) {
        of_vectors(word, in);
    } else if (group == 2) { /* scalable vectors: any field may be a general register */
        in->vector = true;
        in->reads = general(word, RD) | general(word, RN) | general(word, RM) | general(word, RA);
        in->writes = in->reads | INSTRUCTION_FLAGS;
    } else {
        in->kind = word >> 16 ? INSTRUCTION_UNKNOWN : INSTRUCTION_STOP; /* udf */
    }
    return true;
}
