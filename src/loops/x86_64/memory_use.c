/* memory_use.c: see memory_use.h */
#include "loops/x86_64/memory_use.h"

#include "loops/x86_64/opcodes.h"

static enum x86_64_use use_by_x87(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, code = fields->reg & 7;
    bool transfers = opcode == 0xd9 || opcode == 0xdb || opcode == 0xdd || opcode == 0xdf;
    if (!transfers)
        return X86_64_LOADS;
    if (opcode == 0xd9)
        return code == 0 || code == 4 || code == 5 ? X86_64_LOADS : X86_64_STORES;
    if (opcode == 0xdd)
        return code == 0 || code == 4 ? X86_64_LOADS : X86_64_STORES;
    return code == 0 || code == 5 || (opcode == 0xdf && code == 4) ? X86_64_LOADS : X86_64_STORES;
}

static enum x86_64_use use_of_one(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, code = fields->reg & 7;
    switch (opcode) {
    case 0x8d: /* lea */
        return X86_64_UNUSED;
    case 0x80:
    case 0x81:
    case 0x83:
        return code == 7 ? X86_64_LOADS : X86_64_BOTH; /* cmp */
    case 0x8f:                                         /* pop */
    case 0xc6:
    case 0xc7:
        return X86_64_STORES;
    case 0xc0:
    case 0xc1:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
        return X86_64_BOTH;
    case 0xf6:
    case 0xf7:
        return code == 2 || code == 3 ? X86_64_BOTH : X86_64_LOADS; /* not, neg */
    case 0xfe:
    case 0xff:
        return code < 2 ? X86_64_BOTH : X86_64_LOADS;
    default:
        if (opcode >= 0xd8 && opcode <= 0xdf)
            return use_by_x87(fields);
        if (fields->form & FORM_RM_WRITE)
            return fields->form & FORM_RM_READ ? X86_64_BOTH : X86_64_STORES;
        return X86_64_LOADS;
    }
}

/* 0f ae: fxsave, xsave and so on; fences, and hints on cache lines (clflush). */
static enum x86_64_use use_of_states(const struct x86_64_fields *fields)
{
    unsigned code = fields->reg & 7;
    if (fields->prefix && code >= 4)
        return fields->prefix == 0xf3 && code == 4   ? X86_64_LOADS /* ptwrite */
               : fields->prefix == 0xf3 && code == 6 ? X86_64_BOTH  /* clrssbsy */
                                                     : X86_64_UNUSED;
    bool stores = code == 0 || code == 3 || code == 4 || code == 6;
    return code == 7 ? X86_64_UNUSED : stores ? X86_64_STORES : X86_64_LOADS;
}

static enum x86_64_use use_of_two(const struct x86_64_fields *fields)
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
        return X86_64_UNUSED;
    case 0x11:
    case 0x13:
    case 0x17:
    case 0x29:
    case 0x2b:
    case 0x7f:
    case 0xc3:
    case 0xd6:
    case 0xe7:
        return X86_64_STORES;
    case 0x7e:
        return fields->prefix == 0xf3 ? X86_64_LOADS : X86_64_STORES;
    case 0x91: /* kmov; setno */
        return X86_64_STORES;
    case 0xae:
        return use_of_states(fields);
    case 0xb0:
    case 0xb1:
    case 0xc0:
    case 0xc1:
        return X86_64_BOTH;
    case 0xc7: /* cmpxchg16b; xsavec, xsaves */
        return code == 1 ? X86_64_BOTH : code == 4 || code == 5 ? X86_64_STORES : X86_64_LOADS;
    case 0xba:
        return code == 4 ? X86_64_LOADS : X86_64_BOTH; /* bt */
    default:
        if (fields->form & FORM_RM_WRITE)
            return fields->form & FORM_RM_READ ? X86_64_BOTH : X86_64_STORES;
        return X86_64_LOADS;
    }
}

/* True for stores of map 2: masked moves, scatters, compressions, narrowing moves. */
static bool is_store_of_three(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode, prefix = fields->prefix;
    bool narrows = prefix == 0xf3 && opcode >= 0x10 && opcode <= 0x35 && (opcode & 15) <= 5;
    switch (fields->encoding) {
    case X86_64_LEGACY: /* movbe; wruss, wrss, movdiri */
        return (opcode == 0xf1 && prefix != 0xf2) || opcode == 0xf5 || opcode == 0xf9 ||
               (opcode == 0xf6 && !prefix);
    case X86_64_VEX: /* also sttilecfg, tilestored */
        return opcode == 0x2e || opcode == 0x2f || opcode == 0x8e ||
               (opcode == 0x49 && prefix == 0x66) || (opcode == 0x4b && prefix == 0xf3);
    default:
        return narrows || opcode == 0x63 || opcode == 0x8a || opcode == 0x8b ||
               (opcode >= 0xa0 && opcode <= 0xa3);
    }
}

static bool is_store_of_four(unsigned opcode)
{
    return (opcode >= 0x14 && opcode <= 0x17) || opcode == 0x19 || opcode == 0x39 ||
           opcode == 0x1b || opcode == 0x3b || opcode == 0x1d;
}

/* Maps 2, 3, 5 and 6. */
static enum x86_64_use use_of_more(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    if (fields->map == 2 && fields->encoding == X86_64_EVEX && (opcode == 0xc6 || opcode == 0xc7))
        return X86_64_UNUSED; /* hints at what will be gathered */
    bool stores = fields->map == 2   ? is_store_of_three(fields)
                  : fields->map == 3 ? is_store_of_four(opcode)
                                     : fields->map == 5 && (opcode == 0x11 || opcode == 0x7e);
    return stores ? X86_64_STORES : X86_64_LOADS;
}

enum x86_64_use x86_64_memory_use(const struct x86_64_fields *fields)
{
    if (!fields->has_modrm || fields->mod == 3)
        return X86_64_UNUSED;
    return fields->map == 0   ? use_of_one(fields)
           : fields->map == 1 ? use_of_two(fields)
                              : use_of_more(fields);
}
