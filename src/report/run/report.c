/* report.c: see report.h */
#include "report/run/report.h"

#include "report/analysis/advice.h"
#include "report/analysis/critical.h"
#include "report/analysis/efficiency.h"
#include "report/analysis/stalls.h"
#include "report/analysis/waits.h"
#include "report/kpx/kpx.h"
#include "report/mpi/comm_brief.h"
#include "report/mpi/delays.h"
#include "report/run/find.h"
#include "report/run/summary.h"
#include "report/table/json.h"
#include "report/table/text.h"
#include "report/table/view.h"
#include "util/memory.h"
#include "util/number.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static const struct section {
    unsigned bit;
    const char *key;
    struct sheet *(*make)(const struct view *view);
} sections[] = {
    {REPORT_PLACES, "places", sheet_places},
    {REPORT_LANES, "lanes", sheet_lanes},
    {REPORT_ROUTINES, "routines", sheet_routines},
    {REPORT_LOOPS, "loops", sheet_loops},
    {REPORT_SYNC, "sync", sheet_sync},
    {REPORT_OBJECTS, "objects", sheet_objects},
    {REPORT_TASKS, "tasks", sheet_tasks},
    {REPORT_MPI, "comm_sites", sheet_comm_sites},
    {REPORT_MPI, "comm_callers", sheet_comm_callers},
    {REPORT_MPI, "comm_files", sheet_comm_files},
    {REPORT_MPI, "comm", sheet_comm},
    {REPORT_MPI, "comm_ranks", sheet_comm_ranks},
    {REPORT_MPI, "comm_means", sheet_comm_means},
    {REPORT_MPI, "comm_matrix", sheet_comm_matrix},
    {REPORT_MPI, "comm_sizes", sheet_comm_sizes},
    {REPORT_MPI, "comm_clocks", sheet_comm_clocks},
    {REPORT_MPI, "comm_kinds", sheet_comm_kinds},
    {REPORT_MPI, "comm_doing", sheet_comm_doing},
    {REPORT_MPI, "comm_causes", sheet_comm_causes},
    {REPORT_MPI, "comm_waits", sheet_comm_waits},
    {REPORT_MPI, "balance", sheet_balance},
    {0, "critical", sheet_critical}, /* as text, it is a sentence */
    {REPORT_PATH, "critical_path", sheet_critical_path},
    {REPORT_PATH, "critical_places", sheet_critical_places},
    {REPORT_IO, "io", sheet_io},
    {REPORT_USER, "user", sheet_user},
    {REPORT_FILES, "files", sheet_files},
    {REPORT_UNITS, "units", sheet_units},
    {REPORT_SOURCES, "sources", sheet_sources},
    {REPORT_NOTES, "untimed", sheet_untimed},
    {REPORT_NOTES, "excluded", sheet_excluded},
    {REPORT_NOTES, "hot", sheet_hot},
    {REPORT_NOTES, "unmeasured", sheet_unmeasured},
    {REPORT_NEVER, "never", sheet_never},
    {0, "waits", sheet_waits}, /* as text, they are sentences */
    {0, "comm_stalls", sheet_comm_stalls},
    {0, "efficiency", sheet_efficiency},
    {0, "advice", sheet_advice},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

/* Says how many calls could have waited for other threads, and never did. */
static void say_in_vain(const struct view *view, struct buffer *to, uint64_t calls)
{
    char *text = memory_printf("synchronisation: %" PRIu64 " calls could have waited for other "
                               "threads, and never did; --sync lists them.",
                               calls);
    text_wrapped(to, view->options, TEXT_FAINT, text, "  ");
    buffer_add(to, "\n");
    free(text);
}

enum { MOST_ACTS = 20000000 }; /* events: the critical path reads all; more of them take seconds */

/* Returns the number of events of a sealed archive; 0 for one that is not sealed. */
static uint64_t count_acts(const struct archive *archive)
{
    const struct archive_blocks *blocks = &archive->blocks;
    return blocks->rows ? blocks->first[blocks->rows - 1] + blocks->events[blocks->rows - 1] : 0;
}

static void write_tables_text(const struct view *view, struct buffer *to)
{
    struct report_options fewer = *view->options;
    struct view shorter = *view;
    uint64_t in_vain = fewer.brief ? sync_calls_in_vain(view) : 0;
    if (in_vain) {
        fewer.sections &= ~(unsigned)(REPORT_SYNC | REPORT_OBJECTS);
        say_in_vain(view, to, in_vain);
    }
    if (fewer.brief && count_acts(view->archive) > MOST_ACTS)
        fewer.sections &= ~(unsigned)REPORT_PATH;
    if (fewer.sections & REPORT_PATH)
        critical_missing_text(view, !fewer.brief && fewer.sections != UINT_MAX, to);
    fewer.top = fewer.top_mpi ? fewer.top_mpi : fewer.top;
    shorter.options = &fewer;
    for (int i = 0; i < SECTIONS; i++) {
        if (!(fewer.sections & sections[i].bit))
            continue;
        struct sheet *sheet = sections[i].make(sections[i].bit == REPORT_MPI ? &shorter : view);
        if (sheet_rows(sheet))
            text_sheet(to, view->options, sheet);
        sheet_free(sheet);
    }
}

/* Adds every table: readers of JSON choose by themselves. */
static void write_tables_json(const struct view *view, json_t *root)
{
    for (int i = 0; i < SECTIONS; i++) {
        struct sheet *sheet = sections[i].make(view);
        json_object_set_new(root, sections[i].key, json_sheet(sheet));
        sheet_free(sheet);
    }
}

/* Returns the row of one routine, as in the table of routines. */
static struct sheet *sheet_one(const struct view *view, uint32_t routine)
{
    struct report_options options = *view->options;
    options.lanes = false;
    struct view single = *view;
    single.options = &options;
    single.regions.count = 1;
    single.regions.rows = &view->regions.rows[view->row_of_region[routine]];
    struct sheet *sheet = sheet_routines(&single);
    size_t others = find_others(view, routine);
    if (others)
        sheet_note(sheet, "%zu more routines have this name; this one took the longest.", others);
    return sheet;
}

static const struct routine_section {
    const char *key;
    struct sheet *(*make)(const struct view *view, uint32_t routine);
} routine_sections[] = {{"routine", sheet_one},
                        {"kinds", sheet_kinds},
                        {"parts", sheet_parts},
                        {"callers", sheet_callers},
                        {"callees", sheet_callees}};

enum { ROUTINE_SECTIONS = sizeof routine_sections / sizeof routine_sections[0] };

static bool write_routine(const struct view *view, struct buffer *to, json_t *root,
                          struct error *error)
{
    uint32_t routine;
    if (!find_routine(view, view->options->routine, &routine, error))
        return false;
    for (int i = 0; i < ROUTINE_SECTIONS; i++) {
        struct sheet *sheet = routine_sections[i].make(view, routine);
        if (root)
            json_object_set_new(root, routine_sections[i].key, json_sheet(sheet));
        else if (sheet_rows(sheet))
            text_sheet(to, view->options, sheet);
        sheet_free(sheet);
    }
    return true;
}

static void write_tree(const struct view *view, struct buffer *to, json_t *root)
{
    struct sheet *sheet = sheet_tree(view);
    if (root)
        json_object_set_new(root, "tree", json_sheet(sheet));
    else
        text_sheet(to, view->options, sheet);
    sheet_free(sheet);
}

/* Says in one line how many regions were never visited; --never has the table. */
static void write_never(const struct view *view, struct buffer *to)
{
    struct report_options all = *view->options;
    all.top = 0;
    struct view whole = *view;
    whole.options = &all;
    struct sheet *sheet = sheet_never(&whole);
    struct buffer line = {0};
    bool part = *view->archive->run.part_of;
    if (sheet_rows(sheet) && part) {
        buffer_printf(&line,
                      "%-9s%zu of the measured routines, loops and I/O statements are not in this "
                      "part; --never lists them",
                      "absent", sheet_rows(sheet));
        text_wrapped(to, view->options, TEXT_PLAIN, line.text, "         ");
    } else if (sheet_rows(sheet)) {
        buffer_printf(
            &line,
            "%-9s%zu of the measured routines, loops and I/O statements were never visited%s; "
            "--never lists them",
            "never", sheet_rows(sheet),
            summary_has_stopped(view->archive) ? " before measuring stopped" : "");
        text_wrapped(to, view->options, TEXT_PLAIN, line.text, "         ");
    }
    buffer_free(&line);
    sheet_free(sheet);
}

static bool write_text(const struct view *view, struct buffer *to, struct error *error)
{
    summary_head(view, to);
    if (view->options->routine && !write_routine(view, to, NULL, error))
        return false;
    if (view->options->tree)
        write_tree(view, to, NULL);
    if (view->options->advice)
        advice_text(view, to);
    if (!view->options->routine && !view->options->tree && !view->options->advice) {
        if (view->options->sections & REPORT_WAITS)
            waits_text(view, to);
        if (view->options->sections & (REPORT_WAITS | REPORT_MPI))
            stalls_text(view, to);
        if (view->options->sections & REPORT_MPI) {
            comm_brief_text(view, to);
            efficiency_text(view, to);
            delays_text(view, to);
        } else if (view->options->sections & REPORT_SYNC && !efficiency_of(view)->mpi) {
            efficiency_text(view, to);
        }
        write_tables_text(view, to);
        if (view->options->sections & REPORT_NOTES && !(view->options->sections & REPORT_NEVER))
            write_never(view, to);
    }
    summary_foot(view, to);
    return true;
}

static void write_advice(const struct view *view, json_t *root)
{
    struct sheet *efficiency = sheet_efficiency(view), *advice = sheet_advice(view);
    json_object_set_new(root, "efficiency", json_sheet(efficiency));
    json_object_set_new(root, "advice", json_sheet(advice));
    sheet_free(efficiency);
    sheet_free(advice);
}

static bool write_json(const struct view *view, struct buffer *to, struct error *error)
{
    json_t *root = json_object();
    json_object_set_new(root, "triptych_report", json_integer(1));
    json_object_set_new(root, "archive", json_text(view->archive->path));
    json_object_set_new(root, "run", summary_json(view));
    bool written = true;
    if (view->options->routine)
        written = write_routine(view, to, root, error);
    if (view->options->advice)
        write_advice(view, root);
    if (view->options->tree)
        write_tree(view, to, root);
    if (!view->options->routine && !view->options->tree && !view->options->advice)
        write_tables_json(view, root);
    char *text = json_dumps(root, JSON_INDENT(1));
    if (text)
        buffer_add(to, text);
    buffer_add(to, "\n");
    free(text);
    json_decref(root);
    return written;
}

/* Sets the error for a table that does not exist; `names` are the others and are freed. */
static void no_table(const char *key, struct buffer *names, struct error *error)
{
    error_set(error, "there is no table '%s'; the tables are %s", key, names->text);
    buffer_free(names);
}

static void add_key(struct buffer *to, const char *key)
{
    buffer_printf(to, "%s%s", to->used ? ", " : "", key);
}

/* Returns a table of the routine that the options name; NULL with an error if there is no such
 * routine or table. */
static struct sheet *routine_table(const struct view *view, const char *key, struct error *error)
{
    uint32_t routine;
    if (!find_routine(view, view->options->routine, &routine, error))
        return NULL;
    for (int i = 0; i < ROUTINE_SECTIONS; i++) {
        if (!strcmp(routine_sections[i].key, key))
            return routine_sections[i].make(view, routine);
    }
    struct buffer names = {0};
    for (int i = 0; i < ROUTINE_SECTIONS; i++)
        add_key(&names, routine_sections[i].key);
    no_table(key, &names, error);
    return NULL;
}

/* Returns the table with this key; NULL with an error if there is none. */
static struct sheet *table(const struct view *view, const char *key, struct error *error)
{
    for (int i = 0; i < SECTIONS; i++) {
        if (!strcmp(sections[i].key, key))
            return sections[i].make(view);
    }
    struct buffer names = {0};
    for (int i = 0; i < SECTIONS; i++)
        add_key(&names, sections[i].key);
    no_table(key, &names, error);
    return NULL;
}

static bool write_csv(const struct view *view, struct buffer *to, struct error *error)
{
    const char *key = view->options->table;
    struct sheet *sheet = view->options->tree      ? sheet_tree(view)
                          : view->options->routine ? routine_table(view, key ? key : "parts", error)
                          : view->options->advice  ? table(view, key ? key : "advice", error)
                                                   : table(view, key ? key : "routines", error);
    if (!sheet)
        return false;
    csv_sheet(to, sheet);
    sheet_free(sheet);
    return true;
}

bool report_write(FILE *out, const struct archive *archive, const struct report_options *options,
                  struct error *error)
{
    struct view view;
    struct buffer text = {0};
    view_init(&view, archive, options);
    bool written = true;
    if (options->style == REPORT_KPX)
        kpx_write(&view, &text);
    else
        written = options->format == REPORT_JSON  ? write_json(&view, &text, error)
                  : options->format == REPORT_CSV ? write_csv(&view, &text, error)
                                                  : write_text(&view, &text, error);
    view_free(&view);
    if (written && text.used && fwrite(text.text, 1, text.used, out) != text.used)
        written = error_errno(error, "the report cannot be written");
    buffer_free(&text);
    return written;
}
