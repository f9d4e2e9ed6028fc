/* jump_table.c: recognizes the code by which GCC and Clang jump through a table on aarch64.
 *
 * Both add an entry, extended and shifted, to a base:
 *     ldrb w0, [x1, w0, uxtw]; adr x1, base; add x0, x1, w0, sxtb #2; br x0
 *     ldrsw x10, [x9, x8, lsl #2]; add x9, x9, x10; br x9
 * So the search goes backwards from the jump: an addition, a load that gives one of its operands,
 * and constants for the others. */
#include "loops/aarch64/aarch64.h"
#include "loops/aarch64/fields.h"

#include <string.h>

enum { FAR_ENOUGH = 48 }; /* instructions that a search goes back */

/* The code that is searched. */
struct look {
    const struct loops_binary *binary;
    const struct loops_binary_function *function;
};

/* Reads the word at an address; false if it is before the function or not in the binary. */
static bool word_at(const struct look *look, uint64_t address, uint32_t *word)
{
    const uint8_t *bytes = loops_binary_bytes(look->binary, address, sizeof *word, NULL);
    if (!bytes || address < look->function->start)
        return false;
    memcpy(word, bytes, sizeof *word);
    return true;
}

/* True if the next instruction is not reached from this one. */
static bool ends_flow(const struct loops_instruction *in)
{
    return in->kind == INSTRUCTION_JUMP || in->kind == INSTRUCTION_JUMP_REGISTER ||
           in->kind == INSTRUCTION_RETURN || in->kind == INSTRUCTION_STOP;
}

/* Returns the registers that a call may change. */
static uint32_t changed_by(const struct look *look, struct loops_instruction call)
{
    loops_binary_note_call(look->binary, &call);
    return call.writes | look->binary->architecture->clobbered;
}

/* Finds the last instruction before `address` that writes a register; false if it is too far away,
 * or another path may lead to `address`. */
static bool writer_of(const struct look *look, uint32_t number, uint64_t address, uint64_t *found,
                      uint32_t *word)
{
    for (int i = 0; i < FAR_ENOUGH; i++) {
        struct loops_instruction in;
        address -= 4;
        if (!word_at(look, address, word) ||
            !aarch64_decode((const uint8_t *)word, sizeof *word, address, &in))
            return false;
        if (ends_flow(&in))
            return false; /* the flow comes from elsewhere */
        if (in.writes & REGISTER(number)) {
            *found = address;
            return true;
        }
        if (loops_instruction_is_call(&in) && changed_by(look, in) & REGISTER(number))
            return false;
    }
    return false;
}

/* Finds the constant address in a register that is set by adr, or by adrp and add, possibly through
 * a copy. */
static bool constant_near(const struct look *look, uint32_t number, uint64_t address,
                          uint64_t *value)
{
    uint32_t word;
    uint64_t at, added = 0;
    for (int i = 0; i < 4; i++) {
        struct loops_instruction in;
        if (!writer_of(look, number, address, &at, &word))
            return false;
        aarch64_decode((const uint8_t *)&word, sizeof word, at, &in);
        if (in.relative && (word & 0x1f000000) == 0x10000000) {
            *value = in.target + added;
            return true;
        }
        if ((word & 0xff800000) == 0x91000000) /* add of an immediate */
            added += (uint64_t)field(word, 10, 12) << (field(word, 22, 1) ? 12 : 0);
        else if ((word & 0xffe0ffe0) == 0xaa0003e0) /* mov */
            word = field(word, 16, 5) << 5;
        else
            return false;
        number = number_of(word, RN);
        address = at;
    }
    return false;
}

/* True if an instruction stores to where `load` loads 8 bytes from; sets the register that is
 * stored. */
static bool stores_to(uint32_t word, uint32_t load, uint32_t *number)
{
    uint32_t base = number_of(load, RN), from = field(load, 10, 12); /* in units of 8 bytes */
    bool single = (word & 0xffc00000) == 0xf9000000 && field(word, 10, 12) == from;
    bool pair = (word & 0xffc00000) == 0xa9000000;
    bool second = pair && signed_field(word, 15, 7) + 1 == from;
    *number = number_of(word, second ? RA : RD);
    return number_of(word, RN) == base &&
           (single || second || (pair && signed_field(word, 15, 7) == from));
}

/* Finds the constant address in a register that is loaded from the stack: all stores to that place
 * in the function must store the same constant. */
