/* instrument.c: `triptych instrument` */
#include "cmd/cmd.h"

int cmd_instrument(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return CMD_FAILED;
}
