/* bare.c: routines that do as little as a routine can. The one could call another, and never does;
 * a leaf could not. */
#include <stdlib.h>

volatile long bare_sink;
void bare(long value);
void bare_leaf(long value);

void bare(long value)
{
    if (value < 0)
        abort();
    bare_sink = value;
}

void bare_leaf(long value)
{
    bare_sink = value;
}