static bool constant_kept(const struct look *look, uint32_t number, uint64_t address,
                          uint64_t *value)
{
    enum { FRAME = 29, STACK = 31 };
    uint32_t load, word, stored, count = 0;
    uint64_t at, other;
    if (!writer_of(look, number, address, &at, &load) || (load & 0xffc00000) != 0xf9400000 ||
        (number_of(load, RN) != STACK && number_of(load, RN) != FRAME))
        return false;
    for (at = look->function->start; at < look->function->end; at += 4) {
        if (!word_at(look, at, &word))
            return false;
        if (!stores_to(word, load, &stored))
            continue;
        bool constant = constant_near(look, stored, at, &other);
        if (!constant && stored >= 19)
            continue; /* a callee-saved register is saved, before the stack pointer is set */
        if (!constant || (count && other != *value))
            return false;
        *value = other;
        count++;
    }
    return count;
}

/* Finds the constant address in a register. A callee-saved register may be set anywhere in the
 * function: the last place before `address` counts, otherwise the first one after it. */
static bool constant_of(const struct look *look, uint32_t number, uint64_t address, uint64_t *value)
{
    bool found = false;
    if (constant_near(look, number, address, value))
        return true;
    if (number < 19)
        return false;
    for (uint64_t at = look->function->start; at < look->function->end; at += 4) {
        uint32_t word;
        bool late = at > address;
        if (!word_at(look, at, &word) || (late && found))
            break;
        bool adds = (word & 0xff800000) == 0x91000000 && number_of(word, RD) == number;
        found |= adds && constant_near(look, number, at + 4, value);
    }
    return found;
}

/* True if an instruction loads an element by a register index; sets the table's entry size and
 * sign. */
static bool is_entry_load(uint32_t word, struct loops_table *table)
{
    uint32_t opc = field(word, 22, 2);
    bool by_register = (word & 0x3f200c00) == 0x38200800;
    if (!by_register || !opc)
        return false;
    table->size = (uint8_t)(1 << field(word, 30, 2));
    table->is_signed = opc >= 2;
    return true;
}

/* Finds the only branch of the function whose target is after `after` and at most `last`; false if
 * there are none or several. */
static bool branch_to(const struct look *look, uint64_t after, uint64_t last, uint64_t *found)
{
    uint32_t count = 0, word;
    for (uint64_t at = look->function->start; at < look->function->end; at += 4) {
        struct loops_instruction in;
        if (!word_at(look, at, &word) ||
            !aarch64_decode((const uint8_t *)&word, sizeof word, at, &in))
            return false;
        if ((in.kind != INSTRUCTION_BRANCH && in.kind != INSTRUCTION_JUMP) || in.target <= after ||
            in.target > last)
            continue;
        *found = at;
        count++;
    }
    return count == 1;
}

/* Returns how many numbers from 0 on pass a comparison with `limit`, by the branch that follows, if
 * it is taken or if not; 0 if that is not known. */
static uint32_t passing(const struct look *look, uint64_t compare, uint32_t limit, bool taken)
{
    enum { HIGHER_OR_SAME = 2, LOWER = 3, HIGHER = 8, LOWER_OR_SAME = 9 };
    uint32_t word;
    for (uint64_t at = compare + 4; at < compare + UINT64_C(4) * FAR_ENOUGH; at += 4) {
        struct loops_instruction in;
        if (!word_at(look, at, &word) ||
            !aarch64_decode((const uint8_t *)&word, sizeof word, at, &in) ||
            loops_instruction_is_call(&in))
            return 0;
        if ((word & 0xff000010) != 0x54000000) /* b.cond */
            continue;
        uint32_t condition = field(word, 0, 4);
        if (condition == (taken ? LOWER_OR_SAME : HIGHER))
            return limit + 1;
        return condition == (taken ? LOWER : HIGHER_OR_SAME) ? limit : 0;
    }
    return 0;
}

/* Code that is not optimized keeps the index in memory and compares the stored value:
 *     str x8, [sp, #80]; subs x8, x8, #9; b.hi elsewhere; ldr x11, [sp, #80]
 * Returns how many numbers pass that comparison, for the load at an address; 0 if the code is
 * different. */
