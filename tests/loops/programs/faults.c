/* faults.c: ends by a fault that no handler catches. Jumps to copies may have replaced its
 * instruction: it is beside ends of blocks that are shorter than such a jump. One more fault is
 * caught: a call right behind another one leads nowhere. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>

static __attribute__((noinline)) int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i ^ n;
    return sum;
}

static void *thread(void *unused)
{
    loop(100);
    exit(12);
    return unused;
}

static void nothing(void)
{
    loop(3);
}

typedef void function(void);
static function *before = nothing, *nowhere = nothing;

static __attribute__((noinline)) void call_nowhere(void)
{
    before();
    nowhere();
    loop(2);
}

/* Prints where the call is, if that is where the fault was. */
static void caught(int number, siginfo_t *info, void *context)
{
    (void)info;
#ifdef __x86_64__
    uint64_t at = (uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    uint64_t distance = at - (uint64_t)(uintptr_t)call_nowhere;
    printf("%d: %d\n", number, distance < 100 ? (int)distance : -1);
    fflush(stdout);
#else
    (void)context;
#endif
    _exit(number);
}

int main(int count, char **words)
{
    pthread_t other;
    loop(20);
    puts("begun");
    fflush(stdout);
    switch (words[count - 1][0]) {
    case '0':
        return 0;
    case '1':
        exit(1);
    case '2':
        _exit(2);
    case '3':
        abort();
    case '4':
        quick_exit(4);
    case '5':
        pthread_create(&other, 0, thread, 0);
        for (;;)
            loop(10);
    case '6':
        pthread_create(&other, 0, thread, 0);
        pthread_exit(0);
    case 'p':
        *(volatile int *)(long)(count > 5) = 1;
        break;
    case 't':
        __builtin_trap();
    case 'd': {
        volatile int zero = 0;
        zero = count / zero;
        return zero;
    }
    case 'n': {
        struct sigaction action = {.sa_sigaction = caught, .sa_flags = SA_SIGINFO};
        sigaction(SIGSEGV, &action, 0);
        call_nowhere();
        nowhere = (function *)(UINT64_C(1) << 62);
        call_nowhere();
        break;
    }
    case 'k':
        execl("/bin/echo", "echo", "executed", (char *)0);
    }
    return 0;
}
