/* predict_run.h: `triptych predict RUN.tri`: what a recorded run would gain from changes. */
#ifndef CMD_PREDICT_RUN_H
#define CMD_PREDICT_RUN_H

#include <stdbool.h>

/* True if one of the arguments is an archive, so that the command is about a recorded run. */
bool predict_run_is_meant(int argc, char **argv);

int predict_run(int argc, char **argv);

#endif
