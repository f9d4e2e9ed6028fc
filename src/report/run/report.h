/* report.h: the report of a run: tables of routines, loops, I/O, MPI and more, or a tree of call
 * paths, or advice, as text, JSON or CSV.
 *
 *     report_write ──▶ summary (head and foot of the text)
 *                  ──▶ sections, each a sheet: view.h makes them, and text.c, json.c or
 *                      csv.c writes them
 *
 * The list of sections is in report.c; cmd/report.c has an option for each bit. */
#ifndef REPORT_RUN_REPORT_H
#define REPORT_RUN_REPORT_H

#include "archive/archive.h"
#include "cube/floor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct report_kept;

enum report_format {
    REPORT_TEXT,
    REPORT_JSON,
    REPORT_CSV,
    REPORT_MARKDOWN, /* only where a command offers it */
};

enum report_sort {
    REPORT_BY_TIME,
    REPORT_BY_SELF,
    REPORT_BY_COUNT,
    REPORT_BY_NAME,
    REPORT_BY_TRIPS,
    REPORT_BY_LINE,
};

/* A bit per group of tables. */
enum report_section {
    REPORT_ROUTINES = 1,
    REPORT_LOOPS = 2,
    REPORT_IO = 4,
    REPORT_USER = 8,
    REPORT_FILES = 16,
    REPORT_SOURCES = 32,
    REPORT_LANES = 64,
    REPORT_NOTES = 128, /* regions that were not timed, excluded, skipped or not measured */
    REPORT_NEVER = 256, /* regions that were never visited */
    REPORT_PLACES = 512,
    REPORT_UNITS = 1024, /* Fortran units */
    REPORT_SYNC = 2048,
    REPORT_OBJECTS = 4096,
    REPORT_TASKS = 8192,
    REPORT_WAITS = 16384, /* which lane waits for what: sentences */
    REPORT_MPI = 32768,
    REPORT_PATH = 65536,     /* the critical path */
    REPORT_SAMPLED = 131072, /* sampled routines and call paths */
    REPORT_MOVES = 262144,   /* moves and finishes of programs of places */
    REPORT_USUAL = 255 - REPORT_LANES + REPORT_UNITS + REPORT_SYNC + REPORT_OBJECTS + REPORT_TASKS +
                   REPORT_WAITS + REPORT_MPI + REPORT_PATH + REPORT_SAMPLED + REPORT_MOVES,
};

enum report_style {
    REPORT_TODAY,
    REPORT_KPX, /* the layout of kpx's ktool and mtool: text, sums of all lanes, four sections */
};

enum { REPORT_KPX_SECTIONS = REPORT_ROUTINES | REPORT_LOOPS | REPORT_IO | REPORT_MPI };

struct report_options {
    enum report_format format;
    enum report_style style;
    enum report_sort sort;
    size_t top;        /* rows of a table; 0: all */
    size_t top_mpi;    /* rows of an MPI table, if these are to be shorter; 0: as the others */
    unsigned sections; /* enum report_section */
    bool brief; /* no section was asked for: locks that no thread waited for are not listed */
    const char *routine; /* shown instead of the tables; NULL: none */
    bool tree;           /* call paths instead of the tables */
    double min_percent;  /* paths of the tree below this are not shown */
    bool advice;         /* advice instead of the tables */
    bool lanes;          /* a row per lane below each sum */
    bool compensate;
    const struct cube_floor
        *floor;         /* times of a cheaper run that `compensate` does not go below; NULL: none */
    const char *table;  /* the table to write as CSV; NULL: the usual one */
    const char *tables; /* of JSON: keys of the only tables to write, with commas; NULL: all */
    size_t width;
    bool color, utf8;
    const char *library;      /* the word for MPI, set by report_write(); NULL: MPI */
    struct report_kept *kept; /* what earlier reports of the archive found; NULL: nothing is kept */
};

/* Writes the report. False with an error if the archive has no such routine or table, or if writing
 * fails. */
bool report_write(FILE *out, const struct archive *archive, const struct report_options *options,
                  struct error *error);

#endif
