/* stop_request.h: the places of a run that goes on, and how they are told to end measuring. */
#ifndef ARCHIVE_LIVE_STOP_REQUEST_H
#define ARCHIVE_LIVE_STOP_REQUEST_H

#include "util/error.h"

#include <stdbool.h>

struct pages_count {
    unsigned asked;   /* processes that were told now */
    unsigned waiting; /* those that were told, run, and have not answered yet */
    unsigned stopped; /* processes that run and are not measured any more */
};

/* Whether it is an archive whose places can be told something. */
bool pages_are_there(const char *archive, struct error *error);

/* Processes that start from now on are not measured; and they are again. */
bool pages_close_door(const char *archive, struct error *error);
void pages_open_door(const char *archive);

/* Tells all places whose process runs that measuring is to end, and counts. */
bool pages_ask_to_stop(const char *archive, struct pages_count *count, struct error *error);

/* Those that have not answered count as stopped from now on; the process may still answer. */
bool pages_mark_stopped(const char *archive, struct pages_count *count, struct error *error);

/* Whether a process that is measured still runs. */
bool pages_are_alive(const char *archive);

#endif
