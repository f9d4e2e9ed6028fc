/* watch.h: notices libraries that are loaded while the program runs. */
#ifndef MEASURE_LOOPS_WATCH_H
#define MEASURE_LOOPS_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Calls `changed` from now on whenever libraries were loaded or unloaded, before the code of new
 * ones runs. This thread then holds the loader's lock. False if it is not possible with this
 * loader. */
bool watch_begin(void (*changed)(void));

/* Calls `see` for each loaded library, with its path and the distance from its link address. */
void watch_each(void (*see)(const char *path, uint64_t moved));

/* True if a module is loaded at that distance from its link address. */
bool watch_finds(uint64_t moved);

#endif
