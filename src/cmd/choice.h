/* choice.h: the options of `triptych run` that choose which events are logged. */
#ifndef CMD_CHOICE_H
#define CMD_CHOICE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct choice {
    const char *kinds; /* as the user wrote them; NULL: no events */
    uint64_t size;     /* event-log limit per lane in bytes; 0: no limit */
    bool last;         /* keep the last events instead of the first */
};

/* Each reads the argument of an option, and returns false if it is wrong. NULL for `words` means
 * all. */
bool choice_read_kinds(struct choice *choice, const char *words);
bool choice_read_size(struct choice *choice, const char *word); /* 500M, 2G, 65536 */
bool choice_read_keep(struct choice *choice, const char *word); /* first, last */

/* Returns what is wrong with the combination of options; NULL if nothing is. */
const char *choice_trouble(const struct choice *choice);

/* Returns the limit in bytes that is used instead of one that is too low; 0: it is not. */
uint64_t choice_raises_size(const struct choice *choice);

/* Pass the choice on: to the library by environment variables, to run.json. */
void choice_set_environment(const struct choice *choice);
void choice_describe(const struct choice *choice, json_t *options);

#endif
