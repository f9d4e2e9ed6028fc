/* gathered.c: see gathered.h and gathered_ranks.h */
#include "archive/table/gathered.h"

#include "archive/table/gathered_ranks.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void archive_gathered_free(struct gathered *gathered)
{
    if (!gathered)
        return;
    gathered_files_free(&gathered->files);
    for (size_t i = 0; i < gathered->source_count; i++) {
        free(gathered->sources[i].definitions.all);
        free(gathered->sources[i].bytes);
    }
    free(gathered->sources);
    free(gathered->ranks);
    free(gathered);
}

uint64_t archive_gathered_damaged(const struct gathered *gathered)
{
    return gathered ? gathered->damaged : 0;
}

size_t archive_gathered_count(const struct gathered *gathered)
{
    return gathered ? gathered->count : 0;
}

uint32_t archive_gathered_number(const struct gathered *gathered, size_t i)
{
    assert(i < gathered->count);
    return gathered->ranks[i].number;
}

bool gathered_make_files(const struct gathered *gathered, const struct gathered_rank *rank,
                         struct gathered_files *files)
{
    assert(rank->at <= rank->end && rank->end <= gathered->sources[rank->source].size);
    const struct gathered_source *source = &gathered->sources[rank->source];
    char *bytes = memory_zeroed(rank->end - rank->at, 1);
    size_t size = 0;
    for (size_t at = rank->at; at < rank->end;) {
        struct format_gathered_piece head;
        memcpy(&head, source->bytes + at, sizeof head);
        memcpy(bytes + size, source->bytes + at + sizeof head, head.size);
        size += head.size;
        at += sizeof head + head.size;
    }
    bool good =
        gathered_place(&source->definitions, bytes, size, rank->number, source->version, files);
    free(bytes);
    return good;
}

const struct archive_folder_memory_file *archive_gathered_files(struct gathered *gathered,
                                                                uint32_t number, size_t *count)
{
    for (size_t i = 0; gathered->number != number && i < gathered->count; i++) {
        if (gathered->ranks[i].number != number)
            continue;
        gathered_files_free(&gathered->files);
        gathered->number = number;
        gathered_make_files(gathered, &gathered->ranks[i], &gathered->files);
    }
    *count = gathered->number == number ? gathered->files.count : 0;
    return gathered->number == number ? gathered->files.all : NULL;
}
