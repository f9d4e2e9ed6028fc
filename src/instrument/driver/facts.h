/* facts.h: what the compiler says about itself. */
#ifndef INSTRUMENT_DRIVER_FACTS_H
#define INSTRUMENT_DRIVER_FACTS_H

#include "instrument/driver/command.h"
#include "instrument/instrument.h"
#include "util/error.h"

/* Zero-initialise. */
struct facts {
    bool is_clang, is_flang;
    bool is_cxx;          /* it takes a .c for C++, as g++ does */
    char *target;         /* NULL: it did not say */
    struct words folders; /* where it looks for <headers> */
    char *compiler; /* what runs behind wrappers, as ccache and mpicc are; NULL: it did not say */
    struct words options; /* what that is run with: here are the wrapper's own, too */
    struct words macros;  /* what it predefines, as -DNAME=VALUE; empty: it did not say */
};

/* Asks the compiler of the command. False: it cannot be run. */
bool facts_ask(struct facts *facts, const struct command *command, struct error *error);
void facts_free(struct facts *facts);

/* Whether the folder is no compiler's and no system's: the user's or a wrapper's. */
bool facts_is_added(const char *folder);

/* Instruments with the command's view of the source and the compiler's headers: first with the
 * macros that the compiler predefines; if libclang does not stand them with those of an older gcc,
 * if it is gcc, then as clang; each with the command's machine, and if libclang does not know that,
 * with the nearest one. False: it cannot be parsed. */
bool facts_instrument(const struct facts *facts, const struct command *command,
                      struct instrument_request *request, struct instrument_result *done,
                      struct error *error);

#endif
