/* plan.c: see plan.h */
#include "archive/loops/plan.h"

#include "format/operations.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 256, SUM_WORDS = 8192 };

/* One section that is read. */
struct part {
    void **to;
    size_t size; /* of an element */
    enum format_plan_section section;
};

/* Reads the elements of a section, and adds one of zeros. */
static bool read_section(const struct archive_folder_file *file, const struct format_plan *header,
                         const struct part *part)
{
    const struct format_section *section = &header->sections[part->section];
    if (section->offset > file->size || section->count >= UINT32_MAX ||
        section->count > (file->size - section->offset) / part->size)
        return false;
    size_t bytes = (size_t)section->count * part->size;
    *part->to = memory_zeroed((size_t)section->count + 1, part->size);
    return archive_folder_read(file, section->offset, *part->to, bytes) == bytes;
}

static bool read_sections(const struct archive_folder_file *file, struct archive_loops_plan *plan)
{
    const struct part parts[] = {
        {(void **)&plan->functions, sizeof *plan->functions, FORMAT_PLAN_FUNCTIONS},
        {(void **)&plan->slots, sizeof *plan->slots, FORMAT_PLAN_SLOTS},
        {(void **)&plan->blocks, sizeof *plan->blocks, FORMAT_PLAN_BLOCKS},
        {(void **)&plan->edges, sizeof *plan->edges, FORMAT_PLAN_EDGES},
        {(void **)&plan->loops, sizeof *plan->loops, FORMAT_PLAN_LOOPS},
        {(void **)&plan->mixes, sizeof *plan->mixes, FORMAT_PLAN_MIXES},
        {(void **)&plan->texts, 1, FORMAT_PLAN_TEXTS}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!read_section(file, &plan->header, &parts[i]))
            return false;
    }
    plan->function_count = (uint32_t)plan->header.sections[FORMAT_PLAN_FUNCTIONS].count;
    return true;
}

static bool is_counter(const struct format_function *function, uint32_t counter)
{
    return counter == LOOPS_NONE || counter < function->counters;
}

static bool is_timer(const struct format_function *function, uint32_t timer)
{
    return !timer || (function->counters >= FORMAT_TIMER_VALUES &&
                      timer - 1 <= function->counters - FORMAT_TIMER_VALUES);
}

static bool check_extremes(const struct format_function *function, const struct format_loop *loop)
{
    uint32_t visit = !(loop->flags & FORMAT_LOOP_OPENS) ? 0
                     : loop->flags & FORMAT_LOOP_CALLS  ? FORMAT_VISIT_VALUES
                                                        : FORMAT_VISIT_BASE + 1;
    for (int i = 0; i < FORMAT_LOOP_BACKS; i++) {
        if (!is_counter(function, loop->backs[i]))
            return false;
    }
    return !loop->extremes ||
           (loop->exits && loop->exits <= FORMAT_VISIT_PAIRS &&
            (uint64_t)loop->extremes - 1 + (uint64_t)FORMAT_EXTREME_VALUES * loop->exits + visit <=
                function->counters);
}

static bool check_edges(const struct archive_loops_plan *plan,
                        const struct format_function *function)
{
    for (uint32_t i = 0; i < function->edges; i++) {
        const struct format_edge *edge = &plan->edges[function->first_edge + i];
        if (edge->from > function->blocks || edge->to > function->blocks ||
            !is_counter(function, edge->counter))
            return false;
    }
    return true;
}

/* Checks the loops: a loop comes before those inside it. */
static bool check_loops(const struct archive_loops_plan *plan,
                        const struct format_function *function)
{
    for (uint32_t i = 0; i < function->loops; i++) {
        const struct format_loop *loop = &plan->loops[function->first_loop + i];
        if (!loop->head || loop->head > function->blocks ||
            (loop->parent != LOOPS_NONE && loop->parent >= i) ||
            !is_counter(function, loop->visits) || !is_timer(function, loop->timer) ||
            !check_extremes(function, loop))
            return false;
    }
    for (uint32_t i = 0; i < function->blocks; i++) {
        const struct format_block *block = &plan->blocks[function->first_block + i];
        if ((block->loop != LOOPS_NONE && block->loop >= function->loops) ||
            block->pad > function->blocks)
            return false;
    }
    return true;
}

static bool check_slots(const struct archive_loops_plan *plan,
                        const struct format_function *function)
{
    for (uint32_t i = 0; i < function->slots; i++) {
        const struct format_slot *slot = &plan->slots[function->first_slot + i];
        if (!slot->node || slot->node > function->blocks || slot->function >= plan->function_count)
            return false;
    }
    return true;
}

