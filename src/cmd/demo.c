/* demo.c: `triptych demo` */
#include "cmd/cmd.h"

int cmd_demo(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return CMD_FAILED;
}
