/* stop_request.h: finds the places of a running program, and asks them to stop measuring. */
#ifndef ARCHIVE_LIVE_STOP_REQUEST_H
#define ARCHIVE_LIVE_STOP_REQUEST_H

#include "util/error.h"

#include <stdbool.h>

struct archive_pages_count {
    unsigned asked;   /* processes that were asked now */
    unsigned waiting; /* running processes that were asked and have not answered yet */
    unsigned stopped; /* running processes that are no longer measured */
};

/* True if this is an archive with places that can be asked. */
bool archive_pages_are_there(const char *archive, struct error *error);

/* The first makes processes that start from now on run without being measured; the second makes
 * them be measured again. */
bool archive_pages_close_door(const char *archive, struct error *error);
void archive_pages_open_door(const char *archive);

/* Asks all running processes to stop measuring, and counts them. */
bool archive_pages_ask_to_stop(const char *archive, struct archive_pages_count *count,
                               struct error *error);

/* Marks places that have not answered as stopped; the process may still answer. */
bool archive_pages_mark_stopped(const char *archive, struct archive_pages_count *count,
                                struct error *error);

/* True if a measured process is still running. */
bool archive_pages_are_alive(const char *archive);

#endif
