/* A handler on an alternate stack of 8 KB uses CPU time, so that samples are due while it runs.
 * What is below the stack cannot be accessed. */
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 65536, STACK = 8192 };

static volatile unsigned long sum;
static volatile int calls;

static void spin(long ns)
{
    struct timespec from, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    do {
        for (int i = 0; i < 10000; i++)
            sum += (unsigned long)i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while ((now.tv_sec - from.tv_sec) * 1000000000L + now.tv_nsec - from.tv_nsec < ns);
}

static void handle(int number)
{
    (void)number;
    calls++;
    spin(10000000);
}

int main(void)
{
    char *all = mmap(NULL, 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(all + PAGE, PAGE, PROT_READ | PROT_WRITE);
    long least = sysconf(_SC_MINSIGSTKSZ); /* processors with large vectors need more */
    stack_t stack = {.ss_sp = all + PAGE,
                     .ss_size = least > STACK / 8 * 5 ? (size_t)least + 3072 : STACK};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK}, old;
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
    for (int i = 0; i < 3; i++)
        raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &old);
    printf("%d %d\n", calls, old.sa_handler == handle && sigismember(&old.sa_mask, SIGUSR1) == 0);
    return 0;
}
