/* Many paths of calls: each function calls the next one in two places, which are contexts of their
 * own. With an argument, children take paths while their parent takes new ones, too. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sum;

__attribute__((noinline)) static void f0(int n)
{
    for (int i = 0; i < n; i++)
        sum += i;
}

#define LEVEL(this, next)                                                                          \
    __attribute__((noinline)) static void this(int n)                                              \
    {                                                                                              \
        next(n);                                                                                   \
        sum++;                                                                                     \
        next(n + 1);                                                                               \
        sum++;                                                                                     \
    }

LEVEL(f1, f0)
LEVEL(f2, f1)
LEVEL(f3, f2)
LEVEL(f4, f3)
LEVEL(f5, f4)
LEVEL(f6, f5)
LEVEL(f7, f6)
LEVEL(f8, f7)
LEVEL(f9, f8)
LEVEL(f10, f9)

static int fork_many(void)
{
    int failed = 0;
    for (int i = 0; i < 12; i++) {
        pid_t child = fork();
        if (child == 0) {
            f9(2);
            f7(1);
            _exit(0);
        }
        if (i == 3)
            f8(1);
        if (i == 5)
            f6(2);
        if (i == 7)
            f10(1);
        int status = 1;
        waitpid(child, &status, 0);
        failed += status != 0;
    }
    return failed;
}

int main(int count, char **words)
{
    (void)words;
    if (count > 1)
        return fork_many();
    f10(3);
    f10(3);
    printf("%ld\n", sum);
    return 7;
}
