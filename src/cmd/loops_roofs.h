/* loops_roofs.h: the machine whose limits `triptych loops --roofline` shows. */
#ifndef CMD_LOOPS_ROOFS_H
#define CMD_LOOPS_ROOFS_H

#include "archive/archive.h"
#include "model/machine/machine.h"

/* Reads the machine from a file; NULL: measures this one, on which the run must have been. False
 * with an error; else it is freed with model_machine_free. */
bool cmd_loops_roofs(struct model_machine *machine, const char *file, const struct archive *archive,
                     struct error *error);

#endif
