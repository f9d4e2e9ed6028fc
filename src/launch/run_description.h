/* run_description.h: what run.json says of a run: command, host, times, clock, options, how it
 * ended.
 */
#ifndef LAUNCH_RUN_DESCRIPTION_H
#define LAUNCH_RUN_DESCRIPTION_H

#include <jansson.h>

/* Text that is no UTF-8 cannot stand in JSON; what is wrong in it becomes '?'. */
json_t *description_text(const char *text);

/* A run that begins now. Takes over `options`. */
json_t *description_new(char **command, const char *clock, json_t *options);

/* It has ended now, with a status as waitpid gives it. */
void description_end(json_t *run, int status);

#endif
