/* identity.h: who this process is. */
#ifndef MEASURE_IDENTITY_H
#define MEASURE_IDENTITY_H

#include "format/place.h"

#include <stdbool.h>

/* Process numbers, host, boot, program and command of the place. */
void identity_fill(struct format_place *place);

/* The kernel's boot id, which is the machine's name until it is started again. False: there is
 * none.
 */
enum { IDENTITY_BOOT = sizeof((struct format_place *)0)->boot };
bool identity_boot(char boot[IDENTITY_BOOT]);

/* run.json of an archive that no `triptych run` made. */
bool identity_write_run(const char *archive);

#endif
