/* roofline.c: see roofline.h */
#include "analysis/roofline.h"

#include <math.h>

static const double ABOVE = 0.95; /* a loop that exceeds a roof by little is at it */
static const double FAR = 0.35;   /* a loop that reaches less is limited by something else */
static const double NEAR = 0.7; /* a loop that reaches less is limited by something else as well */
static const double MUCH = 0.2; /* a share of spills that matters */

const char *analysis_roofline_word(enum analysis_roof roof)
{
    static const char *const words[ROOFS] = {[ROOF_MEMORY] = "memory",
                                             [ROOF_L3] = "L3",
                                             [ROOF_L2] = "L2",
                                             [ROOF_L1] = "L1",
                                             [ROOF_SCALAR] = "scalar peak",
                                             [ROOF_VECTOR] = "vector peak"};
    return words[roof];
}

double analysis_roofline_at(const struct analysis_roofline *roofline, enum analysis_roof roof,
                            double intensity)
{
    double value = roofline->roofs[roof], peak = roofline->roofs[ROOF_VECTOR];
    if (roof < ROOF_SCALAR && value > 0)
        value *= intensity;
    return peak > 0 && value > peak ? peak : value;
}

/* Returns what would move a loop, by the roof that it is near. */
static const char *advice_of(const struct analysis_roofline_loop *loop, enum analysis_roof near,
                             double share)
{
    bool is_vector = loop->vector_share >= 0.5, has_data = isfinite(loop->intensity);
    if (share < FAR && !has_data && !is_vector)
        return "far from every roof: each trip waits for the one before (a sum, a recurrence), for "
               "divisions or branches; several independent sums (-ffast-math) or vectors would "
               "help";
    if (share < FAR && !has_data)
        return "far from every roof: it waits for latencies, such as those of a chain of "
               "operations or of divisions; unroll it with independent sums";
    if (share < FAR && loop->stack_share >= MUCH)
        return "far from every roof, and many accesses are on the stack: compile with -O2 or -O3, "
               "or use fewer values at a time";
    if (share < FAR && near == ROOF_MEMORY && is_vector)
        return "below the bandwidth of memory, and far from every other roof: it waits for "
               "scattered data or new pages, or shares the memory with other programs";
    if (share < FAR && !is_vector)
        return "far from every roof: each trip waits for the one before (a sum, a recurrence), for "
               "divisions, branches or scattered data; several independent sums (-ffast-math) or "
               "vectors would help";
    if (share < FAR)
        return "far from every roof: it waits for latencies, such as those of a chain of "
               "operations, of divisions or of scattered data; unroll it with independent sums";
    if (share < NEAR && (near != ROOF_MEMORY || is_vector))
        return "not near a roof: latencies limit it, too; do several independent operations at a "
               "time (unrolling, several sums), then relieve the closest roof";
    switch (near) {
    case ROOF_MEMORY:
        if (!is_vector)
            return "at most as fast as memory: if its data is larger than the caches, use it again "
                   "(blocking, fusing loops); if not, it waits for a chain of operations, and "
                   "several sums or vectors (-O3, -ffast-math) would help";
        return "near the bandwidth of memory: use data again while it is in a cache (blocking, "
               "fusing loops), or use smaller data";
    case ROOF_L3:
        return "near the bandwidth of L3: block it so that its data fits into L2";
    case ROOF_L2:
        return "near the bandwidth of L2: block it so that its data fits into L1";
    case ROOF_L1:
        return is_vector ? "near the bandwidth of L1: keep values in registers over several trips "
                           "(unroll and jam), so that there are fewer loads"
                         : "near what scalar loads allow: vectorise it, so that a load brings "
                           "several elements, and keep values in registers";
    case ROOF_SCALAR:
        return "near the peak of scalar operations: vectorise it (-O3, restrict, -ffast-math for "
               "sums)";
    default:
        return "near the peak of vector operations: only fewer operations would be faster";
    }
}

bool analysis_roofline_judge(const struct analysis_roofline *roofline,
                             const struct analysis_roofline_loop *loop,
                             struct analysis_roofline_verdict *verdict)
{
    bool found = false;
    /* no bandwidth limits a loop without loads and stores */
    for (int i = isinf(loop->intensity) ? ROOF_SCALAR : 0; i < ROOFS; i++) {
        double reach = analysis_roofline_at(roofline, (enum analysis_roof)i, loop->intensity);
        bool is_own = i != ROOF_SCALAR || loop->vector_share < 0.5;
        bool is_above = i == ROOF_VECTOR || reach >= ABOVE * loop->speed;
        double peak = roofline->roofs[ROOF_VECTOR];
        if (i < ROOF_SCALAR && peak > 0 && reach >= peak)
            continue; /* the peak is reached first */
        if (reach <= 0 || !is_own || !is_above || (found && reach >= verdict->reach))
            continue;
        found = true;
        *verdict =
            (struct analysis_roofline_verdict){.near = (enum analysis_roof)i, .reach = reach};
    }
    if (!found)
        return false;
    verdict->share = loop->speed / verdict->reach;
    verdict->advice = advice_of(loop, verdict->near, verdict->share);
    return true;
}
