/* source_kept.c: see source_kept.h
 *
 * The cache is one file: a header, an entry per source file, and all loops. It is written again if
 * something was added, and starts anew when it becomes too large. */
#include "archive/symbols/source_kept.h"

#include "format/sum.h"
#include "util/kept.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NAME "sources"
#define MAGIC UINT64_C(0x3343525553495254) /* "TRISURC3" */

enum {
    SMALLEST = 4096,    /* bytes: a smaller source file is read as fast as the cache */
    MOST_LOOPS = 16384, /* limit of all files together */
    SETTLED = 2,  /* seconds: a file changed later than that may change again without a new time */
    IS_PLAIN = 1, /* flags of a loop */
    SKIPS = 2,
    IS_SIMPLE = 4,
    IS_CONCURRENT = 8,
};

struct head {
    uint64_t magic;
    uint64_t entries, loops;
    uint64_t sum; /* format_sum() of the file, with kept_maker() in this field */
};

/* A source file. Its facts distinguish it from all others, and from earlier versions. */
struct entry {
    uint64_t device, inode, size;
    uint64_t changed, changed_ns, renewed, renewed_ns;
    uint64_t language;
    uint64_t first, count; /* of its loops */
    uint64_t has_complex;
};

struct kept_loop {
    uint64_t keyword, test_start, test_end, step_start, step_end, body, end;
    uint64_t times, flags;
};

struct source_kept {
    struct entry *entries;
    size_t entry_count, entry_room;
    struct kept_loop *loops;
    size_t loop_count, loop_room;
    bool more; /* something was added */
};

static uint64_t sum_of(struct head head, const struct entry *entries, const struct kept_loop *loops)
{
    head.sum = kept_maker();
    uint64_t sum = format_sum(0, &head, sizeof head / 8);
    sum = format_sum(sum, entries, head.entries * sizeof *entries / 8);
    return format_sum(sum, loops, head.loops * sizeof *loops / 8);
}

static bool is_good(const struct kept *file)
{
    const struct head *head = file->bytes;
    if (file->size < sizeof *head || head->magic != MAGIC || head->loops > MOST_LOOPS ||
        head->entries > file->size / sizeof(struct entry))
        return false;
    const struct entry *entries = (const struct entry *)(head + 1);
    const struct kept_loop *loops = (const struct kept_loop *)(entries + head->entries);
    if (file->size !=
            sizeof *head + head->entries * sizeof *entries + head->loops * sizeof *loops ||
        sum_of(*head, entries, loops) != head->sum)
        return false;
    for (uint64_t i = 0; i < head->entries; i++) {
        if (entries[i].first > head->loops || entries[i].count > head->loops - entries[i].first)
            return false;
    }
    return true;
}

static void take(struct source_kept *kept, const struct head *head)
{
    const struct entry *entries = (const struct entry *)(head + 1);
    const void *loops = entries + head->entries;
    kept->entry_count = head->entries;
    kept->entries = memory_grow(NULL, &kept->entry_room, head->entries + 1, sizeof *entries);
    memcpy(kept->entries, entries, head->entries * sizeof *entries);
    kept->loop_count = head->loops;
    kept->loops = memory_grow(NULL, &kept->loop_room, head->loops + 1, sizeof *kept->loops);
    memcpy(kept->loops, loops, head->loops * sizeof *kept->loops);
}

struct source_kept *source_kept_new(void)
{
    struct source_kept *kept = memory_zeroed(1, sizeof *kept);
    struct kept file;
    if (kept_open(&file, NAME) && is_good(&file))
        take(kept, file.bytes);
    kept_close(&file);
    return kept;
}

static void keep(const struct source_kept *kept)
{
    struct head head = {.magic = MAGIC, .entries = kept->entry_count, .loops = kept->loop_count};
    head.sum = sum_of(head, kept->entries, kept->loops);
    const struct kept_part parts[] = {
        {&head, sizeof head},
        {kept->entries, kept->entry_count * sizeof *kept->entries},
        {kept->loops, kept->loop_count * sizeof *kept->loops},
    };
    kept_write(NAME, parts, sizeof parts / sizeof parts[0]);
}

