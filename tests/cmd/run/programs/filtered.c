/* filtered.c: the same acts in every run: routines, loops, I/O, threads, a lock, a forked child. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long sum;
static jmp_buf back;

static void add(int n)
{
    for (int i = 0; i < n; i++)
        sum += i;
}

static void add_twice(int n)
{
    add(n);
    add(2 * n);
}

static void *work(void *number)
{
    for (int i = 0; i < 5; i++) {
        add((int)(long)number);
        pthread_mutex_lock(&lock);
        sum++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void jump(void)
{
    longjmp(back, 1);
}

static void land(void)
{
    if (!setjmp(back))
        jump();
}

static void write_some(FILE *file)
{
    char text[4000];
    memset(text, 'x', sizeof text);
    for (int size = 1; size <= 4000; size *= 3)
        fwrite(text, 1, (size_t)size, file);
    if (fscanf(file, "%10s", text) == 1) /* the bytes are not counted */
        abort();
}

static void run_threads(void)
{
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, (void *)(10 * i));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

static void fork_child(void)
{
    pid_t child = fork();
    if (child == 0) {
        add_twice(7);
        exit(0);
    }
    int status;
    waitpid(child, &status, 0);
}

int main(void)
{
    FILE *file = fopen("filtered.out", "w");
    if (!file)
        return 1;
    for (int i = 0; i < 20; i++)
        add_twice(i);
    write_some(file);
    land();
    run_threads();
    fork_child();
    fclose(file);
    return 0;
}
