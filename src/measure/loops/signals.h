/* signals.h: handlers of signals: they begin in contexts of their own, and see the original code.
 */
#ifndef MEASURE_LOOPS_SIGNALS_H
#define MEASURE_LOOPS_SIGNALS_H

#include "measure/loops/leave_walk.h"

#include <signal.h>

typedef void signals_function(int number, siginfo_t *info, void *context);

/* What the kernel has instead of struct sigaction: for signals that the C library's own sigaction
 * refuses. */
struct signals_kernel_action {
    signals_function *handler;
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

/* Before the program runs: signals that would end it are told before they do. */
void signals_begin(void);

/* What is installed in place of all handlers. */
signals_function signals_entry;

/* Calls a handler in a context of its own; NULL: the program ends. */
void signals_run(int number, siginfo_t *info, void *context, signals_function *handler);

/* The program's own handler of a signal, SIG_DFL as well. */
signals_function *signals_handler(int number);

/* Without the entry. */
int signals_install(int number, const struct sigaction *action);

/* Registers of what was interrupted; the machine's part. */
struct signals_registers {
    uint64_t pc, stack, frame, link;
};

void signals_get(const void *context, struct signals_registers *registers);
void signals_set(void *context, const struct signals_registers *registers);
/* The context of a leaf. */
struct format_context *signals_leaf(const void *context);
/* Whether a function is about to return at an instruction: it has put everything back, which some
 * compilers do not tell unwinders; but for the stack pointer, to which so much is to be added. */
bool signals_returns_at(uint64_t pc, uint64_t *more);
/* What they are when a slow path returns that was asked with that stack pointer. */
void signals_end_slow(uint64_t stack, struct signals_registers *registers);
/* The same in the beginnings and ends of what slow_entry calls. */
void signals_end_call(struct signals_registers *registers);
/* The same where it is on the way there, or back: at a byte of slow_entry. */
void signals_end_entry(uint64_t at, struct signals_registers *registers);

/* What a copy has pushed before it went to a slow path, in place of what it needed for that. */
void signals_take_off(struct signals_registers *registers);

/* What the program would be doing without counters. */
struct signals_shown {
    struct signals_registers real, shown;
    struct leave_site site; /* node 0: it is in no function that counts */
    bool in_copy;           /* of a function; else all is as it is */
};

void signals_show(void *context, struct signals_shown *shown);
/* After the handler, which may have changed them. `own` is the context that was interrupted, or
 * NULL. */
void signals_hide(void *context, const struct signals_shown *shown,
                  const struct format_context *own);

#endif
