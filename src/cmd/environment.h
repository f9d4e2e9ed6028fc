/* environment.h: the environment that a command is started with. */
#ifndef CMD_ENVIRONMENT_H
#define CMD_ENVIRONMENT_H

/* Puts a text before what the variable has already, and a colon between the two. */
void environment_put_in_front(const char *variable, const char *text);

#endif
