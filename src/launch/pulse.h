/* pulse.h: records every second that the run is still running. If triptych is killed together with
 * the command, the last record tells how long the run lasted at least. */
#ifndef LAUNCH_PULSE_H
#define LAUNCH_PULSE_H

#include "launch/command.h"

struct pulse {
    struct launch_timer timer;
    char *path;
};

void pulse_start(struct pulse *pulse, const char *archive);
void pulse_end(struct pulse *pulse);

#endif
