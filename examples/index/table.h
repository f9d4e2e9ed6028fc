/* table.h: words, and how often each is in which file. A hash table with chains. */
#ifndef TABLE_H
#define TABLE_H

#include "contents.h"

#include <stddef.h>

struct entry {
    struct entry *next; /* in its chain */
    int count[CONTENTS_MOST];
    char word[];
};

struct table {
    size_t buckets; /* a power of two */
    size_t entries;
    struct entry **bucket;
};

struct table *table_new(void); /* NULL when memory is out */
void table_free(struct table *table);

/* Counts one occurrence of a word in a file. */
bool table_add(struct table *table, const char *word, int file);

/* All entries in one array of table->entries, in no order; NULL when memory is out. The caller
 * frees it. */
struct entry **table_entries(const struct table *table);

#endif
