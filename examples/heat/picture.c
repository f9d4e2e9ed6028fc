/* picture.c: see picture.h */
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

static void shade(const double *row, int n, double low, double high, unsigned char *line)
{
    double scale = high > low ? 255 / (high - low) : 0;
    for (int j = 0; j < n; j++)
        line[j] = (unsigned char)((row[j] - low) * scale);
}

static bool write_lines(FILE *file, const struct grid *grid, unsigned char *line)
{
    const int n = grid->n;
    double low, high;
    grid_range(grid, &low, &high);
    for (int i = 1; i <= n; i++) {
        shade(grid_row(grid, i) + 1, n, low, high, line);
        if (fwrite(line, 1, (size_t)n, file) != (size_t)n)
            return false;
    }
    return true;
}

bool picture_write(const char *path, const struct grid *grid)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    unsigned char *line = malloc((size_t)grid->n);
    bool good = line && fprintf(file, "P5\n%d %d\n255\n", grid->n, grid->n) > 0 &&
                write_lines(file, grid, line);
    free(line);
    return fclose(file) == 0 && good;
}
