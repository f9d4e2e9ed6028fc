/* newest.h: the default archive of commands that are given none. */
#ifndef CMD_NEWEST_H
#define CMD_NEWEST_H

#include <stdbool.h>
#include <stddef.h>

/* Finds the newest folder in the current one whose name ends in .tri. Returns false if there is
 * none. */
bool newest_archive(char *name, size_t room);

#endif
