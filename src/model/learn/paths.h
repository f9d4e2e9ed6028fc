/* paths.h: gives every node of an archive the item of its call path. */
#ifndef MODEL_LEARN_PATHS_H
#define MODEL_LEARN_PATHS_H

#include "archive/archive.h"
#include "model/learn/table.h"

/* Returns the item of each node that is a routine or loop, and SIZE_MAX for others; to be freed.
 * A path that comes to a routine or loop again, by recursion, is the one of the first time. */
size_t *learn_paths(struct model_learn *learn, const struct archive *archive);

/* Returns the item of a call of MPI. Receives that are completed by the same call but were posted
 * by others have items of their own: `post` is the node of that call, or ARCHIVE_NONE. */
size_t learn_message(struct model_learn *learn, const struct archive *archive, const size_t *items,
                     uint32_t node, uint32_t post, enum learn_kind kind);

#endif
