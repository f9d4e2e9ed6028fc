/* bell.h: idle workers sleep by their place's bell, which others ring when there is something new
 * for that place. Those that wait for one thing only are not woken by it, but when that is true. */
#ifndef PLACES_BELL_H
#define PLACES_BELL_H

#include <stdbool.h>
#include <stdint.h>

/* Ring at a place, after what is new can be seen. The first one wakes a single sleeper. */
void bell_ring_one(int place);
void bell_ring(int place);

/* Rings at this place, because something has come true that somebody may wait for. */
void bell_tell(void);

/* Sleeps until it is true. */
void bell_await(bool (*is_true)(void *), void *argument);

/* Sleeps until the bell rings, or for a time in nanoseconds unless that is 0, but not if `has_news`
 * is true. */
void bell_sleep(bool (*has_news)(void *), void *argument, long limit);

#endif
