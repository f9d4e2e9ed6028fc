/* source.h: /api/N/source: the text of a source file, with the costs of its lines. */
#ifndef SERVE_SOURCE_H
#define SERVE_SOURCE_H

#include "serve/run.h"

serve_handler serve_source;

#endif
