/* tables.h: /api/N/tables: the names of lanes, places, regions and call paths, as columns. */
#ifndef SERVE_TABLES_H
#define SERVE_TABLES_H

#include "serve/run.h"

serve_handler serve_tables;

#endif
