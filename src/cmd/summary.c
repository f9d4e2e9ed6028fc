/* summary.c: see summary.h */
#include "cmd/summary.h"

#include "archive/archive.h"
#include "cube/cube.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct totals {
    size_t kinds[TRI_KIND_PAUSE + 1]; /* regions that were visited, by kind */
    uint64_t visits;
};

static struct totals add_up(const struct archive *archive)
{
    struct totals totals = {0};
    const struct archive_nodes *nodes = &archive->nodes;
    bool *seen = memory_zeroed(archive->regions.rows, sizeof *seen);
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t region = nodes->region[i], kind = archive->regions.kind[region];
        if (kind == 0 || kind > TRI_KIND_PAUSE)
            continue;
        if (kind != TRI_KIND_FILE)
            totals.visits += nodes->count[i];
        if (!seen[region]) {
            seen[region] = true;
            totals.kinds[kind]++;
        }
    }
    free(seen);
    return totals;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void print_end(const struct archive *archive, int status)
{
    double seconds = (double)(archive->run.end - archive->run.start) * 1e-9;
    size_t places = archive->places.rows, lanes = archive->lanes.rows;
    fprintf(stderr, "triptych: %s ran %.3f s on %zu place%s with %zu lane%s, ",
            archive->run.command, seconds, places, plural(places), lanes, plural(lanes));
    if (WIFSIGNALED(status))
        fprintf(stderr, "ended by signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        fprintf(stderr, "exit status %d\n", WEXITSTATUS(status));
}

static void print_totals(const struct archive *archive)
{
    struct totals totals = add_up(archive);
    if (totals.visits == 0) {
        fputs(
            "triptych: nothing was visited that was to be measured; look at --only and --exclude\n",
            stderr);
        return;
    }
    struct cube *cube = cube_new(archive, false);
    double overhead = cube->total ? 100 * (double)cube->overhead / (double)cube->total : 0;
    cube_free(cube);
    fprintf(
        stderr,
        "triptych: %zu routine%s, %zu loop%s, %zu I/O statement%s; %llu visits; measuring added "
        "about %.1f %%\n",
        totals.kinds[TRI_KIND_ROUTINE], plural(totals.kinds[TRI_KIND_ROUTINE]),
        totals.kinds[TRI_KIND_LOOP], plural(totals.kinds[TRI_KIND_LOOP]), totals.kinds[TRI_KIND_IO],
        plural(totals.kinds[TRI_KIND_IO]), (unsigned long long)totals.visits, overhead);
}

/* What of the events that were wanted is not there. */
static void print_events(const struct archive *archive)
{
    const struct archive_logs *logs = &archive->logs;
    uint64_t dropped = 0, lost = 0;
    for (size_t i = 0; i < logs->rows; i++) {
        dropped += logs->dropped[i];
        lost += logs->lost[i];
    }
    if (dropped)
        fprintf(stderr, "triptych: no room was left for %llu acts, which were not logged\n",
                (unsigned long long)dropped);
    if (lost)
        fprintf(stderr,
                "triptych: of the events, the last ones were kept; the first %.1f MB "
                "made room for them\n",
                (double)lost / (1 << 20));
}

/* The path as a user would type it from here. */
static const char *from_here(const char *path)
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
        fprintf(stderr, "triptych: %s\n", error.text);
        return;
    }
    print_end(archive, status);
    print_totals(archive);
    print_events(archive);
    fprintf(stderr, "triptych: the archive is %s; see  triptych report %s\n", from_here(path),
            from_here(path));
    archive_close(archive);
}
