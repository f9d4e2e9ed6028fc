/* chrome.h: what the parts of the Chrome format share. */
#ifndef EXPORT_CHROME_H
#define EXPORT_CHROME_H

#include "archive/time/cycle_spread.h"
#include "export/export.h"

struct chrome {
    struct export_job *job;
    uint64_t zero;     /* ns: when the run began */
    uint32_t *threads; /* by lane: what it is called; a process is called by its row plus 1 */
    uint64_t *firsts;  /* by lane: when its first visit began; ARCHIVE_UNKNOWN: it has none */
    bool begun;        /* there was an event before */
};

/* The comma before an event, and its begin: its phase is to follow. */
void chrome_begin(struct chrome *chrome);

/* A moment of a lane, from when the run began: ns. */
int64_t chrome_moment(const struct chrome *chrome, uint32_t lane, uint64_t ns);

/* Messages and new tasks as arrows, what goes on without a call as asynchronous events. */
bool chrome_write_flows(struct chrome *chrome, struct error *error);

#endif
