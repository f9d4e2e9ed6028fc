/* signals_aarch64.c: the registers of the code that a signal interrupted. */
#include "measure/loops/signals.h"

#ifdef __aarch64__
#include <ucontext.h>

enum { LEAF = 17, FRAME = 29, LINK = 30 };

void signals_get(const void *context, struct signals_registers *registers)
{
    const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
    *registers = (struct signals_registers){machine->pc, machine->sp, machine->regs[FRAME],
                                            machine->regs[LINK]};
}

void signals_set(void *context, const struct signals_registers *registers)
{
    mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
    machine->pc = registers->pc;
    machine->sp = registers->stack;
    machine->regs[FRAME] = registers->frame;
    machine->regs[LINK] = registers->link;
}

struct format_context *signals_leaf(const void *context)
{
    return (struct format_context *)(uintptr_t)((const ucontext_t *)context)
        ->uc_mcontext.regs[LEAF];
}

/* True for an instruction that only computes, and changes neither the frame pointer nor the two
 * registers behind it. */
static bool only_computes(uint32_t word)
{
    uint32_t kind = word >> 25 & 15;
    return (kind == 5 || kind == 8 || kind == 9 || kind == 13) && (word & 31) < FRAME;
}

/* Returns the number that "add sp, sp, #" adds; 0 for other instructions. */
static uint64_t adds_to_stack(uint32_t word)
{
    uint64_t number = word >> 10 & 4095;
    return (word & 0xff8003ff) == 0x910003ff ? number << (word >> 22 & 1) * 12 : 0;
}

bool signals_returns_at(uint64_t pc, uint64_t *more)
{
    const uint32_t *word = (const uint32_t *)(uintptr_t)pc;
    *more = 0;
    for (int i = 0; i < 4 && (only_computes(*word) || adds_to_stack(*word)); i++, word++)
        *more += adds_to_stack(*word);
    return *word == 0xd65f03c0; /* ret */
}

/* Offsets from the beginning of its frame: see slow_aarch64.c. The link register was pushed
 * before. */
enum { PUSHED = 192, AS_IT_WAS = 208 };

extern const uint32_t slow_entry_end __attribute__((visibility("hidden")));

static void leave_frame(uint64_t base, struct signals_registers *registers)
{
    const uint64_t *saved = (const uint64_t *)(uintptr_t)base;
    registers->frame = saved[0];
    registers->pc = saved[1];
    registers->stack = base + PUSHED;
    registers->link = saved[PUSHED / sizeof *saved];
}

void signals_take_off(struct signals_registers *registers)
{
    struct leave_origin origin;
    if (leave_origin_at(registers->link, &origin)) /* the return address of the slow path */
        registers->link = *(const uint64_t *)(uintptr_t)registers->stack;
}

void signals_end_slow(uint64_t place, struct signals_registers *registers)
{
    leave_frame(place - AS_IT_WAS, registers);
}

void signals_end_call(struct signals_registers *registers)
{
    struct leave_origin origin;
    const uint64_t *saved = (const uint64_t *)(uintptr_t)registers->frame;
    bool is_entry =
        leave_origin_at(saved[1], &origin); /* otherwise it is the function's own frame */
    leave_frame(is_entry ? registers->frame : saved[0], registers);
}

void signals_end_entry(uint64_t at, struct signals_registers *registers)
{
    enum { HAS_FRAME = 4, HAS_POINTER = 8 };
    if (at >= HAS_FRAME && at < slow_entry_end)
        leave_frame(at < HAS_POINTER ? registers->stack : registers->frame, registers);
    else
        registers->pc = registers->link;
}
#endif
