/* operation_memory.c: what x86-64 instructions load and store. */
#include "loops/x86_64/operation_parts.h"

#include "loops/x86_64/memory_bytes.h"
#include "loops/x86_64/memory_use.h"
#include "loops/x86_64/opcodes.h"
#include "loops/x86_64/x86_64.h"

enum { WORD = 8 }; /* bytes of what push, pop, call and ret move */

static void add(struct loops_operation *operation, enum x86_64_use use, unsigned bytes)
{
    if (use & X86_64_LOADS) {
        operation->loads = true;
        operation->loaded = (uint16_t)(operation->loaded + bytes);
    }
    if (use & X86_64_STORES) {
        operation->stores = true;
        operation->stored = (uint16_t)(operation->stored + bytes);
    }
}

/* What instructions of one byte access without naming it: the stack, and strings. */
static void implicit(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    unsigned opcode = fields->opcode, code = fields->reg & 7;
    unsigned width = opcode & 1 ? x86_64_width(fields) : 1;
    bool pushes = (opcode >= 0x50 && opcode <= 0x57) || opcode == 0x68 || opcode == 0x6a ||
                  opcode == 0xe8 || opcode == 0x9c || opcode == 0xc8 ||
                  (opcode == 0xff && (code == 2 || code == 6));
    bool pops = (opcode >= 0x58 && opcode <= 0x5f) || opcode == 0xc2 || opcode == 0xc3 ||
                opcode == 0x9d || opcode == 0xc9 || opcode == 0x8f;
    bool strings = (opcode >= 0xa4 && opcode <= 0xa7) || (opcode >= 0xaa && opcode <= 0xaf);
    bool sized =
        (opcode >= 0x50 && opcode <= 0x5f) || opcode == 0x8f || (opcode == 0xff && code == 6);
    unsigned word = sized && fields->short16 ? 2 : WORD;
    if (pushes)
        add(operation, X86_64_STORES, word);
    if (pops)
        add(operation, X86_64_LOADS, word);
    if (opcode == 0xd7) /* xlat */
        add(operation, X86_64_LOADS, 1);
    if (opcode >= 0xa0 && opcode <= 0xa3) /* at an absolute address */
        add(operation, opcode < 0xa2 ? X86_64_LOADS : X86_64_STORES, width);
    operation->on_stack |= pushes || pops;
    if (!strings)
        return;
    bool stores = opcode <= 0xa5 || opcode == 0xaa || opcode == 0xab;
    bool loads = opcode != 0xaa && opcode != 0xab, two = opcode == 0xa6 || opcode == 0xa7;
    operation->is_unsure |= fields->repeats;
    width = fields->repeats ? 0 : width; /* as often as a register says */
    if (loads)
        add(operation, X86_64_LOADS, width * (two ? 2 : 1));
    if (stores)
        add(operation, X86_64_STORES, width);
}

/* True if how many bytes are accessed depends on masks: those of EVEX, of VEX and gathers. */
static bool is_masked(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    if (fields->mask)
        return true;
    bool moves = (opcode >= 0x2c && opcode <= 0x2f) || opcode == 0x8c || opcode == 0x8e;
    return fields->map == 2 &&
           ((fields->encoding == X86_64_VEX && moves) || (opcode >= 0x90 && opcode <= 0x93) ||
            (opcode >= 0xa0 && opcode <= 0xa3));
}

void x86_64_operation_memory(const struct x86_64_fields *fields, struct loops_operation *operation)
{
    enum x86_64_use use = x86_64_memory_use(fields);
    if (use) {
        unsigned count = x86_64_memory_bytes(fields);
        add(operation, use, count);
        operation->is_unsure |= !count;
        operation->on_stack = fields->base == RSP;
    }
    if (fields->map == 0)
        implicit(fields, operation);
    if (fields->mask)
        operation->flops = 0;
    if (fields->mask || (use && is_masked(fields))) {
        operation->is_unsure = true;
        operation->loaded = operation->stored = 0;
    }
    bool moves_masked = fields->map == 1 && fields->opcode == 0xf7; /* to where rdi points */
    if (moves_masked)
        operation->stores = operation->is_unsure = true;
}
