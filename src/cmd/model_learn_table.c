/* model_learn_table.c: see model_learn_table.h */
#include "cmd/model_learn_table.h"
#include "util/buffer.h"
#include "util/words.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

static void print_json(const struct model_learn *learn)
{
    double mean, largest = model_learn_error(learn, &mean);
    json_t *loops = json_array();
    for (size_t at = 0; at < model_learn_loops(learn); at++) {
        struct model_learn_loop loop = model_learn_loop(learn, at);
        json_array_append_new(
            loops, json_pack("{s:s, s:i, s:s, s:i, s:s, s:s?, s:s, s:b, s:o, s:f}", "routine",
                             loop.routine, "loop", (int)loop.loop, "file", loop.file, "line",
                             (int)loop.line, "path", loop.path, "trips", loop.trips, "fit",
                             loop.fit, "exact", loop.exact, "seconds_per_trip",
                             isnan(loop.seconds) ? json_null() : json_real(loop.seconds),
                             "share_percent", 100 * loop.share));
    }
    json_t *all = json_pack("{s:i, s:f, s:f, s:o}", "triptych_learned", 1, "largest_error_percent",
                            100 * largest, "mean_error_percent", 100 * mean, "loops", loops);
    json_dumpf(all, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(all);
}

static void print_csv(const struct model_learn *learn)
{
    puts("routine,loop,file,line,path,trips,fit,exact,seconds_per_trip,share_percent");
    for (size_t at = 0; at < model_learn_loops(learn); at++) {
        struct model_learn_loop loop = model_learn_loop(learn, at);
        struct buffer row = {0};
        words_csv(&row, loop.routine);
        buffer_printf(&row, ",%u,", loop.loop);
        words_csv(&row, loop.file);
        buffer_printf(&row, ",%u,", loop.line);
        words_csv(&row, loop.path);
        buffer_add(&row, ",");
        words_csv(&row, loop.trips ? loop.trips : "");
        buffer_add(&row, ",");
        words_csv(&row, loop.fit);
        buffer_printf(&row, ",%s,", loop.exact ? "true" : "false");
        if (!isnan(loop.seconds))
            buffer_printf(&row, "%.6g", loop.seconds);
        buffer_printf(&row, ",%.6g", 100 * loop.share);
        puts(row.text);
        buffer_free(&row);
    }
}

static void print_text(const struct model_learn *learn)
{
    size_t exact = 0, all = model_learn_loops(learn);
    for (size_t at = 0; at < all; at++) {
        struct model_learn_loop loop = model_learn_loop(learn, at);
        exact += loop.exact;
        printf("%s: loop %u (%s:%u)\n    trips %s   [%s]\n", loop.routine, loop.loop, loop.file,
               loop.line, loop.trips ? loop.trips : "unknown", loop.fit);
        if (!isnan(loop.seconds))
            printf("    %.4g ns per trip, %.3g %% of the longest time\n", 1e9 * loop.seconds,
                   100 * loop.share);
    }
    double mean, largest = model_learn_error(learn, &mean);
    printf("%zu of %zu loops have an exact formula; times at the learned sizes are within %.2g %%, "
           "%.2g %% in the mean\n",
           exact, all, 100 * largest, 100 * mean);
}

void learn_table_print(const struct model_learn *learn, int format)
{
    if (format == 1)
        print_json(learn);
    else if (format == 2)
        print_csv(learn);
    else
        print_text(learn);
}
