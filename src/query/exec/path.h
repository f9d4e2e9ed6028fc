/* path.h: patterns of call paths. */
#ifndef QUERY_EXEC_PATH_H
#define QUERY_EXEC_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How much of a pattern fits the path down to a node, as bits: those below a node go on from there,
 * however deep they are. A step ** stands for any number of steps, * inside of a step for any
 * characters. */

/* Words of 64 bits that a state takes. */
size_t path_words(const char *pattern);

/* The state of the empty path. */
void path_begin(const char *pattern, uint64_t *state);

/* The state one name further down; there may be slashes in it. */
void path_go(const char *pattern, const uint64_t *from, const char *name, uint64_t *state);

/* Whether the pattern as a whole fits. */
bool path_fits(const char *pattern, const uint64_t *state);

#endif
