/* instrument.h: source in, instrumented source out. */
#ifndef INSTRUMENT_INSTRUMENT_H
#define INSTRUMENT_INSTRUMENT_H

#include "instrument/fortran/form.h"
#include "instrument/plan.h"
#include "util/error.h"

/* Begins a message of the compiler that compiles a loop which libclang left out; its line follows.
 */
#define INSTRUMENT_UNSEEN "triptych: unseen loop at line "

struct instrument_request {
    const char *path;   /* the file to read */
    const char *shown;  /* its name as the compiler was given it */
    const char *header; /* what stands behind #include: <triptych/probes.h>, or a path in quotes */
    const char *directory;        /* where the compiler runs */
    const char *const *arguments; /* for libclang */
    int argument_count;
    bool is_guessed;         /* the compiler may see another text than libclang does */
    const char *header_path; /* a header that libclang does not stand, or NULL */
    const char *header_text; /* what it reads in its place */
    bool untimed_loops;      /* loops are only ever counted, and cost even less */
    bool is_pic;             /* the code is for a shared library */
    bool inlines;            /* the compiler puts small functions where they are called */
    bool loops_tails;        /* the compiler makes loops of recursion in tail position */
    bool every_probe;        /* every loop and routine has a probe of its own, however short */
    /* Fortran: */
    struct instrument_fortran_form form;
    const char *text; /* the file's, or what the preprocessor made of it */
    size_t size;
    const char *symbol;  /* of the table of regions: unique in the program */
    bool loops_of_tails; /* the compiler makes loops of recursion in tail position, and knows BLOCK
                          */
    bool entries;        /* a small procedure may be counted by its entry (triptych/entry.h) */
};

#define ENTRY_BODY "tri_body_"

struct instrument_result {
    char *text; /* NULL: there is nothing to measure in it */
    size_t size;
    char *table; /* Fortran: the C file that goes with it */
    size_t table_size;
    char *entry; /* Fortran: the symbol of a procedure that its entry counts. In the object it
                    becomes ENTRY_BODY and itself. NULL: there is none */
    struct instrument_plan plan; /* its edits are used up */
    bool includes_itself;
    char **headers; /* included files below the current folder, as libclang names them */
    size_t header_count;
    char **asked; /* names in the text's questions like __has_builtin(NAME) */
    size_t asked_count, asked_room;
};

/* False: it cannot be read or parsed; error says why. */
bool instrument_fortran(const struct instrument_request *request, struct instrument_result *done,
                        struct error *error);
bool instrument_c(const struct instrument_request *request, struct instrument_result *done,
                  struct error *error);
void instrument_free(struct instrument_result *done);

#endif
