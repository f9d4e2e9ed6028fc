/* html_charts.c: see html_charts.h. web/src/views/charts/data.ts and places.ts have the same texts.
 */
#include "serve/html_charts.h"

#include "util/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a chain with the largest key. */
struct chart_query {
    const char *chain, *key, *shape;
    int most;
};

#define WAIT                                                                                       \
    "e -> {id: e.activityNumber, path: e.activityPath, e.type, e.name, e.startTime, "              \
    "e.finishTime, object: e.object.name, holder: e.holder.activityNumber, about: "                \
    "e.about.activityNumber, e.region, e.lane, e.unfinished}"
#define WAITS "e.type in [FINISH, CLOCK, ATOMIC] && e.region.kind != \"release\""
#define CALLS "e.type == COMM && e.region.mpi in [\"wait\", \"collective\", \"receive\", \"send\"]"
#define DIRECTIVES "e.type == FINISH && e.name == \"finish\""

static const struct chart_query charts[] = {
    {"activities", "ran",
     "a -> {a.activityNumber, a.activityPath, a.kind, parent: a.parent.activityNumber, a.madeAt, "
     "a.body, a.madeOn, a.firstLane, a.created, a.startTime, a.finishTime, a.ran, a.moves}",
     1500},
    {"events.filter(e -> e.type == EXEC && present(e.about))", "duration",
     "e -> {id: e.about.activityNumber, path: e.about.activityPath, kind: e.about.kind, e.lane, "
     "e.startTime, e.finishTime, e.region}",
     1500},
    {"events.filter(e -> e.type == FINISH)", "duration", WAIT, 300},
    {"events.filter(e -> (" WAITS ") || (" CALLS "))", "duration", WAIT, 2000},
};

/* Of programs with `#pragma tri`. */
static const struct chart_query place_charts[] = {
    {"events.filter(e -> e.type == MOVE)", "duration",
     "e -> {id: e.activityNumber, about: e.about.activityNumber, e.sourcePlace, e.targetPlace, "
     "e.startTime, e.finishTime, e.bytes, e.region, e.lane}",
     1500},
    {"events.filter(e -> " DIRECTIVES ")", "duration", WAIT, 1500},
    {"events.filter(e -> " WAITS " && !(" DIRECTIVES "))", "duration", WAIT, 2000},
    {"events.filter(e -> (" WAITS " && !(" DIRECTIVES ")) || (" CALLS "))", "duration", WAIT, 2000},
    {"finishes", "waited",
     "f -> {f.row, f.activityNumber, f.startTime, f.waitTime, f.finishTime, f.participantCount, "
     "f.lastNumber, lastEnd: f.last.finishTime, f.late}",
     1500},
};

/* Tables in which the page looks for the details of a mark. */
static const char *const place_tables[] = {
    "moves.limit(5000).map(m -> {m.row, m.activityNumber, m.activityPath, m.startTime, "
    "m.sourcePlace, m.targetPlace, m.bytesBack})",
    "variables.limit(5000).map(v -> {move: v.move.row, v.name, v.type, v.bytes, v.how, v.use, "
    "v.path})",
    "finishes.limit(5000).map(f -> {f.row, f.activityNumber, f.startTime, f.waitTime, "
    "f.finishTime, f.participantCount, f.lastNumber, lastEnd: f.last.finishTime, f.late})",
    "participants.limit(5000).map(p -> {finish: p.finish.row, p.activityNumber, p.activityPath, "
    "p.created, p.finishTime, p.ran})",
};

static void keep_chart(const struct chart_query *chart, void (*keep)(void *of, const char *query),
                       void *of)
{
    char *rows = memory_printf("%s.sorted(x -> desc(x.%s)).limit(%d).map(%s)", chart->chain,
                               chart->key, chart->most + 1, chart->shape);
    char *count = memory_printf("%s.count()", chart->chain);
    keep(of, rows);
    keep(of, count);
    free(count);
    free(rows);
}

/* True if the program has directives of places, as hasPlaces of the page says. */
static bool has_places(const json_t *tables)
{
    const json_t *regions = json_object_get(tables, "regions");
    const json_t *kinds = json_object_get(regions, "kind"),
                 *names = json_object_get(regions, "name");
    for (size_t i = 0; i < json_array_size(kinds); i++) {
        const char *kind = json_string_value(json_array_get(kinds, i));
        const char *name = json_string_value(json_array_get(names, i));
        if (kind && name &&
            (!strcmp(kind, "move") || (!strcmp(kind, "finish") && !strcmp(name, kind))))
            return true;
    }
    return false;
}

void serve_html_charts(const json_t *tables, void (*keep)(void *of, const char *query), void *of)
{
    for (size_t i = 0; i < sizeof charts / sizeof charts[0]; i++)
        keep_chart(&charts[i], keep, of);
    if (!has_places(tables))
        return;
    for (size_t i = 0; i < sizeof place_charts / sizeof place_charts[0]; i++)
        keep_chart(&place_charts[i], keep, of);
    for (size_t i = 0; i < sizeof place_tables / sizeof place_tables[0]; i++)
        keep(of, place_tables[i]);
}
