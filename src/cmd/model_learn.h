/* model_learn.h: `triptych model --learn`. */
#ifndef CMD_MODEL_LEARN_H
#define CMD_MODEL_LEARN_H

#include <stdbool.h>

/* True if the command line asks for learning. */
bool cmd_model_learns(int argc, char **argv);

int cmd_model_learn(int argc, char **argv);

#endif
