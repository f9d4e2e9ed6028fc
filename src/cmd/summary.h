/* summary.h: the three lines after a run. */
#ifndef CMD_SUMMARY_H
#define CMD_SUMMARY_H

#include "archive/archive.h"

void summary_print(const char *archive, int status);

/* Prints the first line: what ran, how long, where, and how it ended. */
void summary_print_end(const struct archive *archive, int status);

/* Returns a path as a user would type it in the current folder. */
const char *summary_from_here(const char *path);

#endif
