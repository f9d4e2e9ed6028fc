/* loop_words.h: what kind of loop a binary has, in words. */
#ifndef REPORT_RUN_LOOP_WORDS_H
#define REPORT_RUN_LOOP_WORDS_H

#include "util/buffer.h"

#include <stdint.h>

/* "counted, vector"; `flags` are those of enum format_loop_flag, `trips` is 0 unless it always
 * makes that many. */
void loop_kind(struct buffer *to, uint32_t flags, uint32_t trips);

/* "heat.c:30", without the folder; nothing when it is not known. */
void loop_where(struct buffer *to, const char *file, uint32_t line);

/* Mean trips: "12", "1,000,000", "4.996". */
void loop_mean(struct buffer *to, double mean);

/* What these words mean, in brief, and as a note below a table. */
extern const char loop_kind_words[];
extern const char loop_kind_note[];

#endif
