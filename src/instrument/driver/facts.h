/* facts.h: what the compiler says about itself. */
#ifndef INSTRUMENT_DRIVER_FACTS_H
#define INSTRUMENT_DRIVER_FACTS_H

#include "instrument/driver/command.h"
#include "instrument/instrument.h"
#include "util/error.h"

/* The facts about a compiler. Starts zeroed. */
struct facts {
    bool is_clang, is_flang;
    bool is_cxx;          /* it compiles .c as C++, as g++ does */
    char *target;         /* NULL if it did not say */
    struct words folders; /* where it searches <headers> */
    char *compiler; /* the real compiler behind wrappers such as ccache and mpicc; NULL if it did
                       not say */
    struct words options; /* its options, including those that a wrapper adds */
    struct words macros;  /* its predefined macros, as -DNAME=VALUE; empty if it did not say */
    bool has_macros;      /* it was asked for them: when a C source is instrumented */
};

/* True if a compiler's name is that of a C++ compiler. */
bool facts_is_cxx(const char *compiler);

/* Asks the compiler of a command. False with an error if it cannot be run. */
bool facts_ask(struct facts *facts, const struct command *command, struct error *error);
void facts_free(struct facts *facts);

/* True if a folder belongs neither to a compiler nor to the system: it is the user's or a
 * wrapper's. */
bool facts_is_added(const char *folder);

/* Instruments a C source as the command sees it, with the compiler's headers. libclang is tried
 * first with the macros that the compiler predefines; if it does not accept these, with those of an
 * older gcc (if the compiler is gcc), then with its own; each time with the command's machine, and
 * if libclang does not know that, with the nearest one. False with an error if the source cannot be
 * parsed. */
bool facts_instrument(struct facts *facts, const struct command *command,
                      struct instrument_request *request, struct instrument_result *done,
                      struct error *error);

#endif
