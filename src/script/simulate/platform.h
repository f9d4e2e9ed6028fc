/* platform.h: a SimGrid platform as the scheduler sees it. */
#ifndef SCRIPT_SIMULATE_PLATFORM_H
#define SCRIPT_SIMULATE_PLATFORM_H

#include "script/schedule/problem.h"

#include <simgrid/host.h>

struct script_simulate_platform {
    sg_host_t *hosts;
    struct script_schedule_machine *machines;
    struct script_schedule_link *sites;
    uint32_t host_count, site_count;
    /* How many transfers use up the links between two sites, several times, as an array like
     * `sites`; 0: any number. NULL with few hosts. */
    uint32_t *transfers;
};

/* Describes the platform that SimGrid has loaded. Up to a few hundred hosts, the route between any
 * two is looked up; else the hosts of a zone are taken to be connected alike, within the zone and
 * with every other zone. */
bool script_simulate_platform_read(struct script_simulate_platform *platform, struct error *error);
void script_simulate_platform_free(struct script_simulate_platform *platform);

#endif
