/* costs.h: seconds per trip and per visit, from CPU times and shares of work. */
#ifndef MODEL_LEARN_COSTS_H
#define MODEL_LEARN_COSTS_H

#include "model/learn/table.h"

/* Divides the CPU times of all points among the items, in proportion to their work, corrected so
 * that the sums agree best with the times at all points. Long runs count more: they are nearer to
 * what is to be predicted. */
void learn_costs(struct model_learn *learn);

#endif
