/* escape.h: how soon the points of a row leave: z² + c, again and again from 0. */
#ifndef ESCAPE_H
#define ESCAPE_H

struct picture {
    int n;     /* rows, and points in each */
    int limit; /* of steps: who is still there belongs to the set, as far as one can see */
};

/* Where the points of a column or row lie: from -2 to 1/2, and from -5/4 to 5/4. */
double escape_real(const struct picture *picture, int column);
double escape_imaginary(const struct picture *picture, int row);

/* The steps of each point of a row, 1 to limit. Returns their sum. */
long escape_row(const struct picture *picture, int row, int *steps);

#endif
