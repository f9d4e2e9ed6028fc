/* costs.h: how long tasks take by the models of their classes: `behavior` in a script. */
#ifndef SCRIPT_COSTS_COSTS_H
#define SCRIPT_COSTS_COSTS_H

#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct script_costs;

/* Predicts for a machine: the file of `triptych machine`, or NULL: a generic one. NULL with an
 * error. */
struct script_costs *script_costs_new(const char *machine, struct error *error);
void script_costs_free(struct script_costs *costs);

/* Adds the metamodel of a class, whose number is the count before. */
void script_costs_add(struct script_costs *costs, const json_t *metamodel);

/* Returns the seconds of a task by the model of its class and the values of its parameters; 0 if
 * the model does not tell. */
double script_costs_seconds(struct script_costs *costs, size_t model, const json_t *values,
                            uint32_t ranks);

/* Returns the bytes that it writes into its stream, in the same way. */
double script_costs_bytes(struct script_costs *costs, size_t model, const json_t *values,
                          uint32_t ranks);

/* Returns why some model does not tell; NULL: all do. */
const char *script_costs_trouble(const struct script_costs *costs);

#endif
