/* board.c: see board.h */
#include "board.h"

#include <stdlib.h>

bool board_is_peaceful(const struct board *board)
{
    for (int row = 1; row < board->n; row++) {
        for (int above = 0; above < row; above++) {
            int across = abs(board->column[row] - board->column[above]);
            if (across == 0 || across == row - above)
                return false;
        }
    }
    return true;
}

int board_compare(const struct board *a, const struct board *b)
{
    int row = 0;
    while (row < a->n && a->column[row] == b->column[row])
        row++;
    return row < a->n ? a->column[row] - b->column[row] : 0;
}

/* A quarter turn: the queen in (row, column) goes to (column, n - 1 - row). */
static struct board turned(const struct board *board)
{
    struct board image = {.n = board->n};
    for (int row = 0; row < board->n; row++)
        image.column[board->column[row]] = board->n - 1 - row;
    return image;
}

static struct board mirrored(const struct board *board)
{
    struct board image = {.n = board->n};
    for (int row = 0; row < board->n; row++)
        image.column[row] = board->n - 1 - board->column[row];
    return image;
}

bool board_is_first_image(const struct board *board)
{
    struct board image = *board;
    for (int i = 1; i < 8; i++) {
        image = i == 4 ? mirrored(board) : turned(&image);
        if (board_compare(&image, board) < 0)
            return false;
    }
    return true;
}

void board_print(const struct board *board, FILE *out)
{
    for (int row = 0; row < board->n; row++) {
        for (int column = 0; column < board->n; column++)
            fputs(board->column[row] == column ? " Q" : " .", out);
        fputc('\n', out);
    }
}
