/* count_acts.c: `count_acts NAME.tri [loose]`: for each lane, its number, and how many acts there
 * are of each region's name; checks on the way that acts are in order and, unless it is to be
 * loose, inside of what is around them. The last line is the number of records that made no sense.
 * Status 1: the archive cannot be read, or it is not as it should be. */
#include "archive/archive.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST = 64 };

static void fail(const char *what, uint32_t lane, const struct archive_act *act)
{
    fprintf(stderr, "%s: lane %u, %" PRIu64 " to %" PRIu64 ", node %u, flags %u\n", what, lane,
            act->start, act->end, act->node, act->flags);
    exit(1);
}

static bool is_around(const struct archive *archive, uint32_t outer, uint32_t node)
{
    while (node != ARCHIVE_NONE && node != outer)
        node = archive->nodes.parent[node];
    return node == outer;
}

/* The acts around the current one are on a stack: it must be inside of the last. */
static void check(const struct archive *archive, uint32_t lane, struct archive_act *stack,
                  unsigned *depth, const struct archive_act *act)
{
    while (*depth && (act->node == stack[*depth - 1].node ||
                      !is_around(archive, stack[*depth - 1].node, act->node)))
        --*depth;
    if (archive->nodes.parent[act->node] == ARCHIVE_NONE ? *depth : !*depth)
        fail("nothing is around it", lane, act);
    if (*depth && (act->start < stack[*depth - 1].start || act->end > stack[*depth - 1].end))
        fail("not inside of what is around it", lane, act);
    if (*depth == DEEPEST)
        fail("too deep", lane, act);
    stack[(*depth)++] = *act;
}

static void count_lane(const struct archive *archive, uint32_t lane, bool loose, uint64_t *counts)
{
    struct error error = {0};
    struct archive_act act, stack[DEEPEST];
    unsigned depth = 0;
    uint64_t last = 0;
    struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, &error);
    while (acts && archive_acts_next(acts, &act)) {
        if (act.start < last)
            fail("out of order", lane, &act);
        last = act.start;
        if (!loose)
            check(archive, lane, stack, &depth, &act);
        if (!(act.flags & ARCHIVE_ACT_UNFINISHED))
            counts[archive->nodes.region[act.node]]++;
    }
    archive_acts_free(acts);
}

int main(int argc, char **argv)
{
    struct error error = {0};
    struct archive *archive = argc == 2 || argc == 3 ? archive_open(argv[1], &error) : NULL;
    if (!archive) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    uint64_t *counts = calloc(archive->regions.rows, sizeof *counts);
    for (uint32_t lane = 0; counts && lane < archive->lanes.rows; lane++) {
        for (size_t i = 0; i < archive->regions.rows; i++)
            counts[i] = 0;
        count_lane(archive, lane, argc == 3, counts);
        printf("%u", archive->lanes.number[lane]);
        for (size_t i = 1; i < archive->regions.rows; i++)
            printf(" %s=%" PRIu64, archive_text(archive, archive->regions.name[i]), counts[i]);
        printf("\n");
    }
    free(counts);
    printf("%" PRIu64 "\n", archive_acts_damage(archive));
    archive_close(archive);
    return 0;
}
