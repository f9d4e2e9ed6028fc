/* mix.h: the regions of an instruction mix. */
#ifndef REPORT_BINARY_MIX_H
#define REPORT_BINARY_MIX_H

#include "report/binary/lcct.h"

/* Returns the sums of all loops and functions, those with most exclusive instructions first; to be
 * freed. */
struct cube_lcct_sum *report_mix_regions(const struct report_lcct_view *view, size_t *count);

#endif
