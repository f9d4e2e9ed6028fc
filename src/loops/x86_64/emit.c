/* emit.c: see emit.h. The encodings are in Intel's manual, volume 2. */
#include "loops/x86_64/emit.h"

#include <assert.h>
#include <string.h>

enum {
    REX = 0x40,
    REX_W = 0x48,
    REX_R = 4, /* bits that select registers 8 to 15 */
    REX_X = 2,
    REX_B = 1,
    THREAD = 0x64, /* prefix fs: thread-local memory */
};

void emit_byte(struct loops_plan *plan, unsigned byte)
{
    uint8_t value = (uint8_t)byte;
    loops_plan_append(plan, FORMAT_PLAN_CODE, &value, sizeof value);
}

void emit_word(struct loops_plan *plan, uint32_t word)
{
    loops_plan_append(plan, FORMAT_PLAN_CODE, &word, sizeof word);
}

/* Appends the REX prefix, if one is needed. */
static void put_prefix(struct loops_plan *plan, bool narrow, unsigned reg, unsigned index,
                       unsigned base)
{
    unsigned rex = (narrow ? REX : REX_W) | (reg > 7 ? REX_R : 0) | (index > 7 ? REX_X : 0) |
                   (base > 7 ? REX_B : 0);
    if (rex != REX)
        emit_byte(plan, rex);
}

/* Appends the bytes after an opcode: a register, and memory at base + index * 2^scale + offset. */
static void put_memory(struct loops_plan *plan, unsigned reg, unsigned base, unsigned index,
                       unsigned scale, int32_t offset)
{
    bool is_short = offset >= -128 && offset <= 127;
    unsigned mod = is_short ? 0x40 : 0x80;
    if (index != EMIT_NO_INDEX || (base & 7) == RSP) {
        emit_byte(plan, mod | (reg & 7) << 3 | RSP);
        emit_byte(plan, scale << 6 | (index & 7) << 3 | (base & 7));
    } else {
        emit_byte(plan, mod | (reg & 7) << 3 | (base & 7));
    }
    if (is_short)
        emit_byte(plan, (unsigned)offset);
    else
        emit_word(plan, (uint32_t)offset);
}

/* Appends an opcode with a register and memory. */
static void put_plain(struct loops_plan *plan, unsigned opcode, unsigned reg, unsigned base,
                      int32_t offset, bool narrow)
{
    put_prefix(plan, narrow, reg, 0, base);
    emit_byte(plan, opcode);
    put_memory(plan, reg, base, EMIT_NO_INDEX, 0, offset);
}

/* Appends an opcode with two registers. */
static void put_registers(struct loops_plan *plan, unsigned opcode, unsigned reg, unsigned rm,
                          bool narrow)
{
    put_prefix(plan, narrow, reg, 0, rm);
    emit_byte(plan, opcode);
    emit_byte(plan, 0xc0 | (reg & 7) << 3 | (rm & 7));
}

void emit_move(struct loops_plan *plan, unsigned to, unsigned from)
{
    put_registers(plan, 0x89, from, to, false);
}

void emit_load(struct loops_plan *plan, unsigned to, unsigned base, int32_t offset)
{
    put_plain(plan, 0x8b, to, base, offset, false);
}

void emit_load_value(struct loops_plan *plan, unsigned to, uint32_t value)
{
    put_prefix(plan, true, 0, 0, to);
    emit_byte(plan, 0xb8 | (to & 7));
    emit_word(plan, value);
}

void emit_store(struct loops_plan *plan, unsigned from, unsigned base, int32_t offset)
{
    put_plain(plan, 0x89, from, base, offset, false);
}

void emit_not(struct loops_plan *plan, unsigned number, bool narrow)
{
    put_registers(plan, 0xf7, 2, number, narrow);
}

void emit_sum(struct loops_plan *plan, unsigned to, unsigned base, unsigned index, int32_t offset,
              bool narrow)
{
    put_prefix(plan, narrow, to, index, base);
    emit_byte(plan, 0x8d); /* lea */
    put_memory(plan, to, base, index, 0, offset);
}

void emit_count(struct loops_plan *plan, unsigned base, int32_t offset, int32_t value)
{
    bool is_short = value >= -128 && value <= 127;
    put_plain(plan, is_short ? 0x83 : 0x81, 0, base, offset, false); /* add */
    if (is_short)
        emit_byte(plan, (unsigned)value);
    else
        emit_word(plan, (uint32_t)value);
}

