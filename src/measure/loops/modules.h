/* modules.h: the executable and shared objects whose loops are counted. */
#ifndef MEASURE_LOOPS_MODULES_H
#define MEASURE_LOOPS_MODULES_H

#include "format/loops.h"

#include <stdbool.h>

/* Numbers of functions are those of all modules together, from 1. */
const struct format_function *modules_function(uint32_t function);
uint32_t modules_callee(uint32_t function, uint32_t slot);

/* A context as large as any, which nobody reads. */
struct format_context *modules_waste(void);

/* Loads the plans of the modules that are loaded now and are to be counted; once. */
void modules_load(void);

#endif
