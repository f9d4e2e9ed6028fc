/* place.h: this process as a place of an archive: its page, its folder, and whether it is
 * measured. */
#ifndef MEASURE_PLACE_H
#define MEASURE_PLACE_H

#include "format/place.h"

#include <stdbool.h>
#include <stdint.h>

/* Makes the place's folder in the archive and the page in it. Measuring begins with
 * measure_place_begin(). The guard must be held, here and below unless a comment says otherwise.
 * False with errno. */
bool measure_place_make(const char *archive);

/* Removes what measure_place_make() made. */
void measure_place_unmake(void);

/* Begins measuring. When it stops, `at_stop` is called to switch all regions off. */
void measure_place_begin(void (*at_stop)(void));

/* True while this place is being measured. May be called at any time. */
bool measure_place_is_measuring(void);
const char *measure_place_folder(void); /* NAME.tri/places/P, absolute */
const char *measure_place_archive(void);
uint64_t measure_place_next_lane(void); /* returns a new lane number, from 0 */
uint32_t measure_place_next_activity(void);

/* Reserves consecutive activity numbers; returns the first of them. */
uint32_t measure_place_next_activities(uint32_t count);

/* Returns the page of this place; NULL before measure_place_make(). */
struct format_place *measure_place_page(void);
/* Updates the moment of last activity in the page. */
void measure_place_renew_moment(void);

/* Ends the place at the present moment, in that state. */
void measure_place_end(enum format_place_state state);

/* In a forked child: makes a folder and a page for it. False with errno: it has none, and measuring
 * must stop. */
bool measure_place_fork(void);

/* Ends measuring for good while the program continues; one line on stderr says why. If error is 0,
 * `what` is the whole reason. Call it without the guard; measure_place_stop_guarded() needs it. */
void measure_place_stop(int error, const char *what);
void measure_place_stop_guarded(int error, const char *what);

/* Ends measuring, without a message, if `triptych stop` has asked for it. True if measuring was
 * ended that way, now or earlier. To be called rarely, and without the guard. */
bool measure_place_heed(void);

/* The time, in ticks, from which on this thread is to heed; stores the next one, and returns true.
 */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) uint64_t place_due;
bool measure_place_become_due(uint64_t now);

/* True every few milliseconds in each thread, by the time in ticks: then measure_place_heed() is to
 * be called. */
static inline bool measure_place_is_due(uint64_t now)
{
    return __builtin_expect(now >= place_due, 0) && measure_place_become_due(now);
}

/* Prints a line on stderr about another problem; the line ends with the consequence for the
 * measurement. */
void measure_place_say(int error, const char *what, const char *consequence);

/* Prints the line for a place that could not be made in the archive of that path: the reason and
 * the remedy. */
void measure_place_say_unmade(const char *path, const char *why, const char *remedy);

#endif