static bool check_mixes(const struct archive_loops_plan *plan,
                        const struct format_function *function)
{
    for (uint32_t i = 0; i < function->mixes; i++) {
        const struct format_mix *mix = &plan->mixes[function->first_mix + i];
        if (mix->block >= function->blocks || mix->operation >= FORMAT_OPERATIONS)
            return false;
    }
    return true;
}

static bool has(const struct archive_loops_plan *plan, enum format_plan_section section,
                uint32_t first, uint32_t count)
{
    uint64_t all = plan->header.sections[section].count;
    return first <= all && count <= all - first;
}

static bool check_function(const struct archive_loops_plan *plan,
                           const struct format_function *function)
{
    return has(plan, FORMAT_PLAN_TEXTS, function->name, 1) &&
           has(plan, FORMAT_PLAN_TEXTS, function->accesses, 1) &&
           has(plan, FORMAT_PLAN_TEXTS, function->why, 1) &&
           has(plan, FORMAT_PLAN_SLOTS, function->first_slot, function->slots) &&
           has(plan, FORMAT_PLAN_BLOCKS, function->first_block, function->blocks) &&
           has(plan, FORMAT_PLAN_EDGES, function->first_edge, function->edges) &&
           has(plan, FORMAT_PLAN_LOOPS, function->first_loop, function->loops) &&
           has(plan, FORMAT_PLAN_MIXES, function->first_mix, function->mixes) &&
           is_timer(function, function->timer) && check_mixes(plan, function) &&
           check_edges(plan, function) && check_loops(plan, function) &&
           check_slots(plan, function);
}

/* Checks all indexes. A zero byte follows the texts. */
static bool check(struct archive_loops_plan *plan)
{
    if (!has(plan, FORMAT_PLAN_TEXTS, plan->header.path, 1))
        return false;
    plan->path = archive_loops_plan_text(plan, plan->header.path);
    for (uint32_t i = 0; i < plan->function_count; i++) {
        if (!check_function(plan, &plan->functions[i]))
            return false;
    }
    return true;
}

/* True if registers count loops, or most functions with loops have no frames. */
static bool is_optimised(const struct archive_loops_plan *plan)
{
    uint64_t all = plan->header.sections[FORMAT_PLAN_LOOPS].count, counted = 0, bare = 0, with = 0;
    for (uint64_t i = 0; i < all; i++)
        counted += (plan->loops[i].flags & FORMAT_LOOP_COUNTED) != 0;
    for (uint32_t i = 0; i < plan->function_count; i++) {
        bare += plan->functions[i].loops && plan->functions[i].flags & FORMAT_FUNCTION_BARE;
        with += plan->functions[i].loops > 0;
    }
    return counted > all / 16 || bare > with / 2;
}

static bool check_sum(const struct archive_folder_file *file, struct format_plan header)
{
    uint64_t expected = header.sum, at = sizeof header;
    if (!expected)
        return true;
    header.sum = 0;
    uint64_t sum = format_sum(0, &header, sizeof header / 8);
    uint64_t *words = memory_zeroed(SUM_WORDS, sizeof *words);
    for (size_t size; (size = archive_folder_read(file, at, words, SUM_WORDS * sizeof *words)) > 0;
         at += size)
        sum = format_sum(sum, words, size / sizeof *words);
    free(words);
    return sum == expected;
}

struct archive_loops_plan *archive_loops_plan_read(const struct archive_folder *folder,
                                                   const char *name)
{
    char path[PATH_ROOM];
    struct archive_folder_file file;
    int size = snprintf(path, sizeof path, "%s/%s", FORMAT_LOOPS_FOLDER, name);
    if (strchr(name, '/') || size >= (int)sizeof path || !archive_folder_open(folder, path, &file))
        return NULL;
    struct archive_loops_plan *plan = memory_zeroed(1, sizeof *plan);
    bool good =
        archive_folder_read(&file, 0, &plan->header, sizeof plan->header) == sizeof plan->header &&
        plan->header.magic == FORMAT_PLAN_MAGIC && plan->header.version == FORMAT_LOOPS_VERSION &&
        format_plan_end(&plan->header, file.size) == file.size && check_sum(&file, plan->header) &&
        read_sections(&file, plan) && check(plan);
    archive_folder_close(&file);
    if (good) {
        plan->optimised = is_optimised(plan);
        return plan;
    }
    archive_loops_plan_free(plan);
    return NULL;
}

void archive_loops_plan_free(struct archive_loops_plan *plan)
{
    if (!plan)
        return;
    free(plan->functions);
    free(plan->slots);
    free(plan->blocks);
    free(plan->edges);
    free(plan->loops);
    free(plan->mixes);
    free(plan->texts);
    free(plan);
}
