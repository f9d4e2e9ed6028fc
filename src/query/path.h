/* path.h: patterns of call paths. */
#ifndef QUERY_PATH_H
#define QUERY_PATH_H

#include <stdbool.h>

/* Whether a path fits a pattern as a whole: a step ** stands for any number of steps, * inside of a
 * step for any characters. */
bool path_fits(const char *pattern, const char *path);

#endif
