/* main.c: indexes the text files of a folder: index [FOLDER [INDEX [ROUNDS]]]
 *
 * The whole is done ROUNDS times, as if the texts were that much longer. */
#include "indexer.h"
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>

/* A number from 1 to `most`, or 0 for anything else. */
static int read_number(const char *text, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= most ? (int)value : 0;
}

/* Reads, writes, and reads back. */
static bool index_once(const struct contents *contents, const char *folder, const char *path)
{
    long seen;
    struct table *table = indexer_read(contents, folder, &seen);
    if (!table)
        return false;
    bool good = indexer_write(table, contents, path) && verify_index(path, seen);
    table_free(table);
    return good;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "data";
    const char *path = argc > 2 ? argv[2] : "index.txt";
    int rounds = argc > 3 ? read_number(argv[3], 1000000) : 1000;
    if (argc > 4 || rounds == 0) {
        fputs("usage: index [FOLDER [INDEX [ROUNDS]]], ROUNDS up to 1000000\n", stderr);
        return 2;
    }
    struct contents contents;
    if (!contents_read(&contents, folder))
        return 1;
    bool right = true;
    for (int round = 0; right && round < rounds; round++)
        right = index_once(&contents, folder, path);
    puts(right ? "right" : "WRONG");
    return right ? 0 : 1;
}
