/* print_projection.c: a projection as JSON, for tests of whole programs.
 *
 *     print_projection ARCHIVE SUBJECT AXES MEASURE [CYCLE_NS [FROM_NS TO_NS [MOST_CYCLES
 * MOST_LANES [PATTERN...]]]]
 *
 * Subject, axes and measure are numbers; 0 for a number is what is usual. */
#include "cube/projection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t number(int argc, char **argv, int index, uint64_t otherwise)
{
    uint64_t value = argc > index ? strtoull(argv[index], NULL, 10) : 0;
    return value ? value : otherwise;
}

static void print_items(const char *name, const struct cube_projection_item *items, size_t count)
{
    printf("\"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        printf("%s{\"label\": \"%s\", \"region\": %u, \"class\": %u, \"lane\": %u, \"lanes\": %u, "
               "\"total\": %.9f}",
               i ? ", " : "", items[i].label, items[i].region, items[i].class, items[i].lane,
               items[i].lanes, items[i].total);
    printf("],\n");
}

static void print_values(const struct cube_projection *projection)
{
    printf("\"value\": [");
    for (size_t i = 0; i < projection->rows; i++) {
        printf("%s[", i ? ",\n" : "");
        for (size_t j = 0; j < projection->columns; j++) {
            double value = projection->value[i * projection->columns + j];
            if (isnan(value))
                printf("%snull", j ? ", " : "");
            else
                printf("%s%.9g", j ? ", " : "", value);
        }
        printf("]");
    }
    printf("]}\n");
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    struct error error = {0};
    struct archive *archive = archive_open(argv[1], &error);
    struct cube_projection_request request = {
        .subject = (enum cube_projection_subject)atoi(argv[2]),
        .axes = (enum cube_projection_axes)atoi(argv[3]),
        .measure = (enum cube_projection_measure)atoi(argv[4]),
        .range = {.from = number(argc, argv, 6, 0),
                  .to = number(argc, argv, 7, UINT64_MAX),
                  .length = number(argc, argv, 5, 0)},
        .most_cycles = number(argc, argv, 8, 0),
        .most_lanes = number(argc, argv, 9, 0),
        .whats = (const char *const *)argv + 10,
        .what_count = argc > 10 ? (size_t)argc - 10 : 0,
    };
    struct cube_projection *projection =
        archive ? cube_projection_new(archive, &request, NULL, &error) : NULL;
    if (!projection) {
        fprintf(stderr, "%s\n", error.text);
        archive_close(archive);
        return 1;
    }
    printf(
        "{\"rows\": %zu, \"columns\": %zu, \"zero\": %llu, \"start\": %llu, \"length\": %llu, "
        "\"unit\": \"%s\", \"source\": \"%s\", \"merged_cycles\": %llu, \"merged_lanes\": %llu,\n",
        projection->rows, projection->columns, (unsigned long long)projection->zero,
        (unsigned long long)projection->start, (unsigned long long)projection->length,
        projection->unit, projection->source == CYCLES_OF_EVENTS ? "events" : "samples",
        (unsigned long long)projection->merged_cycles,
        (unsigned long long)projection->merged_lanes);
    print_items("row", projection->row, projection->rows);
    if (projection->column)
        print_items("column", projection->column, projection->columns);
    print_values(projection);
    cube_projection_free(projection);
    archive_close(archive);
    return 0;
}
