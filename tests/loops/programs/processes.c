/* Processes and threads of all kinds; each turns the loop of work() a number of times that is its
 * own. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static volatile long sum;

__attribute__((noinline)) static void work(long n)
{
    for (long i = 0; i < n; i++)
        sum += i;
}

__attribute__((noinline)) static void twice(long n)
{
    work(n);
    work(n);
}

static int status_of(pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void *in_thread(void *number)
{
    long n = (long)number;
    twice(n);
    if (n == 30) {
        pid_t child = fork();
        if (child == 0) {
            twice(7);
            _exit(3);
        }
        printf("forked by a thread: %d\n", status_of(child));
    }
    return NULL;
}

static void fork_some(void)
{
    for (int i = 0; i < 3; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            work(1000 + i);
            if (i == 2) {
                pid_t grandchild = fork();
                if (grandchild == 0) {
                    work(55);
                    exit(9);
                }
                printf("grandchild: %d\n", status_of(grandchild));
            }
            exit(i);
        }
        printf("child: %d\n", status_of(child));
        work(1);
    }
}

static void start_threads(void)
{
    pthread_t threads[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, in_thread, (void *)(i * 10));
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

static int in_clone(void *number)
{
    work((long)number);
    return 4;
}

static void start_others(char *self)
{
    static char stack[65536] __attribute__((aligned(64)));
    char *spawned[] = {self, "13", NULL};
    pid_t child = vfork();
    if (child == 0) {
        execl(self, self, "12", (char *)NULL);
        _exit(1);
    }
    printf("vfork: %d\n", status_of(child));
    if (posix_spawn(&child, self, NULL, NULL, spawned, environ) == 0)
        printf("posix_spawn: %d\n", status_of(child));
    printf("clone: %d\n", status_of(clone(in_clone, stack + sizeof stack, SIGCHLD, (void *)14L)));
    printf("system: %d\n", WEXITSTATUS(system("./next 15")));
}

int main(int count, char **words)
{
    if (count > 2) { /* becomes another program */
        work(atol(words[1]));
        execvp(words[2], words + 2);
        return 1;
    }
    if (count > 1) {
        work(atol(words[1]));
        return 5;
    }
    work(100);
    fork_some();
    start_threads();
    start_others(words[0]);
    printf("no other child: %d\n", (int)wait(NULL));
    work(2);
    return 6;
}
