/* archive_values.c: see archive_values.h */
#include "model/profile/archive_values.h"

#include "triptych/probes.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* True if it is the routine's name: Fortran ignores case, and an inner procedure is named behind
 * that around it (heat::step). */
static bool is_named(const struct archive *archive, uint32_t region, const char *wanted)
{
    const char *name = archive_text(archive, archive->regions.name[region]);
    size_t size = strlen(name), part = strlen(wanted);
    return !strcasecmp(name, wanted) ||
           (size > part + 2 && !strncmp(name + size - part - 2, "::", 2) &&
            !strcasecmp(name + size - part, wanted));
}

/* True if the row of regions is the routine that is asked for. */
static bool is_routine(const struct archive *archive, uint32_t region, const char *name)
{
    return archive->regions.kind[region] == TRI_KIND_ROUTINE && is_named(archive, region, name);
}

static bool is_loop_of(const struct archive *archive, uint32_t region, const char *name)
{
    const struct archive_regions *regions = &archive->regions;
    return regions->kind[region] == TRI_KIND_LOOP &&
           is_named(archive, regions->routine[region], name);
}

/* Lists the routines, or the loops of one of them. */
static void list_there(const struct archive *archive, const char *routine, struct buffer *out)
{
    const struct archive_regions *regions = &archive->regions;
    for (uint32_t i = 1; i < regions->rows && out->used < 600; i++) {
        if (!routine && regions->kind[i] == TRI_KIND_ROUTINE)
            instrument_values_list(out, archive_text(archive, regions->name[i]));
        else if (routine && is_loop_of(archive, i, routine))
            buffer_printf(out, "%s%u (line %u)", out->used ? ", " : "", regions->seq[i],
                          regions->line[i]);
    }
}

/* Says that a function or a block is missing, and which there are. */
static bool missing(const struct archive *archive, const struct model_profile_ask *ask,
                    const char *routine, bool has_routine, struct error *error)
{
    struct buffer there = {0};
    char *text = model_profile_ask_text(ask);
    list_there(archive, has_routine ? routine : NULL, &there);
    if (has_routine)
        error_set(error, "%s: %s has no block %u; %s%s", text, routine, ask->block,
                  there.used ? "its blocks are " : "it has none", there.used ? there.text : "");
    else
        error_set(error, "%s: there is no function %s; %s%s", text, routine,
                  there.used ? "there are " : "the run has none", there.used ? there.text : "");
    free(text);
    buffer_free(&there);
    return false;
}

/* Finds the region of the function or block. 0 with an error. */
static uint32_t find_region(const struct archive *archive, const struct model_profile_ask *ask,
                            const char *routine, struct error *error)
{
    bool has_routine = false;
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        has_routine |= is_routine(archive, i, routine);
        bool found = ask->block
                         ? is_loop_of(archive, i, routine) && archive->regions.seq[i] == ask->block
                         : is_routine(archive, i, routine);
        if (!found)
            continue;
        if (!(archive->regions.flags[i] & TRI_UNMEASURED))
            return i;
        char *text = model_profile_ask_text(ask);
        error_set(error, "%s cannot be measured: %s", text,
                  archive_text(archive, archive->regions.note[i]));
        free(text);
        return 0;
    }
    missing(archive, ask, routine, has_routine, error);
    return 0;
}

/* Adds up the nodes of a region: sums, least and most, without single visits. */
static bool from_sums(const struct archive *archive, uint32_t region,
                      const struct model_profile_ask *ask, struct profile_tally *tally)
{
    const struct archive_nodes *nodes = &archive->nodes;
    bool time = ask->call == CALL_TIME;
    for (size_t i = 0; i < nodes->rows; i++) {
        if (nodes->region[i] != region || !nodes->visits[i])
            continue;
        if (time && nodes->timed[i] == ARCHIVE_UNTIMED)
            return false;
        double scale = time ? 1e-9 : 1;
        struct profile_tally one = {
            .visits = nodes->visits[i],
            .taken = nodes->visits[i],
            .sum = scale * (double)(time ? nodes->inclusive_time[i] : nodes->trips[i]),
            .min = scale * (double)(time ? nodes->time_min[i] : nodes->trips_min[i]),
            .max = scale * (double)(time ? nodes->time_max[i] : nodes->trips_max[i]),
        };
        profile_tally_join(tally, &one);
    }
    return true;
}

