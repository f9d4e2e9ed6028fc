/* predict.c: `triptych predict`: what a program would take elsewhere, or if it were different. */
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/predict_run.h"

int cmd_predict(int argc, char **argv)
{
    return predict_run(argc, argv);
}
