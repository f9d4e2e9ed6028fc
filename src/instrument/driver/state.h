/* state.h: one run of the driver. */
#ifndef INSTRUMENT_DRIVER_STATE_H
#define INSTRUMENT_DRIVER_STATE_H

#include "instrument/driver/command.h"
#include "instrument/driver/driver.h"
#include "instrument/driver/facts.h"
#include "instrument/instrument.h"

/* One source of the command that is of a language we measure. */
struct source {
    size_t word; /* its place in the command */
    enum language language;
    const char *name;    /* as the compiler was given it */
    const char *shown;   /* the same, or <stdin> */
    char *path;          /* the file to read: the name, or where standard input was kept */
    char *text_path;     /* the instrumented file, NULL: it stays as it is */
    char *table_path;    /* Fortran: the C file that goes with it */
    bool free_form;      /* Fortran: of the instrumented file */
    bool preprocessed;   /* Fortran: the original is, before it is compiled */
    char *entry;         /* Fortran: as struct instrument_result says */
    char *modules;       /* Fortran: folder for modules that nobody reads */
    char *object;        /* to be linked, or NULL */
    char *reason;        /* why it is not measured, or NULL */
    struct words extra;  /* options that make the instrumented file look like the original */
    struct words beside; /* options that name what is written beside the object as if it were
                            compiled and linked by one command */
};

struct state {
    const struct instrument_driver_options *options;
    struct command command;
    struct facts facts;
    char *scratch; /* our own folder */
    struct source *sources;
    size_t source_count;
    char *input; /* what came on standard input, kept in a file, or NULL */
};

/* source.c: makes the instrumented file, or says in `reason` why there is none. */
void source_instrument(struct state *state, struct source *source);
void source_free(struct source *source);
void source_set_reason(struct source *source, const char *reason);

/* The name by which the user's own prefix maps make debug information show a file. The caller's to
 * free. */
char *source_mapped_name(const struct command *command, const char *name);

/* fortran.c: reads and instruments a Fortran source. False: error says why. */
bool fortran_instrument(struct state *state, struct source *source, struct instrument_result *done,
                        struct error *error);
/* The options that make the compiler take the instrumented file for the original. */
void fortran_add_extra(struct state *state, struct source *source);

/* join.c: makes an object of the source's table, and puts it into the source's own object. False:
 * `reason` says why it could not be done. */
bool join_compile(struct state *state, struct source *source);
bool join_objects(struct state *state, struct source *source, const char *object);

/* entry.c: whether a procedure of the command's sources may be counted by its entry. */
bool entry_is_allowed(const struct state *state);
/* Gives the procedure's text in the object its other symbol, in a copy of the object. False:
 * `reason` says why it could not be done. */
bool entry_rename(struct state *state, struct source *source, const char *object, const char *copy);

/* A name for a file of ours about the source. The caller's to free. */
char *state_scratch(const struct state *state, const struct source *source, const char *suffix);

/* The compiler cannot be run. */
void state_say_missing(const struct state *state, const struct error *error);

/* outputs.c: asks the compiler, for compile_and_link, how it names what it writes beside the
 * object: fills in `beside`, and `object` where the command keeps it. */
void outputs_ask(struct state *state);

/* compile.c: each returns what process_run does. */
int compile_sources(struct state *state); /* -c and -S */
int compile_and_link(struct state *state);
int compile_untouched(struct state *state);
int compile_dependencies(struct state *state); /* writes what -MD and its relatives ask for */

#endif
