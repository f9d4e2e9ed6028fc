/* main.c: adds random keys to a tree and looks others up; prints how many were found. */
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    unsigned keys = argc > 1 ? (unsigned)atoi(argv[1]) : 200000, state = 12345;
    struct tree *tree = tree_new(keys);
    if (!tree)
        return 1;
    for (unsigned i = 0; i < keys; i++)
        tree_add(tree, next_random(&state));
    long found = 0;
    state = 12345;
    for (unsigned i = 0; i < keys; i++)
        found += tree_count(tree, next_random(&state) + i % 2);
    printf("%ld\n", found);
    tree_free(tree);
    return found >= keys / 2 ? 0 : 1;
}
