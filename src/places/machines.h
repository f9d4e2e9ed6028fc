/* machines.h: places on several machines: they meet, share the memory of their machine, and connect
 * to those of other ones. */
#ifndef PLACES_MACHINES_H
#define PLACES_MACHINES_H

#include "places/launcher.h"

/* Joins the other places; ends the program with a message if that is not possible. Sets the name of
 * the run. */
void machines_join(struct launcher *launcher);

/* Returns the name of the machine that a place is on; NULL: there is only one. */
const char *machines_host(int place);

/* True if this place has the clock of place 0. */
bool machines_share_clock(void);

/* The program ends as it should: tells the launcher. */
void machines_leave(void);

#endif
