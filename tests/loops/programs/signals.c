/* signals.c: handlers that return, leave, change where it goes on, and interrupt each other. */
#define _GNU_SOURCE
#include "called.h"

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <ucontext.h>

static volatile int total, ticks, left;
static volatile bool waits;
static sigjmp_buf top;
static int *volatile nothing; /* that no compiler knows */
extern char __executable_start, etext;

static APART void leaf(int value)
{
    COUNT(0);
    total += value;
}

static APART void work(int times)
{
    COUNT(1);
    for (int i = 0; i < times; i++) {
        leaf(0);
        if (i % 3 == 0)
            leaf(0);
    }
}

/* The same functions as those that it interrupts. */
static void tick(int number)
{
    COUNT(2);
    ticks++;
    work(3);
    leaf(number - SIGALRM);
}

static uint64_t pc_of(const ucontext_t *context)
{
#ifdef __aarch64__
    return context->uc_mcontext.pc;
#else
    return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#endif
}

static APART int fault(const volatile int *from)
{
    COUNT(3);
    leaf(1);
    int value = *from;
    leaf(2);
    return value + 1;
}

/* The instruction that failed is the program's own. */
static void leave(int number, siginfo_t *info, void *context)
{
    COUNT(4);
    uint64_t pc = pc_of(context);
    bool own = pc >= (uint64_t)&__executable_start && pc < (uint64_t)&etext;
    leaf(info->si_signo == number && own ? 10 : 1000);
    siglongjmp(top, number);
}

static void skip(int number, siginfo_t *info, void *context)
{
    COUNT(5);
    leaf(info->si_signo == number ? 20 : 1000);
#ifdef __aarch64__
    ((ucontext_t *)context)->uc_mcontext.pc += 4;
#else
    siglongjmp(top, number);
#endif
}

static APART int try(void)
{
    COUNT(6);
    if (sigsetjmp(top, 1)) {
        leaf(3);
        return 100;
    }
    leaf(4);
    int found = fault(nothing);
    leaf(5);
    return found != 0;
}

/* In the middle of something that does not end by itself. */
static void leave_late(int number)
{
    COUNT(7);
    leaf(0);
    if (waits && ++left % 2 == 0) {
        waits = false;
        siglongjmp(top, number);
    }
}

static void twice(int times)
{
    COUNT(10);
    work(times);
    work(1);
}

static void (*volatile ways[])(int) = {work, twice}; /* which nobody knows before */

static APART void wait_for_it(void)
{
    COUNT(8);
    if (sigsetjmp(top, 1))
        return;
    waits = true;
    for (int i = 0;; i++)
        ways[i % 2](10);
}

/* Interrupts itself, and another one. */
static void nest(int number)
{
    COUNT(9);
    work(2);
    if (++left < 4)
        raise(number == SIGUSR1 && left % 2 ? SIGUSR2 : number);
    work(1);
}

static void repeat(void (*handler)(int, siginfo_t *, void *), int flags)
{
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | flags}, now;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGSEGV, NULL, &now);
    printf("%d\n", now.sa_sigaction == handler && (now.sa_flags & SA_ONSTACK) == flags);
    for (int i = 0; i < 5; i++)
        total += try();
}

static void interrupt(void)
{
    struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART}, old;
    sigaction(SIGALRM, &action, &old);
    printf("%d\n", old.sa_handler == SIG_DFL);
    struct itimerval timer = {{0, 1000}, {0, 1000}}, none = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
    while (ticks < 30)
        work(100);
    setitimer(ITIMER_REAL, &none, NULL);
    printf("%d\n", signal(SIGALRM, SIG_IGN) == tick && signal(SIGALRM, SIG_DFL) == SIG_IGN);
}

int main(int count, char **words)
{
    interrupt();
    repeat(leave, 0);
    repeat(skip, 0);
    stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
    sigaltstack(&stack, NULL);
    repeat(leave, SA_ONSTACK);
    struct itimerval timer = {{0, 2000}, {0, 2000}}, none = {{0, 0}, {0, 0}};
    signal(SIGVTALRM, leave_late);
    setitimer(ITIMER_VIRTUAL, &timer, NULL);
    for (int i = 0; i < 3; i++)
        wait_for_it();
    setitimer(ITIMER_VIRTUAL, &none, NULL);
    left = 0;
    struct sigaction action = {.sa_handler = nest, .sa_flags = SA_NODEFER};
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
    raise(SIGUSR1);
    printf("%d\n", total);
    tell();
    return count > 1 ? raise(atoi(words[1])) : 0;
}
