/* thread_waits.h: what a thread waits for in a region, by the region's kind and name. */
#ifndef ANALYSIS_THREAD_WAITS_H
#define ANALYSIS_THREAD_WAITS_H

#include "archive/archive.h"

#include <stdbool.h>

enum analysis_thread_wait {
    THREAD_NOTHING,
    THREAD_BARRIER, /* all continue when the last one has arrived */
    THREAD_TASKS,   /* until tasks have ended */
    THREAD_JOIN,    /* until a thread has ended */
    THREAD_LOCK,    /* until another thread gives something back */
    THREAD_ORDERED, /* the same, in the order of a loop's trips */
    THREAD_OTHER,   /* a condition, or something unknown */
};

enum analysis_thread_wait analysis_thread_wait(const struct archive *archive, uint32_t region);

/* True if a region is a part of a wait for a condition variable. */
bool analysis_thread_is_condition(const struct archive *archive, uint32_t region);

#endif
