/* walk.c: see walk.h */
#include "loops/x86_64/walk.h"

#include "util/memory.h"

#include <stdlib.h>

enum {
    FARTHEST = 96,     /* instructions that are gone back */
    LARGEST = 1 << 16, /* bytes of a function that are read before a jump */
    TAKEN = 16,        /* of a condition: the way led through the branch */
};

static bool read_up_to(struct walk *walk, uint64_t from, uint64_t jump)
{
    size_t there;
    const uint8_t *bytes = binary_bytes(walk->binary, from, 1, &there);
    walk->count = 0;
    while (bytes && there && from <= jump) {
        walk->all = memory_grow(walk->all, &walk->room, walk->count + 1, sizeof *walk->all);
        struct instruction *in = &walk->all[walk->count];
        if (!x86_64_decode(bytes, there, from, in) || in->size > there)
            return false;
        walk->count++;
        if (from == jump)
            return true;
        from += in->size;
        bytes += in->size;
        there -= in->size;
    }
    return false;
}

bool walk_begin(struct walk *walk, const struct binary *binary,
                const struct binary_function *function, uint64_t jump, struct walk_place *place)
{
    *walk = (struct walk){.binary = binary};
    uint64_t from = function->start;
    if (jump - from > LARGEST)
        from = jump - LARGEST;
    /* In the middle of an instruction the first ones are wrong; soon they fall into step. */
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
    const struct instruction *in = &walk->all[place.at];
    const uint8_t *bytes = binary_bytes(walk->binary, in->address, in->size, NULL);
    return bytes && x86_64_fields_read(bytes, in->size, fields);
}

static bool goes_on(const struct instruction *in)
{
    return in->kind != INSTRUCTION_JUMP && in->kind != INSTRUCTION_JUMP_REGISTER &&
           in->kind != INSTRUCTION_RETURN && in->kind != INSTRUCTION_STOP &&
           in->kind != INSTRUCTION_UNKNOWN;
}

static unsigned condition_of(const struct walk *walk, size_t at)
{
    struct x86_64_fields fields;
    bool known = walk_fields(walk, (struct walk_place){.at = at}, &fields);
    return known ? fields.opcode & 15 : 0;
}

static void pass(const struct walk *walk, struct walk_place *place, size_t at, bool taken)
{
    if (walk->all[at].kind == INSTRUCTION_BRANCH &&
        place->condition_count < sizeof place->conditions)
        place->conditions[place->condition_count++] =
            (uint8_t)(condition_of(walk, at) | (taken ? TAKEN : 0));
    place->at = at;
}

/* To what stands before, or to a jump that leads here. */
static bool step_back(const struct walk *walk, struct walk_place *place)
{
    const struct instruction *in = &walk->all[place->at];
    if (in->kind == INSTRUCTION_PLAIN && in->writes & INSTRUCTION_FLAGS)
        place->condition_count = 0;
    if (place->at && goes_on(&walk->all[place->at - 1])) {
        pass(walk, place, place->at - 1, false);
        return true;
    }
    for (size_t i = 0; i < walk->count; i++) {
        const struct instruction *from = &walk->all[i];
        if ((from->kind == INSTRUCTION_JUMP || from->kind == INSTRUCTION_BRANCH) &&
            from->target == in->address) {
            pass(walk, place, i, true);
            return true;
        }
    }
    return false;
}

bool walk_writer(const struct walk *walk, struct walk_place *place, uint8_t number,
                 struct x86_64_fields *fields)
{
    const uint32_t lost = walk->binary->architecture->clobbered;
    for (int i = 0; i < FARTHEST && step_back(walk, place); i++) {
        const struct instruction *in = &walk->all[place->at];
        if (in->writes & X86_64_BIT(number))
            return walk_fields(walk, *place, fields);
        if (instruction_is_call(in) && lost & X86_64_BIT(number))
            return false;
    }
    return false;
}

