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
        if (region->id == 0 && !measure_region_add(region, unit->dir) &&
            measure_place_is_measuring())
            return false;
    }
    return !measure_place_is_measuring() || light_add(unit);
}

/* Refuses a unit of another version, whose rows cannot be read; prints that once. Nothing in it is
 * measured. */
static void refuse(const struct tri_unit *unit)
{
    static bool said;
    char text[512];
    if (said || !measure_process_start())
        return;
    said = true;
    snprintf(text, sizeof text, "%s was compiled by another version of triptych", unit->file);
    measure_place_say(0, text, "it is not measured until it is compiled again");
}

/* Stops measuring because a unit or region could not be added to the table. */
static void stop_registering(int error)
{
    measure_place_stop(error, "the table of regions cannot grow");
}

/* Switches the unit's regions off without the guard, which takes two system calls: a program may
 * have thousands of units, and measuring that is switched off should cost nothing. */
static void switch_off(struct tri_unit *unit)
{
    unit->registered = 1;
    for (unsigned i = 0; i < unit->count; i++)
        __atomic_store_n(&unit->regions[i].mode, TRI_OFF, __ATOMIC_RELAXED);
}

void tri_register(struct tri_unit *unit)
{
    sigset_t before;
    if (measure_process_is_off() && unit->version == TRI_PROBES_VERSION) {
        switch_off(unit);
        return;
    }
    measure_guard_enter(&before);
    bool added = true;
    if (unit->version != TRI_PROBES_VERSION) {
        refuse(unit);
    } else if (!unit->registered) {
        unit->registered = 1;
        measure_process_start();
        added = add_unit(unit);
    }
    int error = errno;
    measure_guard_leave(&before);
    if (!added)
        stop_registering(error);
}

/* Forgets the regions of a library that is unloaded; their measurements stay. */
void tri_unregister(struct tri_unit *unit)
{
    if (unit->version != TRI_PROBES_VERSION || measure_process_is_off())
        return;
    sigset_t before;
    measure_guard_enter(&before);
    for (unsigned i = 0; i < unit->count; i++)
        measure_region_forget(&unit->regions[i]);
    measure_guard_leave(&before);
}

void unit_meet(struct tri_region *region)
{
    if (region->unit) {
        tri_register(region->unit);
        return;
    }
    sigset_t before;
    measure_guard_enter(&before);
    measure_process_start();
    bool added = region->id != 0 || measure_region_add(region, "") || !measure_place_is_measuring();
    int error = errno;
    measure_guard_leave(&before);
    if (!added)
        stop_registering(error);
}
