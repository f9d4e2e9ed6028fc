/* waits.h: /api/N/waits: when lanes waited in MPI for another rank, and why. */
#ifndef SERVE_WAITS_H
#define SERVE_WAITS_H

#include "serve/run.h"

serve_handler serve_waits;

#endif
