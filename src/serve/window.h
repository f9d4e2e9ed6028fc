/* window.h: /api/N/window: what lanes did in a time range, at most one item per pixel. */
#ifndef SERVE_WINDOW_H
#define SERVE_WINDOW_H

#include "serve/run.h"

serve_handler serve_window;

#endif
