/* paths.h: call paths with what they weigh, of all lanes together or of each. */
#ifndef EXPORT_PATHS_H
#define EXPORT_PATHS_H

#include "export/export.h"
#include "export/labels.h"

struct path {
    uint32_t parent;               /* row, smaller than its own; ARCHIVE_NONE: none */
    uint32_t region;               /* 0: outside of all, the root */
    uint32_t lane;                 /* ARCHIVE_NONE: all */
    uint64_t own;                  /* in the measure: without what is below it */
    uint64_t all;                  /* with it */
    uint64_t visits, trips, ended; /* `ended`: visits whose trips are known */
    bool timed;                    /* some of its visits */
};

struct paths {
    struct path *rows;
    size_t count, room;
    enum export_measure measure;
    uint64_t total; /* in the measure: what the roots have */
};

void paths_init(struct paths *paths, const struct labels *labels, enum export_measure measure,
                bool by_lane);
void paths_free(struct paths *paths);

/* Files and objects are shares of what is above them, not parts of it: no call paths. */
bool paths_is_share(const struct archive *archive, uint32_t node);

/* What a node has by itself. */
uint64_t paths_own(const struct cube *cube, uint32_t node, enum export_measure measure);

#endif
