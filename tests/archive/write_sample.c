/* write_sample.c: writes the sample archive into the folder that is named, or that with threads,
 * or that of MPI, and seals it when told to: write_sample NAME [threads|ranks] [sealed] */
#include "made.h"

#include "archive/archive.h"

#include <stdio.h>
#include <string.h>

/* Costs of probes as a range; the other archives have what earlier versions knew. */
static struct made *sample_with_ranges(void)
{
    struct made *made = made_sample();
    for (int i = 0; i < made->place_count; i++)
        made->places[i].record.ranges = (struct format_cost_ranges){
            .pair = {10 * 1024, 40 * 1024},
            .count_pair = {3 * 1024, 8 * 1024},
            .loop_end = {1 * 1024, 4 * 1024},
            .loop_end_alone = 2 * 1024,
        };
    return made;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    bool threads = argc > 2 && !strcmp(argv[2], "threads");
    bool ranks = argc > 2 && !strcmp(argv[2], "ranks");
    struct made *made = threads ? made_threads() : ranks ? made_ranks() : sample_with_ranges();
    struct error error = {0};
    made_write(made, argv[1]);
    made_free(made);
    if (argc > 2 && !strcmp(argv[argc - 1], "sealed") && !archive_seal(argv[1], NULL, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    return 0;
}
