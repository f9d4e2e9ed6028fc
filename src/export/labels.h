/* labels.h: the names of regions, places and lanes in other formats. */
#ifndef EXPORT_LABELS_H
#define EXPORT_LABELS_H

#include "cube/cube.h"

/* All texts are clean: see util/words.h. */
struct export_labels {
    const struct archive *archive;
    struct cube *cube; /* the sums of the reports */
    char **name;       /* by row of regions: "loop 2 of main", "fwrite of save", "main" */
    char **brief;      /* the same without the routine, for call paths, which have it above */
    char **file;       /* source file, or "" */
};

void export_labels_init(struct export_labels *labels, const struct archive *archive);
void export_labels_free(struct export_labels *labels);

/* Return names to be freed: "rank 3 ./heat", "place 0 ./heat"; "thread 2", "thread 2 worker". */
char *export_labels_place(const struct archive *archive, uint32_t place);
char *export_labels_lane(const struct archive *archive, uint32_t lane);

#endif
