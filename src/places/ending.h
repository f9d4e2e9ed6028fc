/* ending.h: the end of one place ends all, with a message that says which place and activity. */
#ifndef PLACES_ENDING_H
#define PLACES_ENDING_H

#include <stdbool.h>

/* Begins to watch this process and the other places. They are children of place 0, if it started
 * them. */
void ending_open(bool has_children);
/* The program ends as it should; place 0 waits for the other ones. */
void ending_close(void);

/* A thread begins and ends to run activities: its stack may overflow. */
void ending_watch_thread(void);
void ending_leave_thread(void);

#endif
