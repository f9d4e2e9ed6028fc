/* compare.h: /api/N/compare: what `triptych compare --format json N.tri M.tri` prints. */
#ifndef SERVE_COMPARE_H
#define SERVE_COMPARE_H

#include "serve/run.h"

/* The other archive is opened for that, since its own thread may be busy. */
serve_handler serve_compare;

#endif
