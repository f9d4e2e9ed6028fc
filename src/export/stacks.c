/* stacks.c: see stacks.h */
#include "export/stacks.h"

#include "cube/stacks.h"
#include "export/frame.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum { OFTEN = 256 };

bool export_stacks_alone(const struct archive *archive)
{
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t kind = archive->regions.kind[archive->nodes.region[i]];
        if (kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP)
            return false;
    }
    return archive->stacks.rows > 0;
}

/* Samples have no other measure than time. */
static bool check_measure(const struct export_job *job, struct error *error)
{
    return job->options->measure == EXPORT_TIME ||
           error_set(error, "%s has sampled call paths, which have time and no %s",
                     job->archive->path, export_measure_word(job->options->measure));
}

static void write_line(struct export_job *job, struct buffer *text, uint64_t ns)
{
    export_sink_add(job->out, text->text, text->used);
    export_sink_char(job->out, ' ');
    export_sink_number(job->out, ns);
    export_sink_char(job->out, '\n');
    buffer_free(text);
}

/* Writes the paths of all lanes together. */
static bool fold_all(struct export_job *job, struct error *error)
{
    const struct archive *archive = job->archive;
    struct cube_stacks stacks;
    cube_stacks_make(&stacks, archive);
    uint32_t *path = memory_zeroed(stacks.path_count + 1, sizeof *path);
    bool good = true;
    for (size_t i = 0; good && i < stacks.path_count; i++) {
        struct buffer text = {0};
        size_t depth = 0;
        for (uint32_t at = (uint32_t)i; stacks.paths[i].own_ns && at != ARCHIVE_NONE;
             at = stacks.paths[at].parent)
            path[depth++] = stacks.paths[at].row;
        while (depth-- > 0 && stacks.paths[i].own_ns) {
            export_frame(&text, archive_text(archive, archive->stacks.name[path[depth]]));
            buffer_add(&text, depth ? ";" : "");
        }
        if (text.used)
            write_line(job, &text, stacks.paths[i].own_ns);
        if (i % OFTEN == 0)
            good = export_go_on(job, i, stacks.path_count, error);
    }
    free(path);
    cube_stacks_free(&stacks);
    return good;
}

/* Writes those of each lane. */
static bool fold_lanes(struct export_job *job, struct error *error)
{
    const struct archive *archive = job->archive;
    const struct archive_stacks *all = &archive->stacks;
    uint32_t *path = memory_zeroed(all->rows + 1, sizeof *path);
    bool good = true;
    for (size_t i = 0; good && i < all->rows; i++) {
        struct buffer text = {0};
        char lane[ARCHIVE_NAME];
        size_t depth = 0;
        for (uint32_t at = (uint32_t)i; at != ARCHIVE_NONE; at = all->parent[at])
            path[depth++] = at;
        archive_lane_name(archive, all->lane[i], lane);
        buffer_add(&text, "lane_");
        export_frame(&text, lane);
        while (depth-- > 0) {
            buffer_add(&text, ";");
            export_frame(&text, archive_text(archive, all->name[path[depth]]));
        }
        if (all->time[i])
            write_line(job, &text, all->time[i]);
        buffer_free(&text);
        if (i % OFTEN == 0)
            good = export_go_on(job, i, all->rows, error);
    }
    free(path);
    return good;
}

bool export_stacks_folded(struct export_job *job, struct error *error)
{
    if (!check_measure(job, error))
        return false;
    return job->options->lanes ? fold_lanes(job, error) : fold_all(job, error);
}

/* Calls of one routine by another, on all paths. */
struct stacks_call {
    uint32_t from, to;
    uint64_t ns, samples; /* of outermost visits: recursion is not counted twice */
};

struct stacks_calls {
    struct stacks_call *all;
    size_t count, room;
};

static bool is_above(const struct cube_stacks *stacks, uint32_t path)
{
    uint32_t routine = stacks->paths[path].routine;
    for (uint32_t at = stacks->paths[path].parent; at != ARCHIVE_NONE;
         at = stacks->paths[at].parent) {
        if (stacks->paths[at].routine == routine)
            return true;
    }
    return false;
}

