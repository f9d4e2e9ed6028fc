/* plan.h: a plan while it is made. */
#ifndef LOOPS_PLAN_PLAN_H
#define LOOPS_PLAN_PLAN_H

#include "format/loops.h"
#include "util/buffer.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plan {
    struct format_plan header;
    struct buffer sections[FORMAT_PLAN_SECTIONS];
};

/* Appends an element to a section; returns its number. */
uint32_t plan_append(struct plan *plan, enum format_plan_section section, const void *element,
                     size_t size);
uint32_t plan_text(struct plan *plan, const char *text); /* NULL: 0 */

/* Appends a word of code, which is done most often. */
static inline void plan_put(struct plan *plan, uint32_t word)
{
    struct buffer *code = &plan->sections[FORMAT_PLAN_CODE];
    if (code->room - code->used <= sizeof word) {
        plan_append(plan, FORMAT_PLAN_CODE, &word, sizeof word);
        return;
    }
    __builtin_memcpy(code->text + code->used, &word, sizeof word);
    code->used += sizeof word;
}

/* Bytes of code so far. */
static inline uint32_t plan_here(const struct plan *plan)
{
    return (uint32_t)plan->sections[FORMAT_PLAN_CODE].used;
}

void plan_move(struct plan *plan, uint32_t at, enum format_move_kind kind, uint64_t target);
/* What comes now stands for an instruction of the original (struct format_origin). */
void plan_origin(struct plan *plan, uint32_t node, uint64_t address);
void plan_patch(struct plan *plan, uint64_t address, enum format_patch_kind kind, uint32_t to);

/* Appears under its name when it is complete. */
bool plan_save(struct plan *plan, const char *path, struct error *error);
void plan_discard(struct plan *plan);

#endif
