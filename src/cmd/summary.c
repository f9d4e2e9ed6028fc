/* summary.c: see summary.h */
#include "cmd/summary.h"

#include "analysis/waits.h"
#include "archive/archive.h"
#include "archive/messages/mpi_calls.h"
#include "cmd/damage.h"
#include "cube/cube.h"
#include "cube/lcct.h"
#include "cube/missing.h"
#include "cube/stacks.h"
#include "format/act.h"
#include "format/place.h"
#include "format/region.h"
#include "launch/program.h"
#include "report/mpi/comm.h"
#include "report/mpi/comm_brief.h"
#include "report/run/summary.h"
#include "report/table/library.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOTTEST = 3 }; /* routines that the summary names */

struct totals {
    size_t kinds[FORMAT_KINDS]; /* regions that were visited, by kind */
    size_t mpi;                 /* those that call MPI functions */
    uint64_t visits, tasks;
    bool probes; /* the program has probes */
};

static struct totals add_up(const struct archive *archive)
{
    struct totals totals = {0};
    const struct archive_nodes *nodes = &archive->nodes;
    bool *seen = memory_zeroed(archive->regions.rows, sizeof *seen);
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t region = nodes->region[i], kind = archive->regions.kind[region];
        if (kind == 0 || kind >= FORMAT_KINDS)
            continue;
        if (kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT)
            totals.visits += nodes->visits[i];
        if (kind == TRI_KIND_TASK)
            totals.tasks += nodes->visits[i];
        if (!seen[region]) {
            seen[region] = true;
            if (archive_mpi_is_call(archive, region))
                totals.mpi++;
            else
                totals.kinds[kind]++;
        }
    }
    for (uint32_t i = 1; i < archive->regions.rows && !totals.probes; i++)
        totals.probes =
            archive->regions.kind[i] == TRI_KIND_ROUTINE && !archive_is_only_named(archive, i);
    free(seen);
    return totals;
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

