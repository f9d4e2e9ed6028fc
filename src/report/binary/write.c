/* write.c: the tables of loops in binaries, as text, JSON or CSV. */
#include "report/binary/dependences.h"
#include "report/binary/lcct.h"
#include "report/binary/roofline.h"

#include "report/run/summary.h"
#include "report/table/json.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

static const struct section {
    unsigned bit;
    const char *key;
    struct report_sheet *(*make)(const struct report_lcct_view *view);
    const char *nothing; /* said if the table was asked for and is empty */
} sections[] = {
    {LCCT_FUNCTIONS, "functions", report_lcct_functions_sheet,
     "functions were not timed: run it with --time"},
    {LCCT_LOOPS, "loops", report_lcct_loops_sheet, "no loop ran in counted code"},
    {LCCT_DEPENDENCES, "dependences", report_lcct_dependences_sheet,
     "no trip of the watched loops depends on another one"},
    {LCCT_RANKS, "ranks", report_lcct_ranks_sheet, "loops were counted in fewer than two of them"},
    {LCCT_TREE, "tree", report_lcct_tree_sheet, "nothing was counted"},
    {LCCT_MIX, "mix", report_lcct_mix_sheet, "instructions were not counted by what they do"},
    {LCCT_ROOFLINE, "roofline", report_lcct_roofline_sheet,
     "loops were not timed: run it with --time"},
    {LCCT_NATIVES, "natives", report_lcct_natives_sheet, "there are none, except in the C runtime"},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

static void warn(const struct report_lcct_view *view, struct buffer *to, struct buffer *line)
{
    report_text_clean(to, &view->options->report, TEXT_WARN, line, "  ");
    buffer_add(to, "\n");
}

/* Warns if much of the time was in code that is not counted: percentages are of counted code. */
static void write_uncounted(const struct report_lcct_view *view, struct buffer *to)
{
    enum { FEW = 5, LEAST = 3, PERCENT = 10, HARDLY = 1000 };
    struct report_lcct_shares shares = report_lcct_shares(view);
    struct buffer line = {0};
    double all = (double)shares.samples, libraries = (double)shares.libraries,
           uncounted = libraries + (double)shares.functions,
           percent = all > 0 ? 100 * uncounted / all : 0;
    if (shares.samples >= FEW && uncounted >= LEAST && percent > PERCENT) {
        buffer_printf(&line, "%.0f %% of the time was in code that is not counted:", percent);
        if (shares.libraries)
            buffer_printf(&line, " libraries (%.0f %%; --libs names those to count)%s",
                          100 * libraries / all, shares.functions ? "," : "");
        if (shares.functions)
            buffer_printf(&line, " functions (%.0f %%; --natives lists them)",
                          100 * (double)shares.functions / all);
        warn(view, to, &line);
    } else if (shares.samples < FEW && view->tree->total < HARDLY) {
        buffer_add(
            &line,
            "hardly anything was counted; if the program works in libraries, name those to count "
            "with --libs");
        warn(view, to, &line);
    }
}

/* Warns about counts of programs that are running or did not end normally. */
static void write_open(const struct report_lcct_view *view, struct buffer *to)
{
    const struct archive_places *places = &view->archive->places;
    struct buffer line = {0};
    for (size_t i = 0; i < places->rows && !line.used; i++) {
        if (places->state[i] == ARCHIVE_RUNNING)
            buffer_add(&line, "the program is running: trips of loops that have not ended may be "
                              "missing, or counted in advance");
        else if (places->state[i] == ARCHIVE_UNFINISHED || places->state[i] == ARCHIVE_ENDED)
            buffer_add(&line, archive_text(view->archive, places->why[i]));
    }
    if (line.used)
        warn(view, to, &line);
    buffer_free(&line);
}

static void write_damage(const struct report_lcct_view *view, struct buffer *to)
{
    struct buffer damage = {0}, line = {0};
    report_summary_damage(view->archive, &damage);
    if (damage.used)
        buffer_printf(&line, "damaged: %s; their data is missing here", damage.text);
    if (line.used)
        warn(view, to, &line);
    buffer_free(&damage);
}

static void write_head(const struct report_lcct_view *view, struct buffer *to)
{
    struct buffer line = {0};
    words_count(&line, view->tree->total, true);
    buffer_add(&line, view->tree->total == 1 ? " instruction was" : " instructions were");
    buffer_add(&line, " executed in counted code, in ");
    words_count(&line, view->tree->count - 1, true);
    buffer_printf(&line, " context%s of functions and loops", view->tree->count == 2 ? "" : "s");
    if (view->options->lane)
        buffer_printf(&line, ", on lane %s", view->options->lane);
    else if (view->options->place)
        buffer_printf(&line, ", on %s %s", view->archive->ranked ? "rank" : "place",
                      view->options->place);
    else if (view->worker_count > 1)
        buffer_printf(&line, ", of %zu %s", view->worker_count, report_lcct_workers(view));
    report_text_clean(to, &view->options->report, TEXT_PLAIN, &line, "  ");
    buffer_add(to, "\n");
    write_uncounted(view, to);
    write_open(view, to);
    write_damage(view, to);
}

static void write_nothing(const struct report_lcct_view *view, struct buffer *to, const char *title,
                          const char *why)
{
    struct buffer line = {0};
    buffer_printf(&line, "%s: %s", title, why);
    report_text_clean(to, &view->options->report, TEXT_PLAIN, &line, "  ");
    buffer_add(to, "\n");
}

/* Returns the reason why a table is empty. */
static const char *why_empty(const struct report_lcct_view *view, const struct section *section)
{
    if (section->bit == LCCT_ROOFLINE && cube_lcct_is_timed(view->tree))
        return "no timed loop has more than a few floating-point operations";
    if (section->bit == LCCT_TREE && view->cold)
        return "all contexts are below the threshold; --threshold 0 shows them";
    return section->nothing;
}

static void write_text(const struct report_lcct_view *view, struct buffer *to)
{
    write_head(view, to);
    for (int i = 0; i < SECTIONS; i++) {
        if (!(view->options->sections & sections[i].bit))
            continue;
        struct report_sheet *sheet = sections[i].make(view);
        if (sections[i].bit == LCCT_DEPENDENCES)
            report_dependences_verdicts(to, view);
        if (report_sheet_rows(sheet) && sections[i].bit == LCCT_ROOFLINE)
            report_roofline_text(to, view);
        if (report_sheet_rows(sheet))
            report_text_sheet(to, &view->options->report, sheet);
        else if (view->options->sections != LCCT_USUAL && sections[i].bit != LCCT_DEPENDENCES)
            write_nothing(view, to, sheet->title, why_empty(view, &sections[i]));
        report_sheet_free(sheet);
    }
}

/* Turns the rows of the tree into nested objects; frees `rows`. */
static json_t *nest(const struct report_lcct_view *view, json_t *rows)
{
    json_t *roots = json_array(), **at = memory_zeroed(view->tree->count, sizeof *at), *row;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        json_int_t id = json_integer_value(json_object_get(row, "id"));
        uint32_t parent = view->tree->rows[id].parent;
        json_t *children = parent ? json_object_get(at[parent], "children") : roots;
        json_object_set_new(row, "children", json_array());
        json_array_append(children, row);
        at[id] = row;
    }
    free(at);
    json_decref(rows);
    return roots;
}

