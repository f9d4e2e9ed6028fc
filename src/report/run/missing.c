/* missing.c: see missing.h */
#include "report/run/missing.h"

#include "report/table/text.h"

#include <triptych/probes.h>

enum { NO_KIND = 0 };

/* A section without rows. `kind` is that of its regions, if an archive also lists those that the
 * run did not visit. */
struct missing {
    unsigned section;
    unsigned kind;
    const char *what; /* "The run has no ..." */
    const char *how;
};

#define COMPILED "`triptych cc` or `triptych fc` in front of the compiler records them"
#define TRACED(what) "`triptych run` records them unless --collect leaves out " what

static const struct missing rows[] = {
    {REPORT_PLACES, NO_KIND, "places", "nothing was measured"},
    {REPORT_LANES, NO_KIND, "lanes", "nothing was measured"},
    {REPORT_ROUTINES, TRI_KIND_ROUTINE, "routines",
     COMPILED ", and `triptych run --sample` samples those of any program"},
    {REPORT_SAMPLED, NO_KIND, "sampled call paths", "`triptych run --sample` takes them"},
    {REPORT_LOOPS, TRI_KIND_LOOP, "loops",
     COMPILED ", and `triptych loops` counts those of any program"},
    {REPORT_SYNC, NO_KIND, "calls that synchronise threads", TRACED("threads or openmp")},
    {REPORT_OBJECTS, NO_KIND, "locks, barriers or threads that were waited for",
     TRACED("threads or openmp")},
    {REPORT_TASKS, NO_KIND, "tasks, threads or parallel regions", TRACED("threads or openmp")},
    {REPORT_MOVES, NO_KIND, "moves between places",
     "programs with `#pragma tri` directives that `triptych cc` compiles have them"},
    {REPORT_MPI, NO_KIND, "calls of MPI",
     "`triptych run mpirun -n 4 ./program` records them unless --collect leaves out mpi"},
    {REPORT_IO, TRI_KIND_IO, "I/O statements", TRACED("io")},
    {REPORT_USER, TRI_KIND_USER, "regions that the program names",
     "TRI_REGION(\"assembly\") of <triptych/triptych.h> makes one"},
    {REPORT_FILES, NO_KIND, "files", TRACED("io")},
    {REPORT_UNITS, NO_KIND, "Fortran units", "`triptych fc` in front of the compiler records them"},
    {REPORT_SOURCES, NO_KIND, "source files", COMPILED},
    {REPORT_NOTES, NO_KIND, "regions that were not timed, excluded, skipped or not measured", NULL},
    {REPORT_NEVER, NO_KIND, "regions that were never visited",
     "only a program compiled with `triptych cc` or `triptych fc` lists its regions beforehand"},
    {REPORT_WAITS, NO_KIND, "lanes that still waited when it ended", NULL},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* True if the archive has regions of that kind; none of them was visited. */
static bool has_unvisited(const struct archive *archive, unsigned kind)
{
    for (size_t i = 1; kind != NO_KIND && i < archive->regions.rows; i++) {
        if (archive->regions.kind[i] == kind)
            return true;
    }
    return false;
}

static void add_sentence(const struct report_view *view, const struct missing *missing,
                         struct buffer *to)
{
    struct buffer line = {0};
    if (has_unvisited(view->archive, missing->kind))
        buffer_printf(&line,
                      "The run visited no %s; --never lists those that were measured, and --notes "
                      "those that were not.",
                      missing->what);
    else
        buffer_printf(&line, "The run has no %s%s%s.", missing->what, missing->how ? ": " : "",
                      missing->how ? missing->how : "");
    report_text_clean(to, view->options, TEXT_PLAIN, &line, "  ");
    buffer_add(to, "\n");
}

void report_missing_text(const struct report_view *view, unsigned sections, struct buffer *to)
{
    for (int i = 0; i < ROWS; i++) {
        if (sections & rows[i].section)
            add_sentence(view, &rows[i], to);
    }
}
