/* target.h: describes the machine that a command compiles for in terms that libclang knows.
 *
 * Compilers know machines that libclang does not (-march=native, recent processors). The parser
 * needs the macros that they predefine and, as far as it knows them, their instruction sets. */
#ifndef INSTRUMENT_DRIVER_TARGET_H
#define INSTRUMENT_DRIVER_TARGET_H

#include "instrument/driver/command.h"

/* The machine of a command. Starts zeroed. */
struct target {
    bool chosen;           /* the command has options that choose a machine */
    struct words macros;   /* -DNAME=VALUE and -UNAME: the changes in the compiler's macros */
    struct words features; /* options for the instruction sets that libclang knows too */
};

/* Asks the compiler how the command's options change its predefined macros. */
void target_ask(struct target *target, const struct command *command);
void target_free(struct target *target);

/* True if an option chooses the machine or its instructions. */
bool target_chooses(const char *word);

#endif
