/* probe_costs.h: what the probes of a node added to the time of the program, by the calibration of
 * its process. */
#ifndef CUBE_PROBE_COSTS_H
#define CUBE_PROBE_COSTS_H

#include "archive/archive.h"

/* Estimates, ns. Usual: as probes cost that follow each other without anything in between. */
struct probe_costs {
    double least, usual, most;
};

void probe_costs_add(struct probe_costs *to, const struct probe_costs *costs);

/* All visits of a node, together; 0 for what has no probes: files, objects, pauses, and what is
 * counted in a binary. */
struct probe_costs probe_costs_of(const struct archive *archive, uint32_t node);

/* The part of the least cost that the node's own time has in it. */
double probe_costs_inside(const struct archive *archive, uint32_t node);

#endif
