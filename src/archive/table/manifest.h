/* manifest.h: the manifest of an archive: its files with their lengths and checksums. */
#ifndef ARCHIVE_TABLE_MANIFEST_H
#define ARCHIVE_TABLE_MANIFEST_H

#include "archive/table/folder.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct archive_manifest_file {
    char *path; /* relative to the archive */
    uint64_t size, sum;
};

struct archive_manifest {
    struct archive_manifest_file *files;
    size_t count;
};

enum archive_manifest_state {
    MANIFEST_READ,
    MANIFEST_MISSING, /* unsealed, or of an earlier version */
    MANIFEST_DAMAGED,
};

/* Writes the manifest of an archive that is being sealed; files below tables.part/ are listed under
 * the names that they will have below tables/. With `waits`, returns when it is on the disk. */
bool archive_manifest_write(const char *archive, bool waits, struct error *error);

/* Writes the manifest of an archive that stays unsealed, after all its processes have ended. */
bool archive_manifest_write_unsealed(const char *archive, struct error *error);

/* Reads the manifest. It is empty unless MANIFEST_READ is returned; to be freed with
 * archive_manifest_free. */
enum archive_manifest_state archive_manifest_read(const struct archive_folder *folder,
                                                  struct archive_manifest *manifest);
void archive_manifest_free(struct archive_manifest *manifest);

/* Continues a checksum with these bytes; an incomplete last word is filled up with zeros. */
uint64_t archive_manifest_sum_bytes(uint64_t sum, const char *bytes, size_t size);

/* Computes the checksum of an open file. False if the file cannot be read to its end. */
bool archive_manifest_sum(const struct archive_folder_file *file, uint64_t *sum);

#endif
