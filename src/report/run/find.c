/* find.c: see find.h */
#include "report/run/find.h"

#include "util/memory.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <triptych/probes.h>

/* The quality of a match, the best last. */
enum fit { NOT, AS_PATTERN, AS_END, AS_WHOLE };

enum { LISTED = 12 }; /* names in a message */

static bool same(const char *a, const char *b, bool fortran)
{
    return fortran ? !strcasecmp(a, b) : !strcmp(a, b);
}

/* Returns how well `wanted` matches the whole name or its last parts: "step" and "grid::step" match
 * "mesh::grid::step". */
static enum fit fit_of(const char *full, const char *wanted, bool fortran)
{
    int how = fortran ? FNM_CASEFOLD : 0;
    if (same(full, wanted, fortran))
        return AS_WHOLE;
    enum fit best = fnmatch(wanted, full, how) ? NOT : AS_PATTERN;
    for (const char *end = strstr(full, "::"); end; end = strstr(end + 2, "::")) {
        if (same(end + 2, wanted, fortran))
            return AS_END;
        if (!fnmatch(wanted, end + 2, how))
            best = AS_PATTERN;
    }
    return best;
}

/* A routine that matches. */
struct found {
    uint32_t region;
    uint64_t time;
    bool called;
};

struct all {
    struct found *found;
    size_t count, room;
};

static int by_time(const void *left, const void *right)
{
    const struct found *a = left, *b = right;
    if (a->called != b->called)
        return a->called ? -1 : 1;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Returns the routines that match best, the longest time first. */
static struct all find_all(const struct report_view *view, const char *name)
{
    const struct archive_regions *regions = &view->archive->regions;
    enum fit best = AS_PATTERN;
    struct all all = {0};
    for (uint32_t i = 1; i < regions->rows; i++) {
        if (regions->kind[i] != TRI_KIND_ROUTINE || archive_is_only_named(view->archive, i))
            continue;
        enum fit fit = fit_of(report_view_name(view, i), name, report_view_is_fortran(view, i));
        if (fit < best)
            continue;
        if (fit > best)
            all.count = 0;
        best = fit;
        uint32_t row = view->row_of_region[i];
        all.found = memory_grow(all.found, &all.room, all.count + 1, sizeof *all.found);
        all.found[all.count++] = (struct found){
            i, row == ARCHIVE_NONE ? 0 : view->regions.rows[row].sums.time, row != ARCHIVE_NONE};
    }
    if (all.count)
        qsort(all.found, all.count, sizeof *all.found, by_time);
    return all;
}

/* Keeps only routines that were called, if there are any. */
static void leave_uncalled(struct all *all)
{
    size_t called = 0;
    while (called < all->count && all->found[called].called)
        called++;
    if (called)
        all->count = called;
}

static bool are_ambiguous(const struct report_view *view, const struct all *all)
{
    const struct found *first = &all->found[0];
    for (size_t i = 1; i < all->count; i++) {
        uint32_t region = all->found[i].region;
        bool fortran =
            report_view_is_fortran(view, region) && report_view_is_fortran(view, first->region);
        if (!same(report_view_name(view, region), report_view_name(view, first->region), fortran))
            return true;
    }
    return false;
}

static bool ambiguous(const struct report_view *view, const struct all *all, const char *name,
                      struct error *error)
{
    struct buffer names = {0};
    size_t shown = all->count > LISTED + 1 ? LISTED : all->count;
    for (size_t i = 0; i < shown; i++)
        buffer_printf(&names, "%s%s", i ? ", " : "", report_view_name(view, all->found[i].region));
    if (shown < all->count)
        buffer_printf(&names, " and %zu more", all->count - shown);
    error_set(error, "'%s' matches %zu routines; name one of them: %s", name, all->count,
              names.text);
    buffer_free(&names);
    return false;
}

bool find_routine(const struct report_view *view, const char *name, uint32_t *routine,
                  struct error *error)
{
    struct all all = find_all(view, name);
    bool good = false;
    leave_uncalled(&all);
    if (!all.count)
        error_set(error, "there is no routine '%s' in %s; `triptych report --routines` lists them",
                  name, view->archive->path);
    else if (are_ambiguous(view, &all))
        ambiguous(view, &all, name, error);
    else if (!all.found[0].called)
        error_set(error, "the routine '%s' was never called, or not measured",
                  report_view_name(view, all.found[0].region));
    else
        good = true;
    *routine = good ? all.found[0].region : 0;
    free(all.found);
    return good;
}

size_t find_others(const struct report_view *view, uint32_t routine)
{
    const struct archive_regions *regions = &view->archive->regions;
    size_t count = 0;
    for (uint32_t i = 1; i < regions->rows; i++)
        count += i != routine && regions->kind[i] == TRI_KIND_ROUTINE &&
                 regions->name[i] == regions->name[routine];
    return count;
}
