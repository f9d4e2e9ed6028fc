/* matching.h: which messages can be part of a model. */
#ifndef MODEL_LEARN_MATCHING_H
#define MODEL_LEARN_MATCHING_H

#include "model/learn/nest.h"
#include "model/learn/table.h"

/* Notes that messages of one call are received by another. */
void learn_match(struct model_learn *learn, size_t send, size_t receive);

/* Returns for each item why its messages are not part of the model, or NULL if they are; to be
 * freed. A rank of a model that waits for a message which is never sent waits for ever: sends and
 * receives are therefore part of it together or not at all, and only if as many are received as are
 * sent, between all ranks; and collective operations only if all ranks take part. */
const char **learn_matching(const struct model_learn *learn, const struct learn_nest *nests);

#endif
