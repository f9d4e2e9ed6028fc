/* fields.c: see fields.h */
#include "loops/x86_64/fields.h"

#include "loops/x86_64/opcodes.h"

#include <assert.h>
#include <string.h>

enum { REX_B = 1, REX_X = 2, REX_R = 4, REX_W = 8 };

/* An instruction while it is read. */
struct parse {
    const uint8_t *bytes;
    size_t size; /* bytes that are there, at most X86_64_LONGEST */
    size_t at;
    unsigned rex;
    bool address32;
    struct x86_64_fields *fields;
};

/* True if at least `more` bytes are left. */
static bool has(const struct parse *parse, size_t more)
{
    return parse->size - parse->at >= more;
}

/* Reads a signed constant of `size` bytes, which must be there. */
static inline int64_t take(struct parse *parse, size_t size)
{
    const uint8_t *bytes = parse->bytes + parse->at;
    int16_t two;
    int32_t four;
    int64_t value = 0;
    assert(size && size <= 8 && has(parse, size));
    parse->at += size;
    switch (size) {
    case 1:
        return (int8_t)bytes[0];
    case 2:
        memcpy(&two, bytes, sizeof two);
        return two;
    case 3: /* two constants: of 2 bytes and of 1 */
        return bytes[0] | bytes[1] << 8 | (int8_t)bytes[2] * 65536;
    case 4:
        memcpy(&four, bytes, sizeof four);
        return four;
    default:
        memcpy(&value, bytes, sizeof value);
        return value;
    }
}

/* By byte: whether it is a prefix. */
static const bool is_prefix[256] = {
    [0x40 ... 0x4f] = true, [0x66] = true, [0x67] = true, [0xf2] = true,
    [0xf3] = true,          [0x64] = true, [0x65] = true, [0x26] = true,
    [0x2e] = true,          [0x36] = true, [0x3e] = true, [0xf0] = true};

/* Reads the prefixes. A REX prefix counts only if it is the last one. */
static inline bool read_prefixes(struct parse *parse)
{
    struct x86_64_fields *fields = parse->fields;
    unsigned rex = 0;
    size_t at = 0;
    for (; at < parse->size && is_prefix[parse->bytes[at]]; at++) {
        uint8_t byte = parse->bytes[at];
        if ((byte & 0xf0) == 0x40) {
            rex = byte;
            continue;
        }
        rex = 0;
        switch (byte) {
        case 0x66:
            fields->short16 = true;
            break;
        case 0x67:
            parse->address32 = true;
            break;
        case 0xf2:
        case 0xf3:
            fields->repeats = true;
            fields->prefix = byte;
            break;
        case 0x64:
        case 0x65:
            fields->has_segment = true;
            break;
        default: /* 0x3e is also notrack: the target is not checked */
            break;
        }
    }
    parse->at = at;
    parse->rex = rex;
    if (fields->short16 && !fields->prefix)
        fields->prefix = 0x66;
    fields->has_rex = rex;
    fields->wide = rex & REX_W;
    return at < parse->size;
}

/* Sets the mandatory prefix from two bits of a VEX or EVEX prefix. */
static void take_pp(struct x86_64_fields *fields, unsigned bits)
{
    static const uint8_t prefixes[] = {0, 0x66, 0xf3, 0xf2};
    fields->prefix = prefixes[bits & 3];
    fields->short16 = false;
}

/* Reads a VEX prefix after c4 (long) or c5; the bits that extend registers are inverted there. */
static bool read_vex(struct parse *parse, bool is_long)
{
    struct x86_64_fields *fields = parse->fields;
    if (!has(parse, is_long ? 3 : 2))
        return false;
    const uint8_t *bytes = parse->bytes + parse->at;
    unsigned last = bytes[is_long ? 1 : 0];
    fields->encoding = X86_64_VEX;
    parse->rex = (unsigned)~bytes[0] >> 5 & (is_long ? REX_R | REX_X | REX_B : REX_R);
    fields->map = is_long ? bytes[0] & 31 : 1;
    fields->wide = is_long && last >> 7;
    fields->other = ~last >> 3 & 15;
    fields->vector_size = last & 4 ? 32 : 16;
    take_pp(fields, last);
    parse->at += is_long ? 2 : 1;
    return fields->map >= 1 && fields->map <= 3;
}

/* Reads an EVEX prefix after 62. */
static bool read_evex(struct parse *parse)
{
    struct x86_64_fields *fields = parse->fields;
    if (!has(parse, 4))
        return false;
    const uint8_t *bytes = parse->bytes + parse->at;
    fields->encoding = X86_64_EVEX;
    parse->rex = (unsigned)~bytes[0] >> 5 & (REX_R | REX_X | REX_B);
    fields->map = bytes[0] & 7;
    fields->wide = bytes[1] >> 7;
    fields->other = ~bytes[1] >> 3 & 15;
    fields->vector_size = (uint8_t)(16 << (bytes[2] >> 5 & 3));
    fields->mask = bytes[2] & 7;
    fields->broadcasts = bytes[2] & 16; /* with registers, it is about rounding */
    take_pp(fields, bytes[1]);
    parse->at += 3;
    return fields->map >= 1 && fields->map != 4 && fields->map != 7 && (bytes[1] & 4);
}

