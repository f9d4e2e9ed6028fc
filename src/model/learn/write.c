/* write.c: writes what was learned as a metaprogram. */
#include "model/learn/learn.h"
#include "model/learn/nest.h"
#include "model/learn/table.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char in[] = "    "; /* the lines of `behavior` */

static void write_head(const struct model_learn *learn, const struct model_learn_origin *origin,
                       FILE *file)
{
    double mean, largest = model_learn_error(learn, &mean);
    fprintf(file, "# Learned from `%s` with n = %s and p = %s.\n", origin->command, origin->sizes,
            origin->ranks);
    fprintf(file, "# Times are seconds of CPU time of one rank outside of MPI, on the machine that "
                  "it was learned on.\n");
    fprintf(file,
            "# At the %zu learned points (n, p, rank) they are within %.2g %%, %.2g %% in the "
            "mean.\n",
            learn->point_count, 100 * largest, 100 * mean);
    fprintf(file, "class %s\n  def initialize(n)\n    @exefile = \"%s\"\n    @arg = n\n  end\n\n",
            origin->name, origin->program);
    fprintf(file, "  def behavior\n");
}

static void write_curve(const struct learn_item *item, FILE *file)
{
    if (!item->curve_name)
        return;
    if (item->curve.n)
        fprintf(file,
                "%s# The share of the trips of %s, loop %u, that lies before x, at n = %lld\n", in,
                item->routine, item->loop, (long long)item->curve.n);
    else
        fprintf(file, "%s# The share of the trips of %s, loop %u, on ranks before x*p\n", in,
                item->routine, item->loop);
    fprintf(file, "%sCURVE \"%s\", [", in, item->curve_name);
    for (size_t at = 0; at < item->curve.count; at++)
        fprintf(file, "%s%s[%.9g, %.9g]", at ? "," : "", at % 6 ? " " : "\n      ",
                item->curve.x[at], item->curve.y[at]);
    fprintf(file, "\n%s]\n", in);
}

/* Says why a loop is not written in the one around it. */
static void write_why(const struct model_learn *learn, const struct learn_nest *nest,
                      const char *margin, FILE *file)
{
    if (nest->around == nest->inside)
        return;
    const struct learn_item *around = &learn->items[nest->around];
    fprintf(file, "%s# outside of %s, loop %u, with all its trips there: %s\n", margin,
            around->routine, around->loop,
            around->trips.kind != MODEL_FIT_EXACT || around->curve_name
                ? "that has no exact formula"
                : "they differ from trip to trip, or have no exact formula");
}

static void write_loop(const struct model_learn *learn, const struct learn_nest *nests, size_t at,
                       unsigned depth, FILE *file);

/* Writes the loops that are inside of a loop. Returns whether there are any. */
static bool write_inner(const struct model_learn *learn, const struct learn_nest *nests, size_t at,
                        unsigned depth, FILE *file)
{
    bool any = false;
    for (size_t inner = 0; inner < learn->item_count; inner++) {
        if (learn->items[inner].kind != LEARN_LOOP || nests[inner].inside != at)
            continue;
        any = true;
        if (file)
            write_loop(learn, nests, inner, depth, file);
    }
    return any;
}

/* Writes one loop: its trips and what a trip and a visit cost, and the loops inside of it. */
static void write_loop(const struct model_learn *learn, const struct learn_nest *nests, size_t at,
                       unsigned depth, FILE *file)
{
    const struct learn_item *item = &learn->items[at];
    const struct learn_nest *nest = &nests[at];
    char *margin = memory_printf("%s%*s", in, 2 * (int)depth, "");
    fprintf(file, "\n%s# %s: loop %u (%s:%u), in %s\n", margin, item->routine, item->loop,
            item->file, item->line, item->path);
    fprintf(file, "%s# trips: %s; cost per trip: within %.2g %%; %.2g %% of the longest time\n",
            margin, item->words, 100 * item->cost_error, 100 * item->share);
    if (!nest->trips) {
        fprintf(file, "%s# its trips have no formula: it is not part of the model\n", margin);
        free(margin);
        return;
    }
    write_why(learn, nest, margin, file);
    if (item->per_visit > 0 && nest->visits) {
        char *words = model_fit_words(&item->visits);
        fprintf(file, "%s# its visits: %s\n", margin, words);
        fprintf(file, "%sFOR(Cost(\"%s\")) { seconds(%.6g) }\n", margin, nest->visits,
                item->per_visit);
        free(words);
    }
    if (write_inner(learn, nests, at, depth + 1, NULL)) {
        fprintf(file, "%sFOR(Cost(\"%s\")) {\n%s  seconds(%.6g)\n", margin, nest->trips, margin,
                item->per_trip);
        write_inner(learn, nests, at, depth + 1, file);
        fprintf(file, "%s}\n", margin);
    } else {
        fprintf(file, "%sFOR(Cost(\"%s\")) { seconds(%.6g) }\n", margin, nest->trips,
                item->per_trip);
    }
    free(margin);
}

