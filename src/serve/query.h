/* query.h: /api/N/query: runs a query of the filter language. */
#ifndef SERVE_QUERY_H
#define SERVE_QUERY_H

#include "serve/run.h"

serve_handler serve_query;

#endif
