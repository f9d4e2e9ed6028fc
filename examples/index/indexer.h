/* indexer.h: from text files to a table of words, and from the table to an index file. */
#ifndef INDEXER_H
#define INDEXER_H

#include "table.h"

/* The words of all files, or NULL after a message. `seen` becomes how many words there were. */
struct table *indexer_read(const struct contents *contents, const char *folder, long *seen);

/* One line per word, in alphabetical order: `word file:count file:count ...`, files by their number
 * from 1. */
bool indexer_write(const struct table *table, const struct contents *contents, const char *path);

#endif
