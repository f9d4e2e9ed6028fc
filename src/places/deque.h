/* deque.h: the activities that a worker has started and nobody runs yet. The worker pushes and pops
 * at one end, others steal at the other end.
 *
 * D. Chase, Y. Lev: Dynamic circular work-stealing deque, SPAA 2005; with the memory orders of
 * N. M. Le, A. Pop, A. Cohen, F. Zappa Nardelli: Correct and efficient work-stealing for weak
 * memory models, PPoPP 2013, except that sequentially consistent accesses replace its fences. */
#ifndef PLACES_DEQUE_H
#define PLACES_DEQUE_H

#include <stdbool.h>
#include <stddef.h>

struct ring;

struct deque {
    _Alignas(64) long top;
    _Alignas(64) long bottom;
    struct ring *ring;
};

void deque_open(struct deque *deque);
void deque_close(struct deque *deque);

/* For the owner. The top is what it pushed last. */
void deque_push(struct deque *deque, void *item);
void *deque_pop(struct deque *deque);
bool deque_has(const struct deque *deque, long count); /* at least so many */

/* For others. NULL: it is empty, or somebody else was faster. */
void *deque_steal(struct deque *deque);
bool deque_is_empty(const struct deque *deque);

#endif
