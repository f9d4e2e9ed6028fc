/* endings.c: `endings HOW`: the ways in which a program with threads ends. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t there;
static const char *how;

static void *wait_long(void *nothing)
{
    pthread_barrier_wait(&there);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return nothing;
}

static void *end_it(void *nothing)
{
    pthread_barrier_wait(&there);
    if (!strcmp(how, "exit"))
        exit(7);
    if (!strcmp(how, "abort"))
        abort();
    return nothing;
}

int main(int argc, char **argv)
{
    pthread_t threads[3];
    how = argc > 1 ? argv[1] : "return";
    pthread_mutex_lock(&mutex);
    pthread_barrier_init(&there, NULL, 4);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait_long, NULL);
    pthread_create(&threads[2], NULL, end_it, NULL);
    pthread_barrier_wait(&there);
    if (!strcmp(how, "leave")) {
        pthread_mutex_unlock(&mutex);
        pthread_detach(threads[1]);
        pthread_exit(NULL); /* the last thread ends the program */
    }
    if (strcmp(how, "return") != 0)
        pthread_join(threads[0], NULL);
    return 8;
}
