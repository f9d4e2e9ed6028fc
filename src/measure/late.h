/* late.h: the archive for programs that begin after their run was sealed. It lies beside the first
 * one, and all such programs of a run share it. */
#ifndef MEASURE_LATE_H
#define MEASURE_LATE_H

#include <stdbool.h>
#include <stddef.h>

/* True if the archive is sealed or being sealed. The sealing process announces that first and then
 * looks for places: a process that first makes its place and then calls this function is not
 * overlooked. */
bool late_is_sealed(const char *archive);

/* Finds or makes the second archive and stores its path in `late`. *made: this process made it.
 * False with errno if that is impossible. */
bool late_find(const char *archive, char *late, size_t size, bool *made);

#endif
