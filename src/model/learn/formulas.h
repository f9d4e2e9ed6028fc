/* formulas.h: the formulas of trips, visits and bytes. */
#ifndef MODEL_LEARN_FORMULAS_H
#define MODEL_LEARN_FORMULAS_H

#include "model/learn/table.h"

/* Finds the formulas of all items. Returns the number of loops without one whose trips differ
 * between ranks. */
size_t learn_formulas(struct model_learn *learn);

#endif
