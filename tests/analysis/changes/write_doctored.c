/* write_doctored.c: writes a run made by hand into the folder that is named, with the changes that
 * are named: write_doctored NAME [seed=N] [noise=X] [slower=X] [name=N] [bytes=N] [trips=N]
 * [gone=1] [counted=1] [moved=N] [started=DAY] [other=PREFIX] */
#include "doctored.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set(struct doctored *change, const char *word)
{
    const char *value = strchr(word, '=');
    if (!value++)
        exit(2);
    switch (word[0] == 's' ? word[1] : word[0] == 'n' ? word[1] - 'a' + 'A' : word[0]) {
    case 'e':
        change->seed = strtoull(value, NULL, 10);
        break;
    case 'l':
        change->slower = strtod(value, NULL);
        break;
    case 't':
        if (word[0] == 's')
            change->started = (uint32_t)strtoul(value, NULL, 10);
        else
            change->trips = strtoull(value, NULL, 10);
        break;
    case 'O':
        change->noise = strtod(value, NULL);
        break;
    case 'A':
        change->name = value;
        break;
    case 'b':
        change->bytes = strtoull(value, NULL, 10);
        break;
    case 'g':
        change->gone = true;
        break;
    case 'a':
        change->added = true;
        break;
    case 'c':
        change->counted = true;
        break;
    case 'm':
        change->moved = (uint32_t)strtoul(value, NULL, 10);
        break;
    default:
        change->other = value;
    }
}

int main(int argc, char **argv)
{
    struct doctored change = {0};
    if (argc < 2)
        return 2;
    for (int i = 2; i < argc; i++)
        set(&change, argv[i]);
    struct made *made = doctored_new(&change);
    made_write(made, argv[1]);
    made_free(made);
    return 0;
}
