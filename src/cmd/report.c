/* report.c: `triptych report` */
#include "cmd/cmd.h"

int cmd_report(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return CMD_FAILED;
}
