/* fatal.h: messages of the run time, and the end of the program by an error of its own. */
#ifndef PLACES_FATAL_H
#define PLACES_FATAL_H

#include <stddef.h>

/* Says which place and activity this thread runs, for messages; never NULL. */
void fatal_describe(char *text, size_t size);

/* Prints one line, "triptych: ", by a single write. Safe in signal handlers, if the format has %s,
 * %d and %ld only. */
void fatal_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes what the program has printed into its standard output and is still in memory. Not for
 * signal handlers. Keeps the lock: the process ends. */
void fatal_flush(void);

/* Writes the program's output, prints what is wrong and where, and ends the process; the other
 * places notice that. */
void fatal(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Ends the process because another place has failed. */
void fatal_follow(void) __attribute__((noreturn));

#endif
