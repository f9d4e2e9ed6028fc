/* label.h: how wide text is in a picture, before anybody has drawn it. */
#ifndef REPORT_SHOW_LABEL_H
#define REPORT_SHOW_LABEL_H

#include "util/buffer.h"

#include <stdbool.h>

/* Of clean text (words_clean) in a font of that size, in the same unit; rather too wide than too
 * narrow, whichever usual sans serif font is there. */
double label_width(const char *text, double size, bool bold);

/* Adds the text, shortened in the middle when it would be wider than `room`. True: it was. */
bool label_fit(struct buffer *to, const char *text, double size, bool bold, double room);

#endif
