/* manifest.h: the list of files that sealing wrote, with their lengths and checksums. */
#ifndef ARCHIVE_TABLE_MANIFEST_H
#define ARCHIVE_TABLE_MANIFEST_H

#include "archive/table/folder.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct manifest_file {
    char *path; /* relative to the archive */
    uint64_t size, sum;
};

struct manifest {
    struct manifest_file *files;
    size_t count;
};

enum manifest_state {
    MANIFEST_READ,
    MANIFEST_MISSING, /* an unsealed archive, or one of an earlier version */
    MANIFEST_DAMAGED,
};

/* Lists the files of an archive that is being sealed, those below tables.part/ by the names that
 * they get below tables/. `waits`: until the list is on the disk. */
bool manifest_write(const char *archive, bool waits, struct error *error);

/* The same for one that is left as the programs wrote it, when all of them have ended. */
bool manifest_write_unsealed(const char *archive, struct error *error);

enum manifest_state manifest_read(const struct folder *folder, struct manifest *manifest);
void manifest_free(struct manifest *manifest);

/* Continues a sum; the last bytes are filled up with zeros. */
uint64_t manifest_sum_bytes(uint64_t sum, const char *bytes, size_t size);

/* Computes the checksum of an open file. False: the file cannot be read to its end. */
bool manifest_sum(const struct folder_file *file, uint64_t *sum);

#endif