/* Adds up the logged visits of a region, lane by lane. */
static bool from_visits(const struct archive *archive, uint32_t region,
                        const struct model_profile_ask *ask, struct profile_tally *tally,
                        struct error *error)
{
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, error);
        struct profile_tally one = {0};
        struct archive_act act;
        if (!acts)
            return false;
        while (archive_acts_next(acts, &act)) {
            if (archive->nodes.region[act.node] != region || act.flags & ARCHIVE_ACT_UNFINISHED)
                continue;
            if (ask->call == CALL_TIME)
                profile_tally_add(&one, 1e-9 * (double)(act.end - act.start), ask->sample,
                                  ask->only);
            else if (act.trips != ARCHIVE_UNKNOWN)
                profile_tally_add(&one, (double)act.trips, ask->sample, ask->only);
        }
        archive_acts_free(acts);
        profile_tally_join(tally, &one);
    }
    return true;
}

/* The time of a whole program that has no probes: how long its processes lived. */
static void from_lives(const struct archive *archive, struct profile_tally *tally)
{
    for (size_t i = 0; i < archive->places.rows; i++)
        profile_tally_add(tally, 1e-9 * (double)(archive->places.end[i] - archive->places.start[i]),
                          0, 0);
}

static bool answer_block(const struct archive *archive, struct model_profile_ask *ask,
                         const char *routine, struct error *error)
{
    struct profile_tally tally = {0};
    uint32_t region = find_region(archive, ask, routine, error);
    if (!region)
        return false;
    if (profile_ask_needs_visits(ask)) {
        if (!from_visits(archive, region, ask, &tally, error))
            return false;
    } else if (!from_sums(archive, region, ask, &tally) && !ask->block &&
               !strcmp(ask->function, "main")) {
        from_lives(archive, &tally);
    } else if (!tally.taken && ask->call == CALL_TIME) {
        char *text = model_profile_ask_text(ask);
        ask->untimed = true;
        error_set(error,
                  "%s: this run counted the block and did not time it; profile the task with "
                  "its source, which gives the block a probe of its own",
                  text);
        free(text);
        return false;
    }
    return profile_ask_answer(ask, &tally, error);
}

/* The regions that are communication that is asked for. */
struct sites {
    bool *chosen;  /* by row of regions */
    bool receives; /* the one that is asked for receives, and sends nothing */
    size_t count;
};

static bool is_site(const struct archive *archive, uint32_t region, const char *routine)
{
    const struct archive_regions *regions = &archive->regions;
    return regions->kind[region] != TRI_KIND_ROUTINE && regions->kind[region] != TRI_KIND_LOOP &&
           is_named(archive, regions->routine[region], routine) &&
           instrument_values_communicates(archive_text(archive, regions->name[region]));
}

/* True if the call of the source is the region: Fortran's name may have other letters. */
static bool is_call(const struct archive *archive, uint32_t region,
                    const struct instrument_value_call *call)
{
    const char *name = archive_text(archive, archive->regions.name[region]);
    unsigned line = archive->regions.line[region];
    return line >= call->line && line <= call->end_line && !strcasecmp(name, call->name);
}

static void choose(struct sites *sites, const struct archive *archive, uint32_t region)
{
    const char *name = archive_text(archive, archive->regions.name[region]);
    sites->receives = strcasestr(name, "recv") && !strcasestr(name, "send");
    sites->chosen[region] = true;
    sites->count++;
}

/* Chooses what the source says. */
static void choose_calls(struct sites *sites, const struct archive *archive, const char *routine,
                         const struct profile_place *place)
{
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        for (size_t k = 0; is_site(archive, i, routine) && k < place->call_count; k++) {
            if (is_call(archive, i, &place->calls[k]))
                choose(sites, archive, i);
        }
    }
}

