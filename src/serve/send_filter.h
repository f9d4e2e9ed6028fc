/* send_filter.h: POST /api/N/filter: what `triptych filter` does. */
#ifndef SERVE_SEND_FILTER_H
#define SERVE_SEND_FILTER_H

#include "serve/run.h"

serve_handler serve_send_filter;

#endif
