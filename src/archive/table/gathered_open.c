/* gathered_open.c: finds the ranks whose places were gathered: see gathered.h */
#include "archive/table/gathered.h"

#include "archive/table/gathered_ranks.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30 };

static bool makes_sense(const struct gathered_definition *found, uint16_t references)
{
    switch (found->kind) {
    case FORMAT_DEFINE_TEXT:
    case FORMAT_DEFINE_LIGHTS:
        return !references;
    case FORMAT_DEFINE_REGION:
        return references == 5 && found->size == sizeof(struct format_defined_region);
    case FORMAT_DEFINE_NODE:
        return references == 2;
    default:
        return false;
    }
}

/* Reads the definitions. False if they are damaged: then nothing of the file can be read. */
static bool read_definitions(struct gathered_definitions *to, const char *bytes, size_t size)
{
    size_t room = 0;
    to->all = memory_grow(to->all, &room, 1, sizeof *to->all);
    to->all[0] = (struct gathered_definition){0};
    to->count = 1;
    while (size) {
        struct format_definition head;
        struct gathered_definition found = {0};
        if (size < sizeof head)
            return false;
        memcpy(&head, bytes, sizeof head);
        size_t skip = sizeof head + head.references * sizeof(uint32_t);
        size_t padded = ((size_t)head.size + 3) & ~(size_t)3;
        if (head.references > FORMAT_REFERENCES || skip > size || padded > size - skip ||
            to->count == UINT32_MAX)
            return false;
        memcpy(found.references, bytes + sizeof head, skip - sizeof head);
        found.kind = head.kind;
        found.content = bytes + skip;
        found.size = head.size;
        for (size_t i = 0; i < FORMAT_REFERENCES; i++) {
            if (found.references[i] >= to->count)
                return false;
        }
        if (!makes_sense(&found, head.references))
            return false;
        to->all = memory_grow(to->all, &room, (size_t)to->count + 1, sizeof *to->all);
        to->all[to->count++] = found;
        bytes += skip + padded;
        size -= skip + padded;
    }
    return true;
}

/* Finds the ranks in a source from byte `at` on. False if the file ends within a piece. */
static bool find_ranks(struct gathered *gathered, size_t which, size_t at)
{
    const struct gathered_source *source = &gathered->sources[which];
    while (at < source->size) {
        struct format_gathered_piece head;
        if (source->size - at < sizeof head)
            return false;
        memcpy(&head, source->bytes + at, sizeof head);
        if (head.size > source->size - at - sizeof head)
            return false;
        struct gathered_rank *last = gathered->count ? &gathered->ranks[gathered->count - 1] : NULL;
        if (!last || last->rank != head.rank || last->source != which) {
            gathered->ranks = memory_grow(gathered->ranks, &gathered->room, gathered->count + 1,
                                          sizeof *gathered->ranks);
            last = &gathered->ranks[gathered->count++];
            *last = (struct gathered_rank){.source = which, .rank = head.rank, .at = at};
        }
        at += sizeof head + head.size;
        last->end = at;
    }
    return true;
}

/* The places that have a folder in the archive, and those chosen so far. */
struct present {
    uint64_t (*ranks)[2]; /* job and rank; {0, UINT64_MAX} for a place that is no rank */
    uint32_t *numbers;
    size_t count, room, number_room;
    uint32_t next; /* a number that no place has */
};

static void add_present(struct present *present, uint32_t number, uint64_t job, uint64_t rank)
{
    size_t i = present->count++;
    present->ranks = memory_grow(present->ranks, &present->room, i + 1, sizeof *present->ranks);
    present->numbers =
        memory_grow(present->numbers, &present->number_room, i + 1, sizeof *present->numbers);
    present->ranks[i][0] = job;
    present->ranks[i][1] = rank;
    present->numbers[i] = number;
    if (number >= present->next && number < UINT32_MAX - 1)
        present->next = number + 1;
}

