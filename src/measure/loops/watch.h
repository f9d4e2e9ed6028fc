/* watch.h: libraries that are loaded while the program runs. */
#ifndef MEASURE_LOOPS_WATCH_H
#define MEASURE_LOOPS_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* From now on `changed` is called whenever libraries were loaded or unloaded: those that are new
 * have not run yet. The loader's lock is held then, by this thread. False: that is not possible
 * with this loader. */
bool watch_begin(void (*changed)(void));

/* Calls `see` for each library that is loaded: its path and how far it is from where it was linked
 * for. */
void watch_each(void (*see)(const char *path, uint64_t moved));

/* Whether something is loaded that is so far from where it was linked for. */
bool watch_finds(uint64_t moved);

#endif
