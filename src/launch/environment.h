/* environment.h: the environment that a command is started with. */
#ifndef LAUNCH_ENVIRONMENT_H
#define LAUNCH_ENVIRONMENT_H

/* Puts a text before what the variable has already, and a colon between the two. */
void environment_put_in_front(const char *variable, const char *text);

/* A sanitized program that a script starts comes upon a preloaded library, too: it must not refuse
 * to run. (The library leaves it alone.) */
void environment_calm_sanitizers(void);

#endif
