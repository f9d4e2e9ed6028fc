/* queue.c: POSIX threads: producers put items into a queue under a lock, a consumer waits for them
 * on a condition; at the end the main thread joins all. */
#include "work.h"

#include <pthread.h>

enum { PRODUCERS = 2, ITEMS = 40 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int waiting, units;

static void produce(void)
{
    work(units);
}

static void consume(void)
{
    work(12);
}

static void *producer(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        produce();
        pthread_mutex_lock(&lock);
        waiting++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (int i = 0; i < PRODUCERS * ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (!waiting)
            pthread_cond_wait(&filled, &lock);
        waiting--;
        pthread_mutex_unlock(&lock);
        consume();
    }
    return unused;
}

int main(int argc, char **argv)
{
    double start = seconds();
    pthread_t threads[PRODUCERS + 1];
    units = units_of(argc, argv);
    for (int i = 0; i <= PRODUCERS; i++)
        pthread_create(&threads[i], NULL, i < PRODUCERS ? producer : consumer, NULL);
    for (int i = 0; i <= PRODUCERS; i++)
        pthread_join(threads[i], NULL);
    printf("%.6f\n", seconds() - start);
    return 0;
}
