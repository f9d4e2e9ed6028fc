/* walk.c: see walk.h */
#include "loops/x86_64/walk.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    FARTHEST = 96,     /* instructions that a search goes back */
    LARGEST = 1 << 13, /* bytes before a jump that are decoded */
    TAKEN = 16,        /* bit of a condition: the branch was taken */
};

/* Decodes the instructions from an address up to the jump; returns false if they do not end there.
 */
static bool read_up_to(struct walk *walk, uint64_t from, uint64_t jump)
{
    size_t there;
    const uint8_t *bytes = loops_binary_bytes(walk->binary, from, 1, &there);
    walk->count = 0;
    while (bytes && there && from <= jump) {
        walk->all = memory_grow(walk->all, &walk->room, walk->count + 1, sizeof *walk->all);
        struct loops_instruction *in = &walk->all[walk->count];
        if (!x86_64_decode(bytes, there, from, in) || in->size > there)
            return false;
        loops_binary_note_call(walk->binary, in);
        walk->count++;
        if (from == jump)
            return true;
        from += in->size;
        bytes += in->size;
        there -= in->size;
    }
    return false;
}

bool walk_begin(struct walk *walk, const struct loops_binary *binary,
                const struct loops_binary_function *function, uint64_t jump,
                struct walk_place *place)
{
    *walk = (struct walk){.binary = binary};
    uint64_t from = function->start;
    if (jump - from > LARGEST)
        from = jump - LARGEST;
    /* If `from` is in the middle of an instruction, the first ones are wrong, but decoding soon
     * synchronizes. */
    for (int i = 0; i < X86_64_LONGEST; i++, from++) {
        if (!read_up_to(walk, from, jump))
            continue;
        *place = (struct walk_place){.at = walk->count - 1};
        return true;
    }
    return false;
}

void walk_end(struct walk *walk)
{
    free(walk->all);
    *walk = (struct walk){0};
}

bool walk_fields(const struct walk *walk, struct walk_place place, struct x86_64_fields *fields)
{
    const struct loops_instruction *in = &walk->all[place.at];
    const uint8_t *bytes = loops_binary_bytes(walk->binary, in->address, in->size, NULL);
    return bytes && x86_64_fields_read(bytes, in->size, fields);
}

/* True if the next instruction is reached from this one. */
static bool goes_on(const struct loops_instruction *in)
{
    return in->kind != INSTRUCTION_JUMP && in->kind != INSTRUCTION_JUMP_REGISTER &&
           in->kind != INSTRUCTION_RETURN && in->kind != INSTRUCTION_STOP &&
           in->kind != INSTRUCTION_UNKNOWN;
}

/* Returns the condition code of a branch. */
static unsigned condition_of(const struct walk *walk, size_t at)
{
    struct x86_64_fields fields;
    bool known = walk_fields(walk, (struct walk_place){.at = at}, &fields);
    return known ? fields.opcode & 15 : 0;
}

/* Goes to an instruction, and notes the condition if it is a branch. */
static void pass(const struct walk *walk, struct walk_place *place, size_t at, bool taken)
{
    if (walk->all[at].kind == INSTRUCTION_BRANCH &&
        place->condition_count < sizeof place->conditions)
        place->conditions[place->condition_count++] =
            (uint8_t)(condition_of(walk, at) | (taken ? TAKEN : 0));
    place->at = at;
}

/* Goes to the instruction before, or to a jump that leads here; returns false if there is neither.
 */
static bool step_back(const struct walk *walk, struct walk_place *place)
{
    const struct loops_instruction *in = &walk->all[place->at];
    if ((in->kind == INSTRUCTION_PLAIN && in->writes & INSTRUCTION_FLAGS) ||
        loops_instruction_is_call(in))
        place->condition_count = 0;
    if (place->at && goes_on(&walk->all[place->at - 1])) {
        pass(walk, place, place->at - 1, false);
        return true;
    }
    for (size_t i = 0; i < walk->count; i++) {
        const struct loops_instruction *from = &walk->all[i];
        if ((from->kind == INSTRUCTION_JUMP || from->kind == INSTRUCTION_BRANCH) &&
            from->target == in->address) {
            pass(walk, place, i, true);
            return true;
        }
    }
    return false;
}

/* Returns the registers that a call may change. Of those that the ABI lets it change, a function of
 * the binary changes what it writes: gcc keeps values in the others (-fipa-ra). */
