/* sample.h: projections made by hand, for tests of the displays. */
#ifndef TESTS_SHOW_SAMPLE_H
#define TESTS_SHOW_SAMPLE_H

#include "report/show/show.h"

/* One of: usual, one-lane, one-cycle, many, huge, long, zero, empty, nothing, hostile, bytes, tiny,
 * late. NULL when there is no such one, or when it has no projection (nothing). */
struct cube_projection *sample_make(const char *name, enum report_show_display display,
                                    enum cube_projection_subject subject);
void sample_free(struct cube_projection *projection);

extern const char *const sample_names[]; /* ends with NULL */

#endif
