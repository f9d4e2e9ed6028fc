/* target.h: the machine that a command compiles for, as libclang can be told of it.
 *
 * Compilers know machines that libclang does not (-march=native, a processor of this year). What
 * the parser needs of them is the macros that they predefine, and as far as it knows them their
 * instruction sets. */
#ifndef INSTRUMENT_DRIVER_TARGET_H
#define INSTRUMENT_DRIVER_TARGET_H

#include "instrument/driver/command.h"

/* Zero-initialise. */
struct target {
    bool chosen;           /* the command has words that choose a machine */
    struct words macros;   /* -DNAME=VALUE and -UNAME: by which the compiler's differ */
    struct words features; /* the instruction sets that libclang knows, too, as options */
};

/* Asks the compiler what the command's words change in its predefined macros. */
void target_ask(struct target *target, const struct command *command);
void target_free(struct target *target);

/* Whether an option chooses the machine or its instructions. */
bool target_chooses(const char *word);

#endif
