/* light.c: see light.h */
#include "measure/light.h"

#include "format/light.h"
#include "format/place.h"
#include "measure/place.h"
#include "measure/region.h"
#include "measure/store.h"

#include <stddef.h>

enum { FIRST_BYTES = 4096 };

/* If some loops of an anchor are sampled, its loops are timed in one of 16 of its visits. */
#define INSIDE_SOME (UINT32_C(1) << 28)

static struct measure_store table;
static struct format_lights_header *header; /* NULL: no file yet */

/* Makes the file. Most programs have no light regions and need none. */
static bool prepare(void)
{
    if (header)
        return true;
    if (!measure_store_create(&table, measure_place_folder(), FORMAT_LIGHTS_FILE, -1,
                              sizeof(struct format_light), FIRST_BYTES))
        return false;
    header = measure_store_at(&table, 0);
    header->version = FORMAT_VERSION;
    header->used = 1;
    __atomic_store_n(&header->magic, FORMAT_LIGHTS_MAGIC, __ATOMIC_RELEASE);
    return true;
}

/* True if a row of a unit's table is valid. */
static bool is_sound(const struct tri_unit *unit, unsigned number)
{
    const struct tri_light *light = &unit->lights[number];
    return light->region < unit->count && light->anchor < unit->count && light->within <= number;
}

bool light_add(const struct tri_unit *unit)
{
    if (!unit->light_count)
        return true;
    if (!prepare())
        return false;
    uint64_t first = header->used;
    for (unsigned i = 0; i < unit->light_count; i++) {
        const struct tri_light *light = &unit->lights[i];
        struct format_light *record = measure_store_at(&table, first + i);
        if (!record)
            return false;
        if (!is_sound(unit, i))
            continue; /* its record stays empty */
        *record = (struct format_light){
            .region = unit->regions[light->region].id,
            .anchor = unit->regions[light->anchor].id,
            .within = light->within ? (uint32_t)first + light->within - 1 : 0,
            .visits = light->visits,
            .trips = light->trips,
            .range = light->range,
            .per = light->per,
            .every = light->every,
            .out_of = light->out_of,
            .times = light->times,
            .least = light->least,
            .most = light->most,
        };
        measure_region_carry(&unit->regions[light->anchor], &unit->regions[light->region]);
    }
    __atomic_store_n(&header->used, first + unit->light_count, __ATOMIC_RELEASE);
    return true;
}

bool light_fork(void)
{
    return !header || measure_store_fork(&table, true);
}

/* True if the light region may have timed visits: loops, and those routines that the table
 * marks. */
static bool may_be_timed(const struct tri_unit *unit, unsigned number)
{
    if (!is_sound(unit, number))
        return false;
    const struct tri_light *light = &unit->lights[number];
    return unit->regions[light->region].kind == TRI_KIND_LOOP || light->times;
}

/* Sets how often the loops of an anchor are timed. */
static void choose_inside(const struct tri_unit *unit, struct tri_region *anchor)
{
    bool always = false, some = false;
    for (unsigned i = 0; i < unit->light_count; i++) {
        const struct tri_light *light = &unit->lights[i];
        if (!may_be_timed(unit, i) || &unit->regions[light->anchor] != anchor)
            continue;
        bool sampled = measure_region_is_sampled(unit->regions[light->region].id);
        some |= sampled;
        always |= !sampled;
    }
    uint32_t inside = some ? INSIDE_SOME | (always ? LIGHT_TIMES_ALWAYS : 0) : UINT32_MAX;
    if (__atomic_load_n(&anchor->inside, __ATOMIC_RELAXED)) /* 0: they never are */
        __atomic_store_n(&anchor->inside, inside, __ATOMIC_RELAXED);
}

void light_changed(const struct tri_region *region)
{
    const struct tri_unit *unit = region ? region->unit : NULL;
    for (unsigned i = 0; unit && i < unit->light_count; i++) {
        const struct tri_light *light = &unit->lights[i];
        if (may_be_timed(unit, i) && &unit->regions[light->region] == region)
            choose_inside(unit, &unit->regions[light->anchor]);
    }
}

void light_time_next(const struct tri_region *anchor, void (*time_next)(struct tri_region *region))
{
    const struct tri_unit *unit = anchor->unit;
    for (unsigned i = 0; unit && i < unit->light_count; i++) {
        if (!may_be_timed(unit, i) || &unit->regions[unit->lights[i].anchor] != anchor)
            continue;
        struct tri_region *region = &unit->regions[unit->lights[i].region];
        if (measure_region_is_sampled(region->id))
            time_next(region);
    }
}
