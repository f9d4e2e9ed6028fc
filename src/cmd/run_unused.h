/* run_unused.h: vocabularies that the user has named and that were of no use. */
#ifndef CMD_RUN_UNUSED_H
#define CMD_RUN_UNUSED_H

#include "launch/vocabularies.h"

/* Says of which ones no described function was called in the run of an archive. */
void run_unused_say(const struct launch_vocabularies *vocabularies, const char *archive);

#endif
