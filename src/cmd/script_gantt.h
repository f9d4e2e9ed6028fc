/* script_gantt.h: when each machine ran which task, as a picture and as a table. */
#ifndef CMD_SCRIPT_GANTT_H
#define CMD_SCRIPT_GANTT_H

#include "script/simulate/simulate.h"
#include "util/buffer.h"

enum { CMD_SCRIPT_GANTT_ROWS = 100 }; /* machines in a picture at most: the first that are used */

struct cmd_script_gantt {
    const struct script_simulate_result *result;
    const struct script_schedule_problem *problem;
    const char *const *names; /* of each task */
    const char *title;
};

/* Draws a bar per task, coloured by its model, in a row per machine. */
void cmd_script_gantt_svg(const struct cmd_script_gantt *gantt, struct buffer *out);

/* Writes a line per task: number, name, machine, start and end in seconds, cores. */
void cmd_script_gantt_csv(const struct cmd_script_gantt *gantt, struct buffer *out);

#endif
