/* places_record.h: how the run time of `#pragma tri` directives tells libtriptych what they do. Not
 * for users. */
#ifndef TRIPTYCH_PLACES_RECORD_H
#define TRIPTYCH_PLACES_RECORD_H

#include "places_calls.h"
#include "probes.h"

/* A block of async or at, while it runs. */
struct tri_record_run {
    struct tri_node *node;
    unsigned activity, before; /* numbers for the event log: of the block's activity, and of the one
                                  that the thread ran before */
};

#ifndef TRI_RECORD
#define TRI_RECORD
#endif

#pragma GCC visibility push(default)

/* This process is that place, of so many. `job`: a name that is the same in all of them, if they
 * are ranks that a launcher has started; NULL: this process has started them, or was forked. */
TRI_RECORD void tri_record_place(int here, int places, const char *job);

/* One moment on this place's clock and on that of place 0, of another machine, which is wrong by at
 * most half of `within`; in ticks of tri_record_now(). `which`: 0 at the beginning, 1 at the end.
 */
TRI_RECORD void tri_record_offset(unsigned which, unsigned long long own, unsigned long long zero,
                                  unsigned long long within);

/* This thread begins (1) and ends (-1) to do something for the run time alone: its calls, and the
 * threads that it starts, are not the program's. */
TRI_RECORD void tri_record_apart(int by);

/* True if this process is being measured. */
TRI_RECORD int tri_record_is_on(void);

/* Returns the number of a new activity; UINT_MAX: none, because nothing is measured. */
TRI_RECORD unsigned tri_record_number(void);

/* An async without a place has started an activity. */
TRI_RECORD void tri_record_spawn(const struct tri_site *site, unsigned number);

/* A directive begins to wait, or a move begins; NULL: it is not measured. */
TRI_RECORD struct tri_node *tri_record_begin(const struct tri_site *site);
TRI_RECORD void tri_record_end(struct tri_node *node);
/* The wait at the end of a finish is over, which was begun at a time of tri_record_now(). */
TRI_RECORD void tri_record_finish(struct tri_node *node, unsigned long long begun);
TRI_RECORD unsigned long long tri_record_now(void);
/* A block with these data went to a place; async: and is that activity there, otherwise
 * UINT_MAX. */
TRI_RECORD void tri_record_move(struct tri_node *node, const struct tri_site *site, int place,
                                unsigned number, const char *data);
/* The same of a block that goes to elements of a distributed array, or of a call that copies them;
 * the data begin with the sizes of the variables, if these are dynamic. */
TRI_RECORD void tri_record_access(struct tri_node *node, const struct tri_site *site, int place,
                                  unsigned number, const struct tri_region *array,
                                  const char *data);
/* The same of an async that stays at this place: its move takes no time. */
TRI_RECORD void tri_record_stay(const struct tri_site *site, int place, unsigned number,
                                const struct tri_region *array, const char *data);
/* Adds a distributed array: a region of the kind object, with the note "array of 1000 elements of 8
 * bytes, blocks of 250". */
#define TRI_RECORD_ARRAY "array of "
TRI_RECORD void tri_record_array(struct tri_region *region, const char *directory);
/* A directive that did not have to wait. */
TRI_RECORD void tri_record_point(const struct tri_site *site);

/* An async starts an activity here, which this thread runs at once: records the directive as
 * tri_record_spawn() (if the place is -1) or tri_record_stay() does, and that the block begins at
 * that moment. Returns the number of the activity; UINT_MAX: nothing is measured. */
TRI_RECORD unsigned tri_record_start(struct tri_record_run *run, const struct tri_site *site,
                                     int place, const char *data);

/* A block begins and ends to run, as a part of activity BIRTH-NUMBER. */
TRI_RECORD void tri_record_run(struct tri_record_run *run, const struct tri_site *site, int here,
                               int birth, long number);
TRI_RECORD void tri_record_ran(const struct tri_record_run *run);

#pragma GCC visibility pop

#endif
