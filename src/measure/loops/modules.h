/* modules.h: the executable and the shared libraries whose loops are counted. */
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
    uint32_t count;    /* number of functions */
    uint64_t moved;    /* distance from its link address */
    bool is_there;     /* loaded now */
    bool stays;        /* loaded as long as the program runs */
    char *code;        /* the copy; NULL: none */
    size_t code_bytes; /* mapped */
    struct format_module *record;
    char *waste;            /* a spare context for each function */
    uint64_t *waste_places; /* their offsets in it, in bytes */
};

/* Returns all modules in the order of their functions' numbers; may be called in a signal
 * handler. */
const struct module *modules_all(uint32_t *count);

/* Return a function, its module, and the function that a slot calls. Functions of all modules are
 * numbered together, from 1. */
const struct format_function *modules_function(uint32_t function);
const struct module *modules_module(uint32_t function);
uint32_t modules_callee(uint32_t function, uint32_t slot);

/* Returns the function that is entered at an address. 0: none has a copy there, or it or `caller`
 * is in a module that was not there when the program began and may be unloaded. */
uint32_t modules_entered(uint32_t caller, uint64_t address);

/* Marks the modules that are loaded now as those that stay. */
void modules_begin(void);

/* Returns a spare context of a function, for threads that find no memory for one; it is not
 * read. */
struct format_context *modules_waste(uint32_t function);

/* Allocates the spare contexts of a new module, whose functions are known. False with errno. */
bool modules_make_waste(struct module *module);

/* Makes the next module, which modules_publish() adds to the others. NULL with errno if there is no
 * room. */
struct module *modules_next(void);

/* Adds a module that is complete and loaded, for the first time or again. */
void modules_publish(struct module *module);

/* Returns the module with the plan of that name; NULL if there is none. */
struct module *modules_of_plan(const char *plan);

/* Calls `gone` for each loaded module that `is_there` does not find. */
void modules_each_gone(bool (*is_there)(const struct module *module),
                       void (*gone)(struct module *module));

/* In a forked child: moves the list of modules to a file of its own. False with errno. */
bool modules_fork(void);

#endif
