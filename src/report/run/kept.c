/* kept.c: see kept.h */
#include "report/run/kept.h"

#include "report/analysis/critical.h"
#include "report/analysis/efficiency.h"
#include "report/mpi/delays.h"
#include "util/memory.h"

#include <stdlib.h>

struct report_kept *report_kept_new(void)
{
    struct report_kept *kept = memory_zeroed(1, sizeof *kept);
    kept->delays = report_delays_kept_new();
    kept->efficiency = report_efficiency_kept_new();
    kept->critical = report_critical_kept_new();
    return kept;
}

void report_kept_free(struct report_kept *kept)
{
    if (kept) {
        report_delays_kept_free(kept->delays);
        report_efficiency_kept_free(kept->efficiency);
        report_critical_kept_free(kept->critical);
    }
    free(kept);
}
