/* filter_send.h: sends a filter to a running program, for `triptych filter` and `triptych stop
 * --filter`. */
#ifndef CMD_FILTER_SEND_H
#define CMD_FILTER_SEND_H

/* Compiles the condition, sends it to the processes of the archive's run, and says how many heed
 * it. Returns the exit status of the command of that name. */
int filter_send(const char *command, const char *archive, const char *condition);

#endif
