/* stop.h: POST /api/N/stop: what `triptych stop` does; POST /api/N/filter: says how to filter. */
#ifndef SERVE_STOP_H
#define SERVE_STOP_H

#include "serve/run.h"

serve_handler serve_stop, serve_filter;

#endif
