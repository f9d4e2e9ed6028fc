/* progress.h: a bar on the terminal for work that takes more than half a second. */
#ifndef UTIL_PROGRESS_H
#define UTIL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
    const char *what; /* "sealing the archive" */
    uint64_t started; /* ns */
    bool shown, wanted;
};

/* Shows no bar from now on: for a command whose threads work for others than the user of the
 * terminal. To be called before they start. */
void progress_silence(void);

/* Begins work; `what` names it. The bar appears on stderr, if that is a terminal. */
void progress_start(struct progress *progress, const char *what);

/* Shows that `done` of `all` is done. `progress` may be NULL: then nothing is shown. */
void progress_show(struct progress *progress, size_t done, size_t all);

/* Removes the bar. */
void progress_end(struct progress *progress);

#endif
