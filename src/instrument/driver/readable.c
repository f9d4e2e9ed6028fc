/* readable.c: see readable.h */
#include "instrument/driver/readable.h"

#include "instrument/driver/facts.h"
#include "instrument/driver/paths.h"
#include "instrument/instrument.h"
#include "util/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether writing to `path` would write over the file at `original`. */
static bool is_same_file(const char *path, const char *original)
{
    struct stat one, two;
    return stat(path, &one) == 0 && stat(original, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

static const char *kind_word(const struct plan_region *region)
{
    switch (region->kind) {
    case TRI_KIND_ROUTINE:
        return "routine";
    case TRI_KIND_LOOP:
        return region->flags & TRI_WHILE ? "while" : region->flags & TRI_DO ? "do" : "for";
    case TRI_KIND_IO:
        return "I/O";
    default:
        return "marked";
    }
}

static void print_list(const struct plan *plan)
{
    printf("%-8s %4s  %-20s %-20s %-4s %s\n", "kind", "no.", "name", "routine", "T", "file:line");
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_region *region = &plan->regions[i];
        const char *routine = region->routine ? plan->regions[region->routine - 1].name : "";
        const char *trips = region->kind != TRI_KIND_LOOP    ? ""
                            : region->flags & TRI_DETERMINED ? "D"
                                                             : "U";
        printf("%-8s %4u  %-20s %-20s %-4s %s:%u%s%s\n", kind_word(region), region->seq,
               region->name, routine, trips, region->file, region->line,
               region->flags & TRI_UNMEASURED ? "  not measured: "
               : region->note                 ? "  "
                                              : "",
               region->note ? region->note : "");
    }
}

static void print_summary(const char *file, const struct plan *plan)
{
    struct plan_totals totals = plan_totals(plan);
    printf("%s: %u routine%s, %u loop%s, %u I/O statement%s", file, totals.routines,
           totals.routines == 1 ? "" : "s", totals.loops, totals.loops == 1 ? "" : "s", totals.io,
           totals.io == 1 ? "" : "s");
    if (totals.marked)
        printf(", %u marked region%s", totals.marked, totals.marked == 1 ? "" : "s");
    printf(totals.left ? "; %u left alone:\n" : "\n", totals.left);
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_region *region = &plan->regions[i];
        if (region->flags & TRI_UNMEASURED)
            printf("%s:%u: %s %s%sis not measured: %s\n", region->file, region->line,
                   kind_word(region), region->name, *region->name ? " " : "", region->note);
    }
}

static bool write_one(const char *folder, const char *file, const char *text, size_t size)
{
    char *path = paths_below(folder, file);
    bool done = false;
    if (is_same_file(path, file))
        fprintf(stderr,
                "triptych instrument: %s would be written over; give another folder with -o\n",
                file);
    else if (!paths_write(path, text, size))
        fprintf(stderr, "triptych instrument: cannot write %s: %s\n", path, strerror(errno));
    else
        done = true;
    free(path);
    return done;
}

/* A file without anything to measure is copied. */
static bool copy_one(const char *folder, const char *file)
{
    size_t size;
    char *text = paths_read(file, &size);
    bool done = text && write_one(folder, file, text, size);
    free(text);
    return done;
}

static bool instrument_one(const struct readable_options *options, const struct facts *facts,
                           const struct command *command, const char *file)
{
    char *directory = getcwd(NULL, 0);
    struct instrument_request request = {.path = file,
                                         .shown = file,
                                         .header = "<triptych/probes.h>",
                                         .directory = directory ? directory : "",
                                         .untimed_loops = options->untimed_loops};
    struct instrumented done;
    struct error error = {0};
    bool good = facts_instrument(facts, command, &request, &done, &error);
    if (!good)
        fprintf(stderr, "triptych instrument: %s cannot be parsed: %s\n", file, error.text);
    if (good && options->folder)
        good = done.text ? write_one(options->folder, file, done.text, done.size)
                         : copy_one(options->folder, file);
    if (good && options->list)
        print_list(&done.plan);
    else if (good)
        print_summary(file, &done.plan);
    instrument_free(&done);
    free(directory);
    return good;
}

bool readable_write(const struct readable_options *options, char **files, int count)
{
    struct words words = {0};
    struct command command = {0};
    struct facts facts = {0};
    struct error error = {0};
    words_add(&words, options->compiler);
    for (int i = 0; i < options->flag_count; i++)
        words_add(&words, options->flags[i]);
    command_read(&command, (int)words.count, words.list);
    bool good = facts_ask(&facts, &command, &error);
    if (!good)
        fprintf(stderr, "triptych instrument: %s; name one with --cc\n", error.text);
    bool all = good;
    for (int i = 0; good && i < count; i++)
        all = instrument_one(options, &facts, &command, files[i]) && all;
    facts_free(&facts);
    command_free(&command);
    words_free(&words);
    return all;
}
