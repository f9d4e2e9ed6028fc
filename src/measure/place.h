/* place.h: this process as a place of an archive: its page, its folder, whether it measures. */
#ifndef MEASURE_PLACE_H
#define MEASURE_PLACE_H

#include "format/place.h"

#include <stdbool.h>
#include <stdint.h>

/* Makes the place's folder in the archive and its page in it. Measuring begins with place_begin().
 * With the guard held, as everything here that does not say otherwise. */
bool place_make(const char *archive);

/* Takes back what place_make() made. */
void place_unmake(void);

/* From now on there is something to stop: `at_stop` switches all regions off. */
void place_begin(void (*at_stop)(void));

/* Any time. */
bool place_is_measuring(void);
const char *place_folder(void); /* NAME.tri/places/P, absolute */
const char *place_archive(void);
uint64_t place_next_lane(void); /* numbers of lanes, from 0 */
uint32_t place_next_activity(void);

/* The first of so many numbers in a row. */
uint32_t place_next_activities(uint32_t count);

struct format_place *place_page(void);
void place_renew_moment(void);

/* The same moment ends the place. */
void place_end(enum format_place_state state);

/* In a forked child: a folder and a page of its own. False with errno: it has none, and must stop.
 */
bool place_fork(void);

/* Measuring ends for good, the program goes on: one line on stderr says why. Where the error is 0,
 * `what` says all. Without the guard. */
void place_stop(int error, const char *what);
void place_stop_guarded(int error, const char *what);

/* Somebody outside may want measuring to end: then it does, without a word. True: so it is, since
 * now or before. At moments that are rare; without the guard. */
bool place_heed(void);

/* Whether such a moment has come, by the time in ticks: every few milliseconds in each thread. */
bool place_is_due(uint64_t now);

/* Such a line about something else: what it means for the measurement is at its end. */
void place_say(int error, const char *what, const char *consequence);

/* The line for a place that could not be made in the archive of that path: why, and what to do. */
void place_say_unmade(const char *path, const char *why, const char *remedy);

#endif
