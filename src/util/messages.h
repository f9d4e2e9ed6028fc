/* messages.h: all that a command says on stderr is made harmless for a terminal, in one place.
 * Names of files, programs and regions come from others. */
#ifndef UTIL_MESSAGES_H
#define UTIL_MESSAGES_H

#include <stdio.h>

/* From now on, what is written to `stderr` goes through a filter: "?" stands for control characters
 * and for bytes that are not UTF-8. On a terminal, messages are broken into lines of its width at
 * spaces; elsewhere each stays one line. To be called once, at the beginning of the command. */
void messages_make_harmless(void);

/* The stream behind the filter, for progress bars and tables that clean their cells by themselves
 * and use colours. */
FILE *messages_unfiltered(void);

#endif
