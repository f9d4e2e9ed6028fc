/* jump_table.c: recognizes the code by which GCC and Clang jump through a table on x86-64.
 *
 * In position-independent code, entries are distances from the table:
 *     cmp $9, %edi; ja other; lea table(%rip), %rdx; movslq (%rdx,%rdi,4), %rax; add %rdx, %rax;
 *     jmp *%rax
 * otherwise they are addresses:
 *     jmp *table(,%rdi,8)
 * The search goes backwards from the jump to where the register's value comes from, and to the
 * comparison that limits the index. */
#include "loops/x86_64/walk.h"

#include <string.h>

enum { DEEPEST = 8 }; /* copies of a register that are followed */

/* Describes the memory operand of an entry: a constant address plus a register times the entry's
 * size. Sets the table's address and the index register, and goes back to where that is used: it
 * may be overwritten before the entry is loaded. Returns false if the operand is different. */
static bool entry_at(const struct walk *walk, struct walk_place *place,
                     const struct x86_64_fields *fields, struct loops_table *table, uint8_t *index)
{
    uint64_t base = 0;
    if (fields->has_segment || fields->mod == 3 || fields->is_relative)
        return false;
    table->address = (uint64_t)fields->displacement;
    *index = fields->index;
    if (fields->index == X86_64_NONE)
        return false;
    if (fields->base == X86_64_NONE)
        return 1U << fields->scale == table->size;
    if (1U << fields->scale == table->size && walk_constant(walk, *place, fields->base, &base)) {
        table->address += base;
        return true;
    }
    /* One register may hold the table and the other the distance in it, from lea 0(,%rax,4). */
    for (int i = 0; i < 2 && !fields->scale; i++) {
        struct walk_place at = *place;
        struct x86_64_fields times;
        uint8_t constant = i ? fields->base : fields->index;
        if (!walk_constant(walk, *place, constant, &base) ||
            !walk_writer(walk, &at, i ? fields->index : fields->base, &times))
            continue;
        bool multiplies = times.map == 0 && times.opcode == 0x8d && times.base == X86_64_NONE &&
                          times.index != X86_64_NONE && !times.is_relative &&
                          1U << times.scale == table->size && !times.displacement;
        if (!multiplies)
            continue;
        *index = times.index;
        *place = at;
        table->address += base;
        return true;
    }
    return false;
}

/* Sets the number of entries: by the comparison before the index is used, otherwise up to the next
 * table; the graph then stops at the first entry that leads out of the function. */
static void settle_count(const struct walk *walk, const struct walk_place *use, uint8_t index,
                         struct loops_table *table)
{
    bool is_exact;
    const struct loops_binary_function *part =
        loops_binary_function_at(walk->binary, walk->all[walk->count - 1].address);
    table->count = walk_bound(walk, *use, index, &is_exact);
    table->is_guess = !is_exact;
    if (is_exact)
        return;
    /* With entries that are addresses, the next table cannot be told from this one. */
    uint64_t next = part && table->size < 8 ? walk_next_constant(walk->binary, part, table->address)
                                            : UINT64_MAX;
    uint64_t room = (next - table->address) / table->size;
    if (!table->count || table->count > room)
        table->count = room < TABLE_MOST ? (uint32_t)room : TABLE_MOST;
}

/* True for mov between registers; sets the source. */
static bool is_move(const struct x86_64_fields *fields, unsigned *from)
{
    if (fields->map || fields->mod != 3 || (fields->opcode != 0x89 && fields->opcode != 0x8b))
        return false;
    *from = fields->opcode == 0x89 ? fields->reg : fields->rm;
    return true;
}

/* Describes the table if a register at `place` was loaded as a signed word of one. */
static bool distance_of(const struct walk *walk, struct walk_place place, unsigned number,
                        struct loops_table *table)
{
    struct x86_64_fields fields;
    bool extended = false;
    for (int i = 0; i < DEEPEST; i++) {
        unsigned from;
        uint8_t index, stored;
        if (!walk_writer(walk, &place, (uint8_t)number, &fields) || fields.map)
            return false;
        bool extends = fields.opcode == 0x63 && fields.wide;
        if (fields.opcode == 0x98 && fields.wide) { /* cltq */
            extended = true;
            continue;
        }
        if (extends && fields.mod == 3) {
            extended = true;
            number = fields.rm;
            continue;
        }
        if (is_move(&fields, &from)) {
            number = from;
            continue;
        }
        if (walk_stored(walk, &place, &stored)) {
            number = stored;
            continue;
        }
        if (!extends && !(extended && fields.opcode == 0x8b && !fields.wide && !fields.short16))
            return false;
        table->size = 4;
        table->is_signed = true;
        if (!entry_at(walk, &place, &fields, table, &index))
            return false;
        settle_count(walk, &place, index, table);
        return true;
    }
    return false;
}

/* Describes the table of a sum of two registers: one is the base, the other a distance. */
static bool sum_of(const struct walk *walk, struct walk_place place, unsigned left, unsigned right,
                   struct loops_table *table)
{
    for (int i = 0; i < 2; i++) {
        unsigned constant = i ? left : right;
        if (walk_constant(walk, place, (uint8_t)constant, &table->base) &&
            distance_of(walk, place, i ? right : left, table))
            return true;
    }
    return false;
}

/* Describes a table whose entries are addresses. In a position-independent binary the loader sets
 * these, so the file does not have them. */
static bool addresses(const struct walk *walk, struct walk_place place,
                      const struct x86_64_fields *fields, struct loops_table *table)
{
    uint8_t index;
    table->size = 8;
    if (walk->binary->moves || !entry_at(walk, &place, fields, table, &index))
        return false;
    settle_count(walk, &place, index, table);
    return true;
}

/* Describes the table from which a register's value comes. */
static bool by_register(const struct walk *walk, struct walk_place place, unsigned number,
                        struct loops_table *table)
{
    for (int i = 0; i < DEEPEST; i++) {
        struct x86_64_fields fields;
        unsigned from;
        if (!walk_writer(walk, &place, (uint8_t)number, &fields) || fields.map)
            return false;
        if (is_move(&fields, &from)) {
            number = from;
            continue;
        }
        bool adds =
            fields.wide && fields.mod == 3 && (fields.opcode == 0x01 || fields.opcode == 0x03);
        bool joins = fields.opcode == 0x8d && fields.wide && fields.index != X86_64_NONE &&
                     fields.base != X86_64_NONE && !fields.scale && !fields.displacement;
        table->is_lost = adds || joins; /* unless it is found below */
        if (adds)
            return sum_of(walk, place, fields.reg, fields.rm, table);
        if (joins)
            return sum_of(walk, place, fields.base, fields.index, table);
        return fields.opcode == 0x8b && fields.wide && addresses(walk, place, &fields, table);
    }
    return false;
}

bool x86_64_table(const struct loops_binary *binary, const struct loops_binary_function *function,
                  uint64_t jump, struct loops_table *table)
{
    const struct loops_binary_function *part = loops_binary_function_at(
        binary, jump); /* the cold part that has the jump, if it is in one */
    struct walk walk;
    struct walk_place place;
    struct x86_64_fields fields;
    bool found = false;
    *table = (struct loops_table){0};
    if (walk_begin(&walk, binary, part ? part : function, jump, &place) &&
        walk_fields(&walk, place, &fields))
        found = fields.mod == 3 ? by_register(&walk, place, fields.rm, table)
                                : addresses(&walk, place, &fields, table);
    walk_end(&walk);
    return found;
}
