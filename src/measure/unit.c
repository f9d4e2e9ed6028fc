/* unit.c: see unit.h */
#include "measure/unit.h"

#include "measure/callers.h"
#include "measure/guard.h"
#include "measure/light.h"
#include "measure/place.h"
#include "measure/process.h"
#include "measure/region.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

static bool add_unit(struct tri_unit *unit)
{
    callers_wanted = false;
    for (unsigned i = 0; i < unit->count; i++) {
        struct tri_region *region = &unit->regions[i];
        if (region->id == 0 && !region_add(region, unit->dir) && place_is_measuring())
            return false;
    }
    return !place_is_measuring() || light_add(unit);
}

/* Refuses a unit of another version, whose rows cannot be read; prints that once. Nothing in it is
 * measured. */
static void refuse(const struct tri_unit *unit)
{
    static bool said;
    char text[512];
    if (said || !process_start())
        return;
    said = true;
    snprintf(text, sizeof text, "%s was compiled by another version of triptych", unit->file);
    place_say(0, text, "it is not measured until it is compiled again");
}

/* Stops measuring because a unit or region could not be added to the table. */
static void stop_registering(int error)
{
    place_stop(error, "the table of regions cannot grow");
}

void tri_register(struct tri_unit *unit)
{
    sigset_t before;
    guard_enter(&before);
    bool added = true;
    if (unit->version != TRI_PROBES_VERSION) {
        refuse(unit);
    } else if (!unit->registered) {
        unit->registered = 1;
        process_start();
        added = add_unit(unit);
    }
    int error = errno;
    guard_leave(&before);
    if (!added)
        stop_registering(error);
}

/* Forgets the regions of a library that is unloaded; their measurements stay. */
void tri_unregister(struct tri_unit *unit)
{
    if (unit->version != TRI_PROBES_VERSION)
        return;
    sigset_t before;
    guard_enter(&before);
    for (unsigned i = 0; i < unit->count; i++)
        region_forget(&unit->regions[i]);
    guard_leave(&before);
}

void unit_meet(struct tri_region *region)
{
    if (region->unit) {
        tri_register(region->unit);
        return;
    }
    sigset_t before;
    guard_enter(&before);
    process_start();
    bool added = region->id != 0 || region_add(region, "") || !place_is_measuring();
    int error = errno;
    guard_leave(&before);
    if (!added)
        stop_registering(error);
}
