/* pulse.h: writes down every second that the run goes on: if it is killed, it lasted at least so
 * long. */
#ifndef CMD_PULSE_H
#define CMD_PULSE_H

#include "cmd/launch.h"

struct pulse {
    struct launch_timer timer;
    char *path;
};

void pulse_start(struct pulse *pulse, const char *archive);
void pulse_end(struct pulse *pulse);

#endif
