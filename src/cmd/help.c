/* help.c: whether help is asked for. */
#include "cmd/cmd.h"

#include <string.h>

bool cmd_asks_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return true;
    }
    return false;
}
