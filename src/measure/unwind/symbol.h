/* symbol.h: finds the name of the function that a module calls through a slot. */
#ifndef MEASURE_UNWIND_SYMBOL_H
#define MEASURE_UNWIND_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the name from the relocations of the module that contains `code`; NULL if none is for the
 * slot. */
const char *symbol_of_slot(uintptr_t code, const uintptr_t *slot);

/* True if both addresses are in the same module. */
bool symbol_same_module(uintptr_t one, uintptr_t other);

#endif
