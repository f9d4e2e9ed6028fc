/* stacks.h: exports of sampled call paths, for runs in which nothing else was measured. */
#ifndef EXPORT_STACKS_H
#define EXPORT_STACKS_H

#include "export/export.h"

/* True if the archive has sampled call paths, and no routines and loops that were measured. */
bool export_stacks_alone(const struct archive *archive);

/* Writes them as export_folded() and export_callgrind() do with those of regions. */
bool export_stacks_folded(struct export_job *job, struct error *error);
bool export_stacks_callgrind(struct export_job *job, struct error *error);

#endif
