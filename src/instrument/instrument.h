/* instrument.h: source in, instrumented source out.
 *
 *   struct instrument_request    one file, and the facts about its compilation
 *              |
 *              |   instrument_c(), instrument_fortran(): read the file and find its regions
 *              v
 *   struct instrument_plan       what is measured in the file (plan.h)
 *     .regions                   routines, loops, I/O statements and marked stretches; those that
 *                                are not measured are listed with the reason
 *     .lights                    light regions: they are counted by a region around them
 *                                (struct tri_light of triptych/probes.h)
 *     .edits                     the probes, as insertions into the user's text (edits.h)
 *              |
 *              |   apply the edits, write the tables of regions and lights (table.h)
 *              v
 *   struct instrument_result     the instrumented text, its table, and the plan for the summary
 *
 * The number of a region is its index in plan.regions. Its probes name the same number, as in
 * TRI_LOOP(3), and row 3 of the written table describes it. In C the table stands at the end of the
 * instrumented text; for Fortran it is a C file of its own. */
#ifndef INSTRUMENT_INSTRUMENT_H
#define INSTRUMENT_INSTRUMENT_H

#include "instrument/fortran/form.h"
#include "instrument/plan.h"
#include "instrument/values.h"
#include "util/error.h"

/* The beginning of a compiler message, which the line number completes: the compiler compiles a
 * loop there that libclang skipped, so that the loop has no probe. */
#define INSTRUMENT_UNSEEN "triptych: unseen loop at line "

/* Labels at which regions begin and end: returns false for all others. `name` becomes the name of
 * the region that begins, to be freed, or NULL: one ends. */
struct instrument_labels {
    bool (*find)(const void *data, const char *function, const char *label, char **name);
    const void *data;
};

/* One file to instrument. All texts remain the caller's. */
struct instrument_request {
    const char *path;             /* the file to read */
    const char *shown;            /* its name as given to the compiler */
    const char *header;           /* operand of #include: <triptych/probes.h>, or a quoted path */
    const char *directory;        /* the compiler's working directory */
    const char *const *arguments; /* options for libclang */
    int argument_count;
    bool
        is_guessed; /* the options are approximate: the compiler may see other text than libclang */
    const char *header_path; /* a header that libclang cannot parse, or NULL */
    const char *header_text; /* the text that libclang reads instead of that header */
    bool untimed_loops;      /* loops are only counted, never timed, which costs less */
    bool is_pic;             /* the code is for a shared library */
    bool inlines;            /* the compiler inlines small functions */
    bool loops_tails;        /* the compiler turns recursion in tail position into loops */
    bool every_probe;        /* each loop and routine has a probe of its own, however short */
    bool translates;         /* makes C of `#pragma tri` directives, and writes no probes */
    const struct instrument_labels *labels; /* NULL: labels are nothing special */
    /* Values to record, or communication to find: then no probe is written. NULL: probes are. */
    struct instrument_values *values;
    /* Fortran: */
    struct instrument_fortran_form form;
    const char *text; /* the file's text, preprocessed if need be */
    size_t size;
    const char *symbol;  /* symbol of the table of regions, unique in the program */
    bool loops_of_tails; /* the compiler turns recursion in tail position into loops, and accepts
                            BLOCK */
    bool entries;        /* a small procedure may be counted by its entry (triptych/entry.h) */
    bool twins;          /* procedures may also run without probes (triptych/entry.h) */
};

/* Prefix of the renamed symbol of a procedure that is counted by its entry. */
#define ENTRY_BODY "tri_body_"

/* The same for procedures that have a twin: with probes, and without. */
#define TWIN_PROBED "tri_probed_"
#define TWIN_PLAIN "tri_plain_"

/* A procedure of a file whose original may be compiled beside the instrumented text: while
 * measuring is switched off, the original is executed. */
struct instrument_twin {
    char *symbol;
    unsigned row;    /* of its region, from 0 */
    bool is_counted; /* its entry can count its visits: all counts inside follow from these */
};

/* The instrumented file; free with instrument_free(). */
struct instrument_result {
    char *text; /* NULL: the file has nothing to measure */
    size_t size;
    char *table; /* Fortran: the text of the C file with the table of regions */
    size_t table_size;
    char *entry; /* Fortran: the symbol of the procedure that is counted by its entry; NULL: none.
                    The object file has to rename it to ENTRY_BODY "symbol" */
    bool entry_is_leaf; /* that procedure calls nothing */
    char *chain; /* else: the symbol of the only procedure that it calls, exactly once in each
                    visit; NULL: it is not so */
    struct instrument_twin *twins; /* Fortran: all external procedures of the file; NULL: none of
                                      them may run without probes */
    size_t twin_count;
    struct instrument_plan plan; /* its edits are already applied */
    bool includes_itself;
    char *errors;   /* what is wrong with `#pragma tri` directives, or NULL */
    char **headers; /* included files below the current folder, as libclang names them */
    size_t header_count;
    char **asked; /* the NAMEs of __has_builtin(NAME) and the like in #if lines (asked.h) */
    size_t asked_count, asked_room;
};

/* Instrument one file. Fills in `done`, which need not be initialised. False if the file cannot be
 * read or parsed; `error` says why. */
bool instrument_fortran(const struct instrument_request *request, struct instrument_result *done,
                        struct error *error);
bool instrument_c(const struct instrument_request *request, struct instrument_result *done,
                  struct error *error);
void instrument_free(struct instrument_result *done);

#endif
