/* ends.c: ends of threads and of the program, in the middle of calls. Its first word says which. */
#define _GNU_SOURCE
#include "called.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 260 };

static volatile int total, ready;
static int *volatile nothing; /* that no compiler knows */

static APART void leaf(int value)
{
    COUNT(0);
    __atomic_fetch_add(&total, value, __ATOMIC_RELAXED);
}

static APART void clean(void *value)
{
    COUNT(1);
    leaf((int)(long)value);
}

static APART void end_thread(int depth)
{
    COUNT(2);
    leaf(1);
    if (depth > 0)
        end_thread(depth - 1);
    if (depth == 0)
        pthread_exit(NULL);
    leaf(1000);
}

/* Is left through its cleaning up, in C by setjmp. */
static void *exits(void *none)
{
    COUNT(3);
    pthread_cleanup_push(clean, (void *)10);
    pthread_cleanup_push(clean, (void *)20);
    leaf(2);
    end_thread(3);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return none;
}

static void *returns(void *none)
{
    COUNT(4);
    pthread_cleanup_push(clean, (void *)30);
    leaf(3);
    pthread_cleanup_pop(1);
    return none;
}

static APART void wait_in(int depth)
{
    COUNT(5);
    leaf(4);
    if (depth) {
        wait_in(depth - 1);
    } else {
        ready = 1;
        pause();
    }
    leaf(1000);
}

static void *waits(void *none)
{
    COUNT(6);
    pthread_cleanup_push(clean, (void *)40);
    wait_in(2);
    pthread_cleanup_pop(0);
    return none;
}

/* Cancelled anywhere in its loop. */
static void *turns(void *none)
{
    COUNT(7);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cleanup_push(clean, (void *)50);
    for (ready = 1; ready;)
        total = total;
    pthread_cleanup_pop(0);
    return none;
}

static void *tests(void *none)
{
    COUNT(8);
    for (ready = 1; ready;)
        pthread_testcancel();
    return none;
}

static void start(void *(*function)(void *), int how)
{
    pthread_t thread;
    ready = how == 0;
    pthread_create(&thread, NULL, function, NULL);
    while (!ready)
        usleep(1000);
    if (how == 2)
        pthread_cancel(thread);
    if (how != 1)
        pthread_join(thread, NULL);
}

static void *is_cancelled(void *lock)
{
    COUNT(14);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    __atomic_fetch_add(&ready, 1, __ATOMIC_RELAXED);
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    for (;;)
        pthread_testcancel();
    return NULL;
}

/* All of them before the first one heeds it. */
static APART void cancel_many(void)
{
    COUNT(15);
    static pthread_t threads[THREADS];
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, is_cancelled, &lock);
    while (ready < THREADS)
        usleep(1000);
    for (int i = 0; i < THREADS; i++)
        pthread_cancel(threads[i]);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static APART int fork_in(int depth)
{
    COUNT(9);
    leaf(5);
    int found = depth ? fork_in(depth - 1) : fork();
    leaf(6);
    return found;
}

/* In the memory of its parent, in a call of its own. */
static APART void child_in(int depth, int number)
{
    COUNT(12);
    leaf(7);
    if (depth > 0)
        child_in(depth - 1, number);
    execl("/nowhere/at/all", "none", NULL);
    if (number % 2)
        execlp("sh", "sh", "-c", "exit 9", NULL);
    _exit(8);
}

static APART int vfork_in(int depth, int number)
{
    COUNT(13);
    if (depth)
        return vfork_in(depth - 1, number);
    int child = vfork(), status = 0;
    if (!child)
        child_in(2, number);
    leaf(8);
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

static void handle(int number)
{
    COUNT(10);
    leaf(number);
}

static APART void end_by(const char *how, int depth)
{
    COUNT(11);
    if (depth)
        end_by(how, depth - 1);
    tell();
    if (!strcmp(how, "exit"))
        exit(3);
    if (!strcmp(how, "_exit"))
        _exit(4);
    if (!strcmp(how, "quick"))
        quick_exit(5);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "handled")) {
        signal(SIGABRT, handle);
        called[0].times++; /* the one of the handler, which comes after all was told */
        called[10].times++;
        abort();
    }
    if (!strcmp(how, "fault"))
        *nothing = 1;
    if (!strcmp(how, "term"))
        kill(getpid(), SIGTERM);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(how, "exec")) {
        execl("/nowhere/at/all", "none", NULL);
        execlp("echo", "echo", "gone", NULL);
    }
    leaf(1000);
}

int main(int count, char **words)
{
    const char *how = count > 1 ? words[1] : "return";
    if (!strcmp(how, "threads")) {
        for (int i = 0; i < 4; i++)
            start(i % 2 ? exits : returns, 0);
    } else if (!strcmp(how, "cancel")) {
        start(waits, 2);
        start(turns, 2);
        start(tests, 2);
    } else if (!strcmp(how, "many")) {
        cancel_many();
    } else if (!strcmp(how, "others")) {
        start(waits, 1);
        start(waits, 1);
    } else if (!strcmp(how, "fork")) {
        int child = fork_in(3), status = 0;
        if (child)
            waitpid(child, &status, 0);
        printf("%s %d\n", child ? "parent" : "child", WEXITSTATUS(status));
    } else if (!strcmp(how, "vfork")) {
        for (int i = 0; i < 4; i++)
            printf("%d\n", vfork_in(i, i));
    } else if (count > 1) {
        end_by(how, 2);
    }
    printf("%d\n", total);
    tell();
    return 0;
}
