/* loops_show.h: `triptych loops`: an archive is shown. */
#ifndef CMD_LOOPS_SHOW_H
#define CMD_LOOPS_SHOW_H

#include "cmd/loops_options.h"

/* Tables, trees and pictures of an archive, as text to `out`; NULL: pictures alone. False with an
 * error: nothing was counted in it, or it cannot be read or written. */
bool loops_show(FILE *out, const struct archive *archive, const struct loops_options *options,
                struct error *error);

#endif
