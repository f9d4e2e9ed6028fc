/* summary.h: the three lines after a run. */
#ifndef CMD_SUMMARY_H
#define CMD_SUMMARY_H

#include "archive/archive.h"

void summary_print(const char *archive, int status);

/* The first of them: what ran, how long, where, and how it ended. */
void summary_print_end(const struct archive *archive, int status);

/* A path as a user would type it from here. */
const char *summary_from_here(const char *path);

#endif
