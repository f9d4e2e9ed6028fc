/* stacks.c: see stacks.h */
#include "cube/stacks.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <string.h>

static bool is_measuring(const struct archive *archive, size_t row)
{
    return !strcmp(archive_text(archive, archive->stacks.name[row]), ARCHIVE_NATIVE_OWN);
}

/* Returns the number of the row's routine. */
static uint32_t routine_of(struct cube_stacks *stacks, const struct archive *archive, uint32_t row,
                           struct interned *met)
{
    const struct archive_stacks *all = &archive->stacks;
    uint32_t key[] = {all->name[row], all->binary[row], all->file[row], all->line[row]};
    uint32_t number = interned_add(met, key, sizeof key);
    if (number == stacks->routine_count)
        stacks->routines[stacks->routine_count++] = (struct cube_stacks_routine){.row = row};
    return number;
}

/* Returns the path of a routine that is called on a path: the same one if it calls itself. */
static uint32_t add_path(struct cube_stacks *stacks, uint32_t parent, uint32_t routine,
                         uint32_t row, bool inlined, struct pairs *known)
{
    if (parent != ARCHIVE_NONE && stacks->paths[parent].routine == routine)
        return parent;
    uint32_t next = (uint32_t)stacks->path_count;
    uint32_t path = pairs_add(known, parent, routine * 2 + inlined, next);
    if (path == next)
        stacks->paths[stacks->path_count++] =
            (struct cube_stacks_path){.parent = parent, .row = row, .routine = routine};
    return path;
}

/* Makes the paths, with the samples in them. */
static void make_paths(struct cube_stacks *stacks, const struct archive *archive)
{
    const struct archive_stacks *all = &archive->stacks;
    uint32_t *path_of = memory_zeroed(all->rows + 1, sizeof *path_of);
    struct interned *met = interned_new();
    struct pairs known = {0};
    for (uint32_t row = 0; row < all->rows; row++) {
        uint32_t parent =
            all->parent[row] == ARCHIVE_NONE ? ARCHIVE_NONE : path_of[all->parent[row]];
        if (is_measuring(archive, row)) {
            stacks->measuring = number_add(stacks->measuring, all->samples[row]);
            path_of[row] = parent;
            continue;
        }
        uint32_t routine = routine_of(stacks, archive, row, met);
        uint32_t path = add_path(stacks, parent, routine, row, all->inlined[row], &known);
        stacks->paths[path].own = number_add(stacks->paths[path].own, all->samples[row]);
        stacks->paths[path].own_ns = number_add(stacks->paths[path].own_ns, all->time[row]);
        path_of[row] = path;
    }
    pairs_free(&known);
    interned_free(met);
    free(path_of);
}

static void add_up(struct cube_stacks *stacks)
{
    for (size_t i = 0; i < stacks->path_count; i++) {
        stacks->paths[i].all = stacks->paths[i].own;
        stacks->paths[i].all_ns = stacks->paths[i].own_ns;
    }
    for (size_t i = stacks->path_count; i-- > 0;) {
        const struct cube_stacks_path *path = &stacks->paths[i];
        if (path->parent == ARCHIVE_NONE) {
            stacks->samples = number_add(stacks->samples, path->all);
            stacks->ns = number_add(stacks->ns, path->all_ns);
            continue;
        }
        struct cube_stacks_path *parent = &stacks->paths[path->parent];
        parent->all = number_add(parent->all, path->all);
        parent->all_ns = number_add(parent->all_ns, path->all_ns);
    }
}

/* True if the routine of a path is also one of its callers: these have its samples already. */
static bool is_recursive(const struct cube_stacks *stacks, const struct cube_stacks_path *path)
{
    for (uint32_t at = path->parent; at != ARCHIVE_NONE; at = stacks->paths[at].parent) {
        if (stacks->paths[at].routine == path->routine)
            return true;
    }
    return false;
}

static void sum_routines(struct cube_stacks *stacks, const struct archive *archive)
{
    for (size_t i = 0; i < stacks->path_count; i++) {
        const struct cube_stacks_path *path = &stacks->paths[i];
        struct cube_stacks_routine *routine = &stacks->routines[path->routine];
        routine->paths++;
        routine->inlined += archive->stacks.inlined[path->row] != 0;
        routine->own = number_add(routine->own, path->own);
        routine->own_ns = number_add(routine->own_ns, path->own_ns);
        if (is_recursive(stacks, path))
            continue;
        routine->all = number_add(routine->all, path->all);
        routine->all_ns = number_add(routine->all_ns, path->all_ns);
    }
}

void cube_stacks_make(struct cube_stacks *stacks, const struct archive *archive)
{
    size_t rows = archive->stacks.rows;
    *stacks = (struct cube_stacks){0};
    stacks->paths = memory_zeroed(rows + 1, sizeof *stacks->paths);
    stacks->routines = memory_zeroed(rows + 1, sizeof *stacks->routines);
    make_paths(stacks, archive);
    add_up(stacks);
    sum_routines(stacks, archive);
    for (size_t i = 0; i < stacks->path_count; i++) {
        const struct cube_stacks_path *path = &stacks->paths[i];
        bool cut =
            path->parent == ARCHIVE_NONE &&
            !strcmp(archive_text(archive, archive->stacks.name[path->row]), ARCHIVE_STACKS_CUT);
        stacks->unknown = number_add(stacks->unknown, cut ? path->all : 0);
    }
}

void cube_stacks_free(struct cube_stacks *stacks)
{
    free(stacks->paths);
    free(stacks->routines);
}
