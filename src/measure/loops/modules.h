/* modules.h: the executable and shared objects whose loops are counted. */
#ifndef MEASURE_LOOPS_MODULES_H
#define MEASURE_LOOPS_MODULES_H

#include "format/loops.h"

#include <stdbool.h>
#include <stddef.h>

struct module {
    const struct format_plan *plan; /* mapped */
    const struct format_function *functions;
    const struct format_slot *slots;
    uint32_t first;    /* number of its first function */
    uint32_t count;    /* of functions */
    uint64_t moved;    /* how far it is from where it was linked for */
    bool is_there;     /* loaded now */
    char *code;        /* the copy; NULL: there is none */
    size_t code_bytes; /* mapped */
    struct format_module *record;
    char *waste;            /* contexts, one for each function */
    uint64_t *waste_places; /* where they are in it, in bytes */
};

/* Those that there are, in the order of their functions' numbers; a signal handler may ask. */
const struct module *modules_all(uint32_t *count);

/* Numbers of functions are those of all modules together, from 1. */
const struct format_function *modules_function(uint32_t function);
uint32_t modules_callee(uint32_t function, uint32_t slot);

/* A context of a function for all who find no memory for one: nobody reads it. */
struct format_context *modules_waste(uint32_t function);

/* Memory for those of a new module, which has its functions. False with errno: there is none. */
bool modules_make_waste(struct module *module);

/* Makes the next one, which modules_publish() adds to the others. NULL with errno: there is no
 * room. */
struct module *modules_next(void);

/* It is complete, and loaded: for the first time, or again. */
void modules_publish(struct module *module);

/* The one that has the plan of that name; NULL: none. */
struct module *modules_of_plan(const char *plan);

/* Calls `gone` for each that is loaded and `is_there` does not find. */
void modules_each_gone(bool (*is_there)(const struct module *module),
                       void (*gone)(struct module *module));

/* In a forked child: the list of modules in a file of its own. */
bool modules_fork(void);

#endif
