/* verify.c: see verify.h */
#include "verify.h"

#include <stddef.h>

/* Well inside of the heart or the disc, or outside: the steps that a point must make; 0: unknown.
 */
static int known(double x, double y, int limit)
{
    const double margin = 1e-6, left = x - 0.25, q = left * left + y * y;
    if (q * (q + left) < 0.25 * y * y - margin)
        return limit;
    if ((x + 1) * (x + 1) + y * y < 0.0625 - margin)
        return limit;
    return x * x + y * y > 4 + margin ? 1 : 0;
}

bool verify(const struct picture *picture, const int *steps, long sum)
{
    const int n = picture->n;
    long found = 0;
    for (int row = 0; row < n; row++) {
        const int *here = steps + (size_t)row * (size_t)n;
        const int *mirrored = steps + (size_t)(n - 1 - row) * (size_t)n;
        const double y = escape_imaginary(picture, row);
        for (int column = 0; column < n; column++) {
            int must = known(escape_real(picture, column), y, picture->limit);
            if (here[column] != mirrored[column] || (must && here[column] != must))
                return false;
            found += here[column];
        }
    }
    return found == sum;
}
