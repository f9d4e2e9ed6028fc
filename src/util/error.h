/* error.h: an error is a sentence, which is returned to the command and printed there once. */
#ifndef UTIL_ERROR_H
#define UTIL_ERROR_H

#include <stdbool.h>

struct error {
    char text[1024]; /* one or more sentences: what is wrong and what to do; empty: no error */
};

/* Writes the sentence and returns false, so that `return error_set(...)` reads well. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Does the same for a failed system call: appends ": " and the meaning of errno. */
bool error_errno(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
