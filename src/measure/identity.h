/* identity.h: the facts that identify this process and its threads. */
#ifndef MEASURE_IDENTITY_H
#define MEASURE_IDENTITY_H

#include "format/place.h"
#include "format/profile.h"

#include <stdbool.h>

/* Fills in the process numbers, host, boot, program and command of the place. */
void identity_fill(struct format_place *place);

/* Fills in the number and the name of the calling thread; identity_name_thread() the name only. */
void identity_fill_thread(struct format_lane *lane);
void identity_name_thread(struct format_lane *lane);

/* Reads the kernel's boot id, which names the machine until its next start. False if there is
 * none. */
enum { IDENTITY_BOOT = sizeof((struct format_place *)0)->boot };
bool identity_boot(char boot[IDENTITY_BOOT]);

/* Writes run.json of an archive that was made without `triptych run`. False with errno. */
bool identity_write_run(const char *archive);

#endif
