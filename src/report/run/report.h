/* report.h: tables of routines, loops and I/O, and trees of call paths, as text, JSON or CSV. */
#ifndef REPORT_RUN_REPORT_H
#define REPORT_RUN_REPORT_H

#include "archive/archive.h"
#include "cube/floor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum report_format {
    REPORT_TEXT,
    REPORT_JSON,
    REPORT_CSV,
};

enum report_sort {
    REPORT_BY_TIME,
    REPORT_BY_SELF,
    REPORT_BY_COUNT,
    REPORT_BY_NAME,
    REPORT_BY_TRIPS,
    REPORT_BY_LINE,
};

/* The tables, by their bits. */
enum report_section {
    REPORT_ROUTINES = 1,
    REPORT_LOOPS = 2,
    REPORT_IO = 4,
    REPORT_USER = 8,
    REPORT_FILES = 16,
    REPORT_SOURCES = 32,
    REPORT_LANES = 64,
    REPORT_NOTES = 128, /* not timed, excluded, skipped, not measured */
    REPORT_NEVER = 256, /* never visited */
    REPORT_PLACES = 512,
    REPORT_UNITS = 1024, /* of Fortran */
    REPORT_SYNC = 2048,
    REPORT_OBJECTS = 4096,
    REPORT_TASKS = 8192,
    REPORT_WAITS = 16384, /* who waits for what: as sentences */
    REPORT_MPI = 32768,
    REPORT_PATH = 65536, /* the critical path */
    REPORT_USUAL = 255 - REPORT_LANES + REPORT_UNITS + REPORT_SYNC + REPORT_OBJECTS + REPORT_TASKS +
                   REPORT_WAITS + REPORT_MPI + REPORT_PATH,
};

enum report_style {
    REPORT_TODAY,
    REPORT_KPX, /* as kpx's ktool and mtool did: text, sums of all lanes, of four of the sections */
};

enum { REPORT_KPX_SECTIONS = REPORT_ROUTINES | REPORT_LOOPS | REPORT_IO | REPORT_MPI };

struct report_options {
    enum report_format format;
    enum report_style style;
    enum report_sort sort;
    size_t top;          /* rows of a table; 0: all */
    size_t top_mpi;      /* of those of MPI, if they are to be shorter; 0: as the others */
    unsigned sections;   /* enum report_section */
    bool brief;          /* no section was asked for: locks that nobody waited for are left out */
    const char *routine; /* broken down instead of the tables, or NULL */
    bool tree;           /* call paths instead of the tables */
    double min_percent;  /* of the tree */
    bool advice;         /* what to change in the program, instead of the tables */
    bool lanes;          /* a row per lane below each sum */
    bool compensate;
    const struct floor *floor; /* with `compensate`: of a cheaper run; NULL: there is none */
    const char *table;         /* of the CSV; NULL: the first one */
    size_t width;
    bool color, utf8;
};

/* False with an error when the archive has no such routine or table. */
bool report_write(FILE *out, const struct archive *archive, const struct report_options *options,
                  struct error *error);

#endif
