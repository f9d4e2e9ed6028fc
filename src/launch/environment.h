/* environment.h: the environment that a command is started with. */
#ifndef LAUNCH_ENVIRONMENT_H
#define LAUNCH_ENVIRONMENT_H

/* Puts a text and a colon in front of the value that a variable has. */
void launch_environment_put_in_front(const char *variable, const char *text);

/* Lets programs with AddressSanitizer start although another library is preloaded. (A script may
 * start one; the preloaded library does not measure it.) */
void launch_environment_calm_sanitizers(void);

#endif