/* Adds the state of the run, and damage. */
static void add_state(const struct archive *archive, json_t *root)
{
    struct buffer sentence = {0}, damage = {0};
    json_object_set_new(root, "state", report_json_text(report_summary_state(archive, &sentence)));
    json_object_set_new(root, "state_text", report_json_text(sentence.text ? sentence.text : ""));
    report_summary_damage(archive, &damage);
    json_object_set_new(root, "damage", report_json_text(damage.text ? damage.text : ""));
    buffer_free(&sentence);
    buffer_free(&damage);
}

static void write_json(const struct report_lcct_view *view, struct buffer *to)
{
    json_t *root = json_object();
    json_object_set_new(root, "triptych_loops", json_integer(1));
    json_object_set_new(root, "archive", report_json_text(view->archive->path));
    json_object_set_new(root, "command", report_json_text(view->archive->run.command));
    add_state(view->archive, root);
    json_object_set_new(root, "instructions", report_json_count(view->tree->total));
    json_object_set_new(root, "threshold_percent",
                        report_json_real_number(view->options->threshold));
    for (int i = 0; i < SECTIONS; i++) {
        if ((sections[i].bit == LCCT_ROOFLINE && !view->options->machine) ||
            (sections[i].bit == LCCT_DEPENDENCES && !view->archive->carried.rows))
            continue;
        struct report_sheet *sheet = sections[i].make(view);
        json_t *rows = report_json_sheet(sheet);
        if (sections[i].bit == LCCT_TREE)
            rows = nest(view, rows);
        json_object_set_new(root, sections[i].key, rows);
        report_sheet_free(sheet);
    }
    char *text = json_dumps(root, JSON_INDENT(1));
    buffer_add(to, text ? text : "");
    buffer_add(to, "\n");
    free(text);
    json_decref(root);
}

static bool write_csv(const struct report_lcct_view *view, struct buffer *to, struct error *error)
{
    const char *key = view->options->table;
    for (int i = 0; i < SECTIONS; i++) {
        bool wanted =
            key ? !strcmp(key, sections[i].key) : view->options->sections & sections[i].bit;
        if (!wanted)
            continue;
        struct report_sheet *sheet = sections[i].make(view);
        report_csv_sheet(to, sheet);
        report_sheet_free(sheet);
        return true;
    }
    struct buffer names = {0};
    for (int i = 0; i < SECTIONS; i++)
        buffer_printf(&names, "%s%s", i ? ", " : "", sections[i].key);
    error_set(error, "there is no table '%s'; the tables are %s", key, names.text);
    buffer_free(&names);
    return false;
}

bool report_lcct_write(struct buffer *to, const struct report_lcct_view *view, struct error *error)
{
    if (view->options->report.format == REPORT_CSV)
        return write_csv(view, to, error);
    if (view->options->report.format == REPORT_JSON)
        write_json(view, to);
    else
        write_text(view, to);
    return true;
}
