/* log.h: an event log, places/P/events-K, written piece after piece. */
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

/* NULL with an error when the file cannot be made. */
struct raw_write_log *raw_write_log_open(const char *path, uint32_t number, struct error *error);

/* An act with its values, of which there may be any number. Type: ACT, LEFT or MORE. */
void raw_write_log_add(struct raw_write_log *log, enum format_event_type type, uint32_t node,
                       uint64_t start, uint64_t length, const struct raw_write_pair *values,
                       size_t count);

/* Frees it, also when something could not be written: then false. */
bool raw_write_log_close(struct raw_write_log *log, struct error *error);

#endif
