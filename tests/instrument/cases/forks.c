/* forks.c: calls after which the program may go on in a forked child. */
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static int started(void)
{
    return fork() == 0; /* no loop is around it here */
}

static void start(int many)
{
    for (int i = 0; i < many; i++)
        if (fork() == 0)
            exit(0);
}

static int other(int x)
{
    return x + 1;
}

#define START() fork()

int main(void)
{
    int sum = 0;
    while (sum < 100) {
        for (int i = 0; i < 3; i++)
            sum += started();
        start(
#ifdef MANY
            10
#else
            2
#endif
        );
        sum += other(sum) + (int)sizeof(fork());
    }
    for (int i = 0; i < 2; i++)
        sum += START() == 0; /* made by a macro: not seen */
#pragma omp parallel for default(none) reduction(+ : sum)
    for (int i = 0; i < 2; i++)
        sum += started();
    do
        sum--;
    while (daemon(0, 0) && sum);
    return sum;
}
