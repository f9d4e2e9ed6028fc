/* operation_memory.c: what x86-64 instructions load and store. */
#include "loops/x86_64/operation_parts.h"

#include "loops/flow/access.h"
#include "loops/x86_64/opcodes.h"
#include "loops/x86_64/x86_64.h"

enum { WORD = 8 }; /* bytes of what push, pop, call and ret move */

/* How an instruction uses its operand in memory. */
enum use { NOTHING = 0, LOADS = 1, STORES = 2, BOTH = 3 };

static enum use use_by_x87(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, code = fields->reg & 7;
    bool transfers = opcode == 0xd9 || opcode == 0xdb || opcode == 0xdd || opcode == 0xdf;
    if (!transfers)
        return LOADS;
    if (opcode == 0xd9)
        return code == 0 || code == 4 || code == 5 ? LOADS : STORES;
    if (opcode == 0xdd)
        return code == 0 || code == 4 ? LOADS : STORES;
    return code == 0 || code == 5 || (opcode == 0xdf && code == 4) ? LOADS : STORES;
}

static enum use use_of_one(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, code = fields->reg & 7;
    switch (opcode) {
    case 0x8d: /* lea */
        return NOTHING;
    case 0x80:
    case 0x81:
    case 0x83:
        return code == 7 ? LOADS : BOTH; /* cmp */
    case 0x8f:                           /* pop */
    case 0xc6:
    case 0xc7:
        return STORES;
    case 0xc0:
    case 0xc1:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
        return BOTH;
    case 0xf6:
    case 0xf7:
        return code == 2 || code == 3 ? BOTH : LOADS; /* not, neg */
    case 0xfe:
    case 0xff:
        return code < 2 ? BOTH : LOADS;
    default:
        if (opcode >= 0xd8 && opcode <= 0xdf)
            return use_by_x87(fields);
        if (fields->form & FORM_RM_WRITE)
            return fields->form & FORM_RM_READ ? BOTH : STORES;
        return LOADS;
    }
}

static enum use use_of_two(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, code = fields->reg & 7;
    switch (opcode) {
    case 0x01: /* system */
    case 0x0d: /* hints */
    case 0x18:
    case 0x19:
    case 0x1a:
    case 0x1b:
    case 0x1c:
    case 0x1d:
    case 0x1e:
    case 0x1f:
        return NOTHING;
    case 0x11:
    case 0x13:
    case 0x17:
    case 0x29:
    case 0x2b:
    case 0x7f:
    case 0xc3:
    case 0xd6:
    case 0xe7:
        return STORES;
    case 0x7e:
        return fields->prefix == 0xf3 ? LOADS : STORES;
    case 0xae: /* fxsave and so on; fences, clflush */
        return code == 2 ? LOADS : code == 3 ? STORES : NOTHING;
    case 0xb0:
    case 0xb1:
    case 0xc0:
    case 0xc1:
    case 0xc7:
        return BOTH;
    case 0xba:
        return code == 4 ? LOADS : BOTH; /* bt */
    default:
        if (fields->form & FORM_RM_WRITE)
            return fields->form & FORM_RM_READ ? BOTH : STORES;
        return LOADS;
    }
}

static enum use use_of_more(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    bool narrows = fields->encoding == X86_64_EVEX && fields->prefix == 0xf3;
    if (fields->map == 3)
        return (opcode >= 0x14 && opcode <= 0x17) || opcode == 0x19 || opcode == 0x39 ||
                       opcode == 0x1b || opcode == 0x3b || opcode == 0x1d
                   ? STORES
                   : LOADS;
    if (opcode == 0x2e || opcode == 0x2f || opcode == 0x8e || (opcode >= 0xa0 && opcode <= 0xa3) ||
        opcode == 0x8a || opcode == 0x8b || opcode == 0x63 || opcode == 0xf1)
        return opcode == 0xf1 && fields->prefix == 0xf2 ? LOADS : STORES; /* crc32 */
    return narrows && opcode >= 0x10 && opcode <= 0x35 ? STORES : LOADS;
}

