/* queue.h: numbers on their way from one thread to others, as many as there is memory for. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>

struct queue;

struct queue *queue_new(long room);
void queue_free(struct queue *queue);

void queue_put(struct queue *queue, long number);
void queue_close(struct queue *queue); /* nothing more will come */

/* Waits for a number. False: nothing more will come. */
bool queue_take(struct queue *queue, long *number);

#endif
