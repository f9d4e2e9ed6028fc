/* main.c: in how many ways can n queens stand on a board in peace? queens [N] */
#include "search.h"

#include <stdio.h>
#include <stdlib.h>

/* OEIS A000170 and A002562. */
static const long known_solutions[BOARD_LARGEST + 1] = {
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};
static const long known_distinct[BOARD_LARGEST + 1] = {
    1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955};

/* A number from 1 to `most`, or 0 for anything else. */
static int read_number(const char *text, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= most ? (int)value : 0;
}

static int is_right(int n, const struct found *found)
{
    return found->solutions == known_solutions[n] && found->distinct == known_distinct[n] &&
           (found->solutions == 0 || board_is_peaceful(&found->first));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? read_number(argv[1], BOARD_LARGEST) : 14;
    if (argc > 2 || n == 0) {
        fprintf(stderr, "usage: queens [N], N up to %d\n", BOARD_LARGEST);
        return 2;
    }
    struct found found = search_all(n);
    if (found.solutions > 0)
        board_print(&found.first, stdout);
    printf("%d queens: %ld solutions, %ld distinct\n", n, found.solutions, found.distinct);
    int right = is_right(n, &found);
    puts(right ? "right" : "WRONG");
    return right ? 0 : 1;
}
