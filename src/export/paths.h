/* paths.h: call paths with their weights, of all lanes together or of each lane. */
#ifndef EXPORT_PATHS_H
#define EXPORT_PATHS_H

#include "export/export.h"
#include "export/labels.h"

struct path {
    uint32_t parent;               /* row, smaller than its own; ARCHIVE_NONE: none */
    uint32_t region;               /* 0: the root, outside all regions */
    uint32_t lane;                 /* ARCHIVE_NONE: all */
    uint64_t own;                  /* exclusive, in the measure */
    uint64_t all;                  /* inclusive */
    uint64_t visits, trips, ended; /* `ended`: visits whose trips are known */
    bool timed;                    /* at least some of its visits were timed */
};

struct paths {
    struct path *rows;
    size_t count, room;
    enum export_measure measure;
    uint64_t total; /* of the roots, in the measure */
};

void paths_init(struct paths *paths, const struct export_labels *labels,
                enum export_measure measure, bool by_lane);
void paths_free(struct paths *paths);

/* True for files and objects: they are shares of the region above them, not steps of a call path.
 */
bool paths_is_share(const struct archive *archive, uint32_t node);

/* Returns the exclusive value of a node. */
uint64_t paths_own(const struct cube *cube, uint32_t node, enum export_measure measure);

#endif
