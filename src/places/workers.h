/* workers.h: the threads of a place that run activities. Each takes its own newest activity, then
 * what other places sent, then the oldest one of another worker. A worker that waits runs other
 * activities meanwhile.
 *
 * If the program has a `when`, an activity may wait for any other one, and none may be kept from
 * going on by another one above it on its stack: then a waiting worker runs only the activities
 * that it waits for, and another thread takes its turn. */
#ifndef PLACES_WORKERS_H
#define PLACES_WORKERS_H

#include "places/current.h"

#include <stdbool.h>

struct tri_record_run;

enum { WORKERS_MAX = 8192 };

/* All workers: none is removed, but one thread after another may use it. */
extern struct worker *workers_all[WORKERS_MAX];
extern unsigned workers_count;

/* Begins with the calling thread, which runs `main`, and more threads as needed. `end` is called
 * with an activity that has ended; it frees it. */
void workers_open(unsigned count, struct activity *main, void (*end)(struct activity *activity));
/* Ends the threads. */
void workers_close(void);

/* Returns the calling thread's worker; ends the program if it has none. */
struct worker *workers_self(void);

/* Gives the next number of an activity of this place. */
long workers_number(struct worker *self);

/* True if enough activities are waiting to be run, so that this thread is to run the next one that
 * it starts at once. */
bool workers_are_busy(struct worker *self);
/* Lets a worker run an activity; of this thread, or of another place. */
void workers_push(struct worker *self, struct activity *activity);
void workers_inject(struct activity *activity);
/* Runs it in a thread of its own. */
void workers_start_thread(struct activity *activity);
/* Runs it now. workers_run_begun(): its beginning is recorded already; NULL: nothing is. */
void workers_run(struct worker *self, struct activity *activity);
void workers_run_begun(struct worker *self, struct activity *activity,
                       const struct tri_record_run *run);

/* Waits until the condition is true. `finish`: the activities that it is about, or NULL. */
void workers_wait(bool (*is_true)(void *), void *argument, const struct tri_finish *finish);

/* Runs activities until it is true, in a thread that has no other work. */
void workers_serve(bool (*is_true)(void *));
/* Waits without running anything meanwhile. */
void workers_wait_alone(bool (*is_true)(void *), void *argument);

/* The calling worker begins and ends to wait without running anything. */
void workers_block(void);
void workers_unblock(void);

#endif