static void write_routine(const struct learn_item *item, FILE *file)
{
    if (item->merged || item->per_visit <= 0 || !item->visits.text)
        return;
    char *words = model_fit_words(&item->visits);
    fprintf(file, "\n%s# %s (%s:%u), outside of its loops\n", in, item->routine, item->file,
            item->line);
    fprintf(file, "%s# visits: %s; cost per visit: within %.2g %%; %.2g %% of the longest time\n",
            in, words, 100 * item->cost_error, 100 * item->share);
    fprintf(file, "%sFOR(Cost(\"%s\")) { seconds(%.6g) }\n", in, item->visits.text,
            item->per_visit);
    free(words);
}

/* Finds the bytes of one message, where all messages of all ranks are equally long. */
static char *bytes_each(const struct model_learn *learn, const struct learn_item *item)
{
    struct model_fit_point *points = memory_zeroed(learn->point_count + 1, sizeof *points);
    size_t count = 0;
    for (size_t at = 0; at < learn->point_count; at++) {
        const struct learn_cell cell = learn_cell_of(item, at);
        if (cell.visits > 0)
            points[count++] =
                (struct model_fit_point){learn->points[at].n, learn->points[at].p,
                                         learn->points[at].rank, cell.bytes / cell.visits};
    }
    struct model_fit fit;
    char *text = NULL;
    if (model_fit_exact(points, count, &fit))
        text = memory_string(fit.text);
    model_fit_free(&fit);
    free(points);
    return text;
}

static void write_peer(const struct learn_item *item, FILE *file)
{
    if (item->peer == LEARN_PEER_FIXED)
        fprintf(file, "Cost(\"%lld\")", (long long)item->modulus);
    else if (item->offset < 0)
        fprintf(file, "Cost(\"(rank - %lld)%%p\")", -(long long)item->offset);
    else
        fprintf(file, "Cost(\"(rank + %lld)%%p\")", (long long)item->offset);
}

static void write_message(const struct model_learn *learn, const struct learn_item *item,
                          FILE *file)
{
    char *visits = model_fit_words(&item->visits), *bytes = model_fit_words(&item->bytes);
    char *each = bytes_each(learn, item);
    fprintf(file, "\n%s# %s: %s (%s:%u)%s\n", in, item->routine, item->call, item->file, item->line,
            item->kind == LEARN_SEND      ? ", sends"
            : item->kind == LEARN_RECEIVE ? ", receives"
                                          : "");
    fprintf(file, "%s# messages: %s; bytes: %s\n", in, visits, each ? "exact" : bytes);
    const char *cost = each ? each : item->bytes.text;
    if (!item->visits.text || !cost)
        fprintf(file, "%s# it has no formula: it is not part of the model\n", in);
    else if (item->kind != LEARN_COLLECTIVE && item->peer == LEARN_PEER_SEVERAL)
        fprintf(file, "%s# its other ranks have no formula: it is not part of the model\n", in);
    else {
        char *mean = each ? NULL : memory_printf("(%s)/(%s)", cost, item->visits.text);
        cost = each ? each : mean; /* the mean of messages that are not equally long */
        fprintf(file, "%sFOR(Cost(\"%s\")) { ", in, item->visits.text);
        if (item->kind == LEARN_COLLECTIVE) {
            fprintf(file, "collective(\"");
            const char *name = strncmp(item->call, "MPI_", 4) == 0 ? item->call + 4 : item->call;
            for (; *name; name++)
                fputc(tolower((unsigned char)*name), file);
            fprintf(file, "\", Cost(\"%s\"))", cost);
        } else {
            fprintf(file, "%s(Cost(\"%s\"), ", item->kind == LEARN_SEND ? "msgsend" : "msgrecv",
                    cost);
            write_peer(item, file);
            fputc(')', file);
        }
        fprintf(file, " }\n");
        free(mean);
    }
    free(visits);
    free(bytes);
    free(each);
}

void model_learn_write(const struct model_learn *learn, const struct model_learn_origin *origin,
                       FILE *file)
{
    struct learn_nest *nests = learn_nest(learn);
    write_head(learn, origin, file);
    for (size_t at = 0; at < learn->item_count; at++)
        write_curve(&learn->items[at], file);
    fprintf(file, "%s# what every rank needs before and behind its loops\n", in);
    fprintf(file, "%sseconds(%.6g)\n", in, learn->start);
    for (size_t at = 0; at < learn->item_count; at++)
        switch (learn->items[at].kind) {
        case LEARN_LOOP:
            if (nests[at].inside == SIZE_MAX)
                write_loop(learn, nests, at, 0, file);
            break;
        case LEARN_ROUTINE:
            write_routine(&learn->items[at], file);
            break;
        default:
            write_message(learn, &learn->items[at], file);
        }
    fprintf(file, "  end\nend\n");
    learn_nest_free(nests, learn->item_count);
}
