/* A thread with a small alternate stack, "least" for the smallest, is interrupted in a function of
 * a library: samples are taken on that stack. What is below it stays as it is. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { BELOW = 65536, MARK = 0x5a };

static double spin(double seconds)
{
    double sum = 0;
    struct timespec now;
    do {
        for (int i = 0; i < 10000; i++)
            sum += sin(i);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while ((double)now.tv_sec + (double)now.tv_nsec * 1e-9 < seconds);
    return sum;
}

int main(int count, char **words)
{
    size_t size = count > 1 && !strcmp(words[1], "least") ? (size_t)sysconf(_SC_MINSIGSTKSZ) : 8192;
    char *all = mmap(NULL, 2 * BELOW, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(all, MARK, BELOW);
    stack_t stack = {.ss_sp = all + BELOW, .ss_size = size};
    if (sigaltstack(&stack, NULL))
        return 1;
    double sum = spin(0.2);
    int touched = 0;
    for (int i = 0; i < BELOW; i++)
        touched += all[i] != MARK;
    mprotect(all, BELOW, PROT_NONE);
    sum += spin(0.3);
    printf("%d %d\n", touched, sum == sum);
    return 0;
}
