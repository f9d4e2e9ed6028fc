/* model_learn_table.h: the table of what was learned. */
#ifndef CMD_MODEL_LEARN_TABLE_H
#define CMD_MODEL_LEARN_TABLE_H

#include "model/learn/learn.h"

/* Prints the loops, their formulas and costs. `format`: 0 text, 1 JSON, 2 CSV. */
void learn_table_print(const struct model_learn *learn, int format);

#endif
