/* print_nodes.c: `print_nodes [--seal] NAME.tri`: the nodes of an archive, one a line, sorted by
 * nothing: place, path, visits, trips, least, most, open, left, timed, how, untimed visits. */
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
    printf("/%s", archive_text(archive, archive->regions.name[archive->nodes.region[node]]));
}

static void print_how(unsigned how)
{
    static const char *const words[] = {"light", "visits", "trips", "least", "short"};
    const char *between = "";
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!(how & 1U << i))
            continue;
        printf("%s%s", between, words[i]);
        between = ",";
    }
}

int main(int argc, char **argv)
{
    struct error error = {0};
    bool seal = argc > 2 && !strcmp(argv[1], "--seal");
    const char *path = argc > 1 ? argv[argc - 1] : "";
    if (seal && !archive_seal(path, NULL, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    struct archive *archive = archive_open(path, &error);
    if (!archive) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    const struct archive_nodes *nodes = &archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (nodes->parent[i] == ARCHIVE_NONE)
            continue;
        printf("%u\t", archive->lanes.place[nodes->lane[i]]);
        print_path(archive, i);
        printf("\t%" PRIu64 "\t%" PRIu64 "\t", nodes->visits[i], nodes->trips[i]);
        if (nodes->trips_min[i] == ARCHIVE_UNKNOWN)
            printf("-\t-\t");
        else
            printf("%" PRIu64 "\t%" PRIu64 "\t", nodes->trips_min[i], nodes->trips_max[i]);
        printf("%u\t%" PRIu64 "\t%u\t", nodes->unfinished[i], nodes->aborted[i], nodes->timed[i]);
        print_how(nodes->how[i]);
        printf("\t%" PRIu64 "\t%" PRIu64 "\n", nodes->untimed[i], nodes->inclusive_time[i]);
    }
    for (size_t i = 0; i < archive->places.rows; i++)
        printf("damage\t%s\n", archive_text(archive, archive->places.damage[i]));
    archive_close(archive);
    return 0;
}
