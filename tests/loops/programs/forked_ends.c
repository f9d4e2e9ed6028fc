/* A forked process works for 20 ms, and then ends as the first argument says; "nested": one that it
 * forks works as long, too; "loop": three are forked in a loop,
 * in which the first ends, and the second is killed. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void work(long ns)
{
    struct timespec from, now;
    clock_gettime(CLOCK_MONOTONIC, &from);
    do {
        for (int i = 0; i < 10000; i++)
            sum += (unsigned long)i;
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - from.tv_sec) * 1000000000L + now.tv_nsec - from.tv_nsec < ns);
}

__attribute__((noinline)) static void end(const char *how)
{
    work(20000000);
    if (!strcmp(how, "nested") && !fork())
        work(20000000);
    while (wait(NULL) > 0)
        ;
    if (!strcmp(how, "kill"))
        raise(SIGKILL);
    if (!strcmp(how, "term"))
        raise(SIGTERM);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "_Exit"))
        _Exit(0);
    _exit(0);
}

int main(int count, char **words)
{
    const char *how = words[count - 1];
    int forks = strcmp(how, "loop") ? 0 : 3;
    for (int i = 0; i < forks; i++) {
        if (!fork()) {
            work(20000000);
            if (!i)
                _exit(0);
            if (i == 1)
                raise(SIGKILL);
        }
        wait(NULL);
    }
    if (!forks && !fork())
        end(how);
    while (wait(NULL) > 0)
        ;
    return 0;
}
