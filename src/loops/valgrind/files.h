/* files.h: what is written to a place's folder. */
#ifndef LOOPS_VALGRIND_FILES_H
#define LOOPS_VALGRIND_FILES_H

#include "loops/valgrind/base.h"

/* Makes ARCHIVE/places/P and ARCHIVE/loops. */
Bool files_make_place(const HChar *archive, HChar *folder, SizeT room, UInt *number);

/* At most that many bytes of a file; 0: there is nothing. */
SizeT files_read(const HChar *path, HChar *into, SizeT size);

/* A file in a folder, which appears when it is complete. Says so if it cannot be written. */
void files_write(const HChar *folder, const HChar *name, const void *bytes, SizeT size);

/* loops-0 and lost-0: the contexts of all lanes, as they are in the other engine's files. */
void files_write_contexts(const HChar *folder);

#endif
