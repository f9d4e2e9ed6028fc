/* pulse.h: writes down every second that the run goes on: if it is killed, it lasted at least so
 * long. */
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
