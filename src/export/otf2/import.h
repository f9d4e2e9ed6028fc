/* import.h: imports an OTF2 trace as an archive. */
#ifndef EXPORT_OTF2_IMPORT_H
#define EXPORT_OTF2_IMPORT_H

#include "export/otf2/read.h"
#include "util/progress.h"

#include <signal.h>

/* Reads a trace into the folder of an archive, which exists and is empty, and seals it. The OTF2
 * library runs in a process of its own, since a damaged trace may crash it or keep it busy forever.
 * What was read by then is kept; *state says what is missing. *stop becomes true if the user
 * interrupts. */
bool export_foreign_import(const char *anchor, const char *archive,
                           const volatile sig_atomic_t *stop, struct export_foreign_state *state,
                           struct progress *progress, struct error *error);

#endif
