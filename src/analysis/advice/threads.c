/* threads.c: finds time that the threads of a process lose: at the end of parallel regions, for
 * locks, with tasks that are too small, and waiting for a core. */
#include "analysis/advice/facts.h"

#include "cube/region_words.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum {
    WAIT_LEAST = 10, /* % of the lanes' time at barriers: some is always lost there */
    LOCK_LEAST = 5,  /* % of the lanes' time */
    CORE_LEAST = 5,  /* % of the lanes' time: see crowding.c */
    TASKS = 1000,    /* tasks: fewer cost nothing */
    SMALL = 10000,   /* ns per task: about ten times the cost of creating it */
};

/* The sums of a region over lanes; time is exclusive. */
struct sum {
    uint64_t count, time;
    uint64_t most, least; /* of a lane that visited it */
    uint64_t lanes;
};

/* True for barriers that the program asks for; false for condition variables, where threads wait
 * for work by design, and for ends of threads. */
static bool is_barrier(const char *name)
{
    return words_begins(name, "end of parallel") || words_begins(name, "omp barrier") ||
           words_begins(name, "omp implicit barrier") || words_begins(name, "pthread_barrier_wait");
}

static struct sum *find_sums(const struct advice_facts *facts)
{
    const struct cube *cube = facts->cube;
    struct cube_rows rows = cube_project(cube, cube_key_lane, NULL);
    struct sum *sums = memory_zeroed(facts->archive->regions.rows + 1, sizeof *sums);
    for (size_t i = 0; i < rows.count; i++) {
        const struct cube_sums *row = &rows.rows[i].sums;
        struct sum *sum = &sums[rows.rows[i].a];
        if (!row->count)
            continue;
        sum->count = number_add(sum->count, row->count);
        sum->time = number_add(sum->time, row->self);
        if (!sum->lanes++ || row->self < sum->least)
            sum->least = row->self;
        if (row->self > sum->most)
            sum->most = row->self;
    }
    cube_rows_free(&rows);
    return sums;
}

static struct analysis_advice_finding finding_of(const struct advice_facts *facts,
                                                 enum analysis_advice_kind kind, uint32_t region,
                                                 const struct sum *sum)
{
    struct analysis_advice_finding finding = advice_of_lanes(facts, kind);
    finding.cost = sum->time;
    finding.count = sum->count;
    finding.others = sum->lanes;
    finding.time = sum->most;
    finding.least = sum->least;
    advice_site(&finding, region);
    return finding;
}

void advice_threads(struct advice_facts *facts)
{
    struct sum *sums = find_sums(facts);
    for (uint32_t i = 1; i < facts->archive->regions.rows; i++) {
        uint32_t kind = facts->archive->regions.kind[i];
        if (sums[i].lanes > 1 && (kind == TRI_KIND_FINISH || kind == TRI_KIND_CLOCK) &&
            is_barrier(advice_name(facts, i)))
            advice_add(facts, finding_of(facts, ADVICE_THREADS, i, &sums[i]), WAIT_LEAST);
    }
    free(sums);
}

/* Returns the object that was waited for longest at a call: objects are below its nodes. */
static uint32_t find_object(const struct advice_facts *facts, uint32_t region)
{
    const struct archive_nodes *nodes = &facts->archive->nodes;
    uint64_t *times = memory_zeroed(facts->archive->regions.rows + 1, sizeof *times), most = 0;
    uint32_t found = 0;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i], object = nodes->region[i];
        if (parent == ARCHIVE_NONE || nodes->region[parent] != region ||
            facts->archive->regions.kind[object] != TRI_KIND_OBJECT)
            continue;
        times[object] = number_add(times[object], facts->cube->time[i]);
        if (times[object] > most) {
            most = times[object];
            found = object;
        }
    }
    free(times);
    return found;
}

/* Meaning of the numbers: about: the lock. */
void advice_lock(struct advice_facts *facts)
{
    struct sum *sums = find_sums(facts);
    for (uint32_t i = 1; i < facts->archive->regions.rows; i++) {
        if (sums[i].lanes < 2 || facts->archive->regions.kind[i] != TRI_KIND_ATOMIC ||
            words_begins(advice_name(facts, i), "sem_"))
            continue; /* a semaphore is also a way to wait for work */
        struct analysis_advice_finding finding = finding_of(facts, ADVICE_LOCK, i, &sums[i]);
        if (100.0 * (double)finding.cost < LOCK_LEAST * (double)finding.of)
            continue;
        finding.about = find_object(facts, i);
        advice_add(facts, finding, LOCK_LEAST);
    }
    free(sums);
}

/* True if regions are in the same source file, or in the same module if that is not known. */
static bool in_same_file(const struct archive *archive, uint32_t a, uint32_t b)
{
    const struct archive_regions *regions = &archive->regions;
    const char *one = archive_text(archive, regions->file[a]),
               *other = archive_text(archive, regions->file[b]);
    size_t size = cube_region_file_size(one, regions->line[a]);
    return size == cube_region_file_size(other, regions->line[b]) && !memcmp(one, other, size);
}

/* Meaning of the numbers: cost: waiting for the ends of tasks in the same file, which includes
 * creating them; time: of a task. */
void advice_small_tasks(struct advice_facts *facts)
{
    const struct archive_regions *regions = &facts->archive->regions;
    struct sum *sums = find_sums(facts);
    for (uint32_t i = 1; i < regions->rows; i++) {
        const char *name = advice_name(facts, i);
        if (regions->kind[i] != TRI_KIND_TASK || words_begins(name, "implicit") ||
            sums[i].count < TASKS || sums[i].time / sums[i].count > SMALL)
            continue;
        struct analysis_advice_finding finding = finding_of(facts, ADVICE_SMALL_TASKS, i, &sums[i]);
        finding.cost = 0;
        for (uint32_t j = 1; j < regions->rows; j++) {
            bool waits = regions->kind[j] == TRI_KIND_FINISH || regions->kind[j] == TRI_KIND_SPAWN;
            if (waits && in_same_file(facts->archive, i, j))
                finding.cost = number_add(finding.cost, sums[j].time);
        }
        finding.time = sums[i].time / sums[i].count;
        advice_add(facts, finding, LOCK_LEAST);
    }
    free(sums);
}

/* Meaning of the numbers: count: lanes that need a core; others: cores; ratio: 0 if other programs
 * had the cores; place: one on that host. */
void advice_crowded(struct advice_facts *facts)
{
    const struct analysis_crowding *crowding = &facts->efficiency->crowding;
    if (!crowding->crowded)
        return;
    struct analysis_advice_finding finding = advice_of_lanes(facts, ADVICE_CROWDED);
    finding.of = crowding->time;
    finding.cost = crowding->queued;
    finding.place = crowding->place;
    finding.count = crowding->lanes;
    finding.others = crowding->cores;
    finding.ratio = crowding->own;
    advice_add(facts, finding, CORE_LEAST);
}
