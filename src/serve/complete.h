/* complete.h: /api/N/complete: the words that can follow in a query. */
#ifndef SERVE_COMPLETE_H
#define SERVE_COMPLETE_H

#include "serve/run.h"

serve_handler serve_complete;

#endif
