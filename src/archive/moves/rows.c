/* rows.c: what the readers of moves and finishes share: new rows, and the region of a finish. */
#include "archive/moves/moves.h"

#include <triptych/probes.h>

#include <string.h>

bool archive_moves_is_finish(const struct archive *archive, uint32_t region)
{
    return archive->regions.kind[region] == TRI_KIND_FINISH &&
           !strcmp(archive_text(archive, archive->regions.name[region]), "finish");
}

bool archive_move_is_access(const struct archive *archive, size_t move)
{
    uint32_t region = archive->nodes.region[archive->moves.node[move]];
    const char *name = archive_text(archive, archive->regions.name[region]);
    return archive->moves.object[move] && (!strcmp(name, "get") || !strcmp(name, "put"));
}

size_t archive_moves_add_row(struct archive *archive, enum archive_schema_which which)
{
    struct archive_table *table = &archive->tables[which];
    size_t row = table->rows;
    if (row >= table->room)
        archive_schema_add_rows(archive, which, row < 64 ? 64 : row);
    archive_schema_set_rows(archive, which, row + 1);
    return row;
}
