/* show.h: /api/N/show: what `triptych show --format json` prints. */
#ifndef SERVE_SHOW_H
#define SERVE_SHOW_H

#include "serve/run.h"

serve_handler serve_show;

#endif
