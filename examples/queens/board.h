/* board.h: queens on a board, one in each row. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdio.h>

enum { BOARD_LARGEST = 16 };

struct board {
    int n;
    int column[BOARD_LARGEST]; /* of the queen in each row */
};

bool board_is_peaceful(const struct board *board); /* no queen attacks another */
int board_compare(const struct board *a,
                  const struct board *b); /* row by row, less than 0, 0 or more */

/* Of a solution and its mirror images and rotations: is this the first in board_compare's order? */
bool board_is_first_image(const struct board *board);

void board_print(const struct board *board, FILE *out);

#endif
