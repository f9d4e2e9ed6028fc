/* probe_costs.c: see probe_costs.h */
#include "cube/probe_costs.h"

#include "format/region.h"
#include "util/number.h"

#include <triptych/probes.h>

void probe_costs_add(struct probe_costs *to, const struct probe_costs *costs)
{
    to->least += costs->least;
    to->usual += costs->usual;
    to->most += costs->most;
}

/* Returns 0 for the NaN or huge value that a damaged calibration gives. */
static double sound(double cost)
{
    return cost > 0 && cost < 1e19 ? cost : 0;
}

/* Makes costs from a calibration. Archives of earlier versions have only the usual cost. */
static struct probe_costs make(double least, double usual, double most)
{
    bool known = least > 0 || most > 0;
    return (struct probe_costs){known && least < usual ? least : usual, usual,
                                known && most > usual ? most : usual};
}

static struct probe_costs scale(struct probe_costs each, double visits)
{
    return (struct probe_costs){sound(each.least * visits), sound(each.usual * visits),
                                sound(each.most * visits)};
}

static bool has_probes(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    return region && kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT && kind != TRI_KIND_PAUSE &&
           !(archive->regions.flags[region] & FORMAT_BINARY);
}

/* Raises the costs of a collector's region, which takes more than a probe, to those of an event. */
static struct probe_costs at_least_an_act(struct probe_costs costs,
                                          const struct archive_places *places, uint32_t place,
                                          uint32_t kind)
{
    double act = kind >= TRI_KIND_TASK ? places->cost_act[place] : 0;
    if (act > costs.usual)
        costs.usual = act;
    if (act > costs.most)
        costs.most = act;
    return costs;
}

/* Returns the costs of a visit that is timed. */
static struct probe_costs timed_visit(const struct archive_places *places, uint32_t place,
                                      uint32_t kind)
{
    struct probe_costs pair = make(places->cost_pair_least[place], places->cost_pair[place],
                                   places->cost_pair_most[place]);
    return at_least_an_act(pair, places, place, kind);
}

static struct probe_costs counted_visit(const struct archive *archive, uint32_t place,
                                        uint32_t region)
{
    const struct archive_places *places = &archive->places;
    uint32_t kind = archive->regions.kind[region];
    struct probe_costs count = make(places->cost_count_least[place], places->cost_count[place],
                                    places->cost_count_most[place]);
    if (kind == TRI_KIND_ROUTINE && archive->regions.flags[region] & TRI_UNTIMED)
        /* counted at its entry, in one step; the few instructions may overlap with others */
        return (struct probe_costs){0, count.usual / 2, count.most};
    if (kind != TRI_KIND_LOOP || !(archive->regions.flags[region] & TRI_LEAF))
        return at_least_an_act(count, places, place, kind);
    if (places->cost_loop[place] > 0) /* everything is done in one step at its end */
        return make(places->cost_loop_least[place], places->cost_loop[place],
                    places->cost_loop_most[place]);
    return scale(count, 0.5);
}

/* True if all counts of a light region follow from the region around it. */
static bool is_derived(const struct archive *archive, uint32_t node)
{
    uint32_t all = ARCHIVE_DERIVED_VISITS;
    if (archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_LOOP)
        all |= ARCHIVE_DERIVED_TRIPS;
    return (archive->nodes.how[node] & all) == all;
}

/* Returns the costs of a visit that is not timed. A region without a probe of its own adds to
 * variables of its routine, or does nothing. Such additions may overlap with other instructions. */
static struct probe_costs unprobed_visit(const struct archive *archive, uint32_t place,
                                         uint32_t node)
{
    const struct archive_places *places = &archive->places;
    if (!(archive->nodes.how[node] & ARCHIVE_LIGHT))
        return counted_visit(archive, place, archive->nodes.region[node]);
    if (is_derived(archive, node))
        return (struct probe_costs){0};
    double usual = sound(places->cost_light[place]), most = sound(places->cost_light_most[place]);
    return (struct probe_costs){0, usual, most > usual ? most : usual};
}

/* Returns how many visits were timed; the others were only counted. */
static uint64_t timed_visits(const struct archive_nodes *nodes, uint32_t node)
{
    bool none = !nodes->timed[node] && !nodes->untimed[node];
    return none ? 0 : number_minus(nodes->visits[node], nodes->untimed[node]);
}

struct probe_costs probe_costs_of(const struct archive *archive, uint32_t node)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t region = nodes->region[node];
    uint32_t place = archive->lanes.place[nodes->lane[node]];
    if (!has_probes(archive, region))
        return (struct probe_costs){0};
    uint64_t timed = timed_visits(nodes, node);
    struct probe_costs costs =
        scale(timed_visit(&archive->places, place, archive->regions.kind[region]), (double)timed);
    struct probe_costs others = scale(unprobed_visit(archive, place, node),
                                      (double)number_minus(nodes->visits[node], timed));
    probe_costs_add(&costs, &others);
    return costs;
}

/* A visit with a cold cache takes some ten times as long as others; one that another program
 * interrupts takes microseconds. */
static bool is_far_off(double usual, double most)
{
    enum { FAR_OFF = 20, CREDIBLE = 250 }; /* times; ns */
    return usual > 0 && most > CREDIBLE && most > FAR_OFF * usual;
}

bool probe_costs_are_disturbed(const struct archive *archive)
{
    const struct archive_places *all = &archive->places;
    for (size_t i = 0; i < all->rows; i++) {
        if (is_far_off(all->cost_pair[i], all->cost_pair_most[i]) ||
            is_far_off(all->cost_count[i], all->cost_count_most[i]) ||
            is_far_off(all->cost_loop[i], all->cost_loop_most[i]) ||
            is_far_off(all->cost_count[i], all->cost_light_most[i]))
            return true;
    }
    return false;
}

double probe_costs_inside(const struct archive *archive, uint32_t node)
{
    const struct archive_places *places = &archive->places;
    uint32_t region = archive->nodes.region[node];
    uint32_t place = archive->lanes.place[archive->nodes.lane[node]];
    if (!region || archive->regions.kind[region] == TRI_KIND_PAUSE)
        return 0;
    struct probe_costs pair = make(places->cost_pair_least[place], places->cost_pair[place],
                                   places->cost_pair_most[place]);
    double part = pair.usual > 0 ? pair.least / pair.usual : 0;
    return sound(places->cost_inside[place] * part * (double)timed_visits(&archive->nodes, node));
}
