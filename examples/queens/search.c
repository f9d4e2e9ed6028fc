/* search.c: see search.h. Columns and diagonals that are taken are bits, so a row's free squares
 * are one operation. */
#include "search.h"

typedef unsigned squares; /* bit c: column c */

struct search {
    struct board board; /* rows filled so far */
    struct found found;
};

static void take(struct search *search)
{
    if (search->found.solutions++ == 0)
        search->found.first = search->board;
    if (board_is_first_image(&search->board))
        search->found.distinct++;
}

/* Fills the rows from `row` on. `left` and `right` are the squares of this row on diagonals of
 * queens above. */
static void place(struct search *search, int row, squares columns, squares left, squares right)
{
    if (row == search->board.n) {
        take(search);
        return;
    }
    squares all = (1u << search->board.n) - 1;
    squares free = all & ~(columns | left | right);
    while (free) {
        squares square = free & -free;
        free ^= square;
        search->board.column[row] = __builtin_ctz(square);
        place(search, row + 1, columns | square, (left | square) << 1, (right | square) >> 1);
    }
}

struct found search_all(int n)
{
    struct search search = {.board = {.n = n}};
    place(&search, 0, 0, 0, 0);
    return search.found;
}
