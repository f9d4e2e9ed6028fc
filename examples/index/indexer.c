/* indexer.c: see indexer.h */
#include "indexer.h"

#include "sort.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

enum { PIECE = 1024 };

static bool read_text(struct words *words, FILE *file)
{
    char piece[PIECE];
    size_t size;
    do {
        size = fread(piece, 1, sizeof piece, file);
        if (!words_feed(words, piece, size))
            return false;
    } while (size == sizeof piece);
    return words_end(words) && !ferror(file);
}

static bool read_file(struct words *words, const char *folder, const char *name)
{
    char *path = contents_path(folder, name);
    FILE *file = path ? fopen(path, "r") : NULL;
    bool good = false;
    if (file) {
        good = read_text(words, file);
        fclose(file);
    }
    if (!good)
        fprintf(stderr, "index: cannot read %s\n", path ? path : name);
    free(path);
    return good;
}

struct table *indexer_read(const struct contents *contents, const char *folder, long *seen)
{
    struct words words = {.table = table_new()};
    bool good = words.table != NULL;
    for (int f = 0; good && f < contents->count; f++) {
        words.file = f;
        good = read_file(&words, folder, contents->name[f]);
    }
    *seen = words.seen;
    if (good)
        return words.table;
    table_free(words.table);
    return NULL;
}

static void write_entry(FILE *out, const struct entry *entry, int files)
{
    fputs(entry->word, out);
    for (int f = 0; f < files; f++) {
        if (entry->count[f] > 0)
            fprintf(out, " %d:%d", f + 1, entry->count[f]);
    }
    putc('\n', out);
}

bool indexer_write(const struct table *table, const struct contents *contents, const char *path)
{
    struct entry **entries = table_entries(table);
    struct entry **room = malloc((table->entries + 1) * sizeof *room);
    FILE *out = entries && room ? fopen(path, "w") : NULL;
    bool good = false;
    if (out) {
        sort_entries(entries, table->entries, room);
        for (size_t i = 0; i < table->entries; i++)
            write_entry(out, entries[i], contents->count);
        good = !ferror(out);
        good = fclose(out) == 0 && good;
    }
    free(entries);
    free(room);
    if (!good)
        fprintf(stderr, "index: cannot write %s\n", path);
    return good;
}
