/* bell.h: idle workers sleep by their place's bell, which others ring when there is something new
 * for that place. Those that wait for one thing only are not woken by it, but when that is true.
 *
 * Waking costs a system call, so only one worker is called for new work, and none while one is
 * awake and searches (as in the scheduler of Go): a searcher that stops looks again at all work
 * after it is no longer counted, and either goes on or calls the next one. */
#ifndef PLACES_BELL_H
#define PLACES_BELL_H

#include <stdbool.h>
#include <stdint.h>

/* Wakes all sleepers of a place, after what is new can be seen. */
void bell_ring(int place);
/* Wakes one sleeper of a place to search, after the work can be seen; none if somebody searches. */
void bell_call(int place);

/* True if a worker of this place sleeps. */
bool bell_has_sleepers(void);

/* The calling worker begins to search. */
void bell_search(void);
/* It ends its search. True if it was the only one: if there still is work, call another one. */
bool bell_stop_search(void);

/* Wakes those at this place that wait for something to come true. */
void bell_tell(void);

/* Sleeps until it is true. */
void bell_await(bool (*is_true)(void *), void *argument);

/* What wakes a sleeper besides bell_ring(): work, or that something may have come true. Without
 * BELL_WORK it is called only if no sleeper has that. */
enum { BELL_WORK = 1, BELL_WISH = 2, BELL_ANY = 4 };

/* Sleeps until the bell rings for one of the reasons, but not if `has_news` is true. The caller
 * does not search while it sleeps; if it takes BELL_WORK, it searches before and afterwards. */
void bell_sleep(bool (*has_news)(void *), void *argument, unsigned reasons);

#endif
