/* search.c: see search.h. Columns and diagonals that are taken are bits. */
#include "search.h"

typedef unsigned squares; /* bit c: column c */

struct board {
    int n, depth;
    int row;             /* the first that is free */
    squares columns;     /* that are taken */
    squares left, right; /* squares of this row on diagonals of queens above */
};

static squares free_squares(const struct board *board)
{
    squares all = (1U << board->n) - 1;
    return all & ~(board->columns | board->left | board->right);
}

static struct board with_queen(const struct board *board, squares square)
{
    struct board next = *board;
    next.row++;
    next.columns |= square;
    next.left = (board->left | square) << 1;
    next.right = (board->right | square) >> 1;
    return next;
}

/* One task after the other, in this one. */
static long walk(struct board board)
{
    long found = 0;
    if (board.row == board.n)
        return 1;
    for (squares free = free_squares(&board); free; free &= free - 1)
        found += walk(with_queen(&board, free & -free));
    return found;
}

/* A task for each square of the row; they share what is found. */
static long spread(struct board board)
{
    long found = 0;
    if (board.row == board.n || board.row == board.depth)
        return walk(board);
    for (squares free = free_squares(&board); free; free &= free - 1) {
        struct board next = with_queen(&board, free & -free);
#pragma omp task firstprivate(next) shared(found)
        {
            long part = spread(next);
#pragma omp atomic
            found += part;
        }
    }
#pragma omp taskwait
    return found;
}

long search_all(int n, int depth)
{
    long found = 0;
#pragma omp parallel
#pragma omp single
    found = spread((struct board){.n = n, .depth = depth});
    return found;
}
