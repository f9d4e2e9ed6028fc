/* facts.h: what the compiler says about itself. */
#ifndef INSTRUMENT_DRIVER_FACTS_H
#define INSTRUMENT_DRIVER_FACTS_H

#include "instrument/driver/command.h"
#include "util/error.h"

/* Zero-initialise. */
struct facts {
    bool is_clang;
    char *target;         /* NULL: it did not say */
    struct words folders; /* where it looks for <headers> */
};

/* Asks the compiler of the command. False: it cannot be run. `scratch` is a folder to write in. */
bool facts_ask(struct facts *facts, const struct command *command, const char *scratch,
               struct error *error);
void facts_free(struct facts *facts);

/* The words for libclang: the command's own and the compiler's folders. As gcc: with gcc's
 * predefined macros as far as libclang stands them. */
void facts_front_end(const struct facts *facts, const struct command *command, bool as_gcc,
                     struct words *out);

#endif
