/* read.h: metaprogram in, metamodel out: runs triptych-metaprogram, which embeds Ruby. */
#ifndef MODEL_RUBY_READ_H
#define MODEL_RUBY_READ_H

#include "util/error.h"

#include <jansson.h>

/* Returns the metamodel of a metaprogram as JSON (doc/model.md), a new reference; NULL with an
 * error, which names the file and the line. `program` is the path of triptych-metaprogram. */
json_t *model_ruby_read(const char *program, const char *file, struct error *error);

#endif
