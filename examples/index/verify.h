/* verify.h: reads an index file back. */
#ifndef VERIFY_H
#define VERIFY_H

#include <stdbool.h>

/* Is each line well-formed, are the words in ascending order, and are there `words` occurrences in
 * all? */
bool verify_index(const char *path, long words);

#endif