static void find_calls(const struct cube_stacks *stacks, struct stacks_calls *calls)
{
    struct pairs known = {0};
    for (uint32_t i = 0; i < stacks->path_count; i++) {
        const struct cube_stacks_path *path = &stacks->paths[i];
        if (path->parent == ARCHIVE_NONE)
            continue;
        uint32_t from = stacks->paths[path->parent].routine;
        uint32_t row = pairs_add(&known, from, path->routine, (uint32_t)calls->count);
        if (row == calls->count) {
            calls->all =
                memory_grow(calls->all, &calls->room, calls->count + 1, sizeof *calls->all);
            calls->all[calls->count++] = (struct stacks_call){.from = from, .to = path->routine};
        }
        if (is_above(stacks, i))
            continue;
        calls->all[row].ns = number_add(calls->all[row].ns, path->all_ns);
        calls->all[row].samples = number_add(calls->all[row].samples, path->all);
    }
    pairs_free(&known);
}

static int by_caller(const void *left, const void *right)
{
    const struct stacks_call *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

/* Writes "fl=(3) heat.c" and "fn=(3) solve" with the keys that the line needs. Readers know a
 * function by its file and name, hence a file per routine without one. */
static void write_routine(const struct export_job *job, const struct cube_stacks_routine *routine,
                          uint32_t number, const char *file_key, const char *name_key)
{
    const struct archive *archive = job->archive;
    const char *file = archive_text(archive, archive->stacks.file[routine->row]);
    const char *binary = archive_text(archive, archive->stacks.binary[routine->row]);
    char *clean = words_clean(*file ? file : *binary ? binary : "???");
    char *name = words_clean(archive_text(archive, archive->stacks.name[routine->row]));
    export_sink_printf(job->out, "%s=(%u) ", file_key, number + 1);
    export_sink_text(job->out, clean);
    export_sink_printf(job->out, "\n%s=(%u) ", name_key, number + 1);
    export_sink_text(job->out, name);
    export_sink_char(job->out, '\n');
    free(clean);
    free(name);
}

static void write_cost(const struct export_job *job, uint32_t line, uint64_t ns, uint64_t samples)
{
    export_sink_number(job->out, line);
    export_sink_char(job->out, ' ');
    export_sink_number(job->out, ns);
    export_sink_char(job->out, ' ');
    export_sink_number(job->out, samples);
    export_sink_char(job->out, '\n');
}

static void write_header(const struct export_job *job, const struct cube_stacks *stacks)
{
    char *command = words_clean(job->archive->run.command);
    export_sink_printf(job->out,
                       "# callgrind format\nversion: 1\ncreator: triptych export\ncmd: %s\n"
                       "part: 1\ndesc: sampled call paths; numbers of calls are not known\n"
                       "positions: line\nevent: Ns : nanoseconds\nevent: Samples : samples\n"
                       "events: Ns Samples\nsummary: %llu %llu\n",
                       command, (unsigned long long)stacks->ns,
                       (unsigned long long)stacks->samples);
    free(command);
}

bool export_stacks_callgrind(struct export_job *job, struct error *error)
{
    const uint32_t *lines = job->archive->stacks.line;
    struct cube_stacks stacks;
    struct stacks_calls calls = {0};
    cube_stacks_make(&stacks, job->archive);
    find_calls(&stacks, &calls);
    if (calls.count)
        qsort(calls.all, calls.count, sizeof *calls.all, by_caller);
    write_header(job, &stacks);
    bool good = true;
    size_t call = 0;
    for (uint32_t i = 0; good && i < stacks.routine_count; i++) {
        const struct cube_stacks_routine *routine = &stacks.routines[i];
        export_sink_char(job->out, '\n');
        write_routine(job, routine, i, "fl", "fn");
        write_cost(job, lines[routine->row], routine->own_ns, routine->own);
        for (; call < calls.count && calls.all[call].from == i; call++) {
            const struct stacks_call *called = &calls.all[call];
            const struct cube_stacks_routine *to = &stacks.routines[called->to];
            write_routine(job, to, called->to, "cfi", "cfn");
            export_sink_printf(job->out, "calls=1 %u\n", lines[to->row]);
            write_cost(job, lines[routine->row], called->ns, called->samples);
        }
        if (i % OFTEN == 0)
            good = export_go_on(job, i, stacks.routine_count, error);
    }
    free(calls.all);
    cube_stacks_free(&stacks);
    return good;
}