void summary_print_end(const struct archive *archive, int status)
{
    bool at_least;
    double seconds = (double)report_summary_time(archive, &at_least) * 1e-9;
    size_t places = archive->places.rows, lanes = archive->lanes.rows, ranks = 0;
    for (size_t i = 0; i < places; i++) /* places that name themselves are no ranks of MPI */
        ranks += archive->places.rank[i] != ARCHIVE_NONE && !archive->places.name[i];
    bool ranked = archive->ranked && ranks == places;
    fprintf(stderr, "triptych: %s ran %s%.3f s on %zu %s%s with %zu lane%s, ", archive->run.command,
            at_least ? "at least " : "", seconds, places, ranked ? "rank" : "place", plural(places),
            lanes, plural(lanes));
    if (WIFSIGNALED(status))
        fprintf(stderr, "ended by signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        fprintf(stderr, "exit status %d\n", WEXITSTATUS(status));
}

/* Adds "12 loops, ". Adds nothing if there are none, unless `always` is set. */
static void add_kind(struct buffer *to, uint64_t count, const char *what, bool always)
{
    if (count || always)
        buffer_printf(to, "%s%llu %s%s", to->used ? ", " : "", (unsigned long long)count, what,
                      plural(count));
}

static int by_own(const void *left, const void *right)
{
    const struct cube_stacks_routine *a = left, *b = right;
    return a->own != b->own ? a->own > b->own ? -1 : 1 : a->row < b->row ? -1 : a->row > b->row;
}

/* Prints the routines that most samples are in; false if there are no samples. */
static bool print_sampled(const struct archive *archive)
{
    struct cube_stacks stacks;
    cube_stacks_make(&stacks, archive);
    struct buffer line = {0};
    qsort(stacks.routines, stacks.routine_count, sizeof *stacks.routines, by_own);
    for (size_t i = 0; i < stacks.routine_count && i < HOTTEST && stacks.routines[i].own; i++) {
        const struct cube_stacks_routine *routine = &stacks.routines[i];
        buffer_printf(&line, "%s%.1f %% %s", line.used ? ", " : "",
                      100 * (double)routine->own / (double)stacks.samples,
                      archive_text(archive, archive->stacks.name[routine->row]));
    }
    if (line.used)
        fprintf(stderr, "triptych: %llu sample%s of the CPU time%s: %s\n",
                (unsigned long long)stacks.samples, plural(stacks.samples),
                stacks.samples < CUBE_STACKS_FEW ? ", too few to tell how it is divided" : "",
                line.text);
    buffer_free(&line);
    bool found = stacks.samples != 0;
    cube_stacks_free(&stacks);
    return found;
}

static void see_go(const struct launch_program *program, void *is_go)
{
    *(bool *)is_go |= program->is_go;
}

/* True if a program of the run is of Go, whose loops and functions cannot be counted. */
static bool has_go(const struct archive *archive)
{
    bool is_go = false;
    for (size_t i = 0; i < archive->places.rows; i++) {
        char *path = memory_string(archive_text(archive, archive->places.program[i]));
        launch_program_each((char *[]){path, NULL}, see_go, &is_go);
        free(path);
    }
    return is_go;
}

/* Says what would show more of a program without probes. */
static void print_next(const struct archive *archive, const struct totals *totals)
{
    bool wanted = archive->run.options && strstr(archive->run.options, "\"sample\":true");
    bool found = print_sampled(archive);
    if (wanted && !found)
        fputs("triptych: no sample was taken: the program was not sampled, or used less CPU time "
              "than "
              "a tick of the kernel's clock\n",
              stderr);
    else if (!found && !totals->probes && !cube_lcct_is_known(archive))
        fprintf(stderr,
                "triptych: the program has no probes: `triptych run --sample` samples its "
                "routines%s\n",
                has_go(archive) ? "" : ", `triptych loops --time` times them and its loops");
}

static void print_totals(const struct archive *archive)
{
    struct totals totals = add_up(archive);
    print_next(archive, &totals);
    if (totals.visits == 0 && archive->stacks.rows)
        return;
    if (totals.visits == 0) {
        fputs(totals.probes ? "triptych: no region was visited that is to be measured; check "
                              "--only and --exclude\n"
                            : "triptych: the program has no probes, and used no threads, OpenMP or "
                              "I/O that could be traced\n",
              stderr);
        return;
    }
    struct cube *cube = cube_new(archive, false);
    struct buffer added = {0};
    report_summary_overhead(cube, &added);
    cube_free(cube);
    struct buffer what = {0};
    const size_t *kinds = totals.kinds;
    add_kind(&what, kinds[TRI_KIND_ROUTINE], "routine", totals.probes);
    add_kind(&what, kinds[TRI_KIND_LOOP], "loop", totals.probes);
    add_kind(&what, kinds[TRI_KIND_IO], "I/O statement", totals.probes);
    size_t lanes = archive->lanes.rows; /* processes of one lane are not counted as threads */
    add_kind(&what, lanes > archive->places.rows ? lanes : 0, "thread", false);
    char *library = report_library_of(archive);
    char *site = report_library_words(library, "MPI call site");
    add_kind(&what, totals.mpi, site, false);
    free(site);
    free(library);
    add_kind(&what, kinds[TRI_KIND_FINISH] + kinds[TRI_KIND_CLOCK] + kinds[TRI_KIND_ATOMIC],
             "synchronisation site", false);
    add_kind(&what, kinds[TRI_KIND_PARALLEL], "parallel region", false);
    add_kind(&what, totals.tasks, "task", false);
    if (!what.used) /* no region of these kinds was visited */
        add_kind(&what, 0, "routine", true);
    bool counts = cube_lcct_is_known(archive);
    fprintf(stderr, "triptych: %s; %llu visit%s; %s added %s %%%s\n", what.text,
            (unsigned long long)totals.visits, plural(totals.visits),
            counts ? "probes" : "measuring", added.text,
            counts ? ", what counting in the binary added is not known" : "");
    buffer_free(&what);
    buffer_free(&added);
}

/* Prints a line if OpenMP was not measured in the usual way. */
static void print_openmp(const struct archive *archive, int status)
{
    bool moved = false;
    for (size_t i = 0; i < archive->places.rows; i++)
        moved |= archive->places.openmp[i] == FORMAT_OPENMP_MOVED;
    if (moved)
        fputs("triptych: the program was built for libgomp and ran on LLVM's OpenMP runtime "
              "library (--openmp llvm)\n",
              stderr);
    if (moved && status != 0)
        fputs("triptych: if it fails only then, LLVM's library is the reason: leave out --openmp "
              "llvm\n",
              stderr);
}

/* Prints the share of MPI, its top call site, and the load balance. */
static void print_mpi(const struct archive *archive)
{
    const struct report_options options = {0};
    struct report_view view;
    struct buffer lines[COMM_BRIEF_MOST] = {0};
    report_view_init(&view, archive, &options);
    size_t count = report_comm_brief(&view, lines);
    char *library = report_library_of(archive);
    for (size_t i = 0; i < count; i++) {
        if (islower(lines[i].text[1])) /* not an MPI function */
            lines[i].text[0] = (char)tolower(lines[i].text[0]);
        char *words = report_library_words(library, lines[i].text);
        fprintf(stderr, "triptych: %s\n", words);
        free(words);
        buffer_free(&lines[i]);
    }
    free(library);
    report_view_free(&view);
}

static void print_unseen_mpi(const struct archive *archive)
{
    struct buffer text = {0};
    report_summary_unseen_mpi(archive, &text);
    if (text.used)
        fprintf(stderr, "triptych: %s\n", text.text);
    buffer_free(&text);
}

static void print_deadlock(const struct archive *archive)
{
    struct analysis_waits waits = analysis_waits_find(archive);
    if (waits.is_deadlock)
        fprintf(stderr,
                "triptych: deadlock: %zu lane%s for something that can never happen; the report "
                "says for what\n",
                waits.stuck, waits.stuck == 1 ? " waited" : "s waited");
    analysis_waits_free(&waits);
}

/* Says that bytes of described functions' calls are not known. */
static void print_unsized(const struct archive *archive)
{
    size_t sites = 0;
    for (size_t i = 0; i < archive->regions.rows; i++)
        sites += (archive->regions.flags[i] & FORMAT_UNSIZED_FLAGS) != 0;
    if (sites)
        fprintf(stderr,
                "triptych: at %zu call site%s, the bytes of some calls are not known: "
                "`triptych report --notes` says why\n",
                sites, plural(sites));
}

/* Prints which of the requested events are missing. */
static void print_events(const struct archive *archive)
{
    struct buffer text = {0};
    if (cube_missing_write(&text, archive))
        fprintf(stderr, "triptych: %s; the profile has them all\n", text.text);
    buffer_free(&text);
}

const char *summary_from_here(const char *path)
{
    char here[PATH_MAX];
    size_t size = getcwd(here, sizeof here) ? strlen(here) : 0;
    return size && !strncmp(path, here, size) && path[size] == '/' ? path + size + 1 : path;
}

void summary_print(const char *path, int status)
{
    struct error error = {0};
    struct archive *archive = archive_open(path, &error);
    if (!archive) {
        fprintf(stderr, "triptych run: %s\n", error.text);
        return;
    }
    summary_print_end(archive, status);
    print_totals(archive);
    print_mpi(archive);
    print_unseen_mpi(archive);
    print_openmp(archive, status);
    print_deadlock(archive);
    print_events(archive);
    print_unsized(archive);
    damage_say("run", archive);
    const char *shown = summary_from_here(path);
    fprintf(stderr, "triptych: the archive is %s; see  triptych report %s  or  triptych view %s\n",
            shown, shown, shown);
    archive_close(archive);
}
