/* run_description.h: writes run.json: command, host, times, clock, options, and how the run ended.
 */
#ifndef LAUNCH_RUN_DESCRIPTION_H
#define LAUNCH_RUN_DESCRIPTION_H

#include <jansson.h>

/* Returns a JSON string; bytes that are not UTF-8 become '?'. */
json_t *launch_description_text(const char *text);

/* Returns the description of a run that begins now. Takes over the reference `options`. */
json_t *launch_description_new(char **command, const char *clock, json_t *options);

/* Adds that the run has ended now, with this status of waitpid(). */
void launch_description_end(json_t *run, int status);

#endif