static uint32_t changed_by(const struct walk *walk, const struct loops_instruction *call)
{
    const struct loops_architecture *machine = walk->binary->architecture;
    const struct loops_binary_function *callee =
        call->kind == INSTRUCTION_CALL ? loops_binary_function_at(walk->binary, call->target)
                                       : NULL;
    uint32_t written = 0, given = call->writes & ~machine->stack;
    size_t there = 0;
    if (!callee || callee->start != call->target)
        return given | machine->clobbered;
    const uint8_t *bytes = loops_binary_bytes(walk->binary, callee->start, 1, &there);
    for (uint64_t at = callee->start; bytes && at < callee->end;) {
        struct loops_instruction in;
        if (!x86_64_decode(bytes, there, at, &in) || in.size > there)
            return given | machine->clobbered;
        written |= in.writes;
        at += in.size;
        bytes += in.size;
        there -= in.size;
    }
    return given | (written & machine->clobbered);
}

bool walk_writer(const struct walk *walk, struct walk_place *place, uint8_t number,
                 struct x86_64_fields *fields)
{
    for (int i = 0; i < FARTHEST && step_back(walk, place); i++) {
        const struct loops_instruction *in = &walk->all[place->at];
        if (in->writes & X86_64_BIT(number))
            return walk_fields(walk, *place, fields);
        if (loops_instruction_is_call(in) && changed_by(walk, in) & X86_64_BIT(number))
            return false;
    }
    return false;
}

/* True if a table may begin at an address: one of its first entries leads into the function. The
 * others may lead into its cold part. */
static bool may_be_table(const struct walk *walk, const struct loops_binary_function *part,
                         uint64_t address)
{
    enum { FIRST = 3 };
    int32_t entries[FIRST];
    const uint8_t *bytes = loops_binary_bytes(walk->binary, address, sizeof entries, NULL);
    bool found = false;
    if (!bytes)
        return false;
    memcpy(entries, bytes, sizeof entries);
    for (int i = 0; i < FIRST; i++) {
        uint64_t target = address + (uint64_t)(int64_t)entries[i];
        found |= target >= part->start && target < part->end;
    }
    return found;
}

/* Finds a constant that was set long before and stays in a register: of all places in the function
 * that set one, the last before the jump counts. */
static bool kept_constant(const struct walk *walk, uint8_t number, uint64_t *value)
{
    uint64_t jump = walk->all[walk->count - 1].address;
    const struct loops_binary_function *part = loops_binary_function_at(walk->binary, jump);
    size_t there;
    uint64_t at = part ? part->start : jump;
    const uint8_t *bytes = loops_binary_bytes(walk->binary, at, 1, &there);
    bool found = false;
    while (bytes && at < jump && there) {
        struct loops_instruction in;
        if (!x86_64_decode(bytes, there, at, &in) || in.size > there)
            break;
        if (in.relative && in.kind == INSTRUCTION_PLAIN && in.writes == X86_64_BIT(number) &&
            !in.reads && bytes[in.size - 6] == 0x8d && may_be_table(walk, part, in.target)) {
            *value = in.target;
            found = true;
        }
        at += in.size;
        bytes += in.size;
        there -= in.size;
    }
    return found;
}

bool walk_constant(const struct walk *walk, struct walk_place place, uint8_t number,
                   uint64_t *value)
{
    struct x86_64_fields fields;
    for (int i = 0; i < 4; i++) {
        struct walk_place before = place;
        if (!walk_writer(walk, &before, number, &fields))
            return !loops_instruction_is_call(&walk->all[before.at]) &&
                   kept_constant(walk, number, value);
        place = before;
        if (fields.map)
            return false;
        const struct loops_instruction *in = &walk->all[place.at];
        if (fields.opcode == 0x8d && fields.is_relative) {
            *value = in->target;
            return true;
        }
        if ((fields.opcode & 0xf8) == 0xb8 || (fields.opcode == 0xc7 && fields.mod == 3)) {
            *value = fields.wide ? (uint64_t)fields.immediate : (uint32_t)fields.immediate;
            return true;
        }
        if (fields.mod != 3 || (fields.opcode != 0x89 && fields.opcode != 0x8b))
            return false;
        number = fields.opcode == 0x89 ? fields.reg : fields.rm;
    }
    return false;
}

/* True for a mov (by its opcode) between a register and the stack. */
static bool is_move_of(const struct x86_64_fields *fields, unsigned opcode)
{
    return fields->map == 0 && fields->opcode == opcode && fields->wide && fields->mod != 3 &&
           fields->index == X86_64_NONE && (fields->base == RSP || fields->base == RBP);
}

