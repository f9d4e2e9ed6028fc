/* modes.h: heat as a sum of sine waves, which the solver's scheme damps by a known factor per step.
 */
#ifndef MODES_H
#define MODES_H

enum { MODES = 3 };

/* The sum of amplitude[m] · sin(across[m] π x) · sin(down[m] π y). */
struct modes {
    int across[MODES], down[MODES];
    double amplitude[MODES];
};

extern const struct modes modes_at_start;

/* The same waves after so many steps on a grid of n × n inner cells with mesh ratio r. */
struct modes modes_after(const struct modes *start, int n, double r, int steps);

double modes_value(double x, double y, const void *modes); /* a grid_function */

#endif
