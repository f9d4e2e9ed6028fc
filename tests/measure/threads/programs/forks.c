/* forks.c: a thread forks while it has one mutex and another thread has a second; the child works
 * on. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, others = PTHREAD_MUTEX_INITIALIZER,
                       fresh = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static void *work(void *nothing)
{
    pthread_mutex_lock(&fresh);
    pthread_mutex_unlock(&fresh);
    return nothing;
}

static void *hold(void *nothing)
{
    pthread_mutex_lock(&others);
    pthread_barrier_wait(&both);
    pthread_barrier_wait(&both);
    pthread_mutex_unlock(&others);
    return nothing;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&thread, NULL, hold, NULL);
    pthread_mutex_lock(&own);
    pthread_barrier_wait(&both);
    pid_t child = fork();
    if (child == 0) {
        pthread_t mine;
        pthread_mutex_unlock(&own);
        pthread_mutex_lock(&own);
        for (int i = 0; i < 3; i++) {
            pthread_create(&mine, NULL, work, NULL);
            pthread_join(mine, NULL);
        }
        printf("%d\n", pthread_mutex_trylock(&others));
        fflush(stdout);
        _exit(4); /* with `own` */
    }
    int status;
    waitpid(child, &status, 0);
    pthread_barrier_wait(&both);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&own);
    printf("%d\n", WEXITSTATUS(status));
    return 0;
}
