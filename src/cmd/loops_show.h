/* loops_show.h: `triptych loops ARCHIVE`: shows an archive. */
#ifndef CMD_LOOPS_SHOW_H
#define CMD_LOOPS_SHOW_H

#include "cmd/loops_options.h"

/* Writes tables and trees of an archive to `out` (NULL: none), and pictures to their files. Returns
 * false with an error if no loops were counted, or if reading or writing failed. */
bool cmd_loops_show(FILE *out, const struct archive *archive,
                    const struct cmd_loops_options *options, struct error *error);

#endif
