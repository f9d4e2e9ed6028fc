/* table.c: see table.h */
#include "table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BUCKETS = 64 };

struct table *table_new(void)
{
    struct table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->buckets = FIRST_BUCKETS;
    table->bucket = calloc(table->buckets, sizeof *table->bucket);
    if (!table->bucket) {
        free(table);
        return NULL;
    }
    return table;
}

static void free_chain(struct entry *entry)
{
    while (entry) {
        struct entry *next = entry->next;
        free(entry);
        entry = next;
    }
}

void table_free(struct table *table)
{
    if (!table)
        return;
    for (size_t b = 0; b < table->buckets; b++)
        free_chain(table->bucket[b]);
    free(table->bucket);
    free(table);
}

/* FNV-1a. */
static uint32_t hash(const char *word)
{
    uint32_t value = 2166136261u;
    for (const char *c = word; *c; c++)
        value = (value ^ (unsigned char)*c) * 16777619u;
    return value;
}

/* Twice as many buckets. */
static bool grow(struct table *table)
{
    size_t buckets = 2 * table->buckets;
    struct entry **bucket = calloc(buckets, sizeof *bucket);
    if (!bucket)
        return false;
    for (size_t b = 0; b < table->buckets; b++) {
        struct entry *entry = table->bucket[b];
        while (entry) {
            struct entry *next = entry->next;
            struct entry **chain = &bucket[hash(entry->word) & (buckets - 1)];
            entry->next = *chain;
            *chain = entry;
            entry = next;
        }
    }
    free(table->bucket);
    table->bucket = bucket;
    table->buckets = buckets;
    return true;
}

/* The entry of a word, or NULL. */
static struct entry *find(const struct table *table, const char *word, uint32_t hashed)
{
    for (struct entry *entry = table->bucket[hashed & (table->buckets - 1)]; entry;
         entry = entry->next) {
        if (!strcmp(entry->word, word))
            return entry;
    }
    return NULL;
}

static struct entry *insert(struct table *table, const char *word, uint32_t hashed)
{
    if (table->entries == table->buckets && !grow(table))
        return NULL;
    struct entry *entry = calloc(1, sizeof *entry + strlen(word) + 1);
    if (!entry)
        return NULL;
    struct entry **chain = &table->bucket[hashed & (table->buckets - 1)];
    strcpy(entry->word, word);
    entry->next = *chain;
    *chain = entry;
    table->entries++;
    return entry;
}

bool table_add(struct table *table, const char *word, int file)
{
    uint32_t hashed = hash(word);
    struct entry *entry = find(table, word, hashed);
    if (!entry)
        entry = insert(table, word, hashed);
    if (!entry)
        return false;
    entry->count[file]++;
    return true;
}

struct entry **table_entries(const struct table *table)
{
    struct entry **all = malloc((table->entries + 1) * sizeof *all);
    if (!all)
        return NULL;
    size_t n = 0;
    for (size_t b = 0; b < table->buckets; b++) {
        for (struct entry *entry = table->bucket[b]; entry; entry = entry->next)
            all[n++] = entry;
    }
    return all;
}
