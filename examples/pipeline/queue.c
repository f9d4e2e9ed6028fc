/* queue.c: see queue.h. One lock for all, and a condition for those who wait. */
#include "queue.h"

#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    long first, last; /* numbers[first] to numbers[last - 1] are in it */
    bool closed;
    long numbers[];
};

struct queue *queue_new(long room)
{
    struct queue *queue = calloc(1, sizeof *queue + (size_t)room * sizeof queue->numbers[0]);
    if (!queue)
        return NULL;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->filled, NULL);
    return queue;
}

void queue_free(struct queue *queue)
{
    pthread_cond_destroy(&queue->filled);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

void queue_put(struct queue *queue, long number)
{
    pthread_mutex_lock(&queue->lock);
    queue->numbers[queue->last++] = number;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
}

void queue_close(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    pthread_cond_broadcast(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
}

bool queue_take(struct queue *queue, long *number)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->first == queue->last && !queue->closed)
        pthread_cond_wait(&queue->filled, &queue->lock);
    bool taken = queue->first < queue->last;
    if (taken)
        *number = queue->numbers[queue->first++];
    pthread_mutex_unlock(&queue->lock);
    return taken;
}
