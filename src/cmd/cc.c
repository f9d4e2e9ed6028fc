/* cc.c: `triptych cc` */
#include "cmd/cmd.h"

int cmd_cc(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return CMD_FAILED;
}
