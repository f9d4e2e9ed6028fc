/* missing.h: functions of a vocabulary that neither a program nor a library that it needs has,
 * since their names are misspelt, or since it is another version of the library. */
#ifndef LAUNCH_MISSING_H
#define LAUNCH_MISSING_H

#include "vocabulary/vocabulary.h"

/* A function, or those of one family. */
struct launch_missing_one {
    const struct vocabulary_function *function; /* of a family: the first one that is missing */
    size_t count, members; /* how many are missing, of how many; 1 of 1 without a family */
    char *
        nearest; /* a function with a similar name that the vocabulary lacks; NULL: there is none */
};

struct launch_missing {
    struct launch_missing_one *all;
    size_t count, room;
};

enum launch_missing_answer {
    MISSING_KNOWN,
    MISSING_UNUSED,  /* all of them are missing: no program of the command needs a library of the
                        vocabulary */
    MISSING_UNKNOWN, /* what the programs load, or their symbols, cannot be read */
};

/* Finds those of the programs of a command. */
enum launch_missing_answer launch_missing_find(struct launch_missing *to,
                                               const struct vocabulary *vocabulary, char **command);
void launch_missing_free(struct launch_missing *missing);

#endif
