/* signals_show.c: shows signal handlers the registers of the original code.
 *
 * In a copy, the program counter becomes that of the original instruction, and what the copy has
 * pushed is removed from the stack. When the handler returns, the registers are restored, unless it
 * has changed the program counter: then the program continues in the copy of that instruction. */
#include "measure/loops/leave_lost.h"
#include "measure/loops/leave_sites.h"
#include "measure/loops/signals.h"
#include "measure/loops/slow.h"

/* Finds the site in the original itself: a patched instruction belongs to the block before it.
 * Returns how far a shorter call is from the beginning of the call that it stands for. */
static uint32_t look_at_original(uint64_t pc, struct leave_site *site)
{
    if (!leave_site_at(pc, site)) {
        *site = (struct leave_site){0};
        return 0;
    }
    if (site->within)
        site->behind = 1;
    if (!site->is_first)
        return site->within;
    struct leave_site before;
    if (leave_site_at(pc - 1, &before) && before.function == site->function) {
        *site = before; /* a call that returns here */
        site->behind = 0;
    } else {
        site->node = 0; /* it is about to be entered */
    }
    return 0;
}

static bool is_in_slow_text(uint64_t pc)
{
    return pc >= (uint64_t)(uintptr_t)__start_slow_text &&
           pc < (uint64_t)(uintptr_t)__stop_slow_text;
}

void signals_show(void *context, struct signals_shown *shown)
{
    struct leave_origin origin;
    struct signals_registers *registers = &shown->shown;
    signals_get(context, &shown->real);
    *registers = shown->real;
    uint64_t at;
    if (slow_stack)
        signals_end_slow(slow_stack, registers);
    else if (is_in_slow_text(registers->pc))
        signals_end_call(registers);
    else if (leave_slow_at(registers->pc, &at))
        signals_end_entry(at, registers);
    shown->in_copy = leave_origin_at(registers->pc, &origin);
    if (!shown->in_copy) {
        uint32_t within = look_at_original(shown->real.pc, &shown->site);
        *registers = shown->real;
        registers->pc -= within;
        shown->in_copy = within;
        if (within)
            signals_set(context, registers);
        return;
    }
    if (origin.pushed)
        signals_take_off(registers);
    registers->pc = origin.address;
    registers->stack += origin.pushed;
    shown->site = origin.site;
    signals_set(context, registers);
}

/* Continues where the handler has moved the program counter to. */
static void go_on_elsewhere(const struct signals_shown *shown, struct format_context *own,
                            struct signals_registers *registers)
{
    struct leave_site to;
    const struct leave_site *from = &shown->site;
    uint64_t pc;
    bool stays =
        own && from->node && leave_site_at(registers->pc, &to) && to.function == from->function;
    if (stays) {
        to.in_register = from->in_register;
        stays = leave_copy_at(registers->pc, &to, &pc);
    }
    if (own && from->node && (!stays || to.node != from->node))
        leave_lost_add(own, from->node, 1, from->behind);
    if (!stays)
        return;
    if (to.node != from->node)
        leave_lost_add(own, to.node, -1, -(int64_t)to.behind);
    else
        leave_lost_add(own, to.node, 0, (int64_t)from->behind - to.behind);
    registers->pc = pc;
}

void signals_hide(void *context, const struct signals_shown *shown, struct format_context *own)
{
    struct signals_registers now;
    signals_get(context, &now);
    if (now.pc != shown->shown.pc) {
        go_on_elsewhere(shown, own, &now);
        signals_set(context, &now);
    } else if (shown->in_copy) {
        signals_set(context, &shown->real);
    }
}
