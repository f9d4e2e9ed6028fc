/* platform.c: hosts, and the routes between them, by zones. */
#include "script/simulate/platform.h"
#include "util/memory.h"

#include <simgrid/link.h>
#include <simgrid/zone.h>
#include <stdlib.h>
#include <xbt/dict.h>
#include <xbt/dynar.h>

/* SimGrid's default network model multiplies what a platform says by these (LV08). */
static const double latency_factor = 13.01, bandwidth_factor = 0.97;

enum { HOSTS_SINGLE = 256, ZONES_MOST = 1024 };

enum { SAMPLES = 4 };

/* Some hosts of each site, by which its routes are found out. */
struct samples {
    struct sample {
        sg_host_t hosts[SAMPLES];
        uint32_t count;
    } * sites;
    size_t room;
    uint32_t count;
};

static uint32_t add_site(struct samples *samples)
{
    samples->sites = memory_grow(samples->sites, &samples->room, samples->count + (size_t)1,
                                 sizeof *samples->sites);
    samples->sites[samples->count] = (struct sample){.count = 0};
    return samples->count++;
}

static void add_sample(struct samples *samples, uint32_t site, sg_host_t host)
{
    struct sample *sample = &samples->sites[site];
    if (sample->count < SAMPLES)
        sample->hosts[sample->count++] = host;
}

/* Gives the hosts of a zone, and of the zones within it, their sites, by hosts' data. */
static void walk_zone(sg_netzone_t zone, struct samples *samples)
{
    xbt_dict_t inner = xbt_dict_new_homogeneous(NULL);
    xbt_dict_cursor_t cursor = NULL;
    char *name;
    void *son;
    sg_zone_get_sons(zone, inner);
    for (xbt_dict_cursor_first(inner, &cursor); xbt_dict_cursor_get_or_free(&cursor, &name, &son);
         xbt_dict_cursor_step(cursor))
        walk_zone(son, samples);
    xbt_dict_free(&inner);
    xbt_dynar_t hosts = xbt_dynar_new(sizeof(sg_host_t), NULL);
    sg_zone_get_hosts(zone, hosts);
    uint32_t site = UINT32_MAX;
    for (unsigned long i = 0; i < xbt_dynar_length(hosts); i++) {
        sg_host_t host = *(sg_host_t *)xbt_dynar_get_ptr(hosts, i);
        uint32_t *of = sg_host_get_data(host);
        if (*of != UINT32_MAX)
            continue;
        if (site == UINT32_MAX)
            site = add_site(samples);
        *of = site;
        add_sample(samples, site, host);
    }
    xbt_dynar_free(&hosts);
}

static struct script_schedule_link route(sg_host_t from, sg_host_t to)
{
    double bandwidth = sg_host_get_route_bandwidth(from, to);
    return (struct script_schedule_link){
        bandwidth > 0 && isfinite(bandwidth) ? bandwidth * bandwidth_factor : INFINITY,
        latency_factor * sg_host_get_route_latency(from, to)};
}

static void read_routes(struct script_simulate_platform *platform, const struct samples *samples)
{
    size_t count = samples->count;
    platform->site_count = samples->count;
    platform->sites = memory_zeroed(count * count + 1, sizeof *platform->sites);
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++) {
            const struct sample *from = &samples->sites[a], *to = &samples->sites[b];
            platform->sites[a * count + b] = a != b ? route(from->hosts[0], to->hosts[0])
                                             : from->count > 1
                                                 ? route(from->hosts[0], from->hosts[1])
                                                 : (struct script_schedule_link){INFINITY, 0};
        }
}

static bool is_on(const_sg_link_t link, xbt_dynar_t route)
{
    for (unsigned long i = 0; i < xbt_dynar_length(route); i++)
        if (*(sg_link_t *)xbt_dynar_get_ptr(route, i) == link)
            return true;
    return false;
}

/* Returns how many transfers use up what two routes between other hosts have in common, several
 * times; 0: they have nothing in common. A single one is limited by the links of its hosts, and by
 * the window of TCP as SimGrid's model has it. */
static uint32_t saturating(sg_host_t a, sg_host_t b, sg_host_t c, sg_host_t d)
{
    static const double window = 4194304, times = 2, least = 32, most = 1e6;
    xbt_dynar_t one = xbt_dynar_new(sizeof(sg_link_t), NULL);
    xbt_dynar_t other = xbt_dynar_new(sizeof(sg_link_t), NULL);
    sg_host_get_route(a, b, one);
    sg_host_get_route(c, d, other);
    double common = INFINITY, latency = sg_host_get_route_latency(a, b);
    double own = latency > 0 ? window / (2 * latency_factor * latency) : INFINITY;
    for (unsigned long i = 0; i < xbt_dynar_length(one); i++) {
        sg_link_t link = *(sg_link_t *)xbt_dynar_get_ptr(one, i);
        double bandwidth = sg_link_get_bandwidth(link);
        if (!is_on(link, other))
            own = fmin(own, bandwidth);
        else if (sg_link_is_shared(link))
            common = fmin(common, bandwidth);
    }
    xbt_dynar_free(&one);
    xbt_dynar_free(&other);
    return isfinite(common) ? (uint32_t)fmin(fmax(times * common / own, least), most) : 0;
}

