/* load.h: puts the copy of a module in place and patches the module. */
#ifndef MEASURE_LOOPS_LOAD_H
#define MEASURE_LOOPS_LOAD_H

#include <stdbool.h>
#include <stdint.h>

struct module;

enum { LOAD_WHY = 4352 }; /* bytes of a reason */

/* Loads the program itself, before its own code runs. False if nothing of it is counted; `why` has
 * the reason, here and below. */
bool load_program(char *why);

/* Loads the binary at that path; `moved` is the distance from its link address. A binary that is
 * loaded again, maybe elsewhere, keeps its functions' numbers. If a binary is loaded twice at the
 * same time, the first one is counted. */
bool load_module(const char *path, uint64_t moved, char *why);

/* Removes the copy of a module that was unloaded. */
void load_gone(struct module *module);

#endif
