/* path.h: matches call paths against patterns with stars. */
#ifndef QUERY_EXEC_PATH_H
#define QUERY_EXEC_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A state is a bit set: the positions of the pattern that the path down to a node can have
 * reached. The states of a node's children follow from its own, whatever the depth. A step **
 * matches any number of steps; * within a step matches any characters. */

/* Returns how many 64-bit words a state takes. */
size_t path_words(const char *pattern);

/* Sets the state of the empty path. */
void path_begin(const char *pattern, uint64_t *state);

/* Computes the state one name further down; the name may contain slashes. */
void path_go(const char *pattern, const uint64_t *from, const char *name, uint64_t *state);

/* True if the whole pattern matches. */
bool path_fits(const char *pattern, const uint64_t *state);

#endif
