/* signals_x86_64.c: the registers of the code that a signal interrupted. */
#include "measure/loops/signals.h"

#ifdef __x86_64__
#include <ucontext.h>

void signals_get(const void *context, struct signals_registers *registers)
{
    const greg_t *all = ((const ucontext_t *)context)->uc_mcontext.gregs;
    *registers = (struct signals_registers){(uint64_t)all[REG_RIP], (uint64_t)all[REG_RSP],
                                            (uint64_t)all[REG_RBP], 0};
}

void signals_set(void *context, const struct signals_registers *registers)
{
    greg_t *all = ((ucontext_t *)context)->uc_mcontext.gregs;
    all[REG_RIP] = (greg_t)registers->pc;
    all[REG_RSP] = (greg_t)registers->stack;
    all[REG_RBP] = (greg_t)registers->frame;
}

struct format_context *signals_leaf(const void *context)
{
    return (struct format_context *)(uintptr_t)((const ucontext_t *)context)
        ->uc_mcontext.gregs[REG_R11];
}

bool signals_returns_at(uint64_t pc, uint64_t *more)
{
    *more = 0;
    return *(const uint8_t *)(uintptr_t)pc == 0xc3; /* ret */
}

/* Does nothing: what a copy has pushed cannot be found from these registers. */
void signals_end_slow(uint64_t stack, struct signals_registers *registers)
{
    (void)stack;
    (void)registers;
}

void signals_take_off(struct signals_registers *registers)
{
    (void)registers;
}

void signals_end_call(struct signals_registers *registers)
{
    (void)registers;
}

void signals_end_entry(uint64_t at, struct signals_registers *registers)
{
    (void)at;
    (void)registers;
}
#endif