/* Reads the opcode and what selects its map. */
static inline bool read_opcode(struct parse *parse)
{
    struct x86_64_fields *fields = parse->fields;
    uint8_t byte = parse->bytes[parse->at];
    if (byte != 0x0f && byte != 0x62 && (byte & 0xfe) != 0xc4) { /* the most frequent ones */
        fields->opcode_at = (uint8_t)parse->at;
        fields->opcode = byte;
        parse->at++;
        return true;
    }
    if (byte != 0x0f) {
        parse->at++;
        if (!(byte == 0x62 ? read_evex(parse) : read_vex(parse, byte == 0xc4)))
            return false;
    } else {
        fields->map = 1;
        parse->at++;
        byte = has(parse, 1) ? parse->bytes[parse->at] : 0;
        if (byte == 0x38 || byte == 0x3a) {
            fields->map = byte == 0x38 ? 2 : 3;
            parse->at++;
        }
    }
    if (!has(parse, 1))
        return false;
    fields->opcode_at = (uint8_t)parse->at;
    fields->opcode = parse->bytes[parse->at++];
    return true;
}

/* Returns the form of a VEX or EVEX opcode: that of the legacy maps, except for opcodes that are no
 * vector instructions there. */
static unsigned form_of_vectors(const struct x86_64_fields *fields)
{
    bool longer = fields->encoding == X86_64_EVEX;
    bool scalar = fields->prefix == 0xf2 || fields->prefix == 0xf3;
    unsigned opcode = fields->opcode;
    if (fields->map == 5 || fields->map == 6) { /* half floats */
        bool general = (opcode >= 0x2a && opcode <= 0x2d) || (opcode >= 0x78 && opcode <= 0x7b) ||
                       opcode == 0x6e || opcode == 0x7e;
        bool flags = opcode == 0x2e || opcode == 0x2f;
        return FORM_MODRM | (flags ? FORM_FLAGS_WRITE : general ? FORM_SPECIAL : 0);
    }
    if (fields->map == 2 && longer && opcode >= 0x7a && opcode <= 0x7c)
        return FORM_MODRM | FORM_RM_READ; /* vpbroadcastb of a general register */
    if (fields->map == 2 && longer && opcode == 0x83)
        return FORM_MODRM; /* vpmultishiftqb */
    if (fields->map == 2 && opcode >= 0xe0 && opcode <= 0xef)
        return FORM_UNKNOWN; /* cmpccxadd writes general registers */
    if (fields->map != 1)
        return x86_64_form(fields->map, opcode);
    if (longer && opcode >= 0x78 && opcode <= 0x7b)
        return FORM_MODRM | (!scalar          ? 0
                             : opcode == 0x7b ? FORM_RM_READ
                             : opcode == 0x7a ? 0
                                              : FORM_REG_WRITE);
    if ((opcode >= 0x40 && opcode <= 0x4f) || opcode == 0x90 || opcode == 0x91 || opcode == 0xae)
        return FORM_MODRM;
    if (opcode == 0x92 || opcode == 0x93) /* kmov */
        return FORM_MODRM | (opcode == 0x92 ? FORM_RM_READ : FORM_REG_WRITE);
    if (opcode == 0x98 || opcode == 0x99) /* kortest, ktest */
        return FORM_MODRM | FORM_FLAGS_WRITE;
    bool none = opcode < 0x10 || (opcode >= 0x18 && opcode <= 0x27) || opcode == 0xff ||
                (opcode >= 0x80 && opcode <= 0xc1) || opcode == 0xc3 ||
                (opcode >= 0xc7 && opcode <= 0xcf);
    return none ? FORM_UNKNOWN : x86_64_form(1, opcode);
}

bool x86_64_has_vector_index(const struct x86_64_fields *fields)
{
    unsigned opcode = fields->opcode;
    return fields->encoding != X86_64_LEGACY && fields->map == 2 &&
           ((opcode >= 0x90 && opcode <= 0x93) || (opcode >= 0xa0 && opcode <= 0xa3) ||
            opcode == 0xc6 || opcode == 0xc7);
}

