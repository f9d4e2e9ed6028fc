/* load.h: puts the copy of a module in place, and patches it. */
#ifndef MEASURE_LOOPS_LOAD_H
#define MEASURE_LOOPS_LOAD_H

#include <stdbool.h>
#include <stdint.h>

struct module;

enum { LOAD_WHY = 4352 }; /* bytes of a reason */

/* The program itself; before its own code runs. False: nothing of it is counted, and `why` tells
 * the reason, here and below. */
bool load_program(char *why);

/* The binary at that path, which is loaded so far from where it was linked for. One that was loaded
 * before and is so again, maybe elsewhere, keeps its functions' numbers. Of one that is there twice
 * the first is counted. */
bool load_module(const char *path, uint64_t moved, char *why);

/* It was unloaded. */
void load_gone(struct module *module);

#endif
