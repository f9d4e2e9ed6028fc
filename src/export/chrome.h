/* chrome.h: the state that the files of the Chrome format share. */
#ifndef EXPORT_CHROME_H
#define EXPORT_CHROME_H

#include "archive/time/cycle_spread.h"
#include "export/export.h"

struct chrome {
    struct export_job *job;
    uint64_t zero;     /* ns: when the run began */
    uint32_t *threads; /* by lane: its thread number; the number of a process is its row plus 1 */
    uint64_t *firsts;  /* by lane: when its first visit began; ARCHIVE_UNKNOWN: it has none */
    bool begun;        /* an event was written before */
};

/* Writes the comma before an event, and its beginning up to the phase, which the caller writes. */
void chrome_begin(struct chrome *chrome);

/* Returns a time of a lane in ns since the start of the run. */
int64_t chrome_moment(const struct chrome *chrome, uint32_t lane, uint64_t ns);

/* Writes messages and new tasks as arrows, and non-blocking operations as asynchronous events. */
bool chrome_write_flows(struct chrome *chrome, struct error *error);

#endif
