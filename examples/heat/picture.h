/* picture.h: a grid as a grey picture. */
#ifndef PICTURE_H
#define PICTURE_H

#include "grid.h"

#include <stdbool.h>

/* Writes the inner cells as a binary PGM file, cold black, hot white. */
bool picture_write(const char *path, const struct grid *grid);

#endif
