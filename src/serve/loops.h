/* loops.h: /api/N/loops: what `triptych loops --format json ARCHIVE` prints. */
#ifndef SERVE_LOOPS_H
#define SERVE_LOOPS_H

#include "serve/run.h"

serve_handler serve_loops;

#endif
