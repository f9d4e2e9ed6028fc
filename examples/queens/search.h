/* search.h: finds every way to place n queens in peace. */
#ifndef SEARCH_H
#define SEARCH_H

#include "board.h"

struct found {
    long solutions;
    long distinct;      /* mirror images and rotations counted as one */
    struct board first; /* of the solutions, when there is one */
};

struct found search_all(int n);

#endif
