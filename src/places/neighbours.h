/* neighbours.h: the other places of this machine, while they come into the memory that all share.
 */
#ifndef PLACES_NEIGHBOURS_H
#define PLACES_NEIGHBOURS_H

#include <sys/types.h>

/* Says which processes they are, if that is known before they have come: by place. */
void neighbours_know(const pid_t *pids);

/* Ends the program if one of them is gone, or if a place has failed. */
void neighbours_check(void);

/* Waits until all have come. */
void neighbours_await(void);

#endif
