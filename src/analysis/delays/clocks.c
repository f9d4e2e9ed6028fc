/* clocks.c: see clocks.h */
#include "analysis/delays/clocks.h"

#include "format/place.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static bool same_clock(const struct archive_places *places, uint32_t a, uint32_t b)
{
    return places->host[a] == places->host[b] && places->clock[a] == places->clock[b];
}

uint8_t *analysis_delay_clocks_known(const struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    struct interned *jobs = interned_new();
    uint32_t *zero = memory_zeroed(places->rows + 1, sizeof *zero);
    uint8_t *known = memory_zeroed(places->rows + 1, sizeof *known);
    memset(zero, 0xff, (places->rows + 1) * sizeof *zero);
    for (uint32_t i = 0; i < places->rows; i++) {
        uint32_t job = interned_add(jobs, &places->job[i], sizeof places->job[i]);
        if (!places->rank[i])
            zero[job] = i;
    }
    for (uint32_t i = 0; i < places->rows; i++) {
        uint32_t first = zero[interned_find(jobs, &places->job[i], sizeof places->job[i])];
        known[i] = first != ARCHIVE_NONE && (places->aligned[i] || same_clock(places, i, first));
    }
    free(zero);
    interned_free(jobs);
    return known;
}

bool analysis_delay_clocks_agree(const struct archive *archive, const uint8_t *known, uint32_t a,
                                 uint32_t b)
{
    const struct archive_places *places = &archive->places;
    if (places->clock[a] == FORMAT_CLOCK_CPU || places->clock[b] == FORMAT_CLOCK_CPU)
        return false;
    return same_clock(places, a, b) || (places->job[a] == places->job[b] && known[a] && known[b]);
}
