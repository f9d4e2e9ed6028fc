/* model.c: `triptych model`: models of programs, learned or written by hand. */
#include "cmd/cmd.h"
#include "cmd/model_file.h"
#include "cmd/model_learn.h"

int cmd_model(int argc, char **argv)
{
    return cmd_model_learns(argc, argv) ? cmd_model_learn(argc, argv) : cmd_model_file(argc, argv);
}
