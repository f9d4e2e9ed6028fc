/* clock.h: clocks, whose phases end when all activities registered with them have arrived.
 * The place that makes a clock counts; the others learn of each phase. */
#ifndef PLACES_CLOCK_H
#define PLACES_CLOCK_H

#include "places/post.h"

/* An activity is registered with a clock; in a list of its clocks. */
struct registration {
    struct registration *next;
    struct tri_clock clock;
    uint64_t phase; /* that it is in */
};

/* Registers an activity that has not begun; the running one must be registered, too. */
void clock_register(struct activity *activity, struct tri_clock clock);
/* An activity goes to another place, or comes back: adds its registrations to the `size` bytes that
 * the message takes along. Returns what is to be sent instead, for the caller to free; NULL: it has
 * none. */
struct activity *clock_pack(const struct activity *activity, const char *data,
                            struct message *message);
/* An activity that a message starts has come: takes its registrations off the end of its data. */
void clock_unpack(struct activity *activity, const struct message *message);
/* An activity has come back: takes the phases that it has reached from those bytes. */
void clock_come_back(struct activity *activity, const char *data, const struct message *message);

/* Frees the registrations of an activity that goes on elsewhere. */
void clock_forget_all(struct activity *activity);

/* An activity ends: it is no longer registered. */
void clock_drop_all(struct activity *activity);
/* The finish that made a clock ends: the activity is no longer registered with it. */
void clock_end(struct activity *activity, struct tri_finish *finish);

/* A message about a clock has come. */
void clock_take(const struct message *message);

#endif
