/* main.c: STEPS steps of N^3 particles; prints the energies. usage: main [N [STEPS]] */
#include "molecules.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 16;
    int steps = argc > 2 ? atoi(argv[2]) : 40;
    struct system s;
    if (!system_make(&s, n, 0.6))
        return 1;
    cells_fill(&s);
    forces(&s);
    for (int i = 0; i < steps; i++)
        step(&s, 0.002);
    printf("potential %.8f kinetic %.8f\n", s.potential, kinetic(&s));
    system_free(&s);
    return 0;
}
