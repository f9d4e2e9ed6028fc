/* label.h: how wide text is in a picture, before anybody has drawn it. */
#ifndef REPORT_SHOW_LABEL_H
#define REPORT_SHOW_LABEL_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* Of clean text (words_clean) in a font of that size, in the same unit; rather too wide than too
 * narrow, whichever usual sans serif font is there. */
double label_width(const char *text, double size, bool bold);

/* How many bytes of it say what it is: "solve (cg.c:17)" without where it stands. */
size_t label_brief(const char *text);

/* Adds the text; when it would be wider than `room`, first without where it stands, then shortened
 * in the middle. True: it was made shorter. */
bool label_fit(struct buffer *to, const char *text, double size, bool bold, double room);

#endif
