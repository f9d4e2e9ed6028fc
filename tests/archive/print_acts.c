/* print_acts.c: `print_acts [--seal] NAME.tri [FROM TO]`: the acts of an archive, one a line, as
 * tests want them: lane, start, end, kind, flags, trips, bytes, file, path. After them, what is not
 * there. */
#include "archive/archive.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_path(const struct archive *archive, uint32_t node)
{
    if (archive->nodes.parent[node] == ARCHIVE_NONE)
        return;
    print_path(archive, archive->nodes.parent[node]);
    uint32_t region = archive->nodes.region[node];
    printf("/%s", archive_text(archive, archive->regions.name[region]));
    if (archive->regions.seq[region])
        printf("#%u", archive->regions.seq[region]);
}

static void print_act(const struct archive *archive, uint32_t lane, const struct archive_act *act)
{
    struct archive_facts facts = archive_facts_of(archive, act);
    printf("%u\t%" PRIu64 "\t%" PRIu64 "\t%s\t%u\t", lane, act->start, act->end,
           archive_kind_word(facts.kind), act->flags);
    if (act->trips == ARCHIVE_UNKNOWN)
        printf("-");
    else
        printf("%" PRIu64, act->trips);
    printf("\t%" PRIu64 "\t%s\t%u-%u\t%u\t%s\t%u\t", act->bytes,
           act->file ? archive_text(archive, archive->regions.name[act->file]) : "-",
           facts.activity_place, facts.activity, act->node,
           archive_text(archive, facts.method_name), facts.start_position);
    print_path(archive, act->node);
    printf("\n");
}

static void print_lane(const struct archive *archive, uint32_t lane, uint64_t from, uint64_t to)
{
    struct error error = {0};
    struct archive_act act;
    struct archive_acts *acts = archive_acts_of(archive, lane, from, to, &error);
    if (!acts) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    while (archive_acts_next(acts, &act))
        print_act(archive, lane, &act);
    archive_acts_free(acts);
}

static void print_nodes(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        printf("node\t%u\t%" PRIu64 "\t%u\t%u\t%" PRIu64 "\t", i, nodes->visits[i],
               nodes->unfinished[i], archive->regions.kind[nodes->region[i]],
               nodes->inclusive_time[i]);
        print_path(archive, i);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    struct error error = {0};
    if (argc > 2 && !strcmp(argv[1], "--seal")) {
        argv++;
        argc--;
        if (!archive_seal(argv[1], NULL, &error)) {
            fprintf(stderr, "%s\n", error.text);
            return 1;
        }
    }
    struct archive *archive = argc == 2 || argc == 4 ? archive_open(argv[1], &error) : NULL;
    if (!archive) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    uint64_t from = argc == 4 ? strtoull(argv[2], NULL, 10) : 0;
    uint64_t to = argc == 4 ? strtoull(argv[3], NULL, 10) : UINT64_MAX;
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++)
        print_lane(archive, lane, from, to);
    print_nodes(archive);
    uint64_t dropped = 0, lost = 0;
    for (size_t i = 0; i < archive->logs.rows; i++) {
        dropped += archive->logs.dropped[i];
        lost += archive->logs.lost[i];
    }
    printf("dropped\t%" PRIu64 "\nlost\t%" PRIu64 "\ndamage\t%" PRIu64 "\n", dropped, lost,
           archive_acts_damage(archive));
    archive_close(archive);
    return 0;
}
