/* data_path.h: /api/N/path: the path that the data of a message travelled. */
#ifndef SERVE_DATA_PATH_H
#define SERVE_DATA_PATH_H

#include "serve/run.h"

serve_handler serve_data_path;

#endif