static uint32_t count_kept(const struct look *look, uint64_t load)
{
    uint32_t loads, word, compared = 0, limit = 0;
    uint64_t at = load, compare = 0;
    bool is_load = word_at(look, load, &loads) &&
                   ((loads & 0xbfc00000) == 0xb9400000 || (loads & 0xbfe00c00) == 0xb8400000);
    for (int i = 0; is_load && i < FAR_ENOUGH; i++) {
        struct loops_instruction in;
        at -= 4;
        if (!word_at(look, at, &word) ||
            !aarch64_decode((const uint8_t *)&word, sizeof word, at, &in) || ends_flow(&in))
            return 0;
        if (((word ^ loads) & 0xffffffe0) == 0x00400000) /* stores to where `loads` loads from */
            return compare && number_of(word, RD) == compared ? passing(look, compare, limit, false)
                                                              : 0;
        if ((word & 0x7f800000) == 0x71000000) { /* subs, cmp with an immediate */
            compare = at;
            compared = number_of(word, RN);
            limit = field(word, 10, 12);
        } else if (compare && in.writes & REGISTER(compared)) {
            return 0;
        }
    }
    return 0;
}

/* Returns the number of entries by the comparison before the load: cmp index, #n; b.hi elsewhere,
 * or b.ls to here from elsewhere. 0 if it is not known. */
static uint32_t count_of(const struct look *look, uint32_t index, uint64_t load)
{
    uint32_t word;
    uint64_t at = load;
    bool taken = false;
    for (int i = 0; i < FAR_ENOUGH; i++) {
        at -= 4;
        if (!word_at(look, at, &word))
            return 0;
        bool compares = (word & 0x7f80001f) == 0x7100001f; /* cmp with an immediate */
        if (compares && number_of(word, RN) == index)
            return passing(look, at, field(word, 10, 12), taken);
        bool copies = (word & 0x7fe0ffe0) == 0x2a0003e0 && number_of(word, RD) == index; /* mov */
        struct loops_instruction in;
        aarch64_decode((const uint8_t *)&word, sizeof word, at, &in);
        if (copies)
            index = number_of(word, RM);
        else if (in.writes & REGISTER(index))
            return count_kept(look, at);
        if (loops_instruction_is_call(&in) && changed_by(look, in) & REGISTER(index))
            return 0;
        if (ends_flow(&in)) {
            if (taken || !branch_to(look, at, load, &at))
                return 0;
            taken = true;
        }
    }
    return 0;
}

/* The addition of a base and an entry: add rd, base, entry, where the entry is extended and
 * shifted, or only shifted. */
struct addition {
    uint64_t at;
    uint32_t left, right; /* registers; the right one is extended and shifted */
    uint32_t width;       /* bytes that are extended */
    uint8_t shift;
    bool extends_sign;
};

static bool is_addition(uint32_t word, uint64_t at, struct addition *addition)
{
    bool extended = (word & 0xffe00000) == 0x8b200000;
    bool shifted = (word & 0xffe00000) == 0x8b000000; /* lsl */
    uint32_t option = field(word, 13, 3);
    *addition = (struct addition){
        .at = at,
        .left = number_of(word, RN),
        .right = number_of(word, RM),
        .width = extended ? UINT32_C(1) << (option & 3) : 8,
        .shift = (uint8_t)(extended ? field(word, 10, 3) : field(word, 10, 6)),
        .extends_sign = extended && option >= 4,
    };
    return extended || shifted;
}

/* Describes the table if one operand of the addition is a constant base and the other an entry that
 * is loaded from a constant address. */
static bool match(const struct look *look, const struct addition *addition, uint32_t base,
                  uint32_t entry, struct loops_table *table)
{
    uint32_t load;
    uint64_t load_at;
    *table = (struct loops_table){.shift = addition->shift};
    if (!writer_of(look, entry, addition->at, &load_at, &load) || !is_entry_load(load, table) ||
        !constant_of(look, base, addition->at, &table->base))
        return false;
    uint32_t first = number_of(load, RN);
    bool sure = constant_of(look, first, load_at, &table->address);
    if (!sure && !constant_kept(look, first, load_at, &table->address))
        return false;
    if (addition->extends_sign && addition->width <= table->size)
        table->is_signed = true;
    table->count = count_of(look, number_of(load, RM), load_at);
    table->is_guess = !table->count || !sure;
    if (!table->count)
        table->count = TABLE_MOST;
    return table->size < 8;
}

bool aarch64_table(const struct loops_binary *binary, const struct loops_binary_function *function,
                   uint64_t jump, struct loops_table *table)
{
    struct look look = {binary, function};
    struct addition addition;
    uint32_t word, add;
    uint64_t at;
    *table = (struct loops_table){0};
    if (!word_at(&look, jump, &word) || !writer_of(&look, number_of(word, RN), jump, &at, &add) ||
        !is_addition(add, at, &addition))
        return false;
    if (match(&look, &addition, addition.left, addition.right, table) ||
        (!addition.shift && match(&look, &addition, addition.right, addition.left, table)))
        return true;
    *table = (struct loops_table){.is_lost = true};
    return false;
}
