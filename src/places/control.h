/* control.h: connections between place 0 and each place of another machine, for what is no message
 * of activities: the end of the program, failures, and the comparison of clocks. */
#ifndef PLACES_CONTROL_H
#define PLACES_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/* The connection to a place; at place 0 one for each place elsewhere, otherwise that to place 0. */
void control_add(int place, int fd);
/* Returns the descriptor to wait for; -1: none. */
int control_descriptor(int place);

/* Takes what has come from a place. False if the connection is gone. */
bool control_take(int place);

/* A place has failed, and all are to end with that exit status: tells the other machines. False if
 * that was known already. Safe in signal handlers. */
bool control_fail(int place, int status);
/* Place 0 tells of a failure that it has learned of. */
void control_pass_on_failure(void);

/* Place 0: the program ends as it should. Others: this place has done all that it had to do, and
 * tells its counts. */
void control_end(void);
void control_leave(void);

/* Compares this place's clock with that of place 0, if it is measured. `which`: 0 at the beginning,
 * 1 at the end. `same`: both are one clock. */
void control_compare_clocks(unsigned which, bool same);

#endif
