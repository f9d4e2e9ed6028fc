/* files.h: writes the files of a place's folder. */
#ifndef LOOPS_VALGRIND_FILES_H
#define LOOPS_VALGRIND_FILES_H

#include "loops/valgrind/base.h"

/* Makes ARCHIVE/loops and ARCHIVE/places/P; sets `folder`, which has `room` bytes, to the latter
 * and `number` to P. Returns False if that fails. */
Bool files_make_place(const HChar *archive, HChar *folder, SizeT room, UInt *number);

/* Reads at most `size` bytes of a file; returns how many, 0 if it cannot be read. */
SizeT files_read(const HChar *path, HChar *into, SizeT size);

/* Writes a file to a folder; it appears under its name when it is complete. Prints a message if
 * that fails. */
void files_write(const HChar *folder, const HChar *name, const void *bytes, SizeT size);

/* Writes loops-0 and lost-0: the contexts of all lanes, in the format of the native engine. */
void files_write_contexts(const HChar *folder);

#endif
