/* forks.c: calls after which the program may go on in a forked child. Every child ends at once, or
 * its parent does. */
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int started(void)
{
    return fork() == 0; /* no loop is around it here */
}

static void start(int many)
{
    for (int i = 0; i < many; i++)
        if (fork() == 0)
            _exit(0);
}

static int other(int x)
{
    return x + 1;
}

#define START() fork()

int main(void)
{
    int sum = 0;
    while (sum < 2) {
        for (int i = 0; i < 2; i++)
            if (started())
                _exit(0);
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
        if (START() == 0) /* made by a macro: not seen */
            _exit(0);
#pragma omp parallel for default(none)
    for (int i = 0; i < 1; i++)
        if (started())
            _exit(0);
    while (wait(NULL) > 0)
        sum--;
    do
        sum--;
    while (sum > 1000 && daemon(0, 0));
    return 0;
}