bool walk_stored(const struct walk *walk, struct walk_place *place, uint8_t *number)
{
    struct x86_64_fields load, store;
    if (!walk_fields(walk, *place, &load) || !is_move_of(&load, 0x8b))
        return false;
    for (int i = 0; i < FARTHEST && step_back(walk, place); i++) {
        const struct loops_instruction *in = &walk->all[place->at];
        if (in->writes & X86_64_BIT(load.base))
            return false;
        if (!in->writes && walk_fields(walk, *place, &store) && is_move_of(&store, 0x89) &&
            store.base == load.base && store.displacement == load.displacement) {
            *number = store.reg;
            return true;
        }
    }
    return false;
}

/* A value that is compared: in a register, or in memory. */
struct compared {
    uint8_t number; /* register; X86_64_NONE: it is in memory */
    uint8_t base, index, scale;
    bool wide; /* 8 bytes */
    int64_t offset;
};

/* The bounds that registers have passed, and the value that is the index. Going back, it becomes
 * known only later which registers hold the same value. */
struct bounds {
    struct compared what;
    uint32_t of_register[16]; /* by register: number of values, 0: no bound */
    uint32_t most;            /* number of values by the type of the index; 0: not known */
    bool has_called;          /* a call is between here and the use of the index */
};

/* True if an operand is the memory that is compared. */
static bool is_same_memory(const struct compared *what, const struct x86_64_fields *fields)
{
    return what->number == X86_64_NONE && fields->base == what->base &&
           fields->index == what->index && fields->scale == what->scale &&
           fields->displacement == what->offset && !fields->is_relative;
}

/* Returns how many values pass a comparison with `limit`, by the branches after it; 0 if that is
 * not known. */
static uint32_t values_left(const struct walk_place *place, int64_t limit)
{
    enum { BELOW = 2, BELOW_OR_SAME = 6, LESS = 12, NOT_MORE = 14 };
    for (unsigned i = 0; i < place->condition_count; i++) {
        unsigned condition = place->conditions[i] & 15;
        if (!(place->conditions[i] & TAKEN)) /* not taken: the opposite holds */
            condition ^= 1;
        if (condition == BELOW_OR_SAME || condition == NOT_MORE)
            return limit >= 0 && limit < TABLE_MOST ? (uint32_t)limit + 1 : 0;
        if (condition == BELOW || condition == LESS)
            return limit > 0 && limit <= TABLE_MOST ? (uint32_t)limit : 0;
    }
    return 0;
}

/* Handles a comparison or subtraction: returns the number of values if the index is compared;
 * otherwise sets the register that is compared, before the instruction, and its bound. */
static uint32_t by_comparison(const struct walk_place *place, const struct bounds *bounds,
                              const struct x86_64_fields *fields, unsigned *compared,
                              uint32_t *bound)
{
    bool bytes = fields->opcode == 0x80 || fields->opcode == 0x3c;
    bool group = fields->opcode == 0x80 || fields->opcode == 0x81 || fields->opcode == 0x83;
    bool compares = group && ((fields->reg & 7) == 7 || (fields->reg & 7) == 5);
    bool rax = fields->opcode == 0x3c || fields->opcode == 0x3d;
    if (fields->map || (!compares && !rax))
        return 0;
    uint32_t left = values_left(place, bytes ? (uint8_t)fields->immediate : fields->immediate);
    if (compares && fields->mod != 3)
        return is_same_memory(&bounds->what, fields) ? left : 0;
    unsigned number = rax ? RAX : x86_64_number(fields, fields->rm, bytes);
    if (bounds->what.number == number)
        return left;
    *compared = number;
    *bound = left;
    return 0;
}

/* True if an instruction copies a register, or a part of it, or memory, to a register; sets both.
 */
static bool is_copy(const struct x86_64_fields *fields, unsigned *to, struct compared *from)
{
    bool moves = fields->map == 0 && (fields->opcode == 0x8b || fields->opcode == 0x63);
    bool bytes = fields->map == 1 && fields->opcode == 0xb6;
    bool extends = bytes || (fields->map == 1 && fields->opcode == 0xb7);
    *to = fields->reg;
    *from = (struct compared){.number = fields->reg};
    if (fields->map == 0 && fields->opcode == 0x89 && fields->mod == 3) {
        *to = fields->rm;
        return true;
    }
    if (!moves && !extends)
        return false;
    if (fields->mod == 3)
        from->number = (uint8_t)x86_64_number(fields, fields->rm, bytes);
    else
        *from = (struct compared){X86_64_NONE,   fields->base, fields->index,
                                  fields->scale, fields->wide, fields->displacement};
    return !fields->is_relative;
}

/* Returns how many values the index can have by its type or by a mask; 0 if that is not known. */
static uint32_t most_of(const struct x86_64_fields *fields)
{
    bool mask = fields->map == 0 && (fields->opcode == 0x83 || fields->opcode == 0x81) &&
                (fields->reg & 7) == 4;
    if (mask && fields->immediate >= 0 && fields->immediate < TABLE_MOST)
        return (uint32_t)fields->immediate + 1;
    return fields->map == 1 && fields->opcode == 0xb6 ? 256 : 0;
}

