/* platform.c: hosts, and the routes between them, by zones. */
#include "script/simulate/platform.h"
#include "util/memory.h"

#include <simgrid/zone.h>
#include <stdlib.h>
#include <xbt/dict.h>
#include <xbt/dynar.h>

/* SimGrid's default network model multiplies what a platform says by these (LV08). */
static const double latency_factor = 13.01, bandwidth_factor = 0.97;

enum { HOSTS_SINGLE = 256, ZONES_MOST = 1024 };

/* A host of each site, and a second one to find out about routes within it. */
struct samples {
    sg_host_t *first, *second;
    size_t first_room, second_room;
    uint32_t count;
};

static uint32_t add_site(struct samples *samples)
{
    samples->first = memory_grow(samples->first, &samples->first_room, samples->count + (size_t)1,
                                 sizeof *samples->first);
    samples->second = memory_grow(samples->second, &samples->second_room,
                                  samples->count + (size_t)1, sizeof *samples->second);
    samples->first[samples->count] = samples->second[samples->count] = NULL;
    return samples->count++;
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
        sg_host_t *sample = samples->first[site] ? &samples->second[site] : &samples->first[site];
        if (!*sample)
            *sample = host;
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
        for (size_t b = 0; b < count; b++)
            if (a != b)
                platform->sites[a * count + b] = route(samples->first[a], samples->first[b]);
            else if (samples->second[a])
                platform->sites[a * count + a] = route(samples->first[a], samples->second[a]);
            else
                platform->sites[a * count + a] = (struct script_schedule_link){INFINITY, 0};
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
    if (samples.count == 0 || samples.count > ZONES_MOST) {
        bool single = platform->host_count <= HOSTS_SINGLE;
        samples.count = 0;
        for (uint32_t i = 0; i < platform->host_count; i++) {
            sites[i] = single || i == 0 ? add_site(&samples) : 0;
            if (!samples.first[sites[i]])
                samples.first[sites[i]] = platform->hosts[i];
            samples.second[sites[i]] = single ? NULL : platform->hosts[i];
        }
    }
    for (uint32_t i = 0; i < platform->host_count; i++)
        platform->machines[i].site = sites[i];
    read_routes(platform, &samples);
    free(samples.first);
    free(samples.second);
    free(sites);
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
            .link = {INFINITY, 0}};
    read_sites(platform);
    return true;
}

void script_simulate_platform_free(struct script_simulate_platform *platform)
{
    free(platform->hosts);
    free(platform->machines);
    free(platform->sites);
    *platform = (struct script_simulate_platform){0};
}
