/* stop.h: POST /api/N/stop: what `triptych stop` does. */
#ifndef SERVE_STOP_H
#define SERVE_STOP_H

#include "serve/run.h"

serve_handler serve_stop;

#endif
