/* choice.h: which events a run is to log: the options of `triptych run` for it. */
#ifndef CMD_CHOICE_H
#define CMD_CHOICE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct choice {
    const char *kinds; /* as the user wrote them; NULL: no events */
    uint64_t size;     /* bytes a lane at most; 0: no limit */
    bool last;         /* keep the last ones */
};

/* Each takes the word of an option; false: it is none that it knows. `words` may be NULL: all. */
bool choice_read_kinds(struct choice *choice, const char *words);
bool choice_read_size(struct choice *choice, const char *word); /* 500M, 2G, 65536 */
bool choice_read_keep(struct choice *choice, const char *word); /* first, last */

/* What is wrong with them together; NULL: nothing. */
const char *choice_trouble(const struct choice *choice);

/* For the library, by the environment; for run.json. */
void choice_set_environment(const struct choice *choice);
void choice_describe(const struct choice *choice, json_t *options);

#endif
