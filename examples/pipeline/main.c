/* main.c: `pipeline [NUMBERS [CONSUMERS]]`: one thread hands out numbers, others work on them. */
#include "queue.h"
#include "totient.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST = 3000, MOST_CONSUMERS = 64 };

struct work {
    struct queue *queue;
    long numbers;
    long sum; /* of a consumer */
};

static void *produce(void *given)
{
    struct work *work = given;
    for (long i = 0; i < work->numbers; i++)
        queue_put(work->queue, FIRST + i);
    queue_close(work->queue);
    return NULL;
}

static void *consume(void *given)
{
    struct work *work = given;
    long number;
    while (queue_take(work->queue, &number))
        work->sum += totient_by_counting(number);
    return NULL;
}

static long right_sum(long numbers)
{
    long sum = 0;
    for (long i = 0; i < numbers; i++)
        sum += totient_by_factors(FIRST + i);
    return sum;
}

static long run(long numbers, long consumers)
{
    pthread_t threads[1 + MOST_CONSUMERS];
    struct work work[1 + MOST_CONSUMERS] = {{0}};
    struct queue *queue = queue_new(numbers);
    long sum = 0;
    if (!queue)
        return -1;
    for (long i = 0; i <= consumers; i++) {
        work[i] = (struct work){queue, numbers, 0};
        if (pthread_create(&threads[i], NULL, i ? consume : produce, &work[i]) != 0)
            exit(1);
    }
    for (long i = 0; i <= consumers; i++) {
        pthread_join(threads[i], NULL);
        sum += work[i].sum;
    }
    queue_free(queue);
    return sum;
}

int main(int argc, char **argv)
{
    long numbers = argc > 1 ? atol(argv[1]) : 2000, consumers = argc > 2 ? atol(argv[2]) : 1;
    if (numbers < 1 || consumers < 1 || consumers > MOST_CONSUMERS) {
        fprintf(stderr, "pipeline: usage: pipeline [NUMBERS [CONSUMERS]], 1 to %d of them\n",
                MOST_CONSUMERS);
        return 2;
    }
    long sum = run(numbers, consumers);
    bool right = sum == right_sum(numbers);
    printf("%ld numbers, sum of totients %ld: %s\n", numbers, sum, right ? "right" : "wrong");
    return !right;
}
