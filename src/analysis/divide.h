/* divide.h: which loops of a serial run are worth dividing between SIMD lanes, threads or
 * processes.
 *
 *     main ── loop over steps (repeats the same work: not chosen)
 *               └─ loop over rows (chosen: threads)
 *                    └─ loop over columns (inside of a chosen one)
 *
 * From the outside in, the first loop of each nest is chosen against which nothing speaks. Whether
 * the trips of a loop depend on each other is not known from a run; the source gives a hint. */
#ifndef ANALYSIS_DIVIDE_H
#define ANALYSIS_DIVIDE_H

#include "cube/cube.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What speaks against dividing a loop. */
enum analysis_divide_obstacle {
    DIVIDE_NOTHING,
    DIVIDE_UNTIMED, /* it was counted, not timed */
    DIVIDE_SMALL,   /* it has little of the time */
    DIVIDE_FEW,     /* too few trips per visit */
    DIVIDE_REPEATS, /* its variable selects no data: the trips repeat the same work */
    DIVIDE_OPEN,    /* its number of trips is not known on entry, or it may be left early */
    DIVIDE_IO,      /* I/O is inside */
    DIVIDE_SHORT,   /* a visit is too short to start threads for it */
    DIVIDE_OBSTACLES,
};

/* The layer of the machine that fits a loop. */
enum analysis_divide_layer {
    DIVIDE_SIMD,      /* visits are short, trips shorter, and nothing is called */
    DIVIDE_THREADS,   /* a visit takes much longer than starting and joining threads */
    DIVIDE_PROCESSES, /* a visit takes much longer than exchanging messages; or threads */
    DIVIDE_LAYERS,
};

/* A loop that is worth dividing. */
struct analysis_divide_loop {
    uint32_t region; /* row */
    uint32_t around; /* row of regions: the loop around it, in its routine or a caller; 0: none */
    enum analysis_divide_obstacle around_has; /* why that one was not chosen */
    enum analysis_divide_layer layer;
    bool determined; /* trips are known on entry */
    uint64_t visits, trips;
    uint64_t time;   /* ns: inclusive */
    double share;    /* of the run, 0 to 1 */
    double alone;    /* Amdahl's bound: the speed-up of the run if only this loop is divided */
    double combined; /* the bound if this loop and all before it in the list are */
};

struct analysis_divide {
    bool is_serial; /* one process and one thread: otherwise nothing is searched */
    bool has_loops; /* loops were timed */
    uint64_t time;  /* ns: of the run */
    struct analysis_divide_loop *loops; /* the largest share first */
    size_t count;
};

struct analysis_divide analysis_divide_find(const struct cube *cube);
void analysis_divide_free(struct analysis_divide *divide);

/* Examine the loop that begins in that line, counted from 1, of a C or Fortran file and ends in
 * another. True if its variable is known, and only conditions of `if` and output use it in the
 * body: then every trip works on the same data, like the steps of a simulation. False if the body
 * has a macro that uses the variable, or that may; `headers` is the text of the headers, or "". */
bool analysis_divide_repeats_c(const char *text, size_t size, const char *headers, uint32_t line,
                               uint32_t end_line);
bool analysis_divide_repeats_fortran(const char *text, size_t size, uint32_t line,
                                     uint32_t end_line);

#endif
