/* gathered_place.h: the files of a place, made from what it said when it was gathered. */
#ifndef ARCHIVE_TABLE_GATHERED_PLACE_H
#define ARCHIVE_TABLE_GATHERED_PLACE_H

#include "archive/table/folder.h"
#include "format/gathered.h"
#include "format/place.h"

/* Definitions, by their numbers; 0 is none. */
struct gathered_definition {
    enum format_definition_kind kind;
    uint32_t references[FORMAT_REFERENCES];
    const char *content;
    uint32_t size;
};

struct gathered_definitions {
    struct gathered_definition *all;
    uint32_t count; /* with none */
};

struct gathered_files {
    struct folder_memory_file *all;
    size_t count, room;
};

/* `version` is that of the whole file. False: it makes no sense, and there are no files. */
bool gathered_place(const struct gathered_definitions *definitions, const char *bytes, size_t size,
                    uint32_t number, uint32_t version, struct gathered_files *files);
void gathered_files_free(struct gathered_files *files);

#endif
