/* model_print.h: the formats of `triptych model FILE.rb`. */
#ifndef CMD_CMD_MODEL_H
#define CMD_CMD_MODEL_H

#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>

enum cmd_model_format { CMD_MODEL_TEXT, CMD_MODEL_DOT, CMD_MODEL_JSON };

/* Prints a metamodel on stdout. JSON gets what each task does in all, as "totals". */
bool cmd_model_print(json_t *model, enum cmd_model_format format, struct error *error);

#endif
