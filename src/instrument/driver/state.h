/* state.h: the state of one run of the driver, and the functions that its files share. */
#ifndef INSTRUMENT_DRIVER_STATE_H
#define INSTRUMENT_DRIVER_STATE_H

#include "instrument/driver/command.h"
#include "instrument/driver/driver.h"
#include "instrument/driver/facts.h"
#include "instrument/instrument.h"

/* A source of the command. */
struct source {
    size_t word; /* its number among the command's words */
    enum language language;
    const char *name;              /* as the compiler got it */
    const char *shown;             /* the same, or <stdin> */
    char *path;                    /* the file to read: the name, or the saved standard input */
    char *text_path;               /* the instrumented file; NULL if it is not instrumented */
    char *table_path;              /* Fortran: the C file that goes with it */
    bool free_form;                /* Fortran: form of the instrumented file */
    bool preprocessed;             /* Fortran: the original is preprocessed */
    char *entry, *chain;           /* Fortran: as in struct instrument_result */
    bool entry_is_leaf;            /* Fortran: as in struct instrument_result */
    struct instrument_twin *twins; /* Fortran: as in struct instrument_result */
    size_t twin_count;
    bool has_twin;       /* Fortran: the original's object is joined with the instrumented one */
    struct words shared; /* Fortran: symbols other than procedures that only the original's object
                            defines if it is joined */
    char
        *modules; /* Fortran: folder for the modules of the instrumented file, which are not used */
    char *object; /* to be linked, or NULL */
    char *reason; /* why it is not measured, or NULL */
    bool is_counted; /* it is C++, without probes: it is counted in the binary */
    char *plain;     /* the file with its `#pragma tri` directives translated, or NULL */
    char *wrong;     /* what is wrong with these, or NULL: it must not be compiled without them */
    struct words extra;  /* options that make the instrumented file look like the original */
    struct words beside; /* options that name the files beside the object as if it were compiled and
                            linked by one command */
};

/* One run of the driver. */
struct state {
    const struct instrument_driver_options *options;
    struct command command;
    struct facts facts;
    char *scratch; /* scratch folder */
    struct source *sources;
    size_t source_count;
    char *input; /* file with the saved standard input, or NULL */
};

/* source.c: makes the instrumented file, or sets `reason`. */
void source_instrument(struct state *state, struct source *source);
void source_free(struct source *source);
void source_set_reason(struct source *source, const char *reason);

/* Returns the name that a file has in debug information by the user's own prefix maps. The caller
 * frees it. */
char *source_mapped_name(const struct command *command, const char *name);

/* translate.c: translates the `#pragma tri` directives of a C source, if it has any: sets `plain`,
 * or `wrong`. */
void translate_source(struct state *state, struct source *source);

/* fortran.c: reads and instruments a Fortran source. False with an error. */
bool fortran_instrument(struct state *state, struct source *source, struct instrument_result *done,
                        struct error *error);
/* Adds options that make the compiler take the instrumented file for the original. */
void fortran_add_extra(struct state *state, struct source *source);

/* join_table.c: compiles the source's table, and joins it with the source's object. False if that
 * fails; `reason` is set. */
bool join_compile(struct state *state, struct source *source, const char *object);
bool join_objects(struct state *state, struct source *source, const char *object);

/* entry.c: true if procedures of the command's sources may be counted by their entry. */
bool entry_is_allowed(const struct state *state);
/* Copies an object, with other symbols for the procedures that have an entry. False if that
 * fails. */
bool entry_rename(struct state *state, struct source *source, const char *object, char *copy);
/* Copies an object with these options of objcopy. False if that fails. */
bool entry_copy(struct state *state, const struct source *source, const struct words *options,
                const char *object, const char *copy);

/* Returns the path of a scratch file for a source. The caller frees it. */
char *state_scratch(const struct state *state, const struct source *source, const char *suffix);

/* Prints that the compiler cannot be run. */
void state_say_missing(const struct state *state, const struct error *error);

/* outputs.c: asks the compiler, for compile_and_link(), how it names the files beside the object;
 * sets `beside`, and `object` if the command keeps it. */
void outputs_ask(struct state *state);

/* compile.c: compile for the kinds of commands. Each returns what process_run() does. */
int compile_sources(struct state *state); /* -c and -S */
int compile_and_link(struct state *state);
int compile_untouched(struct state *state);
int compile_check(struct state *state); /* says what is wrong with the sources, if anything is */
int compile_dependencies(struct state *state); /* writes the files of -MD and related options */

#endif
