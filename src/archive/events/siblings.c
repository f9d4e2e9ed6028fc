/* siblings.c: which of its siblings an activity is, and the path that follows from it. */
#include "archive/events/events.h"

#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An activity by what it is counted by. */
struct sibling {
    uint64_t created;
    uint32_t parent, call, row;
};

static int compare(const void *a, const void *b)
{
    const struct sibling *left = a, *right = b;
    if (left->parent != right->parent)
        return left->parent < right->parent ? -1 : 1;
    if (left->call != right->call)
        return left->call < right->call ? -1 : 1;
    if (left->created != right->created)
        return left->created < right->created ? -1 : 1;
    return left->row < right->row ? -1 : left->row > right->row;
}

static uint32_t parent_of(const struct archive *archive, uint32_t row)
{
    const struct archive_activities *all = &archive->activities;
    return all->parent[row] == ARCHIVE_NONE
               ? ARCHIVE_NONE
               : archive_activity(archive, all->place[row], all->parent[row]);
}

void archive_activities_count_siblings(struct archive *archive)
{
    struct archive_activities *all = &archive->activities;
    struct sibling *siblings = memory_zeroed(all->rows + 1, sizeof *siblings);
    size_t count = 0;
    for (uint32_t i = 0; i < all->rows; i++) {
        if (all->kind[i] == ARCHIVE_TASK && all->created[i] != ARCHIVE_UNKNOWN)
            siblings[count++] =
                (struct sibling){all->created[i], parent_of(archive, i), all->made_at[i], i};
    }
    if (count)
        qsort(siblings, count, sizeof *siblings, compare);
    for (size_t i = 0; i < count; i++) {
        bool first = !i || siblings[i - 1].parent != siblings[i].parent ||
                     siblings[i - 1].call != siblings[i].call;
        all->ordinal[siblings[i].row] = first ? 0 : all->ordinal[siblings[i - 1].row] + 1;
    }
    free(siblings);
}

/* Text that is written as far as there is room. */
struct written {
    char *text;
    size_t size, used;
};

static void write_step(struct written *out, const char *format, const char *text, unsigned line,
                       unsigned ordinal)
{
    size_t left = out->used < out->size ? out->size - out->used : 0;
    int length = snprintf(left ? out->text + out->used : NULL, left, format, text, line, ordinal);
    out->used += length > 0 ? (size_t)length : 0;
}

static void write_activity(const struct archive *archive, uint32_t row, struct written *out)
{
    const struct archive_activities *all = &archive->activities;
    uint32_t call = all->made_at[row];
    const char *file = archive_text(archive, archive->regions.file[call]),
               *slash = strrchr(file, '/');
    bool is_known = all->ordinal[row] != ARCHIVE_NONE && call;
    char name[ARCHIVE_NAME];
    if (is_known) {
        write_step(out, "/%s:%u#%u", slash ? slash + 1 : file, archive->regions.line[call],
                   all->ordinal[row]);
        return;
    }
    archive_activity_name(archive, all->place[row], all->number[row], name);
    bool is_main = all->kind[row] == ARCHIVE_THREAD && all->number[row] == 0;
    write_step(out, "%s", is_main ? "main" : name, 0, 0);
}

size_t archive_activity_path(const struct archive *archive, uint32_t activity, char *text,
                             size_t size)
{
    const struct archive_activities *all = &archive->activities;
    struct written out = {text, size, 0};
    uint32_t *rows = NULL;
    size_t count = 0, room = 0;
    if (size)
        *text = '\0';
    for (uint32_t row = activity; row != ARCHIVE_NONE && count <= all->rows;) {
        rows = memory_grow(rows, &room, count + 1, sizeof *rows);
        rows[count++] = row;
        row = all->ordinal[row] == ARCHIVE_NONE ? ARCHIVE_NONE : parent_of(archive, row);
    }
    while (count)
        write_activity(archive, rows[--count], &out);
    free(rows);
    return out.used;
}
