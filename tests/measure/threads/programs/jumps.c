/* jumps.c: calls that compilers make by jumps, also from one function of the file to another. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) void unlock(int number)
{
    if (number)
        pthread_mutex_unlock(&mutex); /* in unlock */
}

__attribute__((noinline)) void choose(int number)
{
    if (number > 3)
        unlock(number);
    else if (number)
        pthread_mutex_unlock(&mutex); /* in choose */
}

int main(void)
{
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&mutex);
        choose(4);
        pthread_mutex_lock(&mutex);
        choose(1);
        pthread_mutex_lock(&mutex);
        unlock(1);
    }
    return 0;
}