/* Without source: the executed calls of the function, in the order of their lines. */
static bool choose_executed(struct sites *sites, const struct archive *archive, const char *routine,
                            const struct model_profile_ask *ask, struct error *error)
{
    unsigned first = 0, last = UINT32_MAX, found = 0;
    if (ask->block) {
        uint32_t loop = find_region(archive, ask, routine, error);
        if (!loop)
            return error_set(error,
                             "getAmountOfMessage(%s, %u): without the source of the task "
                             "(@sources), communication is known per function; leave "
                             "block_count out",
                             routine, ask->block);
        first = archive->regions.line[loop];
        last = archive->regions.end_line[loop];
    }
    for (unsigned line = 0; line != UINT32_MAX;) {
        unsigned next = UINT32_MAX;
        for (uint32_t i = 1; i < archive->regions.rows; i++) {
            unsigned at = archive->regions.line[i];
            if (!is_site(archive, i, routine))
                continue;
            if (at > line && at < next)
                next = at;
            enum instrument_value_at side = at < first   ? VALUE_BEFORE
                                            : at <= last ? VALUE_INSIDE
                                                         : VALUE_AFTER;
            if (at == line && side == ask->at && (++found == ask->position || !ask->has_position))
                choose(sites, archive, i);
        }
        line = next;
    }
    return true;
}

static bool is_chosen(const struct archive *archive, const struct sites *sites, uint32_t node)
{
    return node < archive->nodes.rows && sites->chosen[archive->nodes.region[node]];
}

/* Adds what the chosen calls sent: messages, and what was given to collective operations. */
static void add_bytes(const struct archive *archive, const struct sites *sites,
                      const struct model_profile_ask *ask, struct profile_tally *tally)
{
    const struct archive_messages *messages = &archive->messages;
    const struct archive_collectives *collectives = &archive->collectives;
    for (uint32_t place = 0; place < archive->places.rows; place++) {
        struct profile_tally one = {0};
        for (size_t i = 0; i < messages->rows; i++) {
            bool counts =
                sites->receives
                    ? messages->target[i] == place && is_chosen(archive, sites, messages->post[i])
                    : messages->source[i] == place && is_chosen(archive, sites, messages->send[i]);
            if (counts)
                profile_tally_add(&one, (double)archive_sized(messages->bytes[i]), ask->sample,
                                  ask->only);
        }
        for (size_t i = 0; i < collectives->rows; i++) {
            if (collectives->place[i] == place && is_chosen(archive, sites, collectives->begin[i]))
                profile_tally_add(&one, (double)archive_sized(collectives->given[i]), ask->sample,
                                  ask->only);
        }
        profile_tally_join(tally, &one);
    }
}

/* Makes a sum over all calls one per visit of the block. */
static bool per_visit(const struct archive *archive, const struct model_profile_ask *ask,
                      const char *routine, struct profile_tally *tally, struct error *error)
{
    struct profile_tally visits = {0};
    struct model_profile_ask block = *ask;
    uint32_t region = find_region(archive, ask, routine, error);
    block.call = CALL_TRIPS;
    if (!region)
        return false;
    from_sums(archive, region, &block, &visits);
    if (visits.visits && ask->stat != STAT_SUM) {
        double mean = tally->sum / (double)visits.visits;
        *tally = (struct profile_tally){visits.visits, visits.visits, tally->sum, mean,
                                        mean,          mean,          mean};
    } else if (visits.visits && !tally->visits) {
        *tally = (struct profile_tally){.visits = visits.visits, .taken = visits.visits};
    }
    return true;
}

static bool answer_bytes(struct archive *archive, struct model_profile_ask *ask,
                         const char *routine, const struct profile_place *place,
                         struct error *error)
{
    struct sites sites = {.chosen = memory_zeroed(archive->regions.rows + 1, sizeof(bool))};
    struct profile_tally tally = {0};
    bool good = archive_find_messages(archive, error);
    if (good && !ask->has_position &&
        (ask->sample || ask->only || (ask->stat != STAT_MEAN && ask->stat != STAT_SUM))) {
        char *text = model_profile_ask_text(ask);
        good = error_set(error,
                         "%s: the bytes of a whole block have a mean and a sum; for other "
                         "statistics ask for one communication with position",
                         text);
        free(text);
    }
    if (good && place->calls)
        choose_calls(&sites, archive, routine, place);
    else if (good)
        good = choose_executed(&sites, archive, routine, ask, error);
    if (good)
        add_bytes(archive, &sites, ask, &tally);
    if (good && !ask->has_position)
        good = per_visit(archive, ask, routine, &tally, error);
    free(sites.chosen);
    return good && profile_ask_answer(ask, &tally, error);
}

bool profile_archive_answer(struct archive *archive, struct model_profile_ask *ask,
                            const struct profile_place *place, struct error *error)
{
    const char *routine = place->routine ? place->routine : ask->function;
    return ask->call == CALL_BYTES ? answer_bytes(archive, ask, routine, place, error)
                                   : answer_block(archive, ask, routine, error);
}
