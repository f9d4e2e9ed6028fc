/* symbol.h: the name of the function that a module calls by way of a slot. */
#ifndef MEASURE_UNWIND_SYMBOL_H
#define MEASURE_UNWIND_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

/* By the relocations of the module that `code` is in; NULL: the slot is none of them. */
const char *symbol_of_slot(uintptr_t code, const uintptr_t *slot);

/* Whether two addresses are in the same module. */
bool symbol_same_module(uintptr_t one, uintptr_t other);

#endif
