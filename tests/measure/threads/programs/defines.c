/* defines.c: a program with its own pthread_mutex_lock in front of libc's, as some tools have. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static int calls;

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int (*real)(pthread_mutex_t *) =
        (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
    calls++;
    return real(mutex);
}

int main(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    printf("%d\n", calls);
    return 0;
}
