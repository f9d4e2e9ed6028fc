/* run.c: `triptych run` */
#include "cmd/cmd.h"

int cmd_run(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return CMD_FAILED;
}
