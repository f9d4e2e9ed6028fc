/* signals_aarch64.c: the registers of what a signal interrupted. */
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

/* Computes something, but neither the frame pointer nor the two behind it. */
static bool only_computes(uint32_t word)
{
    uint32_t kind = word >> 25 & 15;
    return (kind == 5 || kind == 8 || kind == 9 || kind == 13) && (word & 31) < FRAME;
}

/* add sp, sp, #: how much; 0: it is something else. */
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

/* See slow_aarch64.c: the frame pointer and where it returns to are 208 bytes further down; the
 * link register, 16. */
void signals_end_slow(uint64_t stack, struct signals_registers *registers)
{
    const uint64_t *saved = (const uint64_t *)(uintptr_t)(stack - 208);
    registers->frame = saved[0];
    registers->pc = saved[1];
    registers->link = *(const uint64_t *)(uintptr_t)(stack - 16);
    registers->stack = stack - 16;
}
#endif
