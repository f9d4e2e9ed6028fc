/* main.c: in how many ways can n queens stand on a board in peace? tasks [N [DEPTH]] */
#include "search.h"

#include <stdio.h>
#include <stdlib.h>

/* OEIS A000170. */
static const long known[SEARCH_LARGEST + 1] = {
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};

/* A number from 1 to `most`, or 0 for anything else. */
static int read_number(const char *text, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= most ? (int)value : 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? read_number(argv[1], SEARCH_LARGEST) : 12;
    int depth = argc > 2 ? read_number(argv[2], SEARCH_LARGEST) : 3;
    if (argc > 3 || n == 0 || depth == 0) {
        fprintf(stderr, "usage: tasks [N [DEPTH]], both up to %d\n", SEARCH_LARGEST);
        return 2;
    }
    long found = search_all(n, depth);
    printf("%d queens: %ld solutions\n", n, found);
    puts(found == known[n] ? "right" : "WRONG");
    return found == known[n] ? 0 : 1;
}
