/* steps.c: `steps [COMMAND]` does 20 steps and then runs a command. `steps -` enters a region, says
 * so, and stays there for ever. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile double sum;

static void step(int n)
{
    for (int i = 0; i < n; i++)
        sum += i;
}

static void stay(void)
{
    puts("here");
    fflush(stdout);
    for (;;)
        pause();
}

int main(int argc, char **argv)
{
    for (int i = 0; i < 20; i++)
        step(100000);
    if (argc > 1 && !strcmp(argv[1], "-"))
        stay();
    return argc > 1 ? system(argv[1]) : 0;
}
