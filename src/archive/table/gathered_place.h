/* gathered_place.h: makes the files of a place from its gathered data (format/gathered.h). */
#ifndef ARCHIVE_TABLE_GATHERED_PLACE_H
#define ARCHIVE_TABLE_GATHERED_PLACE_H

#include "archive/table/folder.h"
#include "format/gathered.h"
#include "format/place.h"

/* A definition that places of a job share: a text, a region, a node, a table of light regions. They
 * are numbered from 1; number 0 means none. */
struct gathered_definition {
    enum format_definition_kind kind;
    uint32_t references[FORMAT_REFERENCES];
    const char *content;
    uint32_t size;
};

struct gathered_definitions {
    struct gathered_definition *all;
    uint32_t count; /* including number 0 */
};

struct gathered_files {
    struct archive_folder_memory_file *all;
    size_t count, room;
};

/* Makes the files of the place `number` from its gathered bytes, in the format `version` of the
 * whole file. False if the bytes are damaged; then `files` is empty. */
bool gathered_place(const struct gathered_definitions *definitions, const char *bytes, size_t size,
                    uint32_t number, uint32_t version, struct gathered_files *files);
void gathered_files_free(struct gathered_files *files);

#endif
