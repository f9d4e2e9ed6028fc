/* newest.h: the archive that somebody means who names none. */
#ifndef CMD_NEWEST_H
#define CMD_NEWEST_H

#include <stdbool.h>
#include <stddef.h>

/* The name of the newest folder here whose name ends in .tri; false when there is none. */
bool newest_archive(char *name, size_t room);

#endif
