/* import.h: an OTF2 trace becomes an archive. */
#ifndef EXPORT_OTF2_IMPORT_H
#define EXPORT_OTF2_IMPORT_H

#include "export/otf2/read.h"
#include "util/progress.h"

#include <signal.h>

/* Reads the trace into the folder of an archive that exists and is empty, and seals it. The library
 * reads in a process of its own: a damaged trace may crash it, or keep it busy forever. What was
 * read by then is kept; *state says what is missing. *stop: somebody interrupts it. */
bool export_foreign_import(const char *anchor, const char *archive,
                           const volatile sig_atomic_t *stop, struct export_foreign_state *state,
                           struct progress *progress, struct error *error);

#endif