/* Reads the SIB byte and the displacement of a memory operand. */
static inline bool read_memory(struct parse *parse)
{
    struct x86_64_fields *fields = parse->fields;
    unsigned low = fields->rm;
    size_t size = fields->mod == 1 ? 1 : fields->mod == 2 ? 4 : 0;
    if (low == 4) {
        if (!has(parse, 1))
            return false;
        unsigned sib = parse->bytes[parse->at++];
        unsigned index = (sib >> 3 & 7) | (parse->rex & REX_X ? 8 : 0);
        low = sib & 7;
        fields->scale = (uint8_t)(sib >> 6);
        fields->index =
            index == 4 || x86_64_has_vector_index(fields) ? X86_64_NONE : (uint8_t)index;
        if (low == 5 && !fields->mod) {
            low = X86_64_NONE;
            size = 4;
        }
    } else if (low == 5 && !fields->mod) {
        low = X86_64_NONE;
        fields->is_relative = true;
        size = 4;
    }
    fields->base = low == X86_64_NONE ? X86_64_NONE : (uint8_t)(low | (parse->rex & REX_B ? 8 : 0));
    if (!has(parse, size))
        return false;
    fields->displacement_at = (uint8_t)parse->at;
    fields->displacement_size = (uint8_t)size;
    if (size)
        fields->displacement = take(parse, size);
    return true;
}

static inline bool read_modrm(struct parse *parse)
{
    struct x86_64_fields *fields = parse->fields;
    if (!has(parse, 1))
        return false;
    unsigned byte = parse->bytes[parse->at++];
    fields->has_modrm = true;
    fields->mod = byte >> 6;
    fields->reg = (uint8_t)((byte >> 3 & 7) | (parse->rex & REX_R ? 8 : 0));
    fields->rm = byte & 7;
    if (fields->mod != 3)
        return read_memory(parse);
    fields->broadcasts = false;
    fields->rm |= parse->rex & REX_B ? 8 : 0;
    return true;
}

/* Returns the bytes of the constant at the end of an instruction whose form is odd. */
static size_t odd_constant_size(const struct parse *parse, size_t full)
{
    const struct x86_64_fields *fields = parse->fields;
    switch (fields->opcode) {
    case 0xe8: /* call and jmp */
    case 0xe9:
        return 4;
    case 0xa0: /* an absolute address */
    case 0xa1:
    case 0xa2:
    case 0xa3:
        return parse->address32 ? 4 : 8;
    case 0xc2:
        return 2;
    case 0xc6:
        return 1;
    case 0xc8:
        return 3;
    case 0xf6: /* test */
        return (fields->reg & 7) < 2 ? 1 : 0;
    case 0xf7:
        return (fields->reg & 7) < 2 ? full : 0;
    case 0x8f:
        return 0;
    default: /* 0xb8 to 0xbf, 0xc7 */
        return fields->opcode <= 0xbf && fields->wide ? 8 : full;
    }
}

/* Returns the bytes of the constant at the end of the instruction. */
static inline size_t constant_size(const struct parse *parse)
{
    const struct x86_64_fields *fields = parse->fields;
    size_t full = fields->short16 && !fields->wide ? 2 : 4;
    if (!fields->map && fields->form & FORM_ODD)
        return odd_constant_size(parse, full);
    if (!(fields->form & (FORM_BYTE_CONSTANT | FORM_CONSTANT)))
        return 0;
    bool jump = fields->map == 1 && fields->opcode >= 0x80 && fields->opcode <= 0x8f;
    return fields->form & FORM_BYTE_CONSTANT ? 1 : jump ? 4 : full;
}

/* True if an opcode of one byte is no instruction with this value of reg. */
static inline bool is_wrong_group(const struct x86_64_fields *fields)
{
    bool other = fields->opcode == 0x8f || (fields->opcode & 0xfe) == 0xc6;
    return !fields->map && fields->form & FORM_ODD && other && fields->reg & 7;
}

bool x86_64_fields_read(const uint8_t *bytes, size_t size, struct x86_64_fields *fields)
{
    struct parse parse = {
        .bytes = bytes, .size = size < X86_64_LONGEST ? size : X86_64_LONGEST, .fields = fields};
    *fields =
        (struct x86_64_fields){.base = X86_64_NONE, .index = X86_64_NONE, .other = X86_64_NONE};
    if (!read_prefixes(&parse) || !read_opcode(&parse))
        return false;
    fields->form =
        (uint16_t)(fields->encoding == X86_64_LEGACY ? x86_64_form(fields->map, fields->opcode)
                                                     : form_of_vectors(fields));
    if (fields->form & FORM_UNKNOWN || ((fields->form & FORM_MODRM) && !read_modrm(&parse)) ||
        is_wrong_group(fields))
        return false;
    if (!fields->has_modrm) /* a register may be in the opcode */
        fields->rm = (uint8_t)((fields->opcode & 7) | (parse.rex & REX_B ? 8 : 0));
    size_t constant = constant_size(&parse);
    if (!has(&parse, constant))
        return false;
    fields->immediate_at = (uint8_t)parse.at;
    fields->immediate_size = (uint8_t)constant;
    if (constant)
        fields->immediate = take(&parse, constant);
    fields->size = (uint8_t)parse.at;
    return true;
}
