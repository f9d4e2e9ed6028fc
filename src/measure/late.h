/* late.h: a program that begins when its run has been sealed is measured into another archive,
 * beside the first one. All such programs of a run share it. */
#ifndef MEASURE_LATE_H
#define MEASURE_LATE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the archive is sealed, or is being sealed. Whoever seals it says so first and then looks
 * for places: a process that makes its place and asks then is not overlooked. */
bool late_is_sealed(const char *archive);

/* Finds or makes the other archive, whose path goes to `late`. *made: this process made it. False
 * with errno: there can be none. */
bool late_find(const char *archive, char *late, size_t size, bool *made);

#endif
