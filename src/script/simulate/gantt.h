/* gantt.h: when each machine ran which task, as a picture and as a table. */
#ifndef SCRIPT_SIMULATE_GANTT_H
#define SCRIPT_SIMULATE_GANTT_H

#include "script/simulate/simulate.h"
#include "util/buffer.h"

enum { SIMULATE_GANTT_ROWS = 100 }; /* machines in a picture at most: the first that are used */

struct simulate_gantt {
    const struct simulate_result *result;
    const struct schedule_problem *problem;
    const char *const *names; /* of each task */
    const char *title;
};

/* Draws a bar per task, coloured by its model, in a row per machine. */
void simulate_gantt_svg(const struct simulate_gantt *gantt, struct buffer *out);

/* Writes a line per task: number, name, machine, start and end in seconds, cores. */
void simulate_gantt_csv(const struct simulate_gantt *gantt, struct buffer *out);

#endif