/* Finds how many transfers between two sites are worth while at once. */
static void read_transfers(struct script_simulate_platform *platform, const struct samples *samples)
{
    size_t count = samples->count;
    platform->transfers = memory_zeroed(count * count + 1, sizeof *platform->transfers);
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++) {
            const struct sample *from = &samples->sites[a], *to = &samples->sites[b];
            if (a == b && from->count == SAMPLES)
                platform->transfers[a * count + b] =
                    saturating(from->hosts[0], from->hosts[1], from->hosts[2], from->hosts[3]);
            else if (a != b && from->count > 1 && to->count > 1)
                platform->transfers[a * count + b] =
                    saturating(from->hosts[0], to->hosts[0], from->hosts[1], to->hosts[1]);
        }
}

/* Takes every host as a site, or, if there are too many, all of them as one. */
static void make_sites(struct script_simulate_platform *platform, struct samples *samples,
                       uint32_t *sites)
{
    uint32_t count = platform->host_count;
    bool single = count <= HOSTS_SINGLE;
    samples->count = 0;
    for (uint32_t i = 0; i < count; i++)
        sites[i] = single || i == 0 ? add_site(samples) : 0;
    for (uint32_t i = 0; i < count && single; i++)
        add_sample(samples, sites[i], platform->hosts[i]);
    for (uint32_t i = 0; i < SAMPLES && !single; i++) /* the first and the last one first */
        add_sample(samples, 0,
                   platform->hosts[i == 1 ? count - 1 : (uint64_t)count * (i ? i - 1 : 0) / 3]);
}

static void read_sites(struct script_simulate_platform *platform)
{
    struct samples samples = {0};
    uint32_t *sites = memory_zeroed(platform->host_count, sizeof *sites);
    for (uint32_t i = 0; i < platform->host_count; i++) {
        sites[i] = UINT32_MAX;
        sg_host_set_data(platform->hosts[i], &sites[i]);
    }
    if (platform->host_count > HOSTS_SINGLE)
        walk_zone(sg_zone_get_root(), &samples);
    if (samples.count == 0 || samples.count > ZONES_MOST)
        make_sites(platform, &samples, sites);
    for (uint32_t i = 0; i < platform->host_count; i++)
        platform->machines[i].site = sites[i];
    read_routes(platform, &samples);
    if (platform->host_count > HOSTS_SINGLE)
        read_transfers(platform, &samples);
    free(samples.sites);
    free(sites);
}

/* Returns the bytes of a host's property "memory", such as 64GB or 64GiB; 0: it has none. */
static uint64_t memory_of(const_sg_host_t host)
{
    static const char units[] = "kMGT";
    const char *text = sg_host_get_property_value(host, "memory");
    if (!text)
        return 0;
    char *end;
    double bytes = strtod(text, &end);
    if (!(bytes > 0))
        return 0;
    const char *unit = *end ? strchr(units, *end == 'K' ? 'k' : *end) : NULL;
    double step = unit && end[1] == 'i' ? 1024 : 1000;
    for (int i = 0; unit && i <= unit - units; i++)
        bytes *= step;
    return bytes < 0x1p63 ? (uint64_t)bytes : 0;
}

bool script_simulate_platform_read(struct script_simulate_platform *platform, struct error *error)
{
    *platform = (struct script_simulate_platform){0};
    size_t count = sg_host_count();
    if (!count || count > UINT32_MAX)
        return error_set(error, "the platform has no hosts");
    platform->host_count = (uint32_t)count;
    platform->hosts = sg_host_list();
    platform->machines = memory_zeroed(count, sizeof *platform->machines);
    for (size_t i = 0; i < count; i++)
        platform->machines[i] = (struct script_schedule_machine){
            .speed = sg_host_get_speed(platform->hosts[i]),
            .cores = (uint32_t)sg_host_core_count(platform->hosts[i]),
            .memory = memory_of(platform->hosts[i]),
            .link = {INFINITY, 0}};
    read_sites(platform);
    return true;
}

void script_simulate_platform_free(struct script_simulate_platform *platform)
{
    free(platform->hosts);
    free(platform->machines);
    free(platform->sites);
    free(platform->transfers);
    *platform = (struct script_simulate_platform){0};
}
