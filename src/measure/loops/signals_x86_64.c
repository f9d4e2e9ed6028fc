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

/* The words around the arguments of slow_entry, by their distance from the last one that was
 * pushed: see slow_x86_64.c. */
enum { FRAME = -2, RETURNS_TO = -1, BEHIND = 3 };

/* Offsets in slow_entry, behind its first instruction, its second one, and before its last. */
enum { HAS_PUSHED = 1, HAS_FRAME = 4 };
extern const uint32_t slow_entry_return __attribute__((visibility("hidden")));

/* Sets the registers to those at the return of slow_entry. */
static void leave_entry(const uint64_t *arguments, uint64_t frame,
                        struct signals_registers *registers)
{
    registers->pc = arguments[RETURNS_TO];
    registers->stack = (uint64_t)(uintptr_t)(arguments + BEHIND);
    registers->frame = frame;
}

void signals_end_slow(uint64_t place, struct signals_registers *registers)
{
    const uint64_t *saved = (const uint64_t *)(uintptr_t)place;
    leave_entry(saved - FRAME, saved[0], registers);
}

/* Returns the arguments if rbp is that of slow_entry; otherwise NULL. */
static const uint64_t *arguments_above(uint64_t frame)
{
    const uint64_t *arguments = (const uint64_t *)(uintptr_t)frame - FRAME;
    struct leave_origin origin;
    return leave_origin_at(arguments[RETURNS_TO], &origin) ? arguments : NULL;
}

void signals_end_call(struct signals_registers *registers)
{
    const uint64_t *arguments = arguments_above(registers->frame);
    if (!arguments) /* it is the frame of the function itself */
        arguments = arguments_above(*(const uint64_t *)(uintptr_t)registers->frame);
    if (arguments)
        leave_entry(arguments, arguments[FRAME], registers);
}

void signals_end_entry(uint64_t at, struct signals_registers *registers)
{
    const uint64_t *stack = (const uint64_t *)(uintptr_t)registers->stack;
    if (at < HAS_PUSHED || at >= slow_entry_return)
        leave_entry(stack - RETURNS_TO, registers->frame, registers);
    else if (at < HAS_FRAME)
        leave_entry(stack - FRAME, stack[0], registers);
    else
        signals_end_slow(registers->frame, registers);
}

/* Does nothing: no register of the program is used to call slow_entry. */
void signals_take_off(struct signals_registers *registers)
{
    (void)registers;
}
#endif
