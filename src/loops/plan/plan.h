/* plan.h: a plan while it is made: the sections of the file that format/loops.h describes.
 *
 *    struct loops_plan                    file
 *      header          ----------->         struct format_plan: offset and count of each
 *                                           section, checksum
 *      sections[CODE]      growing          the copies: machine code
 *      sections[MOVES]     buffers   -->    places in the code to relocate when it is loaded
 *      sections[PATCHES]                    places in the original that lead to the copies
 *      sections[FUNCTIONS]                  one element per function of the binary, with its
 *                                           first slot, block, edge and loop
 *      sections[SLOTS]                      callees, for the nodes of the context tree
 *      sections[BLOCKS]
 *      sections[EDGES]                      with their counters
 *      sections[LOOPS]
 *      sections[TEXTS]                      names, reasons
 *      sections[ORIGINS]                    original address of each piece of code
 *      sections[MIXES]                      what the instructions of each block do
 */
#ifndef LOOPS_PLAN_PLAN_H
#define LOOPS_PLAN_PLAN_H

#include "format/loops.h"
#include "util/buffer.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A plan. Starts zeroed; loops_plan_discard() frees it. */
struct loops_plan {
    struct format_plan header;
    struct buffer sections[FORMAT_PLAN_SECTIONS];
};

/* Appends an element of `size` bytes to a section; returns its number within the section. Inline
 * because plans consist of little else: the size is known where it is called. */
static inline uint32_t loops_plan_append(struct loops_plan *plan, enum format_plan_section section,
                                         const void *element, size_t size)
{
    struct buffer *buffer = &plan->sections[section];
    uint32_t number = (uint32_t)(buffer->used / format_plan_element(section));
    if (buffer->room - buffer->used <= size) {
        buffer_add_bytes(buffer, element, size);
    } else {
        __builtin_memcpy(buffer->text + buffer->used, element, size);
        buffer->used += size;
    }
    return number;
}

/* Appends a text; returns its offset, which is 0 for NULL and for "". */
uint32_t loops_plan_text(struct loops_plan *plan, const char *text);

/* Appends a word of code. */
static inline void loops_plan_put(struct loops_plan *plan, uint32_t word)
{
    loops_plan_append(plan, FORMAT_PLAN_CODE, &word, sizeof word);
}

/* Returns the number of bytes of code so far. */
static inline uint32_t loops_plan_here(const struct loops_plan *plan)
{
    return (uint32_t)plan->sections[FORMAT_PLAN_CODE].used;
}

/* Notes that the code at byte `at` must be relocated to `target` (struct format_move). */
void loops_plan_move(struct loops_plan *plan, uint32_t at, enum format_move_kind kind,
                     uint64_t target);
/* Notes that the code from here on stands for the original instruction at `address` (struct
 * format_origin). */
void loops_plan_origin(struct loops_plan *plan, uint32_t node, uint64_t address);
/* Notes that the original code at `address` is to be patched so that it leads to byte `to` of the
 * code (struct format_patch). */
void loops_plan_patch(struct loops_plan *plan, uint64_t address, enum format_patch_kind kind,
                      uint32_t to);

/* Writes a file under another name, and renames it when it is complete: nobody reads a part of
 * it. `put` writes the data, false on failure. False with an error. */
bool loops_plan_write(const char *path, bool (*put)(const void *data, FILE *file), const void *data,
                      struct error *error);

/* Writes the plan to a file, which appears under its name when it is complete. Returns false with
 * an error. */
bool loops_plan_save(struct loops_plan *plan, const char *path, struct error *error);
void loops_plan_discard(struct loops_plan *plan);

#endif
