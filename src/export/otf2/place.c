/* place.c: see place.h */
#include "export/otf2/place.h"

#include "format/place.h"
#include "util/buffer.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_NODES = 64 }; /* nested nodes of the system tree that are followed */

/* Returns the host: the nearest node of the system tree that is a host, otherwise the nearest node
 * with a name. */
static const char *host_of(const struct foreign_trace *trace, uint64_t ref)
{
    const char *nearest = "";
    for (int i = 0; i < MOST_NODES; i++) {
        uint32_t number = foreign_trace_find(trace, FOREIGN_DEFINITION_SYSTEM_TREE_NODE, ref);
        if (number == PAIRS_NONE)
            break;
        const uint64_t *values =
            foreign_trace_at(trace, FOREIGN_DEFINITION_SYSTEM_TREE_NODE, number);
        const char *name = foreign_trace_text(trace, values[TRACE_NODE_NAME]);
        const char *class = foreign_trace_text(trace, values[TRACE_NODE_CLASS]);
        if (!strcasecmp(class, "node") || !strcasecmp(class, "host"))
            return name;
        nearest = *nearest ? nearest : name;
        ref = values[TRACE_NODE_PARENT];
    }
    return nearest;
}

/* Describes a place by its location group. */
static void tell(struct foreign_place *place, const struct foreign_ranks *ranks, uint32_t number)
{
    struct foreign_trace *trace = place->trace;
    const uint64_t *values =
        number < foreign_trace_count(trace, FOREIGN_DEFINITION_LOCATION_GROUP)
            ? foreign_trace_at(trace, FOREIGN_DEFINITION_LOCATION_GROUP, number)
            : NULL;
    uint32_t rank = ranks->rank_of[number];
    struct foreign_clock clock = foreign_trace_clock(trace);
    place->about = (struct archive_raw_write_about){
        .number = number,
        .parent = ARCHIVE_NONE,
        .state = FORMAT_PLACE_EXITED,
        .collects = rank == ARCHIVE_NONE ? 0 : FORMAT_COLLECT_MPI,
        .rank = rank == ARCHIVE_NONE ? 0 : rank,
        .ranks = rank == ARCHIVE_NONE ? 0 : ranks->world_size,
        .job = rank == ARCHIVE_NONE ? 0 : 1,
        .start = FOREIGN_START,
        .real_start = clock.real,
        .host = values ? host_of(trace, values[TRACE_PLACE_NODE]) : "",
        .program = values ? foreign_trace_text(trace, values[TRACE_PLACE_NAME]) : "",
    };
}

struct foreign_place *foreign_place_open(const char *archive, struct foreign_trace *trace,
                                         const struct foreign_ranks *ranks, uint32_t number,
                                         struct error *error)
{
    struct foreign_place *place = memory_zeroed(1, sizeof *place);
    size_t regions = foreign_trace_count(trace, FOREIGN_DEFINITION_REGION);
    place->trace = trace;
    tell(place, ranks, number);
    place->raw = archive_raw_write_open(archive, &place->about, error);
    if (!place->raw) {
        free(place);
        return NULL;
    }
    place->regions = memory_zeroed(regions + 1, sizeof *place->regions);
    place->kinds = memory_zeroed(regions + 1, sizeof *place->kinds);
    place->contexts = memory_zeroed(regions + 1, sizeof *place->contexts);
    foreign_comms_write(&place->comms, ranks, number, place->raw);
    return place;
}

bool foreign_place_close(struct foreign_place *place, struct error *error)
{
    if (place->program) {
        place->about.program = place->program;
        place->about.command = place->command;
        archive_raw_write_tell(place->raw, &place->about);
    }
    bool good = archive_raw_write_close(place->raw, error);
    foreign_comms_free(&place->comms);
    pairs_free(&place->undefined);
    pairs_free(&place->files);
    free(place->regions);
    free(place->kinds);
    free(place->contexts);
    free(place->program);
    free(place->command);
    free(place);
    return good;
}

