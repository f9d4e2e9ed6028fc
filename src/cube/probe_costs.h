/* probe_costs.h: the time that the probes of a node added to the program, from the calibration of
 * its process. */
#ifndef CUBE_PROBE_COSTS_H
#define CUBE_PROBE_COSTS_H

#include "archive/archive.h"

/* Estimates in ns. `usual` is the cost of probes that directly follow each other. */
struct probe_costs {
    double least, usual, most;
};

void probe_costs_add(struct probe_costs *to, const struct probe_costs *costs);

/* Returns the costs of all visits of a node; 0 for nodes without probes: files, objects, pauses,
 * and regions counted in a binary. */
struct probe_costs probe_costs_of(const struct archive *archive, uint32_t node);

/* True if a cost at most is so far from the usual one that the calibration of a place must have
 * been interrupted, again and again. */
bool probe_costs_are_disturbed(const struct archive *archive);

/* Returns the part of the least cost that is contained in the node's own time. */
double probe_costs_inside(const struct archive *archive, uint32_t node);

#endif
