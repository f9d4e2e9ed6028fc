/* paths.c: see paths.h */
#include "model/learn/paths.h"
#include "triptych/probes.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *routine_of(const struct archive *archive, uint32_t region)
{
    const uint32_t routine = archive->regions.routine[region];
    return routine && routine < archive->regions.rows
               ? archive_text(archive, archive->regions.name[routine])
               : "";
}

/* Writes what a region adds to a path. NULL: nothing. */
static char *part_of(const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    switch (regions->kind[region]) {
    case TRI_KIND_ROUTINE:
        return memory_string(archive_text(archive, regions->name[region]));
    case TRI_KIND_LOOP:
        return memory_printf("loop %u", regions->seq[region]);
    default:
        return NULL;
    }
}

/* Describes a new item. */
static void describe(struct learn_item *item, const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    const bool loop = regions->kind[region] == TRI_KIND_LOOP;
    item->kind = loop ? LEARN_LOOP : LEARN_ROUTINE;
    item->routine = memory_string(loop ? routine_of(archive, region)
                                       : archive_text(archive, regions->name[region]));
    item->file = memory_string(archive_text(archive, regions->file[region]));
    item->line = regions->line[region];
    item->loop = loop ? regions->seq[region] : 0;
}

/* Finds an item among those above that has the same region: the path has come to it again. */
static size_t again(const struct archive *archive, const size_t *items, uint32_t node)
{
    const uint32_t region = archive->nodes.region[node];
    for (uint32_t above = archive->nodes.parent[node]; above != ARCHIVE_NONE;
         above = archive->nodes.parent[above])
        if (archive->nodes.region[above] == region)
            return items[above];
    return SIZE_MAX;
}

size_t *learn_paths(struct model_learn *learn, const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    size_t *items = memory_zeroed(nodes->rows + 1, sizeof *items);
    for (uint32_t node = 0; node < nodes->rows; node++) {
        items[node] = SIZE_MAX;
        char *part = part_of(archive, nodes->region[node]);
        if (!part)
            continue;
        items[node] = again(archive, items, node);
        size_t parent = SIZE_MAX;
        for (uint32_t above = nodes->parent[node]; above != ARCHIVE_NONE && parent == SIZE_MAX;
             above = nodes->parent[above])
            parent = items[above];
        if (items[node] == SIZE_MAX) {
            char *path = parent == SIZE_MAX
                             ? memory_string(part)
                             : memory_printf("%s > %s", learn->items[parent].path, part);
            bool fresh;
            items[node] = learn_item(learn, path, &fresh);
            if (fresh) {
                describe(&learn->items[items[node]], archive, nodes->region[node]);
                learn->items[items[node]].parent = parent;
            }
            free(path);
        }
        free(part);
    }
    return items;
}

/* Says where a call of MPI is: "exchange: MPI_Sendrecv, halo.c:12". To be freed. */
static char *site_of(const struct archive *archive, uint32_t node)
{
    const struct archive_regions *regions = &archive->regions;
    const uint32_t region = archive->nodes.region[node];
    return memory_printf("%s: %s, %s:%u", routine_of(archive, region),
                         archive_text(archive, regions->name[region]),
                         archive_text(archive, regions->file[region]), regions->line[region]);
}

/* Writes what tells the messages of a call apart, behind what they do; to be freed. */
static char *difference_of(const struct archive *archive, const struct learn_site *site)
{
    const bool posted = site->post != ARCHIVE_NONE &&
                        archive->nodes.region[site->post] != archive->nodes.region[site->node];
    char *from = posted ? site_of(archive, site->post) : memory_string("");
    char *text = memory_printf("%s%s%s%s", site->tag ? ", " : "", site->tag ? site->tag : "",
                               posted ? ", posted by " : "", from);
    free(from);
    return text;
}

size_t learn_message(struct model_learn *learn, const struct archive *archive, const size_t *items,
                     const struct learn_site *site, enum learn_kind kind)
{
    const struct archive_regions *regions = &archive->regions;
    const uint32_t region = archive->nodes.region[site->node];
    static const char *const does[] = {
        [LEARN_COLLECTIVE] = "all", [LEARN_SEND] = "sends", [LEARN_RECEIVE] = "receives"};
    size_t parent = SIZE_MAX;
    for (uint32_t above = archive->nodes.parent[site->node];
         above != ARCHIVE_NONE && parent == SIZE_MAX; above = archive->nodes.parent[above])
        parent = items[above];
    char *call = site_of(archive, site->node), *difference = difference_of(archive, site);
    char *path = memory_printf("%s%s%s %s%s", parent == SIZE_MAX ? "" : learn->items[parent].path,
                               parent == SIZE_MAX ? "" : " > ", call, does[kind], difference);
    bool fresh;
    size_t at = learn_item(learn, path, &fresh);
    if (fresh) {
        struct learn_item *item = &learn->items[at];
        item->kind = kind;
        item->parent = parent;
        item->routine = memory_string(routine_of(archive, region));
        item->call = memory_string(archive_text(archive, regions->name[region]));
        item->file = memory_string(archive_text(archive, regions->file[region]));
        item->line = regions->line[region];
        item->difference = memory_string(difference);
    }
    free(path);
    free(call);
    free(difference);
    return at;
}
