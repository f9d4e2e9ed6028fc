/* own_trace.c: writes an archive that was not imported as a trace. */
#include "export/otf2/own_trace.h"
#include "export/otf2/act_walk.h"

#include <triptych/probes.h>

#include <stdlib.h>

/* The receiver of a lane's enters and leaves. */
struct lane_out {
    struct own_trace *own;
    struct calls *calls;
};

static OTF2_RegionRef region_of(const struct lane_out *to, const struct archive_act *act)
{
    return to->own->regions[to->own->archive->nodes.region[act->node]];
}

static bool enter(void *data, const struct archive_act *act)
{
    struct lane_out *to = data;
    struct trace_out *out = to->own->out;
    uint64_t time = trace_out_time(out, act->start);
    if (!calls_write_older(to->calls, out, act->start) ||
        !trace_out_check(out, OTF2_EvtWriter_Enter(out->writer, NULL, time, region_of(to, act))))
        return false;
    return calls_write(to->calls, out, act->start, act->node, false) && trace_out_go_on(out);
}

/* Returns the attributes of an act, for its leave; NULL if it has none. */
static OTF2_AttributeList *attributes_of(const struct lane_out *to, const struct archive_act *act)
{
    OTF2_AttributeList *list = to->own->out->list;
    const struct archive *archive = to->own->archive;
    uint32_t kind = archive->regions.kind[archive->nodes.region[act->node]];
    bool trips = act->trips != ARCHIVE_UNKNOWN && kind == TRI_KIND_LOOP;
    bool bytes = act->bytes && kind == TRI_KIND_IO;
    if (!trips && !bytes)
        return NULL;
    OTF2_AttributeList_RemoveAllAttributes(list);
    if (trips)
        OTF2_AttributeList_AddUint64(list, OWN_TRIPS, act->trips);
    if (bytes)
        OTF2_AttributeList_AddUint64(list, OWN_BYTES, act->bytes);
    return list;
}

static bool leave(void *data, const struct archive_act *act)
{
    struct lane_out *to = data;
    struct trace_out *out = to->own->out;
    if (!calls_write(to->calls, out, act->end, act->node, true))
        return false;
    if (act->flags & ARCHIVE_ACT_UNFINISHED)
        return true;
    uint64_t time = trace_out_time(out, act->end);
    return trace_out_check(
        out, OTF2_EvtWriter_Leave(out->writer, attributes_of(to, act), time, region_of(to, act)));
}

static bool write_lanes(struct own_trace *own, struct calls *calls)
{
    struct lane_out to = {own, calls};
    const struct act_walk walk = {enter, leave, &to};
    for (uint32_t i = 0; i < own->archive->lanes.rows; i++) {
        calls_begin_lane(calls, i);
        if (!trace_out_begin_lane(own->out, i) ||
            !act_walk_lane(own->archive, i, &walk, own->out->error) ||
            !calls_end_lane(calls, own->out) || !trace_out_end_lane(own->out))
            return false;
    }
    return true;
}

bool trace_write_own(struct trace_out *out)
{
    struct archive *archive = out->job->archive;
    struct own_trace own = {.out = out, .archive = archive};
    if (!export_has_events(archive))
        return error_set(out->error,
                         "%s has no events to write into a trace: it was measured without "
                         "`--events`",
                         archive->path);
    bool sane = own_comms_find(&own.comms, archive, out->error);
    export_labels_init(&own.labels, archive);
    own_number_regions(&own);
    struct calls *calls = !sane ? NULL : calls_find(archive, &own.comms, out->error);
    bool good = calls && write_lanes(&own, calls) && calls_end(calls, out->error) &&
                trace_out_end_events(out) && own_write_definitions(&own);
    calls_free(calls);
    export_labels_free(&own.labels);
    own_comms_free(&own.comms);
    free(own.regions);
    return good;
}