static enum use use_of(const struct x86_64_fields *fields)
{
    if (!fields->has_modrm || fields->mod == 3)
        return NOTHING;
    return fields->map == 0   ? use_of_one(fields)
           : fields->map == 1 ? use_of_two(fields)
                              : use_of_more(fields);
}

static void add(struct loops_operation *operation, enum use use, unsigned bytes)
{
    if (use & LOADS) {
        operation->loads = true;
        operation->loaded = (uint16_t)(operation->loaded + bytes);
    }
    if (use & STORES) {
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
    if (pushes)
        add(operation, STORES, WORD);
    if (pops)
        add(operation, LOADS, WORD);
    operation->on_stack |= pushes || pops;
    if (!strings)
        return;
    bool stores = opcode <= 0xa5 || opcode == 0xaa || opcode == 0xab;
    bool loads = opcode != 0xaa && opcode != 0xab, two = opcode == 0xa6 || opcode == 0xa7;
    operation->is_unsure |= fields->repeats;
    width = fields->repeats ? 0 : width; /* as often as a register says */
    if (loads)
        add(operation, LOADS, width * (two ? 2 : 1));
    if (stores)
        add(operation, STORES, width);
}

/* Returns the bytes of the operand in memory. */
static unsigned bytes_of(const struct x86_64_fields *fields)
{
    struct loops_access access;
    unsigned code = fields->reg & 7;
    if (fields->map == 0 && (fields->opcode == 0x8f || (fields->opcode == 0xff && code >= 2)))
        return WORD;
    if (fields->map == 0 && fields->opcode == 0xdb && (code == 5 || code == 7))
        return 10;
    if (fields->map == 0 && (fields->opcode == 0xde || fields->opcode == 0xdf) &&
        !(fields->opcode == 0xdf && code >= 4))
        return 2;
    if (fields->map == 1 && fields->opcode == 0xc7)
        return fields->wide ? 16 : 8;
    if (fields->map == 1 && fields->opcode == 0xae)
        return 4;
    return x86_64_access_by(fields, &access) && access.bytes ? access.bytes : x86_64_width(fields);
}

/* EVEX: sets what masks and broadcasts change. The third byte of the prefix, in front of the
 * opcode, has both. */
static void of_evex(const uint8_t *bytes, const struct x86_64_fields *fields,
                    struct loops_operation *operation)
{
    unsigned last = bytes[fields->opcode_at - 1];
    bool masked = last & 7, broadcasts = last & 16 && operation->loads;
    if (broadcasts)
        operation->loaded = fields->wide ? 8 : 4;
    if (masked) {
        operation->is_unsure = true;
        operation->flops = operation->loaded = operation->stored = 0;
    }
}

void x86_64_operation_memory(const uint8_t *bytes, const struct x86_64_fields *fields,
                             struct loops_operation *operation)
{
    enum use use = use_of(fields);
    if (use) {
        unsigned count = bytes_of(fields);
        add(operation, use, count);
        operation->on_stack = fields->base == RSP;
    }
    bool gathers = fields->map == 2 && ((fields->opcode >= 0x90 && fields->opcode <= 0x93) ||
                                        (fields->opcode >= 0xa0 && fields->opcode <= 0xa3));
    bool masked = fields->map == 2 && fields->encoding == X86_64_VEX &&
                  ((fields->opcode >= 0x2c && fields->opcode <= 0x2f) || fields->opcode == 0x8c ||
                   fields->opcode == 0x8e);
    if (fields->map == 0)
        implicit(fields, operation);
    if (fields->encoding == X86_64_EVEX)
        of_evex(bytes, fields, operation);
    if ((gathers || masked) && use) {
        operation->is_unsure = true;
        operation->loaded = operation->stored = 0;
    }
}
