/* lttng.c: the same as probes/probed.c, with tracepoints of LTTng-UST. */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "lttng_probes.h"

#include <stdlib.h>

volatile long probed_sink;
void probed(long value);
void probed_leaf(long value);

void probed(long value)
{
    lttng_ust_tracepoint(triptych_bench, enter, 1);
    if (value < 0)
        abort();
    probed_sink = value;
    lttng_ust_tracepoint(triptych_bench, leave, 1);
}

void probed_leaf(long value)
{
    lttng_ust_tracepoint(triptych_bench, enter, 2);
    probed_sink = value;
    lttng_ust_tracepoint(triptych_bench, leave, 2);
}
