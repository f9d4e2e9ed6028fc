/* plan.c: see plan.h */
#include "loops/plan/plan.h"

#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint32_t loops_plan_text(struct loops_plan *plan, const char *text)
{
    struct buffer *texts = &plan->sections[FORMAT_PLAN_TEXTS];
    if (!texts->used)
        buffer_add_bytes(texts, "", 1);
    if (!text || !*text)
        return 0;
    return loops_plan_append(plan, FORMAT_PLAN_TEXTS, text, strlen(text) + 1);
}

void loops_plan_move(struct loops_plan *plan, uint32_t at, enum format_move_kind kind,
                     uint64_t target)
{
    struct format_move move = {.at = at, .kind = kind, .target = target};
    loops_plan_append(plan, FORMAT_PLAN_MOVES, &move, sizeof move);
}

void loops_plan_origin(struct loops_plan *plan, uint32_t node, uint64_t address)
{
    struct buffer *origins = &plan->sections[FORMAT_PLAN_ORIGINS];
    struct format_origin origin = {.at = loops_plan_here(plan), .node = node, .address = address},
                         last;
    if (origins->used) {
        memcpy(&last, origins->text + origins->used - sizeof last, sizeof last);
        bool fixed = node & FORMAT_ORIGIN_FIXED;
        if (last.node == node && address - last.address == (fixed ? 0 : origin.at - last.at))
            return;
        if (last.at == origin.at)
            origins->used -= sizeof last;
    }
    loops_plan_append(plan, FORMAT_PLAN_ORIGINS, &origin, sizeof origin);
}

void loops_plan_patch(struct loops_plan *plan, uint64_t address, enum format_patch_kind kind,
                      uint32_t to)
{
    struct format_patch patch = {.address = address, .to = to, .kind = kind};
    loops_plan_append(plan, FORMAT_PLAN_PATCHES, &patch, sizeof patch);
}

/* Writes bytes; returns false on failure. */
static bool put(FILE *file, const void *bytes, size_t size)
{
    return !size || fwrite(bytes, size, 1, file) == 1;
}

static bool put_all(const void *data, FILE *file)
{
    const struct loops_plan *plan = data;
    static const char zeros[8];
    bool good = put(file, &plan->header, sizeof plan->header);
    for (int i = 0; i < FORMAT_PLAN_SECTIONS; i++) {
        size_t size = plan->sections[i].used;
        good = good && put(file, plan->sections[i].text, size) && put(file, zeros, -size & 7);
    }
    return good;
}

/* Returns the checksum of the plan. Sections are padded with zeros to whole words. */
static uint64_t sum_of(const struct loops_plan *plan)
{
    uint64_t sum = format_sum(0, &plan->header, sizeof plan->header / 8);
    for (int i = 0; i < FORMAT_PLAN_SECTIONS; i++) {
        const struct buffer *section = &plan->sections[i];
        uint64_t rest = 0;
        if (!section->used)
            continue;
        memcpy(&rest, section->text + section->used / 8 * 8, section->used % 8);
        sum = format_sum(sum, section->text, section->used / 8);
        sum = format_sum(sum, &rest, section->used % 8 != 0);
    }
    return sum;
}

bool loops_plan_write(const char *path, bool (*put_data)(const void *data, FILE *file),
                      const void *data, struct error *error)
{
    char *part = memory_printf("%s.%ld", path, (long)getpid());
    FILE *file = fopen(part, "wxe");
    bool good = file && put_data(data, file);
    if (file)
        good = fclose(file) == 0 && good;
    good = good && rename(part, path) == 0;
    if (!good) {
        error_errno(error, "%s cannot be written", path);
        unlink(part);
    }
    free(part);
    return good;
}

bool loops_plan_save(struct loops_plan *plan, const char *path, struct error *error)
{
    uint64_t offset = sizeof plan->header;
    for (int i = 0; i < FORMAT_PLAN_SECTIONS; i++) {
        size_t size = plan->sections[i].used;
        plan->header.sections[i] = (struct format_section){
            offset, size / format_plan_element((enum format_plan_section)i)};
        offset += (size + 7) & ~UINT64_C(7);
    }
    plan->header.sum = 0;
    plan->header.sum = sum_of(plan);
    return loops_plan_write(path, put_all, plan, error);
}

void loops_plan_discard(struct loops_plan *plan)
{
    for (int i = 0; i < FORMAT_PLAN_SECTIONS; i++)
        buffer_free(&plan->sections[i]);
}
