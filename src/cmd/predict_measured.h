/* predict_measured.h: measured times, to compare predictions with. */
#ifndef CMD_PREDICT_MEASURED_H
#define CMD_PREDICT_MEASURED_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct predict_time {
    double n; /* NAN: any */
    uint32_t p;
    double seconds;
};

struct predict_times {
    struct predict_time *items;
    size_t count, room;
};

/* Adds the times of a file or an archive. */
bool predict_measured_add(struct predict_times *times, const char *path, struct error *error);

/* Returns the measured seconds; 0 if there are none. */
double predict_measured_find(const struct predict_times *times, double n, uint32_t p);

#endif
