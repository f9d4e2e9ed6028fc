/* log.h: writes an event log, places/P/events-K, piece by piece. */
#ifndef ARCHIVE_WRITE_LOG_H
#define ARCHIVE_WRITE_LOG_H

#include "format/event.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value of an act. */
struct raw_write_pair {
    uint64_t kind; /* enum format_value */
    uint64_t value;
};

struct raw_write_log;

/* Makes the file. NULL with an error if that fails. */
struct raw_write_log *raw_write_log_open(const char *path, uint32_t number, struct error *error);

/* Adds an act with any number of values. `type` is ACT, LEFT or MORE. */
void raw_write_log_add(struct raw_write_log *log, enum format_event_type type, uint32_t node,
                       uint64_t start, uint64_t length, const struct raw_write_pair *values,
                       size_t count);

/* Completes and frees the log. False with an error if anything could not be written. */
bool raw_write_log_close(struct raw_write_log *log, struct error *error);

#endif