uint32_t foreign_place_region(struct foreign_place *place, uint32_t number)
{
    if (!place->regions[number]) {
        struct archive_raw_write_region region = foreign_trace_region(place->trace, number);
        place->kinds[number] = region.kind;
        place->regions[number] = archive_raw_write_region(place->raw, &region);
    }
    return place->regions[number];
}

/* Writes a region that has no definition in the trace. */
static uint32_t write_made(struct foreign_place *place, uint32_t kind, const char *name)
{
    uint32_t seq = kind == TRI_KIND_FILE ? 0 : FOREIGN_SEQ_MADE;
    struct archive_raw_write_region region = {.kind = kind, .seq = seq, .name = name};
    return archive_raw_write_region(place->raw, &region);
}

/* Returns the number of a region by its reference; if it is new, a region of that name is written.
 */
static uint32_t named(struct foreign_place *place, struct pairs *known, uint64_t ref, uint32_t kind,
                      const char *name)
{
    uint32_t upper = (uint32_t)(ref >> 32), lower = (uint32_t)ref;
    uint32_t number = pairs_find(known, upper, lower);
    return number != PAIRS_NONE ? number
                                : pairs_add(known, upper, lower, write_made(place, kind, name));
}

uint32_t foreign_place_undefined(struct foreign_place *place, uint64_t ref)
{
    char *name = memory_printf("undefined region %llu", (unsigned long long)ref);
    uint32_t number = named(place, &place->undefined, ref, TRI_KIND_ROUTINE, name);
    free(name);
    return number;
}

uint32_t foreign_place_context(struct foreign_place *place, uint64_t context)
{
    struct foreign_trace *trace = place->trace;
    uint32_t number = foreign_trace_find(trace, FOREIGN_DEFINITION_CALLING_CONTEXT, context);
    const uint64_t *values =
        number == PAIRS_NONE ? NULL
                             : foreign_trace_at(trace, FOREIGN_DEFINITION_CALLING_CONTEXT, number);
    uint64_t ref = values ? values[TRACE_CONTEXT_REGION] : UINT64_MAX;
    uint32_t region = foreign_trace_find(trace, FOREIGN_DEFINITION_REGION, ref);
    if (region == PAIRS_NONE)
        return foreign_place_undefined(place, ref);
    if (!place->contexts[region]) {
        struct archive_raw_write_region made = foreign_trace_region(trace, region);
        made.seq |= FOREIGN_SEQ_MADE;
        place->contexts[region] = archive_raw_write_region(place->raw, &made);
    }
    return place->contexts[region];
}

uint32_t foreign_place_outside(struct foreign_place *place)
{
    if (!place->outside)
        place->outside = write_made(place, TRI_KIND_COMM, "message outside of all regions");
    return place->outside;
}

uint32_t foreign_place_file(struct foreign_place *place, uint64_t handle)
{
    const struct foreign_trace *trace = place->trace;
    uint32_t number = foreign_trace_find(trace, FOREIGN_DEFINITION_IO_HANDLE, handle);
    if (number == PAIRS_NONE)
        return 0;
    uint64_t ref = foreign_trace_at(trace, FOREIGN_DEFINITION_IO_HANDLE, number)[TRACE_HANDLE_FILE];
    number = foreign_trace_find(trace, FOREIGN_DEFINITION_IO_REGULAR_FILE, ref);
    if (number == PAIRS_NONE)
        return 0;
    const uint64_t *file = foreign_trace_at(trace, FOREIGN_DEFINITION_IO_REGULAR_FILE, number);
    const char *name = foreign_trace_text(trace, file[TRACE_FILE_NAME]);
    return *name ? named(place, &place->files, ref, TRI_KIND_FILE, name) : 0;
}

void foreign_place_program(struct foreign_place *place, uint64_t name, const uint64_t *arguments,
                           size_t count)
{
    struct buffer command = {0};
    if (place->program)
        return;
    place->program = memory_string(foreign_trace_text(place->trace, name));
    buffer_add(&command, place->program);
    for (size_t i = 0; i < count; i++)
        buffer_printf(&command, " %s", foreign_trace_text(place->trace, arguments[i]));
    place->command = buffer_take(&command);
}
