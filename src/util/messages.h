/* messages.h: makes everything that a command writes to stderr safe for a terminal, in one place.
 * Names of files, programs and regions may contain control characters. */
#ifndef UTIL_MESSAGES_H
#define UTIL_MESSAGES_H

#include <stdio.h>

/* Puts a filter on `stderr`: control characters and bytes that are not UTF-8 become "?". On a
 * terminal, messages are broken at spaces to its width; elsewhere each stays one line. To be called
 * once, at the beginning of the command. */
void messages_make_harmless(void);

/* Returns the stream behind the filter, for progress bars and tables, which clean their text
 * themselves and use colours. */
FILE *messages_unfiltered(void);

#endif
