/* label.h: estimates how wide text is in a picture. */
#ifndef REPORT_SHOW_LABEL_H
#define REPORT_SHOW_LABEL_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns the width of clean text (words_clean) in a font of that size, in the same unit. It is an
 * upper estimate for the usual sans serif fonts. */
double report_label_width(const char *text, double size, bool bold);

/* Returns the length of the name without its source position: of "solve" in "solve (cg.c:17)". */
size_t report_label_brief(const char *text);

/* Adds the text; if it is wider than `room`, without its source position, and if that is too wide,
 * shortened in the middle. True if it was shortened. */
bool report_label_fit(struct buffer *to, const char *text, double size, bool bold, double room);

#endif