static void find_present(const struct archive_folder *folder, struct present *present)
{
    char **names = archive_folder_names(folder, "places");
    for (char **name = names; *name; name++) {
        char path[64];
        struct format_place page = {0};
        struct archive_folder_file file;
        uint32_t number = (uint32_t)strtoul(*name, NULL, 10);
        if (!isdigit((unsigned char)**name))
            continue;
        snprintf(path, sizeof path, "places/%u/place", number);
        if (archive_folder_open(folder, path, &file)) {
            archive_folder_read(&file, 0, &page, sizeof page);
            archive_folder_close(&file);
        }
        add_present(present, number, page.ranks ? page.job : 0,
                    page.ranks ? page.rank : UINT64_MAX);
    }
    archive_folder_free_names(names);
}

static bool has_rank(const struct present *present, const struct format_place *page)
{
    for (size_t i = 0; i < present->count; i++) {
        if (present->ranks[i][0] == page->job && present->ranks[i][1] == page->rank)
            return true;
    }
    return false;
}

static bool has_number(const struct present *present, uint32_t number)
{
    for (size_t i = 0; i < present->count; i++) {
        if (present->numbers[i] == number)
            return true;
    }
    return false;
}

/* Chooses the place's own number if it is free, else the next free one: hosts with archives of
 * their own number their places independently. */
static uint32_t choose_number(struct present *present, uint32_t wanted)
{
    uint32_t number = has_number(present, wanted) ? present->next : wanted;
    add_present(present, number, 0, UINT64_MAX);
    return number;
}

/* Keeps the ranks that can be read and have no folder in the archive. */
static void choose_ranks(struct gathered *gathered, const struct archive_folder *folder)
{
    struct present present = {0};
    size_t kept = 0;
    find_present(folder, &present);
    for (size_t i = 0; i < gathered->count; i++) {
        struct gathered_rank rank = gathered->ranks[i];
        struct gathered_files files = {0};
        struct format_place page;
        if (!gathered_make_files(gathered, &rank, &files)) {
            gathered->damaged++;
            continue;
        }
        memcpy(&page, files.all[0].data, sizeof page);
        gathered_files_free(&files);
        if (has_rank(&present, &page))
            continue;
        rank.number = choose_number(&present, page.number);
        gathered->ranks[kept++] = rank;
    }
    gathered->count = kept;
    free(present.ranks);
    free(present.numbers);
}

/* Reads one file of gathered ranks. False if it is damaged. */
static bool read_source(struct gathered *gathered, size_t which)
{
    struct gathered_source *source = &gathered->sources[which];
    struct format_gathered header;
    if (source->size < sizeof header)
        return false;
    memcpy(&header, source->bytes, sizeof header);
    source->version = header.version;
    return header.magic == FORMAT_GATHERED_MAGIC && header.version >= 1 &&
           header.version <= FORMAT_GATHERED_VERSION &&
           header.definitions <= source->size - sizeof header &&
           read_definitions(&source->definitions, source->bytes + sizeof header,
                            (size_t)header.definitions) &&
           find_ranks(gathered, which, sizeof header + (size_t)header.definitions);
}

static void add_source(struct gathered *gathered, const struct archive_folder *folder,
                       const char *place)
{
    char path[64];
    struct gathered_source source = {0};
    snprintf(path, sizeof path, "places/%.20s/%s", place, FORMAT_GATHERED_FILE);
    source.bytes = archive_folder_read_all(folder, path, MOST_BYTES, &source.size);
    if (!source.bytes)
        return;
    size_t which = gathered->source_count++, before = gathered->count;
    gathered->sources = memory_grow(gathered->sources, &gathered->source_room,
                                    gathered->source_count, sizeof *gathered->sources);
    gathered->sources[which] = source;
    if (read_source(gathered, which))
        return;
    gathered->count = before;
    gathered->damaged++;
}

struct gathered *archive_gathered_open(const struct archive_folder *folder)
{
    struct gathered *gathered = memory_zeroed(1, sizeof *gathered);
    gathered->number = UINT32_MAX;
    char **names = archive_folder_names(folder, "places");
    for (char **name = names; *name; name++)
        add_source(gathered, folder, *name);
    archive_folder_free_names(names);
    if (gathered->count)
        choose_ranks(gathered, folder);
    if (gathered->count || gathered->damaged)
        return gathered;
    archive_gathered_free(gathered);
    return NULL;
}