void emit_compare_memory(struct loops_plan *plan, unsigned base, int32_t offset, uint32_t value)
{
    put_plain(plan, 0x81, 7, base, offset, false);
    emit_word(plan, value);
}

void emit_compare_narrow(struct loops_plan *plan, unsigned base, int32_t offset, uint32_t value)
{
    put_plain(plan, 0x81, 7, base, offset, true);
    emit_word(plan, value);
}

void emit_store_value(struct loops_plan *plan, uint32_t value, unsigned base, int32_t offset)
{
    put_plain(plan, 0xc7, 0, base, offset, false);
    emit_word(plan, value);
}

void emit_store_narrow_value(struct loops_plan *plan, uint32_t value, unsigned base, int32_t offset)
{
    put_plain(plan, 0xc7, 0, base, offset, true);
    emit_word(plan, value);
}

void emit_add_to_memory(struct loops_plan *plan, unsigned from, unsigned base, int32_t offset)
{
    put_plain(plan, 0x01, from, base, offset, false);
}

void emit_add_memory(struct loops_plan *plan, unsigned to, unsigned base, int32_t offset,
                     bool narrow)
{
    put_plain(plan, 0x03, to, base, offset, narrow);
}

void emit_subtract_memory(struct loops_plan *plan, unsigned from, unsigned base, int32_t offset,
                          bool narrow)
{
    put_plain(plan, 0x2b, from, base, offset, narrow);
}

void emit_subtract(struct loops_plan *plan, unsigned from, unsigned number, bool narrow)
{
    put_registers(plan, 0x29, number, from, narrow);
}

void emit_test(struct loops_plan *plan, unsigned number)
{
    put_registers(plan, 0x85, number, number, false);
}

void emit_compare(struct loops_plan *plan, unsigned number, uint32_t value)
{
    put_registers(plan, 0x81, 7, number, false);
    emit_word(plan, value);
}

void emit_compare_with_memory(struct loops_plan *plan, unsigned number, unsigned base,
                              int32_t offset)
{
    put_plain(plan, 0x3b, number, base, offset, false);
}

/* Appends an opcode with a register and one of the thread's values. */
static void put_thread(struct loops_plan *plan, unsigned opcode, unsigned number,
                       enum format_move_kind kind, uint64_t which)
{
    emit_byte(plan, THREAD);
    put_prefix(plan, false, number, 0, 0);
    emit_byte(plan, opcode);
    emit_byte(plan, (number & 7) << 3 | RSP);
    emit_byte(plan, 0x25); /* no base, no index */
    loops_plan_move(plan, loops_plan_here(plan), kind, which);
    emit_word(plan, 0);
}

void emit_load_current(struct loops_plan *plan, unsigned to)
{
    put_thread(plan, 0x8b, to, FORMAT_MOVE_TLS, 0);
}

void emit_store_current(struct loops_plan *plan, unsigned from)
{
    put_thread(plan, 0x89, from, FORMAT_MOVE_TLS, 0);
}

void emit_compare_stack(struct loops_plan *plan)
{
    put_thread(plan, 0x3b, RSP, FORMAT_MOVE_QUICK, FORMAT_QUICK_STACK);
}

void emit_compare_function(struct loops_plan *plan, unsigned base, uint32_t function, bool noted)
{
    put_plain(plan, 0x81, 7, base, offsetof(struct format_context, function), !noted);
    loops_plan_move(plan, loops_plan_here(plan), FORMAT_MOVE_NUMBER, function);
    emit_word(plan, 0);
}

void emit_load_2(struct loops_plan *plan, unsigned to, unsigned base, unsigned index)
{
    put_prefix(plan, true, to, index, base);
    emit_byte(plan, 0x0f);
    emit_byte(plan, 0xb7); /* movzx */
    put_memory(plan, to, base, index, 1, 0);
}

void emit_load_4(struct loops_plan *plan, unsigned to, unsigned base, unsigned index)
{
    put_prefix(plan, false, to, index, base);
    emit_byte(plan, 0x63); /* movsxd */
    put_memory(plan, to, base, index, 2, 0);
}

void emit_push(struct loops_plan *plan, unsigned number)
{
    put_prefix(plan, true, 0, 0, number);
    emit_byte(plan, 0x50 | (number & 7));
}

void emit_pop(struct loops_plan *plan, unsigned number)
{
    put_prefix(plan, true, 0, 0, number);
    emit_byte(plan, 0x58 | (number & 7));
}

void emit_push_flags(struct loops_plan *plan)
{
    emit_byte(plan, 0x9c);
}

