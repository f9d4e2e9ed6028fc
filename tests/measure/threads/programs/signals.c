/* signals.c: a handler posts, again and again, while threads lock, wait and load libraries. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

enum { WANTED = 300 };

static sem_t semaphore;
static volatile sig_atomic_t posted, over;

static void post(int number)
{
    int saved = errno;
    if (number == SIGALRM && posted < WANTED && sem_post(&semaphore) == 0)
        posted++;
    errno = saved;
}

static void *work(void *nothing)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    while (!over) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        void *library = dlopen("libm.so.6", RTLD_NOW);
        if (library)
            dlclose(library);
    }
    return nothing;
}

int main(void)
{
    pthread_t threads[2];
    struct sigaction action = {.sa_handler = post, .sa_flags = SA_RESTART};
    struct itimerval often = {{0, 500}, {0, 500}};
    sem_init(&semaphore, 0, 0);
    sigaction(SIGALRM, &action, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    for (int i = 0; i < WANTED;)
        i += sem_wait(&semaphore) == 0;
    over = 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", (int)posted);
    return 0;
}