void source_kept_free(struct source_kept *kept)
{
    if (!kept)
        return;
    if (kept->more)
        keep(kept);
    free(kept->entries);
    free(kept->loops);
    free(kept);
}

static struct entry entry_of(const struct stat *facts, uint32_t language)
{
    return (struct entry){
        .device = facts->st_dev,
        .inode = facts->st_ino,
        .size = (uint64_t)facts->st_size,
        .changed = (uint64_t)facts->st_mtim.tv_sec,
        .changed_ns = (uint64_t)facts->st_mtim.tv_nsec,
        .renewed = (uint64_t)facts->st_ctim.tv_sec,
        .renewed_ns = (uint64_t)facts->st_ctim.tv_nsec,
        .language = language,
    };
}

bool source_kept_find(struct source_kept *kept, const struct stat *facts, uint32_t language,
                      struct archive_source_loops *loops)
{
    struct entry key = entry_of(facts, language);
    const struct entry *found = kept->entries, *end = found ? found + kept->entry_count : NULL;
    while (found != end && memcmp(found, &key, offsetof(struct entry, first)) != 0)
        found++;
    if (found == end)
        return false;
    loops->all = memory_grow(NULL, &loops->room, found->count + 1, sizeof *loops->all);
    loops->count = found->count;
    loops->has_complex = found->has_complex != 0;
    for (size_t i = 0; i < loops->count; i++) {
        const struct kept_loop *from = &kept->loops[found->first + i];
        loops->all[i] = (struct archive_source_loop){
            .keyword = from->keyword,
            .test = {from->test_start, from->test_end},
            .step = {from->step_start, from->step_end},
            .body = from->body,
            .end = from->end,
            .times = from->times,
            .is_plain = from->flags & IS_PLAIN,
            .is_simple = from->flags & IS_SIMPLE,
            .skips = from->flags & SKIPS,
            .is_concurrent = from->flags & IS_CONCURRENT,
        };
    }
    return true;
}

static bool is_worth_it(const struct stat *facts)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return facts->st_size >= SMALLEST && facts->st_ctim.tv_sec + SETTLED < now.tv_sec;
}

void source_kept_add(struct source_kept *kept, const struct stat *facts, uint32_t language,
                     const struct archive_source_loops *loops)
{
    if (!is_worth_it(facts) || loops->count > MOST_LOOPS)
        return;
    if (kept->loop_count + loops->count > MOST_LOOPS)
        kept->entry_count = kept->loop_count = 0;
    struct entry entry = entry_of(facts, language);
    entry.first = kept->loop_count;
    entry.count = loops->count;
    entry.has_complex = loops->has_complex;
    kept->entries =
        memory_grow(kept->entries, &kept->entry_room, kept->entry_count + 1, sizeof *kept->entries);
    kept->entries[kept->entry_count++] = entry;
    kept->loops = memory_grow(kept->loops, &kept->loop_room, kept->loop_count + loops->count + 1,
                              sizeof *kept->loops);
    for (size_t i = 0; i < loops->count; i++) {
        const struct archive_source_loop *from = &loops->all[i];
        kept->loops[kept->loop_count++] = (struct kept_loop){
            .keyword = from->keyword,
            .test_start = from->test.start,
            .test_end = from->test.end,
            .step_start = from->step.start,
            .step_end = from->step.end,
            .body = from->body,
            .end = from->end,
            .times = from->times,
            .flags = (from->is_plain ? IS_PLAIN : 0) | (from->skips ? SKIPS : 0) |
                     (from->is_simple ? IS_SIMPLE : 0) | (from->is_concurrent ? IS_CONCURRENT : 0),
        };
    }
    kept->more = true;
}
