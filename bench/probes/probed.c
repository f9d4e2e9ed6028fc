/* probed.c: the same as bare.c, compiled with whatever measures it. */
#include <stdlib.h>

volatile long probed_sink;
void probed(long value);
void probed_leaf(long value);

void probed(long value)
{
    if (value < 0)
        abort();
    probed_sink = value;
}

void probed_leaf(long value)
{
    probed_sink = value;
}
