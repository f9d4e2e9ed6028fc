/* lttng_probes.h: enter and leave as tracepoints of LTTng-UST. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER triptych_bench
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "lttng_probes.h"

#if !defined LTTNG_PROBES_H || defined LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ
#define LTTNG_PROBES_H
#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(triptych_bench, enter, LTTNG_UST_TP_ARGS(unsigned, region),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(unsigned, region, region)))
LTTNG_UST_TRACEPOINT_EVENT(triptych_bench, leave, LTTNG_UST_TP_ARGS(unsigned, region),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(unsigned, region, region)))
#endif

#include <lttng/tracepoint-event.h>
