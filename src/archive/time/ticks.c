/* ticks.c: see ticks.h */
#include "archive/time/ticks.h"

#include "archive/time/clocks.h"
#include "util/number.h"

#include <assert.h>

#define SECOND UINT64_C(1000000000)
/* Moments that are closer give a less accurate rate than the nominal one. */
#define SHORTEST (SECOND / 20)

/* True if two moments give a rate near the nominal one: the last moment of a running place may be
 * read half written. */
static int trusted(const struct archive_ticks *moments, uint64_t ticks_per_second)
{
    uint64_t rate = number_scale(moments->span_ticks, SECOND, moments->span_ns);
    return !ticks_per_second ||
           (rate / 100 * 99 <= ticks_per_second && ticks_per_second <= rate / 100 * 101);
}

struct archive_ticks archive_ticks_of(const struct format_place *place)
{
    struct archive_ticks moments = {place->start.ticks, place->start.monotonic, 1, 1, NULL};
    if (place->clock != FORMAT_CLOCK_COUNTER)
        return moments; /* its ticks are nanoseconds */
    uint64_t nominal = place->ticks_per_second;
    if (place->last.ticks > place->start.ticks && place->last.monotonic > place->start.monotonic &&
        place->last.monotonic - place->start.monotonic >= SHORTEST) {
        moments.span_ticks = place->last.ticks - place->start.ticks;
        moments.span_ns = place->last.monotonic - place->start.monotonic;
        if (trusted(&moments, nominal))
            return moments;
    }
    moments.span_ticks = nominal ? nominal : SECOND;
    moments.span_ns = SECOND;
    return moments;
}

uint64_t archive_ticks_ns(const struct archive_ticks *moments, uint64_t ticks)
{
    assert(moments->span_ticks && moments->span_ns);
    return number_scale(ticks, moments->span_ns, moments->span_ticks);
}

uint64_t archive_ticks_monotonic(const struct archive_ticks *moments, uint64_t tick)
{
    if (tick >= moments->ticks)
        return number_add(moments->monotonic, archive_ticks_ns(moments, tick - moments->ticks));
    return number_minus(moments->monotonic, archive_ticks_ns(moments, moments->ticks - tick));
}

uint64_t archive_ticks_time(const struct archive_ticks *moments, uint64_t tick)
{
    uint64_t ns = archive_ticks_monotonic(moments, tick);
    return moments->line ? archive_clock_line_time(moments->line, ns) : ns;
}

uint64_t archive_ticks_tick(const struct archive_ticks *moments, uint64_t monotonic)
{
    uint64_t apart = monotonic >= moments->monotonic ? monotonic - moments->monotonic
                                                     : moments->monotonic - monotonic;
    uint64_t ticks = number_scale(apart, moments->span_ticks, moments->span_ns);
    return monotonic >= moments->monotonic ? number_add(moments->ticks, ticks)
                                           : number_minus(moments->ticks, ticks);
}
