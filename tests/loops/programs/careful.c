/* careful.c: what a program can tell from somebody who counts it, unless that is careful. Its first
 * word says which. */
#define _GNU_SOURCE
#include "called.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int total, ready, in_malloc;
static sigset_t all;

/* A signal may come while it holds its lock. */
void *malloc(size_t bytes)
{
    static _Alignas(16) char memory[1 << 20];
    static size_t used;
    if (in_malloc)
        syscall(SYS_exit_group, 99);
    size_t at = __atomic_fetch_add(&used, (bytes + 31) / 16 * 16, __ATOMIC_RELAXED);
    return at + bytes > sizeof memory ? NULL : memory + at;
}

void *calloc(size_t count, size_t bytes)
{
    return malloc(count * bytes);
}

void *realloc(void *old, size_t bytes)
{
    void *memory = malloc(bytes);
    return old && memory ? memcpy(memory, old, bytes) : memory;
}

void free(void *memory)
{
    (void)memory;
}

static APART void leaf(int value)
{
    COUNT(0);
    __atomic_fetch_add(&total, value, __ATOMIC_RELAXED);
}

static void *waits(void *none)
{
    COUNT(1);
    leaf(1);
    ready = 1;
    pause();
    return none;
}

static void *waits_for_signals(void *none)
{
    COUNT(2);
    leaf(1);
    for (int number;;) {
        ready = 1;
        sigwait(&all, &number);
        printf("got %d\n", number);
        fflush(stdout);
    }
    return none;
}

static void handle(int number)
{
    COUNT(3);
    leaf(number == SIGUSR1 ? 10 : 1000);
}

/* Its handlers are its own, though its memory is not. */
static APART void vfork_once(void)
{
    COUNT(4);
    struct sigaction action = {.sa_handler = SIG_DFL}, old;
    int child = vfork();
    if (!child) {
        sigaction(SIGUSR1, &action, &old);
        action.sa_handler = old.sa_handler == handle ? SIG_IGN : SIG_DFL;
        sigaction(SIGUSR1, &action, NULL);
        sigaction(SIGUSR1, NULL, &old);
        execl(old.sa_handler == SIG_IGN ? "/bin/true" : "/bin/false", "it", NULL);
        _exit(7);
    }
    int status;
    waitpid(child, &status, 0);
    leaf(WEXITSTATUS(status) * 100);
}

/* From further inside than what called vfork(). */
static APART void fork_bare(int depth)
{
    COUNT(5);
    if (depth) {
        fork_bare(depth - 1);
        leaf(2);
        return;
    }
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (!child)
        _exit(0);
    waitpid((int)child, NULL, 0);
    leaf(1);
}

static void *returns(void *none)
{
    COUNT(6);
    leaf(3);
    return none;
}

static void start(void *(*function)(void *))
{
    pthread_t thread;
    pthread_create(&thread, NULL, function, NULL);
    while (!ready)
        usleep(1000);
}

int main(int count, char **words)
{
    const char *how = count > 1 ? words[1] : "";
    sigfillset(&all);
    if (!strcmp(how, "memory")) {
        start(waits);
        tell();
        in_malloc = 1;
        raise(SIGTERM);
    } else if (!strcmp(how, "waiting")) {
        pthread_sigmask(SIG_BLOCK, &all, NULL);
        start(waits_for_signals);
        usleep(10000);
    } else if (!strcmp(how, "vfork")) {
        signal(SIGUSR1, handle);
        vfork_once();
        raise(SIGUSR1);
    } else if (!strcmp(how, "signal")) {
        pthread_t thread;
        signal(SIGUSR1, handle);
        pthread_create(&thread, NULL, returns, NULL);
        pthread_join(thread, NULL);
        raise(SIGUSR1);
    } else if (!strcmp(how, "bare")) {
        vfork_once();
        for (int i = 0; i < 20; i++)
            fork_bare(30);
    }
    printf("%d\n", total);
    tell();
    return 0;
}
