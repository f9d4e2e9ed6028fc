/* library.h: the name of the library that the program communicates by. Reports are written for MPI;
 * with a vocabulary, its name stands where they say MPI. */
#ifndef REPORT_TABLE_LIBRARY_H
#define REPORT_TABLE_LIBRARY_H

#include "archive/archive.h"
#include "report/table/sheet.h"

/* Returns the names of the run's vocabularies, to be freed. NULL if it has none, or calls MPI, too.
 * Short names are in capitals: PVM. */
char *report_library_of(const struct archive *archive);

/* Returns a copy of a text in which the word MPI is replaced, and functions of MPI that are named
 * in parentheses are left out; the same text if `library` is NULL. */
char *report_library_words(const char *library, const char *text);

/* Sets such a copy as the cell of the current row: see report_sheet_text(). */
void report_library_cell(struct report_sheet *sheet, const char *library, const char *column,
                         const char *text);

/* Replaces it in title, headings, meanings and notes of a copy of the sheet, which shares its cells
 * and is freed by report_library_sheet_free(). */
struct report_sheet *report_library_sheet(const char *library, const struct report_sheet *sheet);
void report_library_sheet_free(struct report_sheet *sheet);

#endif
