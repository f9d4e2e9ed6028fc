/* save.c: see save.h */
#include "cmd/query/save.h"

#include "archive/write/create.h"
#include "archive/write/excerpt.h"
#include "cmd/query/watch.h"
#include "query/parse/parser.h"
#include "util/privacy.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Returns why a plan does not give events; NULL if it does. */
static const char *what_it_gives(const struct query_plan *plan)
{
    if (plan->explain)
        return "`explain` gives none";
    if (!query_data_is_events(plan->source))
        return "this is another stream: begin with `events`";
    for (size_t i = 0; i < plan->stage_count; i++) {
        switch (plan->stages[i].kind) {
        case STAGE_MAP:
            return "`map` makes other rows: leave it out";
        case STAGE_GROUP:
            return "aggregates and groups are other rows: leave them out";
        case STAGE_JOIN:
            return "`join` makes other rows: leave it out";
        case STAGE_ANY:
        case STAGE_ALL:
        case STAGE_NONE:
            return "anyMatch, allMatch and noneMatch give none: leave them out";
        default:
            break;
        }
    }
    return query_data_is_events(plan->shape) ? NULL : "this query gives other rows";
}

/* Makes a plan that gives the row numbers of the query's events. */
static struct query_plan *rows_plan(struct query_tree *tree, struct plan_names *names,
                                    struct diagnostic *trouble)
{
    struct query_parser parser;
    query_parser_start(&parser, "events.map(e -> e.row)");
    struct query_tree *rows = query_parser_statement(&parser), *events = rows->parts[0];
    rows->parts[0] = tree;
    struct query_plan *plan = query_plan_make(rows, names, trouble);
    rows->parts[0] = events;
    query_tree_free(rows);
    return plan;
}

static bool take(void *to, const struct query_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        archive_excerpt_rows_add(to, (uint64_t)rows->columns[0].whole[i]);
    return true;
}

/* True if both are the same directory: an archive is never replaced by a part of itself. */
static bool is_same_folder(const char *path, const char *other)
{
    char one[PATH_MAX], two[PATH_MAX];
    return realpath(path, one) && realpath(other, two) && !strcmp(one, two);
}

static bool write_part(const struct cmd_query_save *save, const struct query_plan *plan,
                       struct query_data *data, const struct archive_excerpt_rows *rows,
                       struct error *error)
{
    struct archive_excerpt_about about = {
        .query = save->text, .has_window = plan->has_window, .from = plan->from, .to = plan->to};
    struct archive_new made;
    if (is_same_folder(save->path, data->archive->path))
        return error_set(error, "%s is the archive that is queried: choose another name for --save",
                         save->path);
    if (access(save->path, F_OK) == 0 && !save->force)
        return error_set(error, "%s exists; --force replaces it", save->path);
    privacy_begin();
    if (archive_create(&made, save->path, save->force, error) != ARCHIVE_CREATED) {
        archive_discard(&made);
        return false;
    }
    bool good = archive_excerpt_write(data->archive, rows, save->path, &about, &data->stop,
                                      data->progress, error);
    if (good)
        archive_keep(&made);
    else
        archive_discard(&made);
    privacy_leave();
    return good;
}

bool cmd_query_save(const struct cmd_query_save *save, struct query_tree *tree,
                    struct plan_names *names, struct query_data *data, struct diagnostic *trouble,
                    struct error *error)
{
    struct query_plan *plan = query_plan_make(tree, names, trouble);
    const char *why = plan ? what_it_gives(plan) : NULL;
    if (!plan)
        return false; /* a `let`, or trouble */
    query_plan_free(plan);
    if (why)
        return error_set(error, "--save needs events, but %s", why);
    if (save->again)
        return error_set(error, "--save takes the events of one query, and this is a second one");
    struct archive_excerpt_rows rows = {0};
    uint64_t count = 0;
    plan = rows_plan(tree, names, trouble);
    bool good = plan && query_data_rows(data, plan->source, &count, error);
    archive_excerpt_rows_begin(&rows, count);
    cmd_query_watch_begin(data, true);
    good = good && query_run(plan, data, take, &rows, NULL, error);
    if (good && !rows.count)
        good = error_set(error, "no event matches: %s was not written", save->path);
    good = good && write_part(save, plan, data, &rows, error);
    int signal = cmd_query_watch_end(data);
    if (signal && !good) {
        fprintf(stderr, "triptych query: interrupted: %s was not written\n", save->path);
        cmd_query_watch_die(signal);
    }
    if (good)
        fprintf(stderr, "triptych query: %s has %llu of %llu events\n", save->path,
                (unsigned long long)rows.count, (unsigned long long)count);
    archive_excerpt_rows_free(&rows);
    query_plan_free(plan);
    return good;
}
