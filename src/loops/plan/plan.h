/* plan.h: a plan while it is made. */
#ifndef LOOPS_PLAN_PLAN_H
#define LOOPS_PLAN_PLAN_H

#include "format/loops.h"
#include "util/buffer.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loops_plan {
    struct format_plan header;
    struct buffer sections[FORMAT_PLAN_SECTIONS];
};

/* Appends an element to a section; returns its number. */
uint32_t loops_plan_append(struct loops_plan *plan, enum format_plan_section section,
                           const void *element, size_t size);
uint32_t loops_plan_text(struct loops_plan *plan, const char *text); /* NULL: 0 */

/* Appends a word of code, which is done most often. */
static inline void loops_plan_put(struct loops_plan *plan, uint32_t word)
{
    struct buffer *code = &plan->sections[FORMAT_PLAN_CODE];
    if (code->room - code->used <= sizeof word) {
        loops_plan_append(plan, FORMAT_PLAN_CODE, &word, sizeof word);
        return;
    }
    __builtin_memcpy(code->text + code->used, &word, sizeof word);
    code->used += sizeof word;
}

/* Bytes of code so far. */
static inline uint32_t loops_plan_here(const struct loops_plan *plan)
{
    return (uint32_t)plan->sections[FORMAT_PLAN_CODE].used;
}

void loops_plan_move(struct loops_plan *plan, uint32_t at, enum format_move_kind kind,
                     uint64_t target);
/* What comes now stands for an instruction of the original (struct format_origin). */
void loops_plan_origin(struct loops_plan *plan, uint32_t node, uint64_t address);
void loops_plan_patch(struct loops_plan *plan, uint64_t address, enum format_patch_kind kind,
                      uint32_t to);

/* Appears under its name when it is complete. */
bool loops_plan_save(struct loops_plan *plan, const char *path, struct error *error);
void loops_plan_discard(struct loops_plan *plan);

#endif
