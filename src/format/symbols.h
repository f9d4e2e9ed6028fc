/* symbols.h: the debugging information of a binary as tables, which are kept in the user's cache so
 * that it is read only once.
 *
 * A file is a header, the ranges of all units, a place for each unit, and the tables of those units
 * that were asked for. Numbers are in the machine's byte order. Addresses are those for which the
 * binary was linked. */
#ifndef FORMAT_SYMBOLS_H
#define FORMAT_SYMBOLS_H

#include <stdint.h>

#define FORMAT_SYMBOLS_MAGIC UINT64_C(0x31424d5953495254) /* "TRISYMB1" */
#define FORMAT_SYMBOLS_VERSION 4
#define FORMAT_SYMBOLS_NONE UINT32_MAX

struct format_symbols {
    uint64_t magic;
    uint32_t version, unit_count;
    uint64_t range_count;
    uint64_t size; /* bytes of the file */
    uint64_t
        sum; /* format_sum() of everything before the tables of units, with the number of the build
                that wrote it in this field (kept.h): another build may store other things */
};

/* A range of a unit's code; ascending, without overlap. */
struct format_symbols_range {
    uint64_t start, end;
    uint32_t unit, spare;
};

struct format_symbols_place {
    uint64_t die;          /* offset of the unit's first entry in .debug_info */
    uint64_t offset, size; /* of its tables in the file, in bytes; size 0: not asked for yet */
};

/* The header of a unit's tables, which follow in this order. Texts are offsets in the last table,
 * zero-terminated; offset 0 is the empty one. */
struct format_symbols_unit {
    uint64_t sum; /* format_sum_wide() of what follows in the header and of the tables, padded with
                     zeros to 8 bytes */
    uint32_t rows, stretches, scopes, routines, files, texts;
    uint32_t dir;      /* text: folder in which the compiler ran */
    uint32_t outlined; /* 1: some routines have no names of their own: see `is_listed` */
    uint32_t flags;    /* enum format_symbols_flag */
    uint32_t spare;
};

enum format_symbols_flag {
    FORMAT_SYMBOLS_GNU = 1, /* compiled by gcc, gfortran */
    FORMAT_SYMBOLS_C = 2,
    FORMAT_SYMBOLS_FORTRAN = 4,
};

/* The line of the code from an address up to that of the next row. */
struct format_symbols_row {
    uint64_t address;
    uint32_t line;         /* 0: not known */
    uint16_t column, file; /* number of a file, from 1 */
};

/* The innermost function, inlined or not, of the code from an address up to the next one. */
struct format_symbols_stretch {
    uint64_t start;
    uint32_t scope; /* FORMAT_SYMBOLS_NONE: none */
    uint32_t spare;
};

/* A function that has code, or an inlined instance of one. */
struct format_symbols_scope {
    uint32_t parent; /* the scope that it was inlined into, which comes before it;
                        FORMAT_SYMBOLS_NONE: none */
    uint32_t routine;
    uint32_t call_file, call_line, call_column; /* where it was inlined; for a function that was
                                                   not, where its code begins; 0: not known */
    uint32_t spare;
};

struct format_symbols_routine {
    uint32_t name; /* text */
    uint32_t full; /* text: qualified name; of functions that have code or were inlined, and of all
                      in Fortran. That of `host`, if it is another one */
    uint32_t module; /* text: the Fortran module that contains it */
    uint32_t file;   /* where it is declared: number of a file; 0: not known */
    uint32_t line;
    uint32_t is_listed; /* 1: it is known to be a function of the source. All functions of a unit
                           are listed in C and Fortran, and in C++ if some of its functions were
                           made by the compiler from parts of others */
    uint32_t host;      /* number of the routine from part of which it was made, or its own */
    uint32_t is_main;   /* 1: the main program of Fortran */
};

/* Files are texts: paths as given to the compiler. */

#endif
