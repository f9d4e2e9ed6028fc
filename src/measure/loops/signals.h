/* signals.h: signal handlers: they run in contexts of their own, and see the registers of the
 * original code. */
#ifndef MEASURE_LOOPS_SIGNALS_H
#define MEASURE_LOOPS_SIGNALS_H

#include "measure/loops/leave_walk.h"
#include "measure/timer.h"

#include <signal.h>

typedef void signals_function(int number, siginfo_t *info, void *context);

/* The kernel's form of struct sigaction, for signals that the C library's sigaction refuses. */
struct signals_kernel_action {
    signals_function *handler;
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

/* Before the program runs: installs `entry`, which is signals_entry, for signals that would end the
 * program, so that its contexts are closed first. */
void signals_begin(signals_function *entry);

/* The function that is installed in place of all handlers. */
signals_function signals_entry;

/* Calls a handler in a context of its own; NULL as handler ends the program. */
void signals_run(int number, siginfo_t *info, void *context, signals_function *handler);

/* The bit of the timer's signal (timer.h) in a set of signals; functions of the C library refuse
 * it. */
#define SIGNALS_TIMER (UINT64_C(1) << (TIMER_SIGNAL - 1))

/* True if that signal is blocked when the program's handler of a signal begins. */
bool signals_blocks_timer(int number);

/* Returns the program's own handler of a signal, or SIG_DFL. */
signals_function *signals_handler(int number);

/* Installs an action without the entry. */
int signals_install(int number, const struct sigaction *action);

/* Registers of the interrupted code; the functions depend on the machine. */
struct signals_registers {
    uint64_t pc, stack, frame, link;
};

void signals_get(const void *context, struct signals_registers *registers);
void signals_set(void *context, const struct signals_registers *registers);
/* Returns the context of an interrupted leaf function. */
struct format_context *signals_leaf(const void *context);
/* True if a function is about to return at that instruction: it has restored all registers, which
 * some compilers do not tell unwinders. *more: bytes still to be added to the stack pointer. */
bool signals_returns_at(uint64_t pc, uint64_t *more);
/* Sets the registers to those at the return of a slow path. `place`: slow_stack. */
void signals_end_slow(uint64_t place, struct signals_registers *registers);
/* Sets them for an interruption in the first or last instructions of what slow_entry calls. */
void signals_end_call(struct signals_registers *registers);
/* Sets them for an interruption at a byte of slow_entry itself. */
void signals_end_entry(uint64_t at, struct signals_registers *registers);

/* Removes what a copy has pushed before it went to a slow path, and restores what it used for
 * that. */
void signals_take_off(struct signals_registers *registers);

/* The state that the program would have without counters. */
struct signals_shown {
    struct signals_registers real, shown;
    struct leave_site site; /* node 0: in no function that counts */
    bool in_copy; /* in the copy of a function, or in a shorter call in the original; otherwise real
                     and shown are the same */
};

void signals_show(void *context, struct signals_shown *shown);
/* Restores the registers after the handler, which may have changed them. `own` is the interrupted
 * context, or NULL. */
void signals_hide(void *context, const struct signals_shown *shown, struct format_context *own);

#endif
