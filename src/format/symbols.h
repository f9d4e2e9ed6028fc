/* symbols.h: what the debugging information of a binary says of its code, as tables: kept from one
 * run to the next, so that it is read once.
 *
 * A file is a header, the ranges of all units, a place for each unit, and the tables of those units
 * that somebody asked for. All numbers are in the machine's own byte order. Addresses are those
 * that the binary was linked for. */
#ifndef FORMAT_SYMBOLS_H
#define FORMAT_SYMBOLS_H

#include <stdint.h>

#define FORMAT_SYMBOLS_MAGIC UINT64_C(0x31424d5953495254) /* "TRISYMB1" */
#define FORMAT_SYMBOLS_VERSION 2
#define FORMAT_SYMBOLS_NONE UINT32_MAX

struct format_symbols {
    uint64_t magic;
    uint32_t version, unit_count;
    uint64_t range_count;
    uint64_t size; /* bytes of the file */
    uint64_t sum;  /* format_sum() of all before the tables of units, with the number of the
                      build that wrote it here (kept.h): another one may read other things */
};

/* Where a unit has code; ascending, and they do not overlap. */
struct format_symbols_range {
    uint64_t start, end;
    uint32_t unit, spare;
};

struct format_symbols_place {
    uint64_t die;          /* offset of the unit's first entry in .debug_info */
    uint64_t offset, size; /* bytes of its tables in the file; size 0: nobody asked for them yet */
};

/* The tables of a unit follow this header, in this order. Texts are bytes from the beginning of the
 * last table, zero-terminated; 0 is the empty one. */
struct format_symbols_unit {
    uint64_t sum; /* format_sum() of all of it, padded with zeros to 8 bytes, with 0 here */
    uint32_t rows, stretches, scopes, routines, files, texts;
    uint32_t dir;      /* text: where the compiler ran */
    uint32_t outlined; /* 1: some routines have no names of their own: see `is_listed` */
    uint32_t flags;    /* enum format_symbols_flag */
    uint32_t spare;
};

enum format_symbols_flag {
    FORMAT_SYMBOLS_GNU = 1, /* compiled by gcc, gfortran */
    FORMAT_SYMBOLS_C = 2,
    FORMAT_SYMBOLS_FORTRAN = 4,
};

/* From an address on, up to the next row. */
struct format_symbols_row {
    uint64_t address;
    uint32_t line;         /* 0: no line is known */
    uint16_t column, file; /* number of a file, from 1 */
};

/* The same for the innermost function, inlined or not. */
struct format_symbols_stretch {
    uint64_t start;
    uint32_t scope; /* FORMAT_SYMBOLS_NONE: none */
    uint32_t spare;
};

/* A function that has code, or an instance of one that was inlined. */
struct format_symbols_scope {
    uint32_t parent; /* what it was inlined into, which stands before it; FORMAT_SYMBOLS_NONE */
    uint32_t routine;
    uint32_t call_file, call_line, call_column; /* where it was inlined; of a function that was
                                                   not, where its code begins; 0: not known */
    uint32_t spare;
};

struct format_symbols_routine {
    uint32_t name;   /* text */
    uint32_t full;   /* text: with the names of what it is in; of functions that have code, and of
                        all of Fortran. That of `host`, if it is another one */
    uint32_t module; /* text: the Fortran module that it is in */
    uint32_t file;   /* where it is declared: number of a file; 0: not known */
    uint32_t line;
    uint32_t is_listed; /* 1: it is a function of the source. All are there where some have no names
                           of their own, and in C and Fortran */
    uint32_t host;      /* number of the routine that it was made of a part of, or its own */
};

/* Files are texts: names as the compiler was given them. */

#endif