bool walk_constant(const struct walk *walk, struct walk_place place, uint8_t number,
                   uint64_t *value)
{
    struct x86_64_fields fields;
    for (int i = 0; i < 4; i++) {
        if (!walk_writer(walk, &place, number, &fields) || fields.map)
            return false;
        const struct instruction *in = &walk->all[place.at];
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

/* What is compared: a register, or a variable in memory. */
struct compared {
    uint8_t number; /* X86_64_NONE: memory */
    uint8_t base;
    int64_t offset;
};

static bool is_same(const struct compared *what, const struct x86_64_fields *fields, bool is_byte)
{
    if (fields->mod == 3)
        return what->number == x86_64_number(fields, fields->rm, is_byte);
    return what->number == X86_64_NONE && fields->base == what->base &&
           fields->index == X86_64_NONE && fields->displacement == what->offset;
}

/* Values that go on after a comparison with `limit`, by the branches behind it. */
static uint32_t values_left(const struct walk_place *place, int64_t limit)
{
    enum {
        BELOW = 2,
        ABOVE_OR_SAME,
        BELOW_OR_SAME = 6,
        ABOVE,
        LESS = 12,
        NOT_LESS,
        NOT_MORE,
        MORE
    };
    for (unsigned i = 0; i < place->condition_count; i++) {
        bool taken = place->conditions[i] & TAKEN;
        unsigned condition = place->conditions[i] & 15;
        if (!taken) /* then the opposite holds */
            condition ^= 1;
        if (condition == BELOW_OR_SAME || condition == NOT_MORE)
            return limit >= 0 && limit < TABLE_MOST ? (uint32_t)limit + 1 : 0;
        if (condition == BELOW || condition == LESS)
            return limit > 0 && limit <= TABLE_MOST ? (uint32_t)limit : 0;
    }
    return 0;
}

/* A comparison or subtraction of the index; 0: it is none, or tells nothing. */
static uint32_t by_comparison(const struct walk_place *place, const struct compared *what,
                              const struct x86_64_fields *fields)
{
    bool group = fields->map == 0 &&
                 (fields->opcode == 0x80 || fields->opcode == 0x81 || fields->opcode == 0x83);
    bool compares = group && ((fields->reg & 7) == 7 || (fields->reg & 7) == 5);
    if (compares && is_same(what, fields, fields->opcode == 0x80))
        return values_left(place,
                           fields->opcode == 0x80 ? (uint8_t)fields->immediate : fields->immediate);
    bool rax = fields->map == 0 && (fields->opcode == 0x3c || fields->opcode == 0x3d);
    if (rax && what->number == RAX)
        return values_left(place,
                           fields->opcode == 0x3c ? (uint8_t)fields->immediate : fields->immediate);
    return 0;
}

/* Where the value came from, if an instruction copies it; false: it was computed. `most` is what
 * it can have, if that is told. */
static bool is_copy(const struct x86_64_fields *fields, struct compared *what, uint32_t *most)
{
    bool moves = fields->map == 0 && (fields->opcode == 0x8b || fields->opcode == 0x63);
    bool extends = fields->map == 1 && (fields->opcode == 0xb6 || fields->opcode == 0xb7);
    if (fields->map == 0 && fields->opcode == 0x89 && fields->mod == 3) {
        what->number = fields->reg;
        return true;
    }
    bool mask = fields->map == 0 && (fields->opcode == 0x83 || fields->opcode == 0x81) &&
                (fields->reg & 7) == 4;
    if (mask && fields->immediate >= 0 && fields->immediate < TABLE_MOST)
        *most = (uint32_t)fields->immediate + 1;
    if (extends && fields->opcode == 0xb6)
        *most = 256;
    if (!moves && !extends)
        return false;
    if (fields->mod == 3)
        what->number =
            (uint8_t)x86_64_number(fields, fields->rm, extends && fields->opcode == 0xb6);
    else if (fields->base != X86_64_NONE && fields->index == X86_64_NONE)
        *what = (struct compared){X86_64_NONE, fields->base, fields->displacement};
    else
        return false;
    return true;
}

uint32_t walk_bound(const struct walk *walk, struct walk_place place, uint8_t number)
{
    struct compared what = {.number = number};
    uint32_t most = 0;
    place.condition_count = 0;
    for (int i = 0; i < FARTHEST && step_back(walk, &place); i++) {
        const struct instruction *in = &walk->all[place.at];
        struct x86_64_fields fields;
        bool writes = what.number != X86_64_NONE && in->writes & X86_64_BIT(what.number);
        if ((!writes && !(in->kills & INSTRUCTION_FLAGS)) || !walk_fields(walk, place, &fields))
            continue;
        uint32_t count = by_comparison(&place, &what, &fields);
        if (count)
            return count;
        if (writes && !is_copy(&fields, &what, &most))
            return most;
    }
    return most;
}
