/* unsealed.c: makes the tables of events of an unsealed archive, as files without names. */
#include "archive/events/events.h"

#include "archive/table/atomic_file.h"
#include "archive/table/schema.h"
#include "archive/table/sealed.h"
#include "archive/time/cycle_table.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Makes a temporary folder. `root` is empty if that failed: then nothing is to be removed. */
static bool make_folder(char root[PATH_MAX], char tables[PATH_MAX], struct error *error)
{
    const char *above = getenv("TMPDIR");
    if (!above || !*above)
        above = "/tmp";
    int size = snprintf(root, PATH_MAX - 16, "%s/triptych-events-XXXXXX", above);
    if (size >= PATH_MAX - 16) {
        root[0] = '\0';
        return error_set(error, "the path in TMPDIR is too long");
    }
    if (!mkdtemp(root)) {
        root[0] = '\0';
        return error_errno(
            error,
            "no temporary folder can be made in %s to sort the events; set TMPDIR to another one",
            above);
    }
    snprintf(tables, PATH_MAX, "%s/tables", root);
    return archive_file_make_folder(tables, error);
}

static bool hold_in(struct archive *archive, const char *root, const char *tables,
                    const struct archive_events_from *from, const atomic_bool *stop,
                    struct progress *progress, struct error *error)
{
    struct archive_folder folder = {.root = root};
    bool written = from ? archive_events_write(archive, tables, from, progress, error)
                        : archive_events_write_logs(archive, tables, stop, true, progress, error);
    return written && archive_sealed_read_events(&folder, archive, error) &&
           archive_events_check(archive, error) && archive_cycle_table_check(archive, error);
}

/* Drops all tables of events, so that they can be made again. */
static void forget(struct archive *archive)
{
    archive_schema_set_rows(archive, SCHEMA_BLOCKS, 0);
    archive_schema_set_rows(archive, SCHEMA_PARTS, 0);
    struct archive_table *const tables[] = {&archive->event_table, &archive->cycle_table,
                                            &archive->shape_table};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        archive_table_free(tables[i]);
    for (int i = 0; i < ARCHIVE_PYRAMID_TABLES; i++)
        archive_table_free(&archive->pyramid_tables[i]);
}

static bool hold(struct archive *archive, const struct archive_events_from *from,
                 const atomic_bool *stop, struct progress *progress, struct error *error)
{
    char root[PATH_MAX] = "", tables[PATH_MAX];
    struct error other;
    bool good = make_folder(root, tables, error) &&
                hold_in(archive, root, tables, from, stop, progress, error);
    if (root[0])
        archive_file_remove(root, &other); /* mapped files remain as long as they are used */
    archive->events->found = good;
    if (!good)
        forget(archive);
    return good;
}

bool archive_find_events(struct archive *archive, const atomic_bool *stop,
                         struct progress *progress, struct error *error)
{
    if (archive->sealed || archive->events->found || !archive->events->count)
        return true;
    return hold(archive, NULL, stop, progress, error);
}

bool archive_events_hold(struct archive *archive, const struct archive_events_from *from,
                         struct error *error)
{
    bool known = archive->activities.rows;
    bool good = hold(archive, from, NULL, NULL, error);
    if (!known)
        activities_forget(archive); /* these acts are not all */
    return good;
}
