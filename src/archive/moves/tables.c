/* tables.c: fills the tables of moves and finishes when they are first needed. */
#include "archive/moves/moves.h"

#include <triptych/probes.h>

/* True if the program has directives of places. */
static bool has_places(const struct archive *archive)
{
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        if (archive->regions.kind[i] == TRI_KIND_MOVE || archive_moves_is_finish(archive, i))
            return true;
    }
    return false;
}

/* Empties the tables after a failure, so that they can be made again. Returns false. */
static bool forget(struct archive *archive)
{
    static const enum archive_schema_which tables[] = {SCHEMA_MOVES, SCHEMA_VARIABLES,
                                                       SCHEMA_FINISHES, SCHEMA_PARTICIPANTS};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        archive_schema_set_rows(archive, tables[i], 0);
    archive->moved = false;
    return false;
}

bool archive_find_moves(struct archive *archive, struct error *error)
{
    if (archive->sealed || archive->moved || !archive->nodes.rows || !has_places(archive))
        return true;
    if (!archive_find_activities(archive, error))
        return false;
    archive->moved = true;
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        if (!archive_moves_read(archive, lane, error))
            return forget(archive);
    }
    archive_finishes_find_participants(archive);
    return true;
}
