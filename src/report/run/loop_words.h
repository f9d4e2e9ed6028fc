/* loop_words.h: loops of binaries in words. */
#ifndef REPORT_RUN_LOOP_WORDS_H
#define REPORT_RUN_LOOP_WORDS_H

#include "util/buffer.h"

#include <stdint.h>

/* Adds the kind of a loop, "counted, vector". `flags` are of enum format_loop_flag; `trips` is 0
 * unless the loop always makes that many. */
void report_loop_kind(struct buffer *to, uint32_t flags, uint32_t trips);

/* Adds "heat.c:30", without the folder; nothing if the line is unknown. */
void report_loop_where(struct buffer *to, const char *file, uint32_t line);

/* Adds mean trips: "12", "1,000,000", "4.996". */
void report_loop_mean(struct buffer *to, double mean);

/* Explanations of the kinds, in brief, and as a note below a table. */
extern const char report_loop_kind_words[];
extern const char report_loop_kind_note[];

#endif
