/* carried_file.c: see carried_file.h */
#include "archive/loops/carried_file.h"

#include <stdlib.h>

enum { LARGEST = 256 << 20 }; /* bytes of a file that is read */

/* Finds the parts of the file; false if their sizes do not add up to that of the file. */
static bool find_parts(struct archive_carried_file *file, size_t size)
{
    const struct format_carried_header *header = file->header = (const void *)file->bytes;
    if (size < sizeof *header || header->magic != FORMAT_CARRIED_MAGIC ||
        header->version != FORMAT_CARRIED_VERSION)
        return false;
    uint64_t loops = header->loops * (uint64_t)sizeof *file->loops,
             accesses = header->accesses * (uint64_t)sizeof *file->accesses,
             records = header->records * (uint64_t)sizeof *file->records;
    if (size != sizeof *header + loops + accesses + records + header->text_bytes)
        return false;
    const char *at = file->bytes + sizeof *header;
    file->loops = (const void *)at;
    file->accesses = (const void *)(at + loops);
    file->records = (const void *)(at + loops + accesses);
    file->texts = at + loops + accesses + records;
    return header->text_bytes && !file->texts[header->text_bytes - 1];
}

static bool is_sound(const struct archive_carried_file *file, const struct format_carried *record)
{
    const struct format_carried_header *header = file->header;
    return record->loop < header->loops && record->from < header->accesses &&
           record->to < header->accesses && record->kind < FORMAT_CARRIED_KINDS &&
           record->role < FORMAT_CARRIED_ROLES && record->storage < FORMAT_CARRIED_STORAGES &&
           record->operation < FORMAT_CARRIED_OPERATIONS &&
           (record->storage != FORMAT_CARRIED_HEAP || record->owner < header->accesses);
}

static bool check(struct archive_carried_file *file, size_t size)
{
    bool good = find_parts(file, size);
    for (uint32_t i = 0; good && i < file->header->accesses; i++)
        good = file->accesses[i].name < file->header->text_bytes;
    for (uint32_t i = 0; good && i < file->header->records; i++)
        good = is_sound(file, &file->records[i]);
    return good;
}

bool archive_carried_file_read(struct archive_carried_file *file,
                               const struct archive_folder *folder, const char *path, bool *is_bad)
{
    size_t size = 0;
    *is_bad = false;
    file->bytes = archive_folder_read_all(folder, path, LARGEST, &size);
    if (!file->bytes)
        return false;
    *is_bad = !check(file, size);
    if (*is_bad)
        archive_carried_file_free(file);
    return !*is_bad;
}

void archive_carried_file_free(struct archive_carried_file *file)
{
    free(file->bytes);
    file->bytes = NULL;
}
