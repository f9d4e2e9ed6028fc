/* clock.h: clocks, whose phases end when all activities registered with them have arrived.
 * The place that makes a clock counts; the others learn of each phase. */
#ifndef PLACES_CLOCK_H
#define PLACES_CLOCK_H

#include "places/rings.h"

/* An activity is registered with a clock; in a list of its clocks. */
struct registration {
    struct registration *next;
    struct tri_clock clock;
    uint64_t phase; /* that it is in */
};

/* Registers an activity that has not begun; the running one must be registered, too. */
void clock_register(struct activity *activity, struct tri_clock clock);
/* An activity that a message starts has come with its registration, or goes with it. */
void clock_arrive_with(struct activity *activity, const struct message *message);
void clock_leave_with(struct activity *activity, struct message *message);

/* An activity ends: it is no longer registered. */
void clock_drop_all(struct activity *activity);
/* The finish that made a clock ends: the activity is no longer registered with it. */
void clock_end(struct activity *activity, struct tri_finish *finish);

/* A message about a clock has come. */
void clock_take(const struct message *message);

#endif
