/* intact.h: whether the files of an archive are as its run left them, by its manifest. */
#ifndef ARCHIVE_TABLE_INTACT_H
#define ARCHIVE_TABLE_INTACT_H

#include "archive/table/folder.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file that is not as it was. */
struct intact_file {
    char *path;       /* relative to the archive */
    const char *what; /* "is missing" */
};

struct intact {
    struct intact_file *files;
    size_t count;
    uint64_t checked, summed; /* files whose length, and whose checksum was compared */
    bool has_manifest;
    bool marked; /* it was made by a version that writes markers and manifests */
};

/* Compares all lengths, and checksums of small files: as many as can be read in an instant. `all`:
 * the checksums of all files. */
void intact_check(struct intact *intact, const struct folder *folder, bool all);
void intact_free(struct intact *intact);

/* The first damaged file below a folder ("tables/nodes/"), or NULL. */
const struct intact_file *intact_below(const struct intact *intact, const char *folder);

/* How many are below a folder. */
uint64_t intact_count(const struct intact *intact, const char *folder);

#endif
