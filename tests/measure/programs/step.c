/* step.c: runs a program (stepped.c) instruction by instruction, and sends it a signal there.
 *
 * The program marks by SIGUSR2 where the steps begin and where they end, and by SIGURG where the
 * handler of SIGUSR1 ends. Until it sends SIGURG outside a handler, it is interrupted at every
 * instruction; from then on once between two marks, one instruction later each time. When that
 * comes to the second mark, the program gets the SIGUSR2 there. Prints the number of signals.
 *
 *   step all PROGRAM...       as above
 *   step NUMBER PROGRAM...    interrupts it once, after that number of steps; status 78: the second
 *                             mark came earlier */
#include <elf.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* Far from the first mark, not every instruction is tried: a step for each STRIDE before it. */
enum { STRIDE = 64, HANDLER_AT = 3, SKIPPED = 77, OVER = 78 };

static pid_t program;
static uintptr_t handler;
static long sent;
static bool marked; /* the program has sent SIGUSR2 */

/* The next instruction, and the stack pointer: the handler runs some of the same functions. */
struct spot {
    uintptr_t code, stack;
};

static struct spot where(void)
{
    struct user_regs_struct registers;
    struct iovec all = {&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, program, NT_PRSTATUS, &all) != 0)
        exit(1);
#ifdef __x86_64__
    return (struct spot){registers.rip, registers.rsp};
#else
    return (struct spot){registers.pc, registers.sp};
#endif
}

static void end(int status)
{
    if (WIFSIGNALED(status))
        fprintf(stderr, "the program was killed by signal %d\n", WTERMSIG(status));
    printf("%ld\n", sent);
    exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* Continues the program; returns the signal at which it stops. */
static int go(int how, int signal)
{
    int status;
    if (ptrace(how, program, NULL, (void *)(intptr_t)signal) != 0 ||
        waitpid(program, &status, 0) != program)
        exit(1);
    if (!WIFSTOPPED(status))
        end(status);
    marked = marked || WSTOPSIG(status) == SIGUSR2;
    return WSTOPSIG(status);
}

/* Lets the program run until it stops for the signal. The two that it sends itself are not
 * delivered. */
static void run_until(int signal)
{
    for (int stop = go(PTRACE_CONT, 0); stop != signal;)
        stop = go(PTRACE_CONT, stop == SIGURG || stop == SIGUSR2 ? 0 : stop);
}

/* Lets the handler run, which the program has just entered, and return. */
static void run_handler(struct spot back)
{
    sent++;
    run_until(SIGURG);
    for (struct spot at = where(); at.code != back.code || at.stack != back.stack; at = where())
        go(PTRACE_SINGLESTEP, 0);
}

/* Interrupts every instruction up to the second mark. A signal that is blocked comes later; then
 * the next one is sent. */
static void interrupt_each(void)
{
    bool waits = false;
    int stop = 0;
    for (marked = false; !marked;) {
        struct spot back = where();
        bool sends = stop == SIGUSR1 || !waits;
        stop = go(PTRACE_SINGLESTEP, sends ? SIGUSR1 : 0);
        if (sends)
            waits = where().code != handler;
        if (sends && !waits) {
            run_handler(back);
            stop = marked ? 0 : go(PTRACE_SINGLESTEP, 0);
        }
    }
}

/* Interrupts the program after that number of steps. False if the second mark comes earlier. */
static bool interrupt_after(long steps)
{
    for (marked = false; steps > 0 && !marked; steps--)
        go(PTRACE_SINGLESTEP, 0);
    if (marked)
        return false;
    sent++;
    for (int stop = go(PTRACE_CONT, SIGUSR1); !marked;)
        stop = go(PTRACE_CONT, stop == SIGURG ? 0 : stop);
    return true;
}

static void start(char **command)
{
    int ends[2];
    if (pipe(ends) != 0)
        exit(1);
    program = fork();
    if (program == 0) {
        dup2(ends[1], HANDLER_AT);
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(SKIPPED);
        execv(command[0], command);
        _exit(1);
    }
    int status;
    if (program < 0 || waitpid(program, &status, 0) != program || !WIFSTOPPED(status))
        exit(program > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1);
    ptrace(PTRACE_SETOPTIONS, program, NULL, (void *)PTRACE_O_EXITKILL);
    run_until(SIGUSR2);
    if (read(ends[0], &handler, sizeof handler) != sizeof handler)
        exit(1);
}

/* Interrupts the program once, after that number of steps. */
static void interrupt_once(long steps)
{
    if (!interrupt_after(steps))
        exit(OVER);
    for (;;)
        run_until(SIGUSR2);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    start(argv + 2);
    if (strcmp(argv[1], "all") != 0)
        interrupt_once(atol(argv[1]));
    interrupt_each();
    bool once = false;
    for (long steps = 0;;) {
        int stop = go(PTRACE_CONT, 0);
        while (stop != SIGUSR2) {
            once = once || stop == SIGURG;
            stop = go(PTRACE_CONT, stop == SIGURG ? 0 : stop);
        }
        if (!once) {
            interrupt_each();
        } else if (interrupt_after(steps)) {
            steps += 1 + steps / STRIDE;
        } else {
            steps = 0;
            go(PTRACE_SINGLESTEP, SIGUSR2); /* the program knows that this scenario is over */
        }
    }
}