/* Goes back over an instruction that writes registers. Returns the number of values if a register
 * that holds the same value has passed a comparison; otherwise *goes_on says whether to continue.
 */
static uint32_t over_write(struct bounds *bounds, const struct loops_instruction *in,
                           const struct x86_64_fields *fields, bool *goes_on)
{
    unsigned to;
    struct compared from;
    uint32_t left = 0;
    bool of_index = bounds->what.number < 16 && in->writes & X86_64_BIT(bounds->what.number);
    bool copies = is_copy(fields, &to, &from);
    if (of_index && !bounds->most)
        bounds->most = most_of(fields);
    if (copies && of_index && from.number != X86_64_NONE)
        left = bounds->of_register[from.number];
    else if (copies && bounds->what.number != X86_64_NONE && from.number == bounds->what.number)
        left = bounds->of_register[to];
    for (unsigned i = 0; i < 16; i++) {
        if (in->writes & X86_64_BIT(i))
            bounds->of_register[i] = 0;
    }
    if (of_index && copies)
        bounds->what = from;
    *goes_on = !of_index || copies;
    return left;
}

/* Returns the registers that tell a value that is compared. */
static uint32_t registers_of(const struct compared *what)
{
    const uint8_t all[] = {what->number, what->base, what->index};
    size_t first = what->number == X86_64_NONE ? 1 : 0, end = what->number == X86_64_NONE ? 3 : 1;
    uint32_t registers = 0;
    for (size_t i = first; i < end; i++)
        registers |= all[i] < 16 ? X86_64_BIT(all[i]) : 0;
    return registers;
}

/* Goes back over a call; returns false if it may have changed the index. */
static bool over_call(const struct walk *walk, struct bounds *bounds,
                      const struct loops_instruction *call)
{
    uint32_t changed = changed_by(walk, call);
    bounds->has_called = true;
    for (unsigned i = 0; i < 16; i++) {
        if (changed & X86_64_BIT(i))
            bounds->of_register[i] = 0;
    }
    return !(changed & registers_of(&bounds->what));
}

/* Goes back over a store: if it stored the index, the stored register holds the same value. */
static void over_store(struct bounds *bounds, const struct x86_64_fields *fields)
{
    bool stores = fields->map == 0 && fields->opcode == 0x89 && fields->mod != 3;
    if (stores && !bounds->has_called && is_same_memory(&bounds->what, fields) &&
        fields->wide >= bounds->what.wide && !fields->short16)
        bounds->what = (struct compared){.number = fields->reg};
}

uint32_t walk_bound(const struct walk *walk, struct walk_place place, uint8_t number,
                    bool *is_exact)
{
    struct bounds bounds = {.what = {.number = number}};
    bool goes_on = true;
    uint32_t left = 0;
    place.condition_count = 0;
    for (int i = 0; i < FARTHEST && goes_on && !left && step_back(walk, &place); i++) {
        const struct loops_instruction *in = &walk->all[place.at];
        struct x86_64_fields fields;
        unsigned compared = 0;
        uint32_t bound = 0;
        if (loops_instruction_is_call(in) && !over_call(walk, &bounds, in))
            break;
        bool matters =
            in->writes || in->kills & INSTRUCTION_FLAGS || bounds.what.number == X86_64_NONE;
        if (!matters || !walk_fields(walk, place, &fields))
            continue;
        left = by_comparison(&place, &bounds, &fields, &compared, &bound);
        if (!left && in->kind == INSTRUCTION_PLAIN)
            left = over_write(&bounds, in, &fields, &goes_on);
        over_store(&bounds, &fields);
        if (bound && !bounds.of_register[compared])
            bounds.of_register[compared] = bound;
    }
    *is_exact = left;
    return left ? left : bounds.most;
}

uint64_t walk_next_constant(const struct loops_binary *binary,
                            const struct loops_binary_function *function, uint64_t address)
{
    size_t there;
    uint64_t at = function->start, nearest = UINT64_MAX;
    const uint8_t *bytes = loops_binary_bytes(binary, at, 1, &there);
    while (bytes && at < function->end && there) {
        struct loops_instruction in;
        if (!x86_64_decode(bytes, there, at, &in) || in.size > there)
            break;
        if (in.relative && in.kind == INSTRUCTION_PLAIN && in.target > address &&
            in.target < nearest)
            nearest = in.target;
        at += in.size;
        bytes += in.size;
        there -= in.size;
    }
    return nearest;
}
