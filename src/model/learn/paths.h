/* paths.h: gives every node of an archive the item of its call path. */
#ifndef MODEL_LEARN_PATHS_H
#define MODEL_LEARN_PATHS_H

#include "archive/archive.h"
#include "model/learn/table.h"

/* Returns the item of each node that is a routine or loop, and SIZE_MAX for others; to be freed.
 * A path that comes to a routine or loop again, by recursion, is the one of the first time. */
size_t *learn_paths(struct model_learn *learn, const struct archive *archive);

/* What tells the messages of one call apart: each kind has an item of its own. */
struct learn_site {
    uint32_t node;   /* the call */
    uint32_t post;   /* node of the call that posted the receive, or ARCHIVE_NONE */
    const char *tag; /* "tag 2", or NULL */
};

/* Returns the item of messages of a call of MPI. */
size_t learn_message(struct model_learn *learn, const struct archive *archive, const size_t *items,
                     const struct learn_site *site, enum learn_kind kind);

#endif