void emit_pop_flags(struct loops_plan *plan)
{
    emit_byte(plan, 0x9d);
}

void emit_push_value(struct loops_plan *plan, uint32_t value)
{
    emit_byte(plan, 0x68);
    emit_word(plan, value);
}

void emit_move_stack(struct loops_plan *plan, int32_t bytes)
{
    emit_sum(plan, RSP, RSP, EMIT_NO_INDEX, bytes, false);
}

static uint32_t put_distance(struct loops_plan *plan)
{
    emit_word(plan, (uint32_t)-4); /* counted from its own end */
    return loops_plan_here(plan) - 4;
}

uint32_t emit_jump(struct loops_plan *plan)
{
    emit_byte(plan, 0xe9);
    return put_distance(plan);
}

uint32_t emit_call(struct loops_plan *plan)
{
    emit_byte(plan, 0xe8);
    return put_distance(plan);
}

uint32_t emit_branch(struct loops_plan *plan, unsigned condition)
{
    emit_byte(plan, 0x0f);
    emit_byte(plan, 0x80 | condition);
    return put_distance(plan);
}

void emit_short_branch(struct loops_plan *plan, unsigned condition, uint32_t to)
{
    emit_byte(plan, 0x70 | condition);
    uint32_t end = loops_plan_here(plan) + 1;
    assert(to < end && end - to <= 128);
    emit_byte(plan, (to - end) & 0xff);
}

uint32_t emit_address(struct loops_plan *plan, unsigned to)
{
    put_prefix(plan, false, to, 0, 0);
    emit_byte(plan, 0x8d);
    emit_byte(plan, (to & 7) << 3 | RBP); /* relative to rip */
    return put_distance(plan);
}

uint32_t emit_push_near(struct loops_plan *plan)
{
    emit_byte(plan, 0xff);
    emit_byte(plan, 6 << 3 | RBP);
    return put_distance(plan);
}

void emit_jump_register(struct loops_plan *plan, unsigned number)
{
    put_prefix(plan, true, 0, 0, number);
    emit_byte(plan, 0xff);
    emit_byte(plan, 0xe0 | (number & 7));
}

void emit_return(struct loops_plan *plan, unsigned bytes)
{
    emit_byte(plan, 0xc2);
    emit_byte(plan, bytes & 0xff);
    emit_byte(plan, bytes >> 8);
}

void emit_lead_to(struct loops_plan *plan, uint32_t at, uint32_t to)
{
    uint32_t word;
    assert(at + sizeof word <= plan->sections[FORMAT_PLAN_CODE].used);
    char *code = plan->sections[FORMAT_PLAN_CODE].text + at;
    memcpy(&word, code, sizeof word);
    word += to - at;
    memcpy(code, &word, sizeof word);
}

void emit_lead_out(struct loops_plan *plan, uint32_t at, uint64_t address)
{
    loops_plan_move(plan, at, FORMAT_MOVE_JUMP, address);
}

static void put_bytes(struct loops_plan *plan, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        emit_byte(plan, bytes[i]);
}

void emit_nothing(struct loops_plan *plan, uint32_t bytes)
{
    enum { MOST = 8 };
    /* by their size */
    static const uint8_t nops[MOST + 1][MOST] = {{0},
                                                 {0x90},
                                                 {0x66, 0x90},
                                                 {0x0f, 0x1f, 0x00},
                                                 {0x0f, 0x1f, 0x40, 0x00},
                                                 {0x0f, 0x1f, 0x44, 0x00, 0x00},
                                                 {0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00},
                                                 {0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00},
                                                 {0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00}};
    while (bytes) {
        uint32_t size = bytes < MOST ? bytes : MOST;
        put_bytes(plan, nops[size], size);
        bytes -= size;
    }
}

void emit_clock(struct loops_plan *plan)
{
    static const uint8_t bytes[] = {0x0f, 0x31,             /* rdtsc */
                                    0x48, 0xc1, 0xe2, 0x20, /* shl rdx, 32 */
                                    0x48, 0x09, 0xd0};      /* or rax, rdx */
    put_bytes(plan, bytes, sizeof bytes);
}

void emit_bit_63(struct loops_plan *plan)
{
    static const uint8_t bytes[] = {0xb8, 1,    0,    0,   0, /* mov eax, 1 */
                                    0x48, 0xc1, 0xe0, 0x3f};  /* shl rax, 63 */
    put_bytes(plan, bytes, sizeof bytes);
}
