/* write.c: writes what was learned as a metaprogram. */
#include "model/learn/learn.h"
#include "model/learn/matching.h"
#include "model/learn/nest.h"
#include "model/learn/order.h"
#include "model/learn/table.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char in[] = "    "; /* the lines of `behavior` */

/* What is written, and how. */
struct writing {
    const struct model_learn *learn;
    const struct learn_nest *nests;
    const size_t *order; /* of the items */
    const char **why;    /* by item: why its messages are not part of the model; or NULL */
    FILE *file;
};

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
static void write_why(const struct writing *writing, const struct learn_nest *nest,
                      const char *margin)
{
    if (nest->around == nest->inside)
        return;
    const struct learn_item *around = &writing->learn->items[nest->around];
    fprintf(writing->file, "%s# outside of %s, loop %u, with all its trips there: %s\n", margin,
            around->routine, around->loop,
            around->trips.kind != MODEL_FIT_EXACT || around->curve_name
                ? "that has no exact formula"
                : "they differ from trip to trip, or have no exact formula");
}

static void write_inner(const struct writing *writing, size_t inside, unsigned depth);

/* True if there is anything inside of a loop. */
static bool has_inner(const struct writing *writing, size_t inside)
{
    for (size_t at = 0; at < writing->learn->item_count; at++)
        if (writing->nests[at].inside == inside)
            return true;
    return false;
}

/* Writes one loop: its trips and what a trip and a visit cost, and what is inside of it. */
static void write_loop(const struct writing *writing, size_t at, unsigned depth)
{
    const struct learn_item *item = &writing->learn->items[at];
    const struct learn_nest *nest = &writing->nests[at];
    FILE *file = writing->file;
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
    write_why(writing, nest, margin);
    if (item->per_visit > 0 && nest->visits) {
        char *words = model_fit_words(&item->visits);
        fprintf(file, "%s# its visits: %s\n", margin, words);
        fprintf(file, "%sFOR(Cost(\"%s\")) { seconds(%.6g) }\n", margin, nest->visits,
                item->per_visit);
        free(words);
    }
    if (has_inner(writing, at)) {
        fprintf(file, "%sFOR(Cost(\"%s\")) {\n%s  seconds(%.6g)\n", margin, nest->trips, margin,
                item->per_trip);
        write_inner(writing, at, depth + 1);
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

/* Writes one message; `cost` is its length in bytes. */
static void write_call(const struct learn_item *item, const char *cost, FILE *file)
{
    if (item->kind != LEARN_COLLECTIVE) {
        char *peer = learn_peers_text(&item->peers);
        fprintf(file, "%s(Cost(\"%s\"), Cost(\"%s\"))",
                item->kind == LEARN_SEND ? "msgsend" : "msgrecv", cost, peer);
        free(peer);
        return;
    }
    fprintf(file, "collective(\"");
    const char *name = strncmp(item->call, "MPI_", 4) == 0 ? item->call + 4 : item->call;
    for (; *name; name++)
        fputc(tolower((unsigned char)*name), file);
    fprintf(file, "\", Cost(\"%s\"))", cost);
}

/* Writes the messages of a call. */
static void write_messages(const struct writing *writing, size_t at, unsigned depth)
{
    const struct learn_item *item = &writing->learn->items[at];
    const struct learn_nest *nest = &writing->nests[at];
    const bool inside = nest->inside != SIZE_MAX;
    const char *each = item->each.text;
    FILE *file = writing->file;
    char *margin = memory_printf("%s%*s", in, 2 * (int)depth, "");
    char *visits = model_fit_words(inside ? &nest->each : &item->visits);
    char *bytes = model_fit_words(&item->bytes);
    fprintf(file, "\n%s# %s: %s (%s:%u)%s", margin, item->routine, item->call, item->file,
            item->line,
            item->kind == LEARN_SEND      ? ", sends"
            : item->kind == LEARN_RECEIVE ? ", receives"
                                          : "");
    fprintf(file, "%s\n%s# messages%s: %s; bytes: %s\n", item->difference ? item->difference : "",
            margin, inside ? " per trip" : "", visits, each ? "exact" : bytes);
    if (writing->why[at]) {
        fprintf(file, "%s# %s: it is not part of the model\n", margin, writing->why[at]);
    } else { /* the mean of messages that are not equally long */
        char *mean = each ? NULL : memory_printf("(%s)/(%s)", item->bytes.text, item->visits.text);
        const bool once = strcmp(nest->visits, "1") == 0;
        fprintf(file, "%s%s%s%s", margin, once ? "" : "FOR(Cost(\"", once ? "" : nest->visits,
                once ? "" : "\")) { ");
        write_call(item, each ? each : mean, file);
        fprintf(file, "%s\n", once ? "" : " }");
        free(mean);
    }
    free(visits);
    free(bytes);
    free(margin);
}

/* Writes what is inside of a loop; with SIZE_MAX what is outside of all. */
static void write_inner(const struct writing *writing, size_t inside, unsigned depth)
{
    for (size_t i = 0; i < writing->learn->item_count; i++) {
        const size_t at = writing->order[i];
        if (writing->nests[at].inside != inside)
            continue;
        switch (writing->learn->items[at].kind) {
        case LEARN_LOOP:
            write_loop(writing, at, depth);
            break;
        case LEARN_ROUTINE:
            write_routine(&writing->learn->items[at], writing->file);
            break;
        default:
            write_messages(writing, at, depth);
        }
    }
}

void model_learn_write(const struct model_learn *learn, const struct model_learn_origin *origin,
                       FILE *file)
{
    struct learn_nest *nests = learn_nest(learn);
    const char **why = learn_matching(learn, nests);
    size_t *order = learn_order(learn);
    const struct writing writing = {learn, nests, order, why, file};
    write_head(learn, origin, file);
    for (size_t i = 0; i < learn->item_count; i++)
        write_curve(&learn->items[order[i]], file);
    fprintf(file, "%s# what every rank needs before and behind its loops\n", in);
    fprintf(file, "%sseconds(%.6g)\n", in, learn->start);
    write_inner(&writing, SIZE_MAX, 0);
    fprintf(file, "  end\nend\n");
    learn_nest_free(nests, learn->item_count);
    free(order);
    free(why);
}
