/* intact.h: compares the files of an archive with its manifest, to find files that were damaged
 * after the run. */
#ifndef ARCHIVE_TABLE_INTACT_H
#define ARCHIVE_TABLE_INTACT_H

#include "archive/table/folder.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file that differs from the manifest. */
struct archive_intact_file {
    char *path;       /* relative to the archive */
    const char *what; /* how, as the end of a sentence: "is missing" */
};

struct archive_intact {
    struct archive_intact_file *files;
    size_t count;
    uint64_t checked,
        summed; /* numbers of files whose length was compared, and whose checksum was */
    bool has_manifest;
    bool marked; /* its version of Triptych writes markers and manifests */
};

/* Compares the lengths of all listed files, and the checksums of the smallest ones, up to 64 MB in
 * all; with `all`, of every file. The result is to be freed with archive_intact_free. */
void archive_intact_check(struct archive_intact *intact, const struct archive_folder *folder,
                          bool all);
void archive_intact_free(struct archive_intact *intact);

/* Returns the first damaged file below a folder ("tables/nodes/"), or NULL. */
const struct archive_intact_file *archive_intact_below(const struct archive_intact *intact,
                                                       const char *folder);

/* Counts the damaged files below a folder. */
uint64_t archive_intact_count(const struct archive_intact *intact, const char *folder);

#endif
