/* dependences.h: whether watched loops can be divided. */
#ifndef REPORT_BINARY_DEPENDENCES_H
#define REPORT_BINARY_DEPENDENCES_H

#include "report/binary/lcct.h"

/* Adds a sentence for each watched loop. */
void report_dependences_verdicts(struct buffer *to, const struct report_lcct_view *view);

#endif
